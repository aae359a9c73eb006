"""Registration of players, by name or from a CSV list.

A list has one name per line, optionally followed by a membership number (of the ACC or club) and
the club. A header line may name the columns in any order.
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
"""Column headings in the languages of the pages."""
FORMULA = ("=", "+", "-", "@")
"""Field beginnings that a spreadsheet would evaluate; such fields are exported with a quote."""
DELIMITERS = ",;\t"
ROWS_MOST = 5000
FAULTS_MOST = 20


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A player to be entered; number and club may be empty."""

    name: Annotated[str, Meta(max_length=NAME_MOST)]
    number: Annotated[str, Meta(max_length=NUMBER_MOST)] = ""
    club: Annotated[str, Meta(max_length=CLUB_MOST)] = ""


def register(
    state: EventState, newcomers: Sequence[Registration], by: str, at: float
) -> list[Entered]:
    """Returns the decisions that enter players, skipping nameless and present ones.

    Two registrations are the same player if their numbers are equal, or, if one has no number,
    their names.

    Args:
        state: state of the event.
        newcomers: registrations in order.
        by: author of the decisions.
        at: time in seconds since 1970.
    """
    index, present = _PlayerIndex(), set(state.present)
    for known_player, name in state.names.items():
        index.add(Registration(name, *state.about.get(known_player, ("", ""))), known_player)
    decisions = []
    for newcomer in newcomers:
        registration = Registration(
            _plain(newcomer.name)[:NAME_MOST], _plain(newcomer.number), _plain(newcomer.club)
        )
        id = index.find(registration)
        if not registration.name or id in present:
            continue
        player = id or free_id(registration.name, index.ids)
        index.add(registration, player)
        present.add(player)
        decisions.append(
            Entered(
                at=at,
                by=by,
                player=player,
                name=registration.name,
                number=registration.number,
                club=registration.club,
            )
        )
    return decisions


class _PlayerIndex:
    """Index of players by number and name."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self._numbers: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._without: dict[str, str] = {}
        """Names of players without a number."""

    def add(self, registration: Registration, id: str) -> None:
        """Adds a player."""
        self.ids.add(id)
        self._names.setdefault(registration.name, id)
        if registration.number:
            self._numbers.setdefault(registration.number, id)
        else:
            self._without.setdefault(registration.name, id)

    def find(self, registration: Registration) -> str | None:
        """Returns the id of the same player, or None."""
        if not registration.number:
            return self._names.get(registration.name)
        return self._numbers.get(registration.number) or self._without.get(registration.name)


def _plain(text: str) -> str:
    return " ".join(text.split())


def read_players(text: str) -> tuple[Registration, ...]:
    """Parses a list of players.

    Args:
        text: values separated by commas, semicolons or tabs.

    Raises:
        NotationError: rows are invalid; its fact `rows` lists line, fault (`column`, `fields`,
            `name`, `long`, `twice` or `quotes`) and text of each.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    faults: list[tuple[int, str, str]] = []
    found: list[Registration] = []
    index = _PlayerIndex()
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
        fault, registration = _read(fields, columns, index)
        if fault is not None:
            faults.append((number, *fault))
        elif registration is not None:
            found.append(registration)
            index.add(registration, str(number))
    if faults:
        at = ", ".join(str(line) for line, _, _ in faults[:FAULTS_MOST])
        rows: list[Fact] = [[line, why, what[:40]] for line, why, what in faults[:FAULTS_MOST]]
        raise NotationError(EventFault.BAD_ROWS, n=len(faults), lines=at, rows=rows)
    return tuple(found)


def _rows(lines: list[str], faults: list[tuple[int, str, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yields number (from 1) and fields of each non-empty line."""
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
    """Removes the quote that keeps a spreadsheet from evaluating a field."""
    return text[1:] if text[:1] == "'" and text.lstrip("'").startswith(FORMULA) else text


def _read(
    fields: list[str], columns: Sequence[str], index: _PlayerIndex
) -> tuple[tuple[str, str] | None, Registration | None]:
    """Returns the fault of a row, or its player."""
    if any(fields[len(columns) :]):
        return ("fields", fields[len(columns)]), None
    values = dict(zip(columns, fields, strict=False))
    name, number, club = (_unquoted(values.get(column, "")) for column in COLUMNS)
    if not name:
        return ("name", " ".join(fields).strip()), None
    for value, most in ((name, NAME_MOST), (number, NUMBER_MOST), (club, CLUB_MOST)):
        if len(value) > most:
            return ("long", value), None
    registration = Registration(name, number, club)
    if index.find(registration):
        return ("twice", number or name), None
    return None, registration


def free_id(name: str, used: set[str]) -> str:
    """Returns an unused id derived from a player's name."""
    plain = re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:40] or "player"
    id, n = plain, 1
    while id in used:
        n += 1
        id = f"{plain}-{n}"
    return id
