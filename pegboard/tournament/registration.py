"""Registration of players, by name or from a list of another program.

A list has one name per line, optionally followed by a membership number (of the ACC or club) and
the club. A header line may name the columns in any order; first and last names may have columns of
their own. Without a header, `Lee, Ann` is Ann Lee, and numbers counting the lines are left out.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from pegboard.errors import Fact, NotationError
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Entered
from pegboard.tournament.state import EventState

NAME_MOST, NUMBER_MOST, CLUB_MOST = 64, 16, 64
COLUMNS = ("name", "number", "club")
FIRST, LAST = "first", "last"
CALLED = {
    "name": "name", "player": "name", "full name": "name", "nom": "name", "joueur": "name",
    "spieler": "name", "spielerin": "name",
    "first name": FIRST, "first": FIRST, "given name": FIRST, "vorname": FIRST, "prénom": FIRST,
    "prenom": FIRST,
    "last name": LAST, "last": LAST, "surname": LAST, "family name": LAST, "nachname": LAST,
    "familienname": LAST, "nom de famille": LAST,
    "number": "number", "no": "number", "acc": "number", "acc #": "number", "acc no": "number",
    "acc number": "number", "member": "number", "member number": "number", "member no": "number",
    "membership number": "number", "numéro": "number", "numero": "number", "nummer": "number",
    "nr": "number", "mitgliedsnummer": "number", "licence": "number",
    "club": "club", "verein": "club",
}  # fmt: skip
"""Column to which each heading belongs, in the languages of the pages."""
FORMULA = ("=", "+", "-", "@")
"""First characters that make a spreadsheet evaluate a field; exports put a quote before it."""
DELIMITERS = ",;\t"
ROWS_MOST = 5000
FAULTS_MOST = 20
LOST_LETTER = "\ufffd"
"""Character that replaces a letter which a program could not decode."""


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A player to be entered; number and club may be empty."""

    name: Annotated[str, Meta(max_length=NAME_MOST)]
    number: Annotated[str, Meta(max_length=NUMBER_MOST)] = ""
    club: Annotated[str, Meta(max_length=CLUB_MOST)] = ""


class PlayerList(Struct, frozen=True):
    """A parsed list of players, and the columns that were left out."""

    players: tuple[Registration, ...]
    left_out: tuple[str, ...] = ()


def register(
    state: EventState,
    newcomers: Sequence[Registration],
    by: str,
    at: float,
    *,
    twice: bool = False,
) -> list[Entered]:
    """Returns the decisions that enter players, except those without a name or already present.

    Two registrations are the same player if their numbers are equal, or, if one has no number,
    their names.

    Args:
        state: state of the event.
        newcomers: registrations in order.
        by: author of the decisions.
        at: time in seconds since 1970.
        twice: True to enter another player for each present one of the same name.
    """
    index, present = _index_of(state), set(state.present)
    decisions = []
    for registration in map(_tidy, newcomers):
        id = index.find(registration)
        if not registration.name or (id in present and not twice):
            continue
        player = id if id and id not in present else free_id(registration.name, index.ids)
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


def namesakes(state: EventState, newcomers: Sequence[Registration]) -> tuple[Registration, ...]:
    """Returns the newcomers who share the name of a present player or of an earlier newcomer.

    A newcomer with the number of a present player is that player, and no question.
    """
    index, present, found = _index_of(state), set(state.present), []
    for registration in map(_tidy, newcomers):
        id = index.find(registration)
        if not registration.name:
            continue
        if id in present:
            if not index.has_number(registration.number):
                found.append(registration)
            continue
        player = id or free_id(registration.name, index.ids)
        index.add(registration, player)
        present.add(player)
    return tuple(found)


def _index_of(state: EventState) -> "_PlayerIndex":
    index = _PlayerIndex()
    for player, name in state.names.items():
        index.add(Registration(name, *state.about.get(player, ("", ""))), player)
    return index


def _tidy(newcomer: Registration) -> Registration:
    name = _plain(newcomer.name)[:NAME_MOST]
    return Registration(name, _plain(newcomer.number), _plain(newcomer.club))


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
        """Returns the id of the matching player, or None."""
        if not registration.number:
            return self._names.get(registration.name)
        return self._numbers.get(registration.number) or self._without.get(registration.name)

    def has_number(self, number: str) -> bool:
        """Returns True if a player has this number."""
        return number in self._numbers


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def read_players(text: str) -> tuple[Registration, ...]:
    """Parses a list of players; see `read_list`."""
    return read_list(text).players


def read_list(text: str) -> PlayerList:
    """Parses a list of players.

    Args:
        text: values separated by commas, semicolons or tabs.

    Raises:
        NotationError: rows are invalid; its fact `rows` lists line, fault (`column`, `fields`,
            `name`, `number`, `long`, `letters`, `twice` or `quotes`) and text of each.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if lines and re.fullmatch(r"sep=.", lines[0].strip()):
        lines[0] = ""  # the delimiter as a hint, which some spreadsheets write
    faults: list[tuple[int, str, str]] = []
    rows = list(_rows(lines, faults))
    columns, left_out = _columns(rows[0][1]) if rows else (None, ())
    if columns is not None:
        number, fields = rows.pop(0)
        recognised = [column for column in columns if column]
        if len(set(recognised)) < len(recognised):
            faults, rows = [(number, "column", ", ".join(fields))], []
    elif _counts_lines(rows):
        rows = [(number, fields[1:]) for number, fields in rows]
        left_out = ("1, 2, 3 …",)
    if columns is None:
        columns = (LAST, FIRST) if _is_last_first(lines, rows) else COLUMNS
    found: list[Registration] = []
    index = _PlayerIndex()
    for number, fields in rows:
        fault, registration = _read(fields, columns, index)
        if fault is not None:
            faults.append((number, *fault))
        elif registration is not None:
            found.append(registration)
            index.add(registration, str(number))
    if faults:
        faults.sort()
        at = ", ".join(str(line) for line, _, _ in faults[:FAULTS_MOST])
        facts: list[Fact] = [[line, why, what[:40]] for line, why, what in faults[:FAULTS_MOST]]
        raise NotationError(EventFault.BAD_ROWS, n=len(faults), lines=at, rows=facts)
    return PlayerList(tuple(found), left_out)


def _columns(fields: Sequence[str]) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """Returns the column for each heading, empty if it is unknown, and the unknown headings.

    The columns are None if the fields are not a header: no field is the name of a player.
    """
    called = [CALLED.get(field.casefold().rstrip(".:"), "") for field in fields]
    if FIRST in called and LAST not in called:
        called = [LAST if name == "name" else name for name in called]  # as in "Prénom, Nom"
    if not {"name", FIRST, LAST} & {*called}:
        return None, ()
    strange = (field for field, name in zip(fields, called, strict=True) if field and not name)
    return tuple(called), tuple(strange)


def _counts_lines(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Returns True if the first column numbers the lines and the second is never empty."""
    counted = [fields[0] for _, fields in rows] == [str(n) for n in range(1, len(rows) + 1)]
    return bool(rows) and counted and all(any(fields[1:2]) for _, fields in rows)


def _is_last_first(lines: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Returns True if every row is a last name and a first name, as in `Lee, Ann`."""
    return bool(rows) and all(
        len(fields) == 2
        and all(fields)
        and not re.search(r"\d", fields[1])
        and re.fullmatch(r'[^",;\t]+, [^",;\t]+', lines[number - 1].strip())
        for number, fields in rows
    )


def _rows(lines: list[str], faults: list[tuple[int, str, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yields number (from 1) and fields of each non-empty line."""
    begins = next((line for line in lines if line.strip()), "")
    delimiter = max(DELIMITERS, key=re.sub('"[^"]*"', "", begins).count)
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
    """Returns the player in a row, or the fault of the row."""
    if any(fields[len(columns) :]):
        return ("fields", fields[len(columns)]), None
    values = dict(zip(columns, map(_unquoted, fields), strict=False))
    name, number, club = (values.get(column, "") for column in COLUMNS)
    name = name or f"{values.get(FIRST, '')} {values.get(LAST, '')}".strip()
    if not name:
        return ("name", " ".join(fields).strip()), None
    if any(LOST_LETTER in value for value in (name, number, club)):
        return ("letters", name), None
    for value, most in ((name, NAME_MOST), (number, NUMBER_MOST), (club, CLUB_MOST)):
        if len(value) > most:
            return ("long", value), None
    if columns is COLUMNS and number and not _is_number(number):
        return ("number", number), None
    registration = Registration(name, number, club)
    if index.has_number(number):
        return ("twice", number), None
    return None, registration


def _is_number(text: str) -> bool:
    """Returns True if a field without a header can be a membership number, such as `CA 123`."""
    return bool(re.fullmatch(r"[^\W\d_]{0,4}[ .#/-]*\d\S*", text))


def free_id(name: str, used: set[str]) -> str:
    """Returns an unused id derived from a player's name."""
    plain = re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:40] or "player"
    id, n = plain, 1
    while id in used:
        n += 1
        id = f"{plain}-{n}"
    return id
