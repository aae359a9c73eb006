"""The consolation: field, log, verification, creation and undo."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pegboard.errors import IllegalAction
from pegboard.hall.archive.container import Container, Manifest, member_facts, pack
from pegboard.hall.archive.export import CONSOLATION, export
from pegboard.hall.archive.sheets import standings_sheet
from pegboard.hall.archive.verify import verify
from pegboard.hall.codes import ProofFault
from pegboard.hall.demo.night import DIRECTOR, EVENT, PLAYERS, play_night, play_rounds
from pegboard.hall.folder import open_hall
from pegboard.hall.hall import Hall
from pegboard.tournament.consolation import opening_decisions
from pegboard.tournament.decisions import ConsolationOpened, Entered, EventKind, Seeded, Undone
from pegboard.tournament.standings.awards import LEAST, Kind
from tests.support.night_archive import HALL_KEY
from tests.support.running_hall import RunningHall

MANY = PLAYERS | {"Gus": "club", "Hal": "beginner"}
BESIDE = "beside"


def begun(hall: Hall, event: str = BESIDE, games: int = 1) -> None:
    for decision in opening_decisions(hall.state(EVENT), "Consolation", games, "s", DIRECTOR, 2e9):
        hall.decide(event, decision)
    hall.decide(EVENT, ConsolationOpened(at=2e9, by=DIRECTOR, event=event))


@cache
def exported() -> tuple[bytes, bytes]:
    """Returns the export of a main event with its consolation, and one without it."""
    with TemporaryDirectory() as name, open_hall(Path(name)) as hall:
        folder = Path(name)
        play_night(hall, folder, "seed", 1e9, players=MANY, rounds=1, kind=EventKind.MAIN)
        with pytest.raises(IllegalAction):
            begun(hall)
        seeds = hall.state(EVENT).cut().qualified
        hall.decide(EVENT, Seeded(at=2e9, by=DIRECTOR, players=seeds))
        alone = export(hall.store, EVENT, HALL_KEY)
        begun(hall)
        assert len([*play_rounds(hall, folder, BESIDE, MANY, "other", 2e9)]) == 3
        return export(hall.store, EVENT, HALL_KEY), alone


def test_consolation_is_verified_with_main_event() -> None:
    report = verify(exported()[0], "event.zip")
    assert report.faults == () and report.games == 4 + 3
    beside = report.consolation
    assert beside is not None and beside.games == 3 and beside.state.kind == "consolation"
    assert len(report.state.seeds) == 2 and len(beside.state.names) == 6
    assert not {*beside.state.names} & {*report.state.seeds}
    assert len(beside.state.boards) == 3, "the boards stand at its tables already"


def changed(change: Callable[[dict[str, bytes]], None], data: bytes = b"") -> set[ProofFault]:
    """Returns the faults of an export whose members a hall has changed and signed."""
    container = Container(data or exported()[0], "event.zip")
    members = {name: container.member(name) for name in container.manifest.members}
    change(members)
    original: Any = container.manifest
    facts = {name: member_facts(content) for name, content in members.items()}
    manifest = Manifest(
        1,
        original.event,
        original.hall,
        original.decisions,
        original.link,
        original.journals,
        facts,
    )
    report = verify(pack(members, manifest, HALL_KEY), "event.zip")
    return {ProofFault(fault.code) for fault in report.faults}


def test_wrong_or_missing_consolation_is_reported() -> None:
    assert changed(lambda members: None) == set()

    def none(members: dict[str, bytes]) -> None:
        del members[CONSOLATION]

    assert changed(none) == {ProofFault.MEMBERS}

    def the_main_one(members: dict[str, bytes]) -> None:
        members[CONSOLATION] = exported()[1]

    assert changed(the_main_one) == {ProofFault.OTHER_EVENT}
    assert changed(the_main_one, exported()[1]) == {ProofFault.MEMBERS, ProofFault.OTHER_EVENT}

    def no_zip(members: dict[str, bytes]) -> None:
        members[CONSOLATION] = b"PK"

    assert changed(no_zip) == {ProofFault.INSIDE}

    def one_byte(members: dict[str, bytes]) -> None:
        spoiled = bytearray(members[CONSOLATION])
        spoiled[len(spoiled) // 2] ^= 1
        members[CONSOLATION] = bytes(spoiled)

    assert ProofFault.INSIDE in changed(one_byte)


def test_consolation_excludes_bracket_players(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        play_night(hall, tmp_path, "seed", 1e9, players=MANY, rounds=1, kind=EventKind.MAIN)
        seeds = hall.state(EVENT).cut().qualified
        hall.decide(EVENT, Seeded(at=2e9, by=DIRECTOR, players=seeds))
        begun(hall)
        hall.decide(BESIDE, Entered(at=2e9, by=DIRECTOR, player="ida", name="Ida"))
        assert verify(export(hall.store, EVENT, HALL_KEY), "x").faults == (), "who came later may"
        hall.decide(BESIDE, Entered(at=2e9, by=DIRECTOR, player=seeds[1], name="X"))
        faults = verify(export(hall.store, EVENT, HALL_KEY), "x").faults
        assert [fault.code for fault in faults] == [ProofFault.OTHER_EVENT]


def test_consolation_decisions_can_be_undone(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        play_night(hall, tmp_path, "seed", 1e9, players=MANY, rounds=1, kind=EventKind.MAIN)
        seeds = hall.state(EVENT).cut().qualified
        hall.decide(EVENT, Seeded(at=2e9, by=DIRECTOR, players=seeds))
        seeded = len(hall.decisions(EVENT))
        before = standings_sheet(hall.state(EVENT))
        begun(hall)
        assert hall.state(EVENT).consolation == BESIDE
        with pytest.raises(IllegalAction):  # would leave a consolation without a bracket
            hall.decide(EVENT, Undone(at=2e9, by=DIRECTOR, seq=seeded))
        with pytest.raises(IllegalAction):
            begun(hall, "another")
        with pytest.raises(IllegalAction):  # a player would be in both
            others = hall.state(BESIDE).present[:2]
            hall.decide(EVENT, Seeded(at=2e9, by=DIRECTOR, players=others, reason="a test"))
        hall.decide(EVENT, Undone(at=2e9, by=DIRECTOR, seq=seeded + 1))
        assert hall.state(EVENT).consolation == ""
        assert standings_sheet(hall.state(EVENT)) == before
        begun(hall, "a third")
        assert hall.state(EVENT).consolation == "a third"


@pytest.mark.parametrize("games", LEAST[Kind.CONSOLATION])
def test_consolation_has_own_rating_scale(games: int, tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        play_night(hall, tmp_path, "seed", 1e9, players=MANY, rounds=1, kind=EventKind.MAIN)
        seeds = hall.state(EVENT).cut().qualified
        hall.decide(EVENT, Seeded(at=2e9, by=DIRECTOR, players=seeds))
        begun(hall, games=games)
        field = hall.state(BESIDE).present
        hall.decide(BESIDE, Seeded(at=2e9, by=DIRECTOR, players=field[:2], reason="a test"))
        sheet = standings_sheet(hall.state(BESIDE)).decode()
        assert sheet.count('"qualifying": 3') == 2, "3 each for the least, and none above"


def test_consolation_is_created_by_command(tmp_path: Path) -> None:
    """Publishes the consolation at once, and removes it after an undo."""
    hall = RunningHall(tmp_path / "hall")

    def parts() -> Any:
        return hall.get("api/tables")["parts"]

    try:
        hall.post_as_director("event", name="Open", kind="main", games=1)
        hall.post_as_director("players", names=[f"Player {n}" for n in range(8)])
        hall.post_as_director("draw")
        assert hall.post_as_director("consolation", name="C")["code"] == "hall-no-consolation"
        for margin, table in enumerate(parts()["event"]["tables"], 10):
            for player, foe, line in (
                (*table["players"], [2, margin, None]), (*table["players"][::-1], [0, None, margin])
            ):  # fmt: skip
                new = {"do": "amend", "player": player, "old": None, "new": [1, foe, *line]}
                assert hall.post_as_director("decide", decision=new | {"rule": "x", "reason": "y"})[
                    "ok"
                ]
        assert hall.post_as_director("seed")["ok"]
        beside = hall.post_as_director("consolation", name="Consolation", games=7)["event"]
        first = parts()["event"]["id"]
        assert parts()["running"] == [first, beside]
        shown = parts()[f"event {beside}"]
        assert shown["kind"] == "consolation" and len(shown["present"]) == 6
        assert not {*shown["present"]} & {*parts()["event"]["seeds"]}
        assert hall.post_as_director(f"draw?event={beside}")["ok"]
        one, other = parts()["event"]["seeds"]
        match = {"do": "match", "round": 1, "number": 1, "winner": one, "loser": other}
        assert hall.post_as_director("decide", decision=match | {"games": (2, 0)})["ok"], (
            "at the same time"
        )
        log = hall.get_as_director("desk")["log"]
        seq = next(entry["seq"] for entry in log if entry["decision"]["do"] == "consolation")
        assert hall.post_as_director("undo", seq=seq)["ok"]
        assert parts()["running"] == [first] and parts()[f"event {beside}"] is None
    finally:
        assert hall.stop() == 0
