"""Players: a name is a person, a level is a computer, a seat without a name is anonymous."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from pegboard.history.summary import GameLine
from pegboard.i18n import name_of
from pegboard.kinds import kind_of


class Who(NamedTuple):
    """A player: a person by folded name, or a computer by level.

    Exactly one of them is set; a computer without a recorded level is `usual`.
    """

    name: str = ""
    level: str = ""


NOBODY = Who()
USUAL = "usual"
"""Name of the default level of a computer."""


def single_spaced(name: str) -> str:
    """Returns a name with single spaces between its words and none around it."""
    return " ".join(name.split())


def folded(name: str) -> str:
    """Returns a name for comparison, without differences of case, spaces and composed accents."""
    return unicodedata.normalize("NFC", single_spaced(name).casefold())


def who_played(line: GameLine) -> tuple[Who, ...]:
    """Returns the player of each seat; NOBODY for a seat without a name."""
    return tuple(
        Who(folded(name)) if level is None else Who(level=level.partition("-")[0] or USUAL)
        for name, level in zip(line.names, line.levels, strict=True)
    )


def seat_names(line: GameLine) -> tuple[str, ...]:
    """Returns the names of the seats, as on the board's page: never empty."""
    return tuple(name or name_of(f"Seat {seat}") for seat, name in enumerate(line.names, 1))


def spellings(lines: Iterable[GameLine]) -> dict[Who, str]:
    """Returns each person's latest spelling."""
    found: dict[Who, str] = {}
    for line in lines:
        for who, name in zip(who_played(line), line.names, strict=True):
            if who.name:
                found[who] = single_spaced(name)
    return found


def is_ours(line: GameLine) -> bool:
    """Returns whether a game counts: not a demo, and not one without a line."""
    return kind_of(line.mode).has_people and bool(line.seq) and not line.fault
