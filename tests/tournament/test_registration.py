"""Import and export of players as CSV."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.errors import NotationError
from pegboard.tournament.decisions import EventKind, Opened
from pegboard.tournament.registration import (
    COLUMNS,
    PlayerList,
    Registration,
    namesakes,
    read_list,
    read_players,
    register,
)
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
        [2, "name", "2"], [3, "fields", "more"], [4, "twice", "1"],
        [7, "long", "x" * 40], [8, "quotes", '"Dov'],
    ]  # fmt: skip
    assert faults("Ann;Lee;Lions\n") == [[1, "number", "Lee"]], "no header says what it is"
    assert faults("Name;Nummer\nM\ufffdller;1\n") == [[2, "letters", "M\ufffdller"]]
    assert faults("name,name\nAnn,Ben\n") == [[1, "column", "name, name"]]


def test_same_player_is_entered_once() -> None:
    state = entered(read_players("Ann,1\nBen\n"))
    again = register(state, read_players("Anna,1\nBen,2,Lions\nAnn,3\n"), "d", 2.0)
    assert [(player.player, player.name, player.number) for player in again] == [
        ("ann-2", "Ann", "3")
    ]
    assert dict(state.about) == {"ann": ("1", "")}


ANN, JO = Registration("Ann Lee", "CA123", "Lions"), Registration("Jürgen Müller", "", "Lions")
LISTS = {
    "first and last names": (
        "Vorname;Nachname;Verein\nAnn;Lee;Lions\nJürgen;Müller;Lions\n",
        [Registration("Ann Lee", "", "Lions"), JO], (),
    ),
    "French names": ("Prénom,Nom,Numéro\nAnn,Lee,CA123\n", [Registration("Ann Lee", "CA123")], ()),
    "last, first": ("Lee, Ann\nMüller, Jürgen\n", [
        Registration("Ann Lee"), Registration("Jürgen Müller"),
    ], ()),
    "ACC": ("First name,Last name,ACC #,Club\nAnn,Lee,CA123,Lions\n", [ANN], ()),
    "capitals": ("NAME\tMEMBER NUMBER\tCLUB\nAnn Lee\tCA123\tLions\n", [ANN], ()),
    "unknown columns": (
        "#;Name;E-Mail;Nr.;Club\n1;Ann Lee;a@example.org;CA123;Lions\n", [ANN], ("#", "E-Mail"),
    ),
    "counted lines": ("1,Ann Lee,CA123,Lions\n2,Jürgen Müller,,Lions\n", [ANN, JO], ("1, 2, 3 …",)),
    "a spreadsheet's": ("sep=;\r\nName;Number;Club\r\nAnn Lee;CA123;Lions\r\n;;\r\n", [ANN], ()),
    "quoted": ('"Ann, Lee";CA123;Lions\n', [Registration("Ann, Lee", "CA123", "Lions")], ()),
    "combining letters": ("Mu\u0308ller\u00a0Jo\n", [Registration("Müller Jo")], ()),
}  # fmt: skip


@pytest.mark.parametrize("case", LISTS.values(), ids=list(LISTS))
def test_list_of_another_program_is_read(case: tuple[str, list[Registration], Any]) -> None:
    text, players, left_out = case
    assert read_list(text) == PlayerList(tuple(players), left_out)


def test_second_player_of_a_name_is_asked_for() -> None:
    state = entered(read_players("Ann,1\nBen\n"))
    newcomers = read_players("Ben\nAnn,1\nAnn\nCleo\nCleo\nBen,7\n")
    assert tuple(player.name for player in namesakes(state, newcomers)) == (
        "Ben",
        "Ann",
        "Cleo",
        "Ben",
    )
    names = [player.player for player in register(state, newcomers, "d", 2.0)]
    assert names == ["cleo"], "the others wait for an answer"
    others = [Registration("Ben"), Registration("Cleo"), Registration("Cleo")]
    names = [player.player for player in register(state, others, "d", 2.0, twice=True)]
    assert names == ["ben-2", "cleo", "cleo-2"]


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=12))
def test_exported_players_are_imported_unchanged(rows: list[tuple[str, str, str]]) -> None:
    players = [Registration(*row) for row in rows]
    state = entered(players)
    registrations = [
        Registration(name, *state.about.get(id, ("", ""))) for id, name in state.names.items()
    ]
    assert [*read_players(players_csv(state))] == registrations
    assert players_csv(state).startswith(",".join(COLUMNS))
