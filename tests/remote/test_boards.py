"""Two real boards at a real hall: network faults, power cuts, invitations, secrecy."""

import signal
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pegboard.storage.journal import SqliteJournal
from pegboard.storage.state_names import REMOTE_GAME
from tests.support.lossy_proxy import LossyProxy
from tests.support.running_board import RunningBoard
from tests.support.running_hall import RunningHall, until
from tests.support.two_boards import board_config, play_step, start_remote_game, two_boards
from tests.support.waiting import wait_until

pytestmark = pytest.mark.group("hall")


def play(boards: tuple[RunningBoard, RunningBoard], actions: int) -> None:
    """Plays until the game has a number of entries or is over on both boards."""

    def are_there() -> bool:
        states = [board.get("api/state") for board in boards]
        there = [state["seq"] >= actions or state["winner"] is not None for state in states]
        if not any(there):
            for board in boards:
                play_step(board)
        return all(there) and states[0]["seq"] == states[1]["seq"]

    wait_until(are_there, f"action {actions}", 120)


def lines_of(folder: Path, name: str, game: str) -> list[str]:
    """Returns the actions of a game from a board's journal."""
    with closing(SqliteJournal(folder / name / "state" / "journal.db")) as journal:
        entries = journal.load(game)
    assert [entry.id for entry in entries] == [f"{game}:{n + 1}" for n in range(len(entries))]
    return [entry.action for entry in entries]


def same(folder: Path, boards: tuple[RunningBoard, RunningBoard], game: str) -> list[str]:
    """Returns the game's lines once both journals agree.

    Both boards are stopped: a journal is opened by one process.
    """
    until(lambda: len({board.get("api/state")["seq"] for board in boards}) == 1, "the same lines")
    for board in boards:
        assert board.stop() == 0
    ann, ben = (lines_of(folder, name, game) for name in ("Ann", "Ben"))
    assert ann == ben
    return ann


def test_remote_game_survives_bad_network(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "hall")
    proxy = LossyProxy(hall.port, 7, drop=0.1, double=0.1, cut=0.03)
    boards = []
    try:
        code = hall.new_join_code()
        for name in ("Ann", "Ben"):
            config = board_config(tmp_path / name, proxy.address, code, name)
            state = tmp_path / name / "state"
            boards.append(RunningBoard(state, "--config", str(config), "--no-demo"))
        ann, ben = boards
        until(lambda: len(hall.get_as_director("boards")["boards"]) == 2, "both boards")
        game = start_remote_game(ann, ben)
        play((ann, ben), 8)
        assert proxy.cuts + proxy.doubled + proxy.dropped, "the network was bad"
        assert len(same(tmp_path, (ann, ben), game)) >= 8
    finally:
        proxy.close()
        for board in boards:
            if board.process.poll() is None:
                board.stop()
        assert hall.stop() == 0


def test_remote_game_survives_hall_outage_and_power_cut(tmp_path: Path) -> None:
    """Accepts actions during the outage and delivers them exactly once afterwards."""
    with two_boards(tmp_path) as (hall, ann, ben):
        both = ann, ben
        game = start_remote_game(*both)
        play(both, 4)
        hall.kill()
        mover, other = both if ann.get("api/state")["legal"] else (ben, ann)
        before = other.get("api/state")["seq"]
        assert play_step(mover)
        after = mover.get("api/state")["seq"]
        assert after == before + 1, "on its own board it is done"
        other.wait_for_state(lambda state: state["far"]["here"] is False)
        assert "offline" in other.wait_for_state(lambda state: "offline" in state["next"])["next"]
        hall.restart()
        other.wait_for_state(lambda state: bool(state["seq"] == after and state["far"]["here"]))
        state_folder = tmp_path / "Ben" / "state"
        ben.process.send_signal(signal.SIGKILL)
        ben.kill()
        if ann.get("api/state")["legal"]:
            play_step(ann)
        config = tmp_path / "Ben" / "board.toml"
        again = RunningBoard(state_folder, "--config", str(config), "--no-demo")
        try:
            both = ann, again
            assert again.get("api/state")["game"] == game
            play(both, after + 4)
            lines = same(tmp_path, both, game)
            assert len([line for line in lines if line.startswith("play")]) >= 4
            assert (state_folder / REMOTE_GAME).stat().st_mode & 0o77 == 0
        finally:
            if again.process.poll() is None:
                again.stop()


def test_invitation_is_declined_withdrawn_or_left(tmp_path: Path) -> None:
    with two_boards(tmp_path) as (_, ann, ben):
        (bens,) = until(lambda: ann.get("api/far")["boards"], "the other board")
        (anns,) = until(lambda: ben.get("api/far")["boards"], "the other board")
        assert ann.post("api/far", invite="0" * 24, name="Ann")["code"] == "far-not-there"
        assert ben.post("api/far", accept=True, name="Ben")["code"] == "far-no-invitation"
        assert ben.post("api/far", leave=True)["code"] == "far-no-game"
        both = ann.post("api/far", leave=True, accept=True, name="Ann")
        assert not both.get("ok") and "one of" in str(both)
        assert ann.post("api/far", invite=bens["id"], name="Ann")["ok"]
        ben.wait_for_state(lambda state: bool(state["far"]) and state["far"]["stage"] == "invited")
        assert ben.post("api/far", invite=anns["id"], name="Ben")["code"] == "far-open"
        assert ben.post("api/far", leave=True)["ok"]
        ann.wait_for_state(lambda state: bool(state["far"]["stage"] == "left"))
        assert ann.post("api/far", invite=bens["id"], name="Ann")["ok"]
        ben.wait_for_state(lambda state: bool(state["far"]["stage"] == "invited"))
        assert ann.post("api/far", leave=True)["ok"]
        ben.wait_for_state(lambda state: bool(state["far"]["stage"] == "left"))
        game = start_remote_game(ann, ben, target=61)
        for board in (ann, ben):
            state = board.get("api/state")
            assert state["game"] == game and state["target"] == 61 and state["mode"] == "computer"
            assert not board.command(action="peg 0 5")["ok"]
            assert board.command(press="undo")["code"] == "far-stands"
        assert ben.post("api/far", leave=True)["ok"]
        assert (
            "Ben has left"
            in ann.wait_for_state(lambda s: bool(s["far"]["stage"] == "left"))["next"]
        )
        assert "Ben has left" in ben.get("api/state")["next"], "he is not told that Ann has"
        assert ann.command(new={"mode": "score"})["ok"]


def holds(seat: int, state: dict[str, Any]) -> bool:
    return bool(state["hands"][seat])


def test_board_never_has_cards_of_other_hand(tmp_path: Path) -> None:
    """Checks state and files for cards of the other hand."""
    with two_boards(tmp_path) as (_, ann, ben):
        start_remote_game(ann, ben)
        boards = (ann, ben)
        dealer = boards[ann.get("api/state")["dealer"]]
        dealer.wait_for_state(lambda state: bool(state["awaiting_ack"]))
        dealer.command(press="ok")
        hands = [
            board.wait_for_state(partial(holds, seat))["hands"][seat]
            for seat, board in enumerate(boards)
        ]
        assert not {*hands[0]} & {*hands[1]} and [len(hand) for hand in hands] == [6, 6]
        for name, other in (("Ann", hands[1]), ("Ben", hands[0])):
            text = (tmp_path / name / "state" / REMOTE_GAME).read_text()
            assert not [card for card in other if f'"{card}"' in text]


def test_remote_game_continues_after_thirty_seconds_offline(tmp_path: Path) -> None:
    with two_boards(tmp_path) as (hall, ann, ben):
        game = start_remote_game(ann, ben)
        play((ann, ben), 6)
        hall.kill()
        for board in (ann, ben):
            play_step(board)
        time.sleep(30)
        hall.restart()
        play((ann, ben), 20)
        assert len(same(tmp_path, (ann, ben), game)) >= 20
