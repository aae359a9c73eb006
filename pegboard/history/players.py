"""Players: a name is a person, a level is a computer, a seat without a name is nobody."""

from collections.abc import Iterable
from typing import NamedTuple

from pegboard.history.summary import GameLine
from pegboard.i18n import name_of


class Who(NamedTuple):
    """Somebody who played: a person by the name, folded; or a computer by its level.

    Exactly one of them is told; a computer whose level was not written down is `usual`.
    """

    name: str = ""
    level: str = ""


NOBODY = Who()
USUAL = "usual"
"""Name of the default level of a computer."""


def folded(name: str) -> str:
    """Returns a name as it is compared: case and spaces do not tell two players apart."""
    return " ".join(name.split()).casefold()


def who_played(line: GameLine) -> tuple[Who, ...]:
    """Returns the person at each seat; NOBODY where nobody said."""
    return tuple(
        Who(folded(name)) if level is None else Who(level=level or USUAL)
        for name, level in zip(line.names, line.levels, strict=True)
    )


def seat_names(line: GameLine) -> tuple[str, ...]:
    """Returns what the seats are called, as on the board's page: never empty."""
    return tuple(name or name_of(f"Seat {seat}") for seat, name in enumerate(line.names, 1))


def spellings(lines: Iterable[GameLine]) -> dict[Who, str]:
    """Returns how each person was written last."""
    found: dict[Who, str] = {}
    for line in lines:
        for who, name in zip(who_played(line), line.names, strict=True):
            if who.name:
                found[who] = " ".join(name.split())
    return found


def is_ours(line: GameLine) -> bool:
    """Tells whether anybody played it: a demo is nobody's, and neither is a game without a line."""
    return line.mode != "demo" and bool(line.seq) and not line.fault
