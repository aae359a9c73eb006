"""Runs real boards beside a simulated crowd in one hall.

    python -m tests.tools.hall_load --boards 20 --simulated 1000 --onlookers 2000 --seconds 60

The crowd is that of `pegboard bench hall`; each real board is `pegboard run`, which pegs as often
as the others. Afterwards the hall must have each real board's journal as that has it, and nothing
is wrong with what the crowd sent.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

from pegboard.chain.key_file import load_key
from pegboard.cli.bench.hall import Load, measure_running
from pegboard.cli.bench.hall_clients import ACTION_S
from pegboard.cli.bench.process import rss_mib
from pegboard.hall.demo.process import HallProcess
from pegboard.hall.maintenance.integrity import examine
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.storage.state_names import BOARD_KEY
from tests.support.hall_boards import hall_items, hall_notice, journal_items, peg_randomly
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall
from tests.support.waiting import wait_until


def run_load(folder: Path, real: int, load: Load, say: Any = print) -> dict[str, Any]:
    """Plays on real boards beside a crowd; asserts that the hall has every item."""
    found: dict[str, Any] = {}
    with ExitStack() as stack:
        hall = RunningHall(folder / "hall")
        stack.callback(hall.stop)
        boards = [start_board(folder / f"board-{n}", hall, stack) for n in range(real)]
        wait_until(
            lambda: all(hall_notice(board).get("ok") for board in boards), "the boards to join"
        )
        say(f"{real} real boards have joined")
        for board in boards:
            assert board.command(new={"mode": "score"})["ok"]

        def crowd() -> None:
            process = hall.process.pid
            found.update(
                asyncio.run(measure_running(load, HallProcess(process, hall.address, hall.pin)))
            )

        playing, rng, entries = threading.Thread(target=crowd), Random(1), 0
        playing.start()
        while playing.is_alive():
            begun = time.monotonic()
            for board in boards:
                entries += peg_randomly(board, rng, 1)
            time.sleep(max(0.0, ACTION_S - (time.monotonic() - begun)))
        playing.join()
        assert found, "the crowd has failed"
        wait_until(
            lambda: all(hall_notice(board)["to_send"] == 0 for board in boards),
            "everything to arrive",
        )
        memory = [rss_mib(board.process.pid) for board in boards]
        found |= {"real": real, "real_entries": entries, "real_rss_mib": round(max(memory), 1)}
        found["hall_rss_mib"] = round(rss_mib(hall.process.pid), 1)
    with closing(SqliteStore(folder / "hall" / "hall.db")) as store:
        for n in range(real):
            state = folder / f"board-{n}" / "state"
            assert hall_items(store, load_key(state / BOARD_KEY).id) == journal_items(state)
        extent, faults = examine(store)
        assert faults == [] and extent.boards == real + load.boards
    return found


def start_board(folder: Path, hall: RunningHall, stack: ExitStack) -> RunningBoard:
    """Starts a real board that joins a hall; the stack stops it."""
    folder.mkdir()
    config = folder / "board.toml"
    code = hall.get_as_director("boards")["code"]
    code = code["code"] if code else hall.new_join_code()
    config.write_text(f'{SIMULATED}[hall]\nurl = "{hall.address}"\ncode = "{code}"\n')
    board = RunningBoard(folder / "state", "--config", str(config), "--no-demo")
    stack.callback(board.stop)
    return board


def main() -> None:
    """Parses the command line, plays, and prints the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--simulated", type=int, default=1000)
    parser.add_argument("--onlookers", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60.0)
    chosen = parser.parse_args()
    load = Load(chosen.simulated, chosen.onlookers, chosen.seconds, 1.0, 0)
    with tempfile.TemporaryDirectory(prefix="pegboard-twenty-") as folder:
        done = run_load(
            Path(folder), chosen.boards, load, lambda line: print(line, file=sys.stderr)
        )
    print(json.dumps(done, indent=1))


if __name__ == "__main__":
    main()
