"""A hall and two boards that have joined it, for remote games."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall
from tests.support.waiting import wait_until

FAST = "[game]\npace_s = 0.05\n"


def board_config(folder: Path, url: str, code: str, name: str, more: str = FAST) -> Path:
    """Writes the configuration of a board that joins a hall."""
    folder.mkdir()
    config = folder / "board.toml"
    hall = f'[hall]\nurl = "{url}"\ncode = "{code}"\nname = "{name}"\n'
    config.write_text(f"{SIMULATED}{hall}{more}")
    return config


@contextmanager
def two_boards(
    folder: Path, url: str = ""
) -> Iterator[tuple[RunningHall, RunningBoard, RunningBoard]]:
    """Runs a hall, Ann's board and Ben's board.

    Args:
        folder: for their files.
        url: by which the boards reach the hall; its own address if empty.
    """
    hall = RunningHall(folder / "hall")
    boards: list[RunningBoard] = []
    try:
        code = hall.new_join_code()
        for name in ("Ann", "Ben"):
            there = folder / name
            config = board_config(there, url or hall.address, code, f"{name}'s table")
            boards.append(RunningBoard(there / "state", "--config", str(config), "--no-demo"))
        wait_until(lambda: len(hall.get_as_director("boards")["boards"]) == 2, "both boards")
        yield hall, boards[0], boards[1]
    finally:
        for board in boards:
            if board.process.poll() is None:
                assert board.stop() == 0
        if hall.process.poll() is None:
            assert hall.stop() == 0


def start_remote_game(ann: RunningBoard, ben: RunningBoard, target: int = 121) -> str:
    """Has Ann invite Ben, who accepts; returns the id of the game."""
    (other,) = wait_until(lambda: ann.get("api/far")["boards"], "the other board")
    assert ann.post("api/far", invite=other["id"], name="Ann", target=target)["ok"]
    invited = ben.wait_for_state(
        lambda state: bool(state["far"]) and state["far"]["stage"] == "invited"
    )
    assert invited["far"]["other"] == "Ann" and invited["far"]["target"] == target
    assert ben.post("api/far", accept=True, name="Ben")["ok"]
    game: str = invited["far"]["game"]
    for board in (ann, ben):
        board.wait_for_state(lambda state: bool(state["game"] == game))
    return game


def play_step(board: RunningBoard) -> bool:
    """Does the first thing the board offers; returns False if there is none."""
    state: dict[str, Any] = board.get("api/state")
    if state["winner"] is not None and state["show"] is None:
        return False
    if state["legal"]:
        board.command(action=state["legal"][0]["action"])
        return True
    if state["awaiting_ack"]:
        board.command(press="ok")
        return True
    return False
