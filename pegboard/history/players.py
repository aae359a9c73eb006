"""Players: a name is a person, a level is a computer, a seat without either is anonymous."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from pegboard.history.summary import GameLine
from pegboard.i18n import name_of
from pegboard.kinds import kind_of


class PlayerKey(NamedTuple):
    """Identity of a player: a person's folded name, or a computer's level.

    Exactly one of the two is set; a computer without a recorded level is `usual`.
    """

    name: str = ""
    level: str = ""


NOBODY = PlayerKey()
USUAL = "usual"
"""Name of the default level of a computer."""


def single_spaced(name: str) -> str:
    """Returns a name with single spaces."""
    return " ".join(name.split())


def folded(name: str) -> str:
    """Returns a name for comparison, with case, spaces and accents normalised."""
    return unicodedata.normalize("NFC", single_spaced(name).casefold())


def seat_players(line: GameLine) -> tuple[PlayerKey, ...]:
    """Returns the player of each seat; NOBODY for an anonymous seat."""
    return tuple(
        PlayerKey(folded(name))
        if level is None
        else PlayerKey(level=level.partition("-")[0] or USUAL)
        for name, level in zip(line.names, line.levels, strict=True)
    )


def seat_names(line: GameLine) -> tuple[str, ...]:
    """Returns the display names of the seats, which are never empty."""
    return tuple(name or name_of(f"Seat {seat}") for seat, name in enumerate(line.names, 1))


def spellings(lines: Iterable[GameLine]) -> dict[PlayerKey, str]:
    """Returns each person's latest spelling."""
    latest: dict[PlayerKey, str] = {}
    for line in lines:
        for player, name in zip(seat_players(line), line.names, strict=True):
            if player.name:
                latest[player] = single_spaced(name)
    return latest


def is_ours(line: GameLine) -> bool:
    """Returns whether a game counts in the statistics: it has entries and is not a demo."""
    return kind_of(line.mode).has_people and bool(line.seq) and not line.fault
