"""Import and export of players as CSV."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.errors import NotationError
from pegboard.tournament.decisions import EventKind, Opened
from pegboard.tournament.registration import COLUMNS, Registration, read_players, register
from pegboard.tournament.spreadsheet import players_csv
from pegboard.tournament.state import EventState, apply_decision, fold

OPENED = Opened(at=1.0, by="d", name="Open", kind=EventKind.CLUB, games=1, seed="s")
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=16)


def entered(players: Any) -> EventState:
    return fold([OPENED, *register(apply_decision(EventState(), OPENED), players, "d", 1.0)])


def faults(text: str) -> list[Any]:
    with pytest.raises(NotationError) as refused:
        read_players(text)
    assert refused.value.code == "hall-bad-rows"
    rows = refused.value.facts["rows"]
    assert isinstance(rows, list)
    return rows


def test_csv_columns_with_and_without_header() -> None:
    ann = Registration("Ann Lee", "CA123", "Lions")
    assert read_players("Ann Lee,CA123,Lions\n\n") == (ann,)
    assert read_players("\ufeffClub;Nummer;Spieler\r\nLions;CA123; Ann  Lee \r\n") == (ann,)
    assert read_players("Nom\tClub\nAnn\t\nBen\tLions") == (
        Registration("Ann"), Registration("Ben", "", "Lions"),
    )  # fmt: skip
    assert read_players('"Lee, Ann",CA123\nBen\n') == (
        Registration("Lee, Ann", "CA123"),
        Registration("Ben"),
    )
    assert read_players("") == read_players("name,number\n") == ()


def test_csv_import_reports_every_bad_row() -> None:
    text = "Ann,1\n,2\nBen,3,Lions,more\nCleo,1\n\nAnn\n" + "x" * 65 + '\n"Dov\n'
    assert faults(text) == [
        [2, "name", "2"], [3, "fields", "more"], [4, "twice", "1"], [6, "twice", "Ann"],
        [7, "long", "x" * 40], [8, "quotes", '"Dov'],
    ]  # fmt: skip
    assert faults("name,shoe size\nAnn,39\n") == [[1, "column", "shoe size"]]
    assert faults("name,name\nAnn,Ben\n") == [[1, "column", "name, name"]]


def test_same_player_is_entered_once() -> None:
    state = entered(read_players("Ann,1\nBen\n"))
    again = register(state, read_players("Anna,1\nBen,2,Lions\nAnn,3\n"), "d", 2.0)
    assert [(player.player, player.name, player.number) for player in again] == [
        ("ann-2", "Ann", "3")
    ]
    assert dict(state.about) == {"ann": ("1", "")}


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=12))
def test_exported_players_are_imported_unchanged(rows: list[tuple[str, str, str]]) -> None:
    players = [Registration(*row) for row in rows]
    state = entered(players)
    registrations = [
        Registration(name, *state.about.get(id, ("", ""))) for id, name in state.names.items()
    ]
    assert [*read_players(players_csv(state))] == registrations
    assert players_csv(state).startswith(",".join(COLUMNS))
