"""Players who are to be entered: by name, or from a list of comma-separated values.

A list has a name a line, and after it a number of the player's own (of the ACC, of the club) and
the club, where there are any. A first line that names its columns may put them in any order.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from pegboard.errors import Fact, NotationError
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Entered
from pegboard.tournament.state import EventState

NAME_MOST, NUMBER_MOST, CLUB_MOST = 64, 16, 64
COLUMNS = ("name", "number", "club")
CALLED = {
    "name": "name", "player": "name", "nom": "name", "joueur": "name", "spieler": "name",
    "number": "number", "no": "number", "numéro": "number", "numero": "number", "nummer": "number",
    "nr": "number", "club": "club", "verein": "club",
}  # fmt: skip
"""Headings of columns, in the languages of the pages."""
FORMULA = ("=", "+", "-", "@")
"""A field that begins so, after any quotes, is written with one more quote."""
DELIMITERS = ",;\t"
ROWS_MOST = 5000
FAULTS_MOST = 20


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who is to be entered: the name, and a number and a club if there are any."""

    name: Annotated[str, Meta(max_length=NAME_MOST)]
    number: Annotated[str, Meta(max_length=NUMBER_MOST)] = ""
    club: Annotated[str, Meta(max_length=CLUB_MOST)] = ""


def register(
    state: EventState, newcomers: Sequence[Registration], by: str, at: float
) -> list[Entered]:
    """Returns the decisions that enter players; none for one who is entered, or has no name.

    Two lines are the same player if their numbers are the same, or, where one has none, their
    names.

    Args:
        state: the event.
        newcomers: in order.
        by: the director.
        at: seconds since 1970.
    """
    known, present = _PlayerIndex(), set(state.present)
    for known_player, name in state.names.items():
        known.add(Registration(name, *state.about.get(known_player, ("", ""))), known_player)
    decisions = []
    for said in newcomers:
        one = Registration(_plain(said.name)[:NAME_MOST], _plain(said.number), _plain(said.club))
        id = known.find(one)
        if not one.name or id in present:
            continue
        player = id or free_id(one.name, known.ids)
        known.add(one, player)
        present.add(player)
        decisions.append(
            Entered(at=at, by=by, player=player, name=one.name, number=one.number, club=one.club)
        )
    return decisions


class _PlayerIndex:
    """Players by number and name."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self._numbers: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._without: dict[str, str] = {}
        """Names of those who have no number."""

    def add(self, one: Registration, id: str) -> None:
        """Adds a player."""
        self.ids.add(id)
        self._names.setdefault(one.name, id)
        if one.number:
            self._numbers.setdefault(one.number, id)
        else:
            self._without.setdefault(one.name, id)

    def find(self, one: Registration) -> str | None:
        """Returns the id of the same player; None if nobody is."""
        if not one.number:
            return self._names.get(one.name)
        return self._numbers.get(one.number) or self._without.get(one.name)


def _plain(text: str) -> str:
    return " ".join(text.split())


def read_players(text: str) -> tuple[Registration, ...]:
    """Reads a list of players.

    Args:
        text: comma-separated values; semicolons and tabs separate as well.

    Raises:
        NotationError: rows are bad; its fact `rows` has for each the line, what is wrong with it
            (`column`, `fields`, `name`, `long`, `twice` or `quotes`) and the text in question.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    faults: list[tuple[int, str, str]] = []
    found: list[Registration] = []
    known = _PlayerIndex()
    columns: Sequence[str] = COLUMNS
    first = True
    for number, fields in _rows(lines, faults):
        if first:
            first = False
            called = [CALLED.get(field.casefold()) for field in fields]
            if "name" in called:
                columns = [name or "" for name in called]
                strange = [field for field, name in zip(fields, called, strict=True) if not name]
                if strange or len(set(columns)) < len(columns):
                    faults.append((number, "column", ", ".join(strange or fields)))
                    break
                continue
        fault, one = _read(fields, columns, known)
        if fault is not None:
            faults.append((number, *fault))
        elif one is not None:
            found.append(one)
            known.add(one, str(number))
    if faults:
        at = ", ".join(str(line) for line, _, _ in faults[:FAULTS_MOST])
        rows: list[Fact] = [[line, why, what[:40]] for line, why, what in faults[:FAULTS_MOST]]
        raise NotationError(EventFault.BAD_ROWS, n=len(faults), lines=at, rows=rows)
    return tuple(found)


def _rows(lines: list[str], faults: list[tuple[int, str, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yields the lines that say something: number from 1, and fields."""
    begins = next((line for line in lines if line.strip()), "")
    delimiter = max(DELIMITERS, key=begins.count)
    for number, line in enumerate(lines[:ROWS_MOST], 1):
        try:
            (fields,) = csv.reader([line], delimiter=delimiter, strict=True) if line else ([],)
        except csv.Error:
            faults.append((number, "quotes", line))
            continue
        if any(field.strip() for field in fields):
            yield number, [_plain(field) for field in fields]


def _unquoted(text: str) -> str:
    """Returns a field without the quote that keeps a spreadsheet from calculating it."""
    return text[1:] if text[:1] == "'" and text.lstrip("'").startswith(FORMULA) else text


def _read(
    fields: list[str], columns: Sequence[str], known: _PlayerIndex
) -> tuple[tuple[str, str] | None, Registration | None]:
    """Returns what is wrong with a row, or the player in it."""
    if any(fields[len(columns) :]):
        return ("fields", fields[len(columns)]), None
    said = dict(zip(columns, fields, strict=False))
    name, number, club = (_unquoted(said.get(column, "")) for column in COLUMNS)
    if not name:
        return ("name", " ".join(fields).strip()), None
    for value, most in ((name, NAME_MOST), (number, NUMBER_MOST), (club, CLUB_MOST)):
        if len(value) > most:
            return ("long", value), None
    one = Registration(name, number, club)
    if known.find(one):
        return ("twice", number or name), None
    return None, one


def free_id(name: str, taken: set[str]) -> str:
    """Returns an id for a player, made of the name; another one if that is taken."""
    plain = re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:40] or "player"
    id, n = plain, 1
    while id in taken:
        n += 1
        id = f"{plain}-{n}"
    return id
