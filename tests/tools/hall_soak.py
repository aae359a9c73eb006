"""Kills a hall repeatedly while boards play and a director works.

    python -m tests.tools.hall_soak --kills 200 --boards 6

SIGKILL at any moment, behind a network that drops acknowledgements, doubles, delays and cuts. One
board is a real service, the others only their end of the conversation. Results go onto the cards
and rounds are drawn all the while. Afterwards: each board's journal stands in the hall once and in
order, nothing that was acknowledged is missing, and the standings are what the boards' own journals
give.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pegboard.chain.item import Item
from pegboard.chain.key_file import load_key
from pegboard.cli.bench.hall_clients import SimulatedPlayer, Timings, games
from pegboard.errors import PegboardError
from pegboard.hall.archive.export import export
from pegboard.hall.archive.verify import verify
from pegboard.hall.folder import open_hall
from pegboard.hall.hall import Hall
from pegboard.hall.maintenance.integrity import examine
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import encode
from pegboard.storage.state_names import BOARD_KEY
from pegboard.tournament.acceptance import RULE
from pegboard.tournament.decisions import Amended, WrittenLine
from pegboard.tournament.result import game_items, lines_of, result_of
from pegboard.tournament.scorecards.line import Card
from pegboard.tournament.standings.ranking import rank
from tests.support.hall_boards import hall_items, hall_notice, journal_items, peg_randomly
from tests.support.lossy_proxy import LossyProxy
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall
from tests.support.waiting import wait_until

ROUNDS = 99
PATIENCE_S = 0.5
"""Seconds for an acknowledgement; then a board connects anew."""
PEACE_S = 150.0
"""Seconds for everything to arrive at the end: a board may wait 40 before it tries again."""
PACE_S = 0.02
"""Seconds between two actions of a board: a game takes two seconds."""
LONGEST_LIFE_S = 1.0
PLAYERS_A_BOARD = 2
RESULTS_A_BOARD = 2
"""Minimum number of results; after the last kill play continues until it is reached."""


@dataclass(slots=True)
class SoakResult:
    """Counts of what a soak did and verified."""

    kills: int = 0
    entries: int = 0
    accepted: int = 0
    rounds: int = 0
    dropped: int = 0
    doubled: int = 0
    cuts: int = 0
    seconds: float = 0.0


class Board:
    """A board that plays continuously and reconnects as needed."""

    def __init__(self, number: int, lines: list[list[str]], url: str, code: str) -> None:
        self.player = SimulatedPlayer(lines, Random(number), Timings())
        self.acknowledged = 0
        """The most that the hall has ever acknowledged."""
        self._url, self._code, self._name = url, code, f"Board {number}"

    @property
    def items(self) -> list[Item]:
        """Items of the board's journal."""
        return self.player.feed.items

    async def run(self, playing: asyncio.Event, over: asyncio.Event) -> None:
        """Plays while `playing` is set; returns once `over` is set and the hall has everything."""
        acting = asyncio.create_task(self._play(playing))
        try:
            while not over.is_set() or self.acknowledged < len(self.items):
                with suppress(OSError, WebSocketException, TimeoutError, PegboardError):
                    await self._talk(over)
                await asyncio.sleep(0.05)
        finally:
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    async def _play(self, playing: asyncio.Event) -> None:
        while playing.is_set():
            self.player.play_next()
            await asyncio.sleep(PACE_S)

    async def _talk(self, over: asyncio.Event) -> None:
        side = BoardSide(self.player.feed, self.player.key, code=self._code, name=self._name)
        sent_at = time.monotonic()
        async with connect(self._url, proxy=None, open_timeout=5) as socket:
            while not over.is_set() or side.behind or side.is_waiting:
                reply = None
                try:
                    async with asyncio.timeout(PACE_S):
                        text = await socket.recv()
                    reply = side.receive(text, time.time())
                    self.acknowledged = max(self.acknowledged, side.acknowledged)
                    sent_at = time.monotonic()
                except TimeoutError:
                    if time.monotonic() - sent_at > PATIENCE_S and (side.is_waiting or side.behind):
                        return  # the acknowledgement was lost
                    reply = side.next_entries()
                if reply is not None:
                    sent_at = time.monotonic()
                    await socket.send(encode(reply).decode())


class Director(threading.Thread):
    """Enters results, draws rounds, and retries after each kill."""

    def __init__(self, hall: RunningHall) -> None:
        super().__init__(daemon=True)
        self.stopping = False
        self.accepted: set[tuple[int, int, str]] = set()
        """Round, table and game of each result that the hall said is on the cards."""
        self._hall = hall

    def run(self) -> None:
        """Works until stopped."""
        while not self.stopping:
            with suppress(OSError, HTTPException, ValueError, KeyError):
                self._work()
            time.sleep(0.05)

    def _work(self) -> None:
        desk = self._hall.get_as_director("desk")
        for each in desk["pending"]:
            answer = self._hall.post_as_director("accept", table=each["table"], game=each["game"])
            if answer["ok"]:
                self.accepted.add((each["round"], each["table"], each["game"]))
        event = self._hall.get("api/tables")["parts"]["event"]
        if all(None not in table["points"] for table in event["tables"]):
            self._hall.post_as_director("draw")


def soak(folder: Path, kills: int, boards: int, seed: int, say: Any = None) -> SoakResult:
    """Kills a hall repeatedly; raises AssertionError if anything is wrong afterwards."""
    rng, begun, soaked = Random(seed), time.monotonic(), SoakResult(kills)
    hall = RunningHall(folder / "hall")
    proxy = LossyProxy(hall.port, seed)
    code = hall.new_join_code()
    assert hall.post_as_director("event", name="Soak", games=ROUNDS)["ok"]
    names = [f"Player {n}" for n in range(PLAYERS_A_BOARD * boards)]
    assert hall.post_as_director("players", names=names)["ok"]
    lines, url = games(Random(seed)), f"ws{proxy.address.removeprefix('http')}/api/board"
    simulated = [Board(n, lines, url, code) for n in range(boards)]
    real = folder / "board.toml"
    real.write_text(f'{SIMULATED}[hall]\nurl = "{proxy.address}"\ncode = "{code}"\nwait_s = 2\n')
    board = RunningBoard(folder / "board", "--config", str(real), "--no-demo")
    director, crowd = Director(hall), Crowd(simulated)
    try:
        assert board.command(new={"mode": "score"})["ok"]
        crowd.start()
        wait_until(
            lambda: len(hall.get_as_director("boards")["boards"]) == boards + 1,
            "the boards to join",
        )
        for table, each in enumerate(simulated, 1):
            id = each.player.key.id
            decision = {"do": "place", "table": table, "board": id}
            assert hall.post_as_director("decide", decision=decision)["ok"]
        director.start()
        for number in range(1, kills + 1):
            time.sleep(rng.random() * LONGEST_LIFE_S)
            peg_randomly(board, rng, rng.randint(1, 4))
            hall.kill()
            hall.restart()
            if say is not None and number % 10 == 0:
                say(f"{number} kills, {len(director.accepted)} results, {proxy.cuts} cuts")
        least = RESULTS_A_BOARD * boards
        wait_until(lambda: len(director.accepted) >= least, "the results", PEACE_S)
        proxy.stop_faults()
        wait_until(lambda: hall_notice(board).get("ok"), "the real board to be back", PEACE_S)
        director.stopping = True
        director.join()
        crowd.finish()

        def arrived() -> bool:
            rows = hall.get_as_director("boards")["boards"]
            return not any(row["states"] for row in rows) and hall_notice(board)["to_send"] == 0

        wait_until(arrived, "everything to arrive", PEACE_S)
    finally:
        director.stopping = True
        crowd.finish(0.0)
        assert board.stop() == 0
        proxy.close()
        stopped = hall.stop()
    assert stopped == 0
    journals = {each.player.key.id: each.items for each in simulated}
    journals[load_key(folder / "board" / BOARD_KEY).id] = journal_items(folder / "board")
    for each in simulated:
        assert each.acknowledged == len(each.items)
    soaked.rounds = check_hall(folder / "hall", journals, director.accepted)
    soaked.entries, soaked.accepted = sum(map(len, journals.values())), len(director.accepted)
    soaked.dropped, soaked.doubled, soaked.cuts = proxy.dropped, proxy.doubled, proxy.cuts
    soaked.seconds = round(time.monotonic() - begun, 1)
    return soaked


class Crowd(threading.Thread):
    """The simulated boards, on their own event loop."""

    def __init__(self, boards: list[Board]) -> None:
        super().__init__(daemon=True)
        self._boards, self._loop = boards, asyncio.new_event_loop()
        self._playing, self._over = asyncio.Event(), asyncio.Event()

    def run(self) -> None:
        """Plays until `finish`, then waits until the hall has everything."""
        self._playing.set()
        self._loop.run_until_complete(self._all())
        self._loop.close()

    async def _all(self) -> None:
        await asyncio.gather(*(board.run(self._playing, self._over) for board in self._boards))

    def pause(self) -> None:
        """Stops playing; pending items are still sent."""
        self._loop.call_soon_threadsafe(self._playing.clear)

    def finish(self, wait_s: float = PEACE_S) -> None:
        """Stops playing and waits until the hall has everything."""
        with suppress(RuntimeError):  # it is over
            self.pause()
            self._loop.call_soon_threadsafe(self._over.set)
        if self.ident is not None:
            self.join(wait_s)
            assert not wait_s or not self.is_alive(), "the hall has not everything"


def check_hall(
    folder: Path, journals: dict[str, list[Item]], accepted: set[tuple[int, int, str]]
) -> int:
    """Checks a hall against its boards and acknowledged results; returns the rounds."""
    with open_hall(folder) as hall:
        for board, items in journals.items():
            assert hall_items(hall.store, board) == items, "one branch, each entry once, in order"
        assert examine(hall.store)[1] == [], "each head is the board's, each signature too"
        (event,) = hall.store.events()
        assert accepted <= on_cards(hall, event, journals)
        data = export(hall.store, event, load_key(folder / "hall.key"))
        assert verify(data, "event.zip").faults == ()
        return len(hall.state(event).rounds)


def on_cards(hall: Hall, event: str, journals: dict[str, list[Item]]) -> set[tuple[int, int, str]]:
    """Recomputes the standings from the journals; returns the number of games in them."""
    state = hall.state(event)
    written_by_game: dict[tuple[int, int, str], list[WrittenLine]] = {}
    for decision in hall.decisions(event):
        if isinstance(decision, Amended) and decision.rule == RULE:
            number = decision.new.game
            table = next(
                p.table for p in state.rounds[number - 1].pairings if decision.player in p.seats
            )
            written_by_game.setdefault((number, table, decision.reason), []).append(decision.new)
    cards = {player: Card(player) for player in state.cards}
    for (number, table, game), lines in written_by_game.items():
        seats = next(p.seats for p in state.rounds[number - 1].pairings if p.table == table)
        result = result_of(game_items(journals[state.boards[table]], game))
        own_lines = lines_of(result, number, seats)
        assert lines == [*map(WrittenLine.of, own_lines)], "both cards or none, each once"
        for player, line in zip(seats, own_lines, strict=True):
            cards[player] = cards[player].with_line(line)
    again = [(each.place, each.player, each.tally) for each in rank(cards.values())]
    assert again == [(each.place, each.player, each.tally) for each in state.standings()]
    return {*written_by_game}


def main() -> None:
    """Parses the command line, runs the soak, and prints the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pegboard-soak-") as folder:
        log = lambda line: print(line, file=sys.stderr, flush=True)  # noqa: E731
        done = soak(Path(folder), chosen.kills, chosen.boards, chosen.seed, log)
    print(json.dumps(asdict(done)))


if __name__ == "__main__":
    main()
