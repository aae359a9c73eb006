"""A bracket at real boards: calls, signed games, a replaced board, verified export."""

import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pegboard.chain.key_file import load_key
from pegboard.hall.archive.verify import verify
from pegboard.storage.state_names import BOARD_KEY
from tests.support.hall_bracket import event_part, play_game, qualify
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall, until


def board_at(folder: Path, hall: RunningHall, code: str, name: str) -> tuple[str, RunningBoard]:
    """Starts a board that joins; returns its id and the board."""
    folder.mkdir()
    config = folder / "board.toml"
    config.write_text(
        f'{SIMULATED}[hall]\nurl = "{hall.address}"\ncode = "{code}"\nname = "{name}"\n'
    )
    board = RunningBoard(folder / "state", "--config", str(config), "--no-demo")
    id = load_key(folder / "state" / BOARD_KEY).id
    until(lambda: hall.board(id), "the board")
    return id, board


def sign_game(hall: RunningHall, board: RunningBoard, winner: int, margin: int) -> None:
    """Plays and signs a game, which counts in the match at the board."""
    before = len(hall.get_as_director("desk")["log"])
    play_game(board, winner, margin)
    until(lambda: board.get("api/state")["signing"], "the board to ask")
    for seat in (0, 1):
        assert board.command(sign={"seat": seat, "held_s": 2.5})["ok"]
    until(lambda: len(hall.get_as_director("desk")["log"]) > before, "the signed game")
    until(lambda: board.get("api/state")["signing"] is None, "the hall's word")


@pytest.fixture
def hall(tmp_path: Path) -> Any:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


def place(hall: RunningHall, table: int, board: str) -> None:
    decision = {"do": "place", "table": table, "board": board}
    assert hall.post_as_director("decide", decision=decision)["ok"]


def test_bracket_is_played_at_boards(hall: RunningHall, tmp_path: Path) -> None:
    boards: list[tuple[str, RunningBoard]] = []
    try:
        code = hall.new_join_code()
        boards += [board_at(tmp_path / f"b{n}", hall, code, f"Board {n}") for n in (1, 2)]
        (id, board), (spare_id, spare) = boards
        qualify(hall, [40, 20, 10, 8, 7])
        play_game(board, 0, 5)  # a friendly game that ends before the call
        until(lambda: (now := hall.board(id)["game"]) and now["winner"] == 0, "the friendly game")
        place(hall, 1, id)
        assert event_part(hall)["matches"] == [] and hall.post_as_director("seed")["ok"]
        (match,) = event_part(hall)["matches"]
        one, other = match["players"]
        assert (match["match"], match["table"], match["board"]) == ([1, 2], 1, id)
        assert event_part(hall)["bracket"][0][1]["table"] == 1
        assert (
            hall.get_as_director("desk")["pending"] == [] and not board.get("api/state")["signing"]
        )
        sign_game(hall, board, 0, 12)
        (match,) = event_part(hall)["matches"]
        assert (match["score"], match["game"]) == ([1, 0], 2)
        hall.kill()
        hall.restart()
        assert event_part(hall)["matches"] == [match], (
            "a hall that is started again goes on with it"
        )

        play_game(board, 1, 31)  # unsigned, so the director counts it
        (waits,) = until(lambda: hall.get_as_director("desk")["pending"], "the result")
        assert (waits["match"], waits["round"], waits["winner"]) == ([1, 2], 2, 1)
        assert hall.post_as_director("accept", table=1, game=waits["game"])["ok"]
        assert event_part(hall)["matches"][0]["score"] == [1, 1], "a skunk is one game"
        last = hall.get_as_director("desk")["log"][-1]
        assert (
            last["decision"]["do"] == "game"
            and hall.post_as_director("undo", seq=last["seq"])["ok"]
        )
        assert event_part(hall)["matches"][0]["score"] == [1, 0]
        assert hall.get_as_director("desk")["pending"][0]["game"] == waits["game"]
        assert hall.post_as_director("accept", table=1, game=waits["game"])["ok"]

        assert board.command(new={"mode": "score"})["ok"]
        assert board.command(action="peg 0 20")["ok"]
        sent = board.get("api/state")["game"]
        until(lambda: hall.board(id)["game"]["game"] == sent, "the game that goes on")
        place(hall, 1, spare_id)  # the board fails in mid-match
        until(lambda: spare.get("api/state")["game"] == f"from-{sent}", "the game on the other")
        for points in (29, 29, 29, 14):
            assert spare.command(action=f"peg 0 {points}")["ok"]
        until(lambda: spare.get("api/state")["signing"], "it to ask")
        for seat in (0, 1):
            assert spare.command(sign={"seat": seat, "held_s": 2.5})["ok"]
        until(lambda: event_part(hall)["bracket"][0][1]["winner"] == one, "the match")
        top = event_part(hall)["seeds"][0]
        (final,) = until(lambda: event_part(hall)["matches"], "the final, called by itself")
        assert final["match"] == [2, 1] and {*final["players"]} == {top, one}
        assert final["board"] == spare_id
        assert event_part(hall)["bracket"][0][1]["games"] == [2, 1]

        place(hall, 2, id)
        assert hall.post_as_director("swap-tables", one=1, other=2)["ok"], "the director moves it"
        (final,) = event_part(hall)["matches"]
        assert (final["table"], final["board"]) == (2, id)
        first, second = final["players"]
        assert hall.post_as_director("swap-players", one=first, other=second)["ok"]
        assert event_part(hall)["matches"][0]["players"] == [second, first]
        for number in (1, 2):
            sign_game(hall, board, 0, 10 + number)
        until(lambda: event_part(hall)["bracket"][1][0]["winner"] == second, "the winner")
        assert event_part(hall)["matches"] == [] and board.get("api/state")["signing"] is None
        check_file(hall, second, other)
    finally:
        for _, running in boards:
            assert running.stop() == 0


def check_file(hall: RunningHall, winner: str, beaten: str) -> None:
    request = urllib.request.Request(f"{hall.address}/api/director/export")
    request.add_header("Authorization", f"Bearer {hall._token}")
    with urllib.request.urlopen(request) as reply:
        report = verify(reply.read(), "event.zip")
    assert report.faults == () and report.games == 4, "the game without signatures is not proved"
    assert report.state.bracket()[-1][0].winner == winner != beaten
    again = hall.get("api/director/results.json")
    assert [game["winner"] for game in again["match_games"]][-1] == winner


def test_play_off_is_played_at_board(hall: RunningHall, tmp_path: Path) -> None:
    boards: list[tuple[str, RunningBoard]] = []
    try:
        boards.append(board_at(tmp_path / "b", hall, hall.new_join_code(), "Board"))
        ((id, board),) = boards
        qualify(hall, [40, 20, 10, 10, 7])
        assert event_part(hall)["matches"] == []
        place(hall, 3, id)
        matches = event_part(hall)["matches"]
        assert matches, hall.get_as_director("desk")["qualifying"]
        (match,) = matches
        assert (match["match"], match["table"], match["board"]) == ([0, 1], 3, id)
        one, other = match["players"]
        sign_game(hall, board, 1, 9)
        (outcome,) = [hall.get_as_director("desk")["qualifying"]]
        assert (
            outcome["open"] == 0
            and other in outcome["qualified"]
            and one not in outcome["qualified"]
        )
        assert event_part(hall)["matches"] == [] and hall.post_as_director("seed")["ok"]
        refused = hall.post_as_director("play-off", one=one, other=other)
        assert refused["code"] in ("hall-no-play-off", "hall-no-free-table")
    finally:
        for _, running in boards:
            assert running.stop() == 0
