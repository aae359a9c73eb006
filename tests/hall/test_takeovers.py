"""Takeovers of tables by boards, at once or on the director's approval."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from pegboard.chain.key_file import load_key
from pegboard.errors import DeviceError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.join import join_hall
from pegboard.http.lan_address import qr_code
from pegboard.storage.state_names import BOARD_KEY
from pegboard.tournament.decisions import Drawn, Entered, EventKind, Game, Opened, Placed
from pegboard.tournament.state import EventState, fold
from pegboard.tournament.takeover import AWAY_S, Doubt, OccupantStatus, find_doubt, find_tables
from tests.support.postgres import Postgres, postgres
from tests.support.qr_pictures import camera_view, rasterized
from tests.support.running_board import SIMULATED, running_board
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard
from tests.support.waiting import wait_until

pytestmark = pytest.mark.group("hall")

WELL = OccupantStatus(AWAY_S, is_incomplete=False, has_result=False, is_revoked=False)


def event_of(kind: EventKind = EventKind.CLUB) -> EventState:
    """Returns an event of four players at two tables, with a board at the first."""
    by: dict[str, Any] = {"at": 0.0, "by": "director"}
    return fold(
        [
            Opened(**by, name="Tuesday", kind=kind, games=3, seed="x"),
            *(Entered(**by, player=player, name=player) for player in "abcd"),
            Placed(**by, table=1, board="old"),
            Drawn(**by, round=1, games=(Game(1, "a", "b"), Game(2, "c", "d"))),
        ]
    )


def doubt_for(
    state: EventState, gone: OccupantStatus | None, board: str = "new", table: int = 1
) -> Any:
    running = [("one", state)]
    return find_doubt(find_tables(running, table), running, board, gone)


def test_takeover_doubts() -> None:
    state = event_of()
    assert doubt_for(state, WELL) is None
    assert doubt_for(state, replace(WELL, away_s=0.0)) is Doubt.HERE
    assert doubt_for(state, replace(WELL, away_s=AWAY_S - 1)) is Doubt.JUST_NOW
    assert doubt_for(state, replace(WELL, away_s=0.0, is_revoked=True)) is None
    assert doubt_for(state, replace(WELL, is_incomplete=True)) is Doubt.ENTRIES
    assert doubt_for(state, replace(WELL, has_result=True)) is Doubt.RESULT
    assert doubt_for(state, replace(WELL, has_result=True, is_revoked=True)) is Doubt.RESULT
    assert doubt_for(state, None, table=2) is None, "no board stands there"
    assert doubt_for(state, None, board="old", table=2) is Doubt.BUSY
    twice = [("one", state), ("two", state)]
    assert find_doubt(find_tables(twice, 1), twice, "new", WELL) is Doubt.SEVERAL
    assert doubt_for(replace(state, kind=EventKind.DUPLICATE), WELL) is Doubt.DEALT


def test_takeover_finds_tables_by_number() -> None:
    """Prefers tables with an open game; otherwise a board may wait for the next round."""
    state = event_of()
    undrawn = replace(state, rounds=())
    assert find_tables([("one", state)], 3) == []
    assert [place.event for place in find_tables([("one", undrawn), ("two", state)], 1)] == ["two"]
    assert [place.is_open for place in find_tables([("one", undrawn)], 1)] == [False]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningHall]:
    config = None
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("server")
        config = tmp_path / "hall.toml"
        config.write_text(
            f'database = "{server.new_database()}"\n'
            f'database_password_file = "{server.password_file}"\n'
        )
    hall = RunningHall(tmp_path / "hall", config=config)
    yield hall
    assert hall.stop() == 0


def start_game(hall: RunningHall, old: ScriptedBoard) -> None:
    """Draws a round and starts a game at the first table."""
    assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
    assert hall.post_as_director("players", names=["Ann", "Ben"])["ok"]
    place = {"do": "place", "table": 1, "board": old.key.id}
    assert hall.post_as_director("decide", decision=place)["ok"]
    assert hall.post_as_director("draw")["ok"]
    old.play("peg 0 29", "peg 1 20", "peg 0 12")


def places(hall: RunningHall) -> list[dict[str, Any]]:
    """Returns the effective decisions that put boards at tables."""
    log = hall.get_as_director("desk")["log"]
    return [entry | entry["decision"] for entry in log if entry["decision"]["do"] == "place"]


def test_doubtful_takeover_needs_director(hall: RunningHall, tmp_path: Path) -> None:
    """Asks once, even across a kill; covers approval, refusal, undo and overtaken requests."""
    folder, other = tmp_path / "new", tmp_path / "other"
    code = hall.new_join_code()

    def request_table(table: int = 1, code: str = "", folder: Path = folder) -> Any:
        return join_hall(folder, hall.address, code, "New", table).answer

    with pytest.raises(DeviceError) as refused:
        request_table()
    assert refused.value.code is HallLink.NOT_JOINED, "a sign alone lets nobody in"
    with ScriptedBoard(hall.address, code, "Old") as old:
        start_game(hall, old)
        assert request_table(7, code).code == "hall-table-unknown"
        assert request_table().state == request_table().state == "asked", "with its key now"
        new = load_key(folder / BOARD_KEY).id
        (asked,) = hall.get_as_director("desk")["asked"]
        assert (asked["board"], asked["table"], asked["doubt"]) == (new, 1, "here")
        assert asked["gone"] == old.key.id
    hall.kill()
    hall.restart()
    assert hall.get_as_director("desk")["asked"] == [asked]
    assert hall.post_as_director("adopt", board=new, yes=False)["ok"]
    assert hall.post_as_director("adopt", board=new, yes=False)["code"] == "hall-not-asked"
    assert len(places(hall)) == 1
    assert request_table().state == "asked"
    assert hall.get_as_director("desk")["asked"][0]["doubt"] == "just-now"
    assert hall.post_as_director("adopt", board=new, yes=True)["ok"]
    assert hall.post_as_director("adopt", board=new, yes=True)["code"] == "hall-not-asked"
    second = places(hall)[-1]
    assert len(places(hall)) == 2
    assert (second["by"], second["board"]) == ("director", new)
    assert request_table().state == "taken", "it stands there: nothing more is decided"
    assert len(places(hall)) == 2
    assert request_table(1, code, other).state == "asked"
    assert hall.post_as_director("undo", seq=second["seq"])["ok"]
    assert hall.get_as_director("desk")["event"]["boards"] == {"1": old.key.id}
    assert hall.get_as_director("desk")["asked"] == [], "the table is not as it was"
    assert request_table().state == "asked"
    assert hall.post_as_director("revoke", board=new)["ok"]
    assert hall.get_as_director("desk")["asked"] == []
    assert (
        hall.post("api/director/command", do="adopt", board=new, yes=True)["code"]
        == "hall-not-asked"
    )


def test_board_takes_table_by_scanned_sign(tmp_path: Path) -> None:
    """Scans the director's code, then the table's sign, with a real board; the game continues."""
    pictures, state = tmp_path / "pictures", tmp_path / "state"
    pictures.mkdir()
    config = tmp_path / "board.toml"
    camera = f'[camera]\nsource = "files:{pictures}"\n'
    config.write_text(SIMULATED.replace('[camera]\nsource = "none"\n', camera))

    def show_code(text: str) -> None:
        """Holds a code in front of the camera."""
        image = camera_view(rasterized(qr_code(text)), 420, blur=1.0, noise=6, seed=3)
        assert cv2.imwrite(str(pictures / "seen.png"), image)

    hall = RunningHall(tmp_path / "hall")
    try:
        with ScriptedBoard(hall.address, hall.new_join_code(), "Old") as old:
            start_game(hall, old)
        show_code("WIFI:T:WPA;S:club;P:secret;;")
        with running_board(state, "--config", str(config), "--no-demo") as board:
            assert board.get("api/hall")["camera"]
            foreign = board.post("api/hall/scan")
            assert foreign["code"] == "hall-other-code" and "secret" not in str(foreign)
            (pictures / "seen.png").unlink()
            cv2.imwrite(str(pictures / "none.png"), rasterized(qr_code("x"))[:9])
            assert board.post("api/hall/scan") == {"ok": True, "found": None}
            (pictures / "none.png").unlink()
            show_code(f"{hall.address}/#code={hall.new_join_code()}")
            assert board.post("api/hall/scan")["code"] == "hall-near-address"
            typed = {"url": hall.address, "code": hall.new_join_code()}
            assert board.post("api/hall", **typed)["table"] == ""
            until(lambda: board.get("api/hall")["connected"], "the hall")
            show_code(f"{hall.address}/player#table=1")
            found = board.post("api/hall/scan")["found"]
            assert found == {"url": hall.address, "code": "", "table": 1}

            def has_table() -> bool:
                return bool(board.post("api/hall", **found)["table"] == "taken")

            wait_until(has_table, "the old board's absence", AWAY_S + 30, every_s=0.5)
            state_after = board.wait_for_state(lambda state: state["scores"] == [41, 20])
            assert {seat["name"] for seat in state_after["seats"]} == {"Ann", "Ben"}
            new = load_key(state / BOARD_KEY).id
            assert [(decision["by"], decision["board"]) for decision in places(hall)][1:] == [
                (new, new)
            ]
            assert hall.get_as_director("desk")["asked"] == []
    finally:
        assert hall.stop() == 0
