"""A real hall with real boards: joining, live games, restored backups."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pegboard.chain.item import Item
from pegboard.chain.key_file import load_key
from pegboard.cli.app import run_line
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.storage.state_names import BOARD_KEY
from tests.support.hall_boards import hall_items, hall_notice, journal_items, peg_randomly
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall, until


def join(
    hall: str, code: str, state: Path, name: str = "Table 1"
) -> "subprocess.CompletedProcess[str]":
    """Runs `pegboard hall join`."""
    line = [sys.executable, "-m", "pegboard", "hall", "join", hall, code, "--state", str(state)]
    return subprocess.run([*line, "--name", name], capture_output=True, text=True, timeout=60)


def stored_items(folder: Path, board: str) -> list[Item]:
    """Returns the items of a board stored in a hall's folder."""
    with closing(SqliteStore(folder / "hall.db")) as store:
        return hall_items(store, board)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "board"


def test_board_joins_and_is_shown_live(tmp_path: Path, state: Path) -> None:
    """Covers earlier games, a wrong code, live pegs, a revoked key, and SIGTERM."""
    hall = RunningHall(tmp_path / "hall")
    config = tmp_path / "board.toml"
    config.write_text(SIMULATED)
    board = RunningBoard(state, "--config", str(config), "--no-demo")
    try:
        assert board.command(new={"mode": "score"})["ok"]
        peg_randomly(board, Random(1), 5)
        assert hall_notice(board) == {}, "no hall, no word of one"
        assert hall.post("api/director/command", do="code")["code"] == "director-not-in"
        assert hall.post("api/director/enter", pin="000")["code"] == "director-wrong-pin"
        code = hall.new_join_code()
        wrong = join(hall.address, "12345x", state)
        assert (wrong.returncode, wrong.stderr) == (
            1, "pegboard hall join: that is not the code that the director's page shows\n",
        )  # fmt: skip
        right = join(hall.address, code, state)
        assert right.returncode == 0 and right.stdout.startswith(f"joined {hall.address} ")
        id = load_key(state / BOARD_KEY).id
        assert (state / BOARD_KEY).stat().st_mode & 0o777 == 0o600

        def game() -> dict[str, object]:
            found: dict[str, object] = hall.board(id).get("game") or {}
            return found

        until(lambda: game().get("entries") == 5, "the game from before")
        until(lambda: hall_notice(board) == {
            "name": "hall", "address": hall.address, "ok": True, "says": "", "to_send": 0,
        }, "the board to say so")  # fmt: skip
        assert board.command(action="peg 0 7")["ok"]
        until(lambda: game().get("entries") == 6, "the next peg")
        scores = board.get("api/state")["scores"]
        assert [side["front"] for side in game()["sides"]] == scores  # type: ignore[attr-defined]
        assert board.command(press="undo")["ok"]
        until(lambda: game().get("entries") == 7, "the undo")
        scores = board.get("api/state")["scores"]
        assert [side["front"] for side in game()["sides"]] == scores  # type: ignore[attr-defined]
        (row,) = hall.get_as_director("boards")["boards"]
        assert row["connected"] and row["states"] == {} and row["name"] == "Table 1"
        assert hall.post_as_director("revoke", board="none")["code"] == "hall-no-board"
        assert hall.post_as_director("revoke", board=id)["ok"]
        until(lambda: not hall_notice(board).get("ok"), "the board to be refused")
        until(lambda: "no longer accepts" in str(hall_notice(board)["says"]), "the reason")
        (row,) = hall.get_as_director("boards")["boards"]
        assert row["states"] == {"revoked": 1}
        assert board.command(action="peg 1 2")["ok"], "the game goes on"
        until(lambda: hall_notice(board)["to_send"] == 1, "what is to be sent")
    finally:
        assert hall.stop() == 0, "also while boards are connected"
        assert board.stop() == 0
    assert journal_items(state)[:-1] == stored_items(tmp_path / "hall", id)


def test_restored_board_begins_new_epoch(tmp_path: Path, state: Path) -> None:
    """Keeps both histories: games since the backup, and games after its restore."""
    hall = RunningHall(tmp_path / "hall")
    config, backup = tmp_path / "board.toml", tmp_path / "backup.zip"
    config.write_text(
        f'{SIMULATED}[hall]\nurl = "{hall.address}"\ncode = "{hall.new_join_code()}"\n'
    )
    board = RunningBoard(state, "--config", str(config), "--no-demo")

    def row() -> Any:
        (found,) = hall.get_as_director("boards")["boards"]
        return found

    try:
        until(lambda: hall.get_as_director("boards")["boards"], "the board joins")
        assert board.command(new={"mode": "score"})["ok"]
        peg_randomly(board, Random(1), 4)
        assert run_line(["backup", str(backup), "--state", str(state)]) == 0
        peg_randomly(board, Random(2), 3)
        until(lambda: row()["entries"] == 8, "all before the restore")
        assert run_line(["restore", str(backup), "--state", str(state), "--force"]) == 0
        until(lambda: row()["entries"] == 8 + 5, "the restored game as a new epoch")
        assert row()["states"] == {"replaced": 1}
        peg_randomly(board, Random(3), 1)
        until(lambda: row()["entries"] == 8 + 6, "the game that goes on")
        assert hall.board(row()["id"])["game"]["entries"] == 5
    finally:
        assert board.stop() == 0
        assert hall.stop() == 0


def test_board_joins_from_its_page(tmp_path: Path, state: Path) -> None:
    """Joins another hall later, which gets the whole journal."""
    halls = [RunningHall(tmp_path / "one"), RunningHall(tmp_path / "two")]
    config = tmp_path / "board.toml"
    config.write_text(SIMULATED)
    board = RunningBoard(state, "--config", str(config), "--no-demo")
    try:
        assert board.get("api/hall") == {
            "url": "", "fixed": False, "connected": False, "to_send": 0, "camera": False,
        }  # fmt: skip
        assert board.command(new={"mode": "score"})["ok"]
        peg_randomly(board, Random(1), 2)
        halls[0].new_join_code()
        wrong = board.post("api/hall?language=de", url=halls[0].address, code="1")
        assert wrong["code"] == "hall-wrong-code" and "das ist nicht der Code" in wrong["fault"]
        assert board.post("api/hall", url="ftp://x", code="1")["code"] == "hall-address"
        for hall in halls:
            url = hall.address.removeprefix("http://")
            assert board.post("api/hall", url=url, code=hall.new_join_code())["ok"]
            peg_randomly(board, Random(2), 1)
            made = 4 + halls.index(hall)
            until(lambda hall=hall, made=made: any(  # type: ignore[misc]
                row["entries"] == made for row in hall.get_as_director("boards")["boards"]
            ), "everything to arrive")  # fmt: skip
            found = board.get("api/hall")
            assert found["connected"] and found["url"] == hall.address
        (row,) = halls[0].get_as_director("boards")["boards"]
        assert row["entries"] == 4 and not row["connected"]
    finally:
        assert board.stop() == 0
        for hall in halls:
            assert hall.stop() == 0
