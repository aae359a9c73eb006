"""Faults of a hall: SIGKILL under load, an hour's outage, wrong clocks, replaced boards."""

import time
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from pegboard.chain.item import Item
from pegboard.chain.key_file import load_key
from pegboard.cli.bench import hall_clients
from pegboard.cli.bench.hall_clients import ACTION_S, games
from pegboard.hall.maintenance.integrity import examine
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.storage.state_names import BOARD_KEY
from pegboard.tournament.result import game_items, lines_of, result_of
from pegboard.tournament.scorecards.line import Card
from pegboard.tournament.standings.ranking import rank
from tests.support.hall_boards import hall_items
from tests.support.running_board import running_board
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard
from tests.support.two_boards import board_config
from tests.tools.hall_soak import RESULTS_A_BOARD, Board, Crowd, soak

pytestmark = pytest.mark.group("hall")

YEAR_S = 31_557_600.0
HOUR_S = 3600.0


def assert_stored(folder: Path, journals: dict[str, list[Item]]) -> None:
    """Asserts that each journal is stored once and in order, with the board's own head."""
    with closing(SqliteStore(folder / "hall.db")) as store:
        for board, items in journals.items():
            assert hall_items(store, board) == items
        assert examine(store)[1] == []


def test_hall_survives_kill_under_load(tmp_path: Path) -> None:
    """See `python -m tests.tools.hall_soak` for a long run."""
    done = soak(tmp_path, kills=4, boards=2, seed=1)
    assert done.accepted >= 2 * RESULTS_A_BOARD and done.rounds > 1
    assert done.dropped and done.doubled and done.cuts, "the network was bad"


@pytest.mark.timeout(600)
def test_hall_survives_many_kills_under_load(tmp_path: Path) -> None:
    soak(tmp_path, kills=15, boards=4, seed=2)


def test_backlog_is_sent_after_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads an hour's backlog in order after the outage."""
    hall = RunningHall(tmp_path / "hall")
    url = f"ws{hall.address.removeprefix('http')}/api/board"
    code, lines = hall.new_join_code(), games(Random(1))
    boards = [Board(number, lines, url, code) for number in range(5)]
    crowd = Crowd(boards)
    crowd.start()
    try:
        until(
            lambda: len(hall.get_as_director("boards")["boards"]) == len(boards),
            "the boards to join",
        )
        until(lambda: all(board.acknowledged for board in boards), "the first actions")
        hall.kill()
        crowd.pause()
        clock = SimpleNamespace(now=time.time())
        monkeypatch.setattr(hall_clients, "time", SimpleNamespace(time=lambda: clock.now))
        actions = int(HOUR_S / ACTION_S)
        for _ in range(actions):
            clock.now += ACTION_S
            for board in boards:
                board.player.play_next()
        monkeypatch.undo()
        assert all(len(board.items) - board.acknowledged > actions for board in boards)
        hall.restart()
        begun = time.monotonic()
        crowd.finish()
        assert time.monotonic() - begun < 30
        rows = {row["id"]: row for row in hall.get_as_director("boards")["boards"]}
        assert all(rows[board.player.key.id]["entries"] == len(board.items) for board in boards)
    finally:
        crowd.finish(0.0)
        assert hall.stop() == 0
    assert_stored(tmp_path / "hall", {board.player.key.id: board.items for board in boards})


@pytest.mark.parametrize("years", [-10, 10])
def test_wrong_hall_clock_changes_nothing(tmp_path: Path, years: int) -> None:
    """Keeps boards, directors and standings working while the clock jumps and returns."""
    hall = RunningHall(tmp_path / "hall")
    with ScriptedBoard(hall.address, hall.new_join_code(), "Table 1") as board:
        board.play("peg 0 1")
    feed = board.feed
    assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
    assert hall.post_as_director("players", names=["Ann", "Ben"])["ok"]
    place = {"do": "place", "table": 1, "board": board.key.id}
    assert hall.post_as_director("decide", decision=place)["ok"]
    try:
        for clock_s, winner in ((years * YEAR_S, 0), (0.0, 1)):
            hall.kill()
            hall.restart(clock_s=clock_s)
            hall._token = ""  # the session may have expired
            assert hall.post_as_director("draw")["ok"]
            with ScriptedBoard(hall.address, "", "", board.key, feed=feed) as board:
                assert (row := hall.get_as_director("boards")["boards"][0])["states"].keys() <= {
                    "clock"
                }
                assert ("clock" in row["states"]) == bool(clock_s)
                board.play(*[f"peg {winner} 29"] * 4, f"peg {winner} 5")
            (pending,) = until(lambda: hall.get_as_director("desk")["pending"], "the result")
            assert hall.post_as_director("accept", table=1, game=pending["game"])["ok"]
            assert hall.new_join_code(), "a board may join"
        standings = hall.get("api/tables")["parts"]["event"]["standings"]
        assert {place["points"] for place in standings} == {0, 6}, "both games"
    finally:
        assert hall.stop() == 0
    assert_stored(tmp_path / "hall", {board.key.id: feed.items})


def test_replaced_board_continues_in_mid_game(tmp_path: Path) -> None:
    """Continues at the same table from the score; both journals are stored and verified."""
    hall = RunningHall(tmp_path / "hall")
    try:
        code = hall.new_join_code()
        assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
        assert hall.post_as_director("players", names=["Ann", "Ben"])["ok"]

        def place(board: ScriptedBoard) -> None:
            decision = {"do": "place", "table": 1, "board": board.key.id}
            assert hall.post_as_director("decide", decision=decision)["ok"]

        with ScriptedBoard(hall.address, code, "Old") as old:
            place(old)
            assert hall.post_as_director("draw")["ok"]
            old.play("peg 0 29", "peg 1 20", "peg 0 12")
        with ScriptedBoard(hall.address, code, "New") as new:
            place(new)
            new.play("correct 0 41", "correct 1 20", *["peg 1 29"] * 3, "peg 1 14")
            (pending,) = until(lambda: hall.get_as_director("desk")["pending"], "the result")
            assert (pending["board"], pending["scores"]) == (new.key.id, [41, 121])
            assert hall.post_as_director("accept", table=1, game=pending["game"])["ok"]
            with ScriptedBoard(hall.address, "", "", old.key, feed=old.feed) as back:
                back.play_on("peg 0 29", "peg 0 29", "peg 0 22")
                until(lambda: hall.board(old.key.id)["game"]["winner"] == 0, "the old one's game")
                assert hall.get_as_director("desk")["pending"] == [], (
                    "it stands at no table any more"
                )
        event = hall.get("api/tables")["parts"]["event"]
        published = [
            (place["place"], place["player"], place["points"]) for place in event["standings"]
        ]
    finally:
        assert hall.stop() == 0
    assert_stored(tmp_path / "hall", {speaker.key.id: speaker.feed.items for speaker in (old, new)})
    result = result_of(game_items(new.feed.items, pending["game"]))
    seats = event["tables"][0]["players"]
    cards = [
        Card(player).with_line(line)
        for player, line in zip(seats, lines_of(result, 1, seats), strict=True)
    ]
    assert [(p.place, p.player, p.tally.points) for p in rank(cards)] == published


def test_board_takes_over_unfinished_game(tmp_path: Path) -> None:
    """Gives the replacement board the score, and counts its result."""
    hall = RunningHall(tmp_path / "hall")
    folder = tmp_path / "new"
    try:
        code = hall.new_join_code()
        config = board_config(folder, hall.address, code, "New")
        assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
        assert hall.post_as_director("players", names=["Ann", "Ben"])["ok"]
        with ScriptedBoard(hall.address, code, "Old") as old:
            place = {"do": "place", "table": 1, "board": old.key.id}
            assert hall.post_as_director("decide", decision=place)["ok"]
            assert hall.post_as_director("draw")["ok"]
            old.play("peg 0 29", "peg 1 20", "peg 1 9", "undo", "peg 0 12")
        with running_board(folder / "state", "--config", str(config), "--no-demo") as new:
            key = load_key(folder / "state" / BOARD_KEY)
            until(lambda: hall.board(key.id).get("connected"), "the new board")
            place = {"do": "place", "table": 1, "board": key.id}
            assert hall.post_as_director("decide", decision=place)["ok"]
            state = new.wait_for_state(
                lambda state: state["scores"] == [41, 20] and state["seq"] == 5
            )
            seats = hall.get("api/tables")["parts"]["event"]["tables"][0]["players"]
            names = hall.get("api/tables")["parts"]["event"]["names"]
            assert [seat["name"] for seat in state["seats"]] == [names[seat] for seat in seats]
            states = {row["id"]: row["states"] for row in hall.get_as_director("boards")["boards"]}
            assert "replaced" in states[old.key.id] and "replaced" not in states[key.id]
            for points in (29, 29, 29, 14):
                assert new.command(action=f"peg 1 {points}")["ok"]
            for seat in (0, 1):
                new.wait_for_state(lambda state: bool(state["signing"]))
                assert new.command(sign={"seat": seat, "held_s": 2.5})["ok"]
            until(lambda: hall.get("api/tables")["parts"]["event"]["standings"][0]["points"], "it")
            published = hall.get("api/tables")["parts"]["event"]["standings"]
            assert [place["points"] for place in published] == [3, 0], "a skunk: 121 to 41"
    finally:
        assert hall.stop() == 0


def test_wrong_board_clocks_change_nothing(tmp_path: Path) -> None:
    """Runs boards ten years off in either direction next to a correct one."""
    hall = RunningHall(tmp_path / "hall")
    boards = []
    try:
        code = hall.new_join_code()
        for years in (-10, 0, 10):
            clock_s = years * YEAR_S
            with ScriptedBoard(hall.address, code, f"{years}", clock_s=clock_s) as board:
                board.play("peg 0 5", "peg 1 7")
                boards.append(board)
                (row,) = [
                    r for r in hall.get_as_director("boards")["boards"] if r["id"] == board.key.id
                ]
                assert round(row["states"].get("clock", 0) / YEAR_S) == abs(years)
    finally:
        assert hall.stop() == 0
    assert_stored(tmp_path / "hall", {board.key.id: board.feed.items for board in boards})
