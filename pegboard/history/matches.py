"""Matches: agreed on at the start, or consecutive games between the same players."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pegboard.history.players import NOBODY, Who, is_ours, who_played
from pegboard.history.summary import GameLine

PAUSE_S = 12 * 3600.0
"""Without an agreed match, a game begun this long after the last one is not part of it."""


class Agreed(NamedTuple):
    """The agreed length of a match, and the number of its games played before a game."""

    first_to: int
    length: int
    played: int


def agreed(line: GameLine) -> Agreed | None:
    """Returns the match that a game's record names; None if no match was agreed on."""
    match line.match.split():
        case ["games" | "first-to" as of, many, "played", played, *_] if (
            many.isdecimal() and played.isdecimal()
        ):
            first_to, length = (int(many), 0) if of == "first-to" else (0, int(many))
            return Agreed(first_to, length, int(played))
    return None


@dataclass(slots=True)
class Match:
    """Finished games between the same players in the same seats, by the same rules.

    Attributes:
        games: in the order they were begun.
        won: by side, games won by the table of the rules: a skunk may count for more than one.
        agreed: how long it was to be; None if nobody said.
    """

    games: list[GameLine] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    agreed: Agreed | None = None

    @property
    def who(self) -> tuple[Who, ...]:
        """The players by seat."""
        return who_played(self.games[0])

    @property
    def over(self) -> bool:
        """True if the agreed number of games has been played."""
        if self.agreed is None:
            return False
        if self.agreed.length:
            return len(self.games) >= self.agreed.length
        return max(self.won) >= self.agreed.first_to

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that are ahead; more than one if they are level."""
        return tuple(side for side, won in enumerate(self.won) if won == max(self.won))

    def goes_on_with(self, line: GameLine) -> bool:
        """Returns whether a game belongs to the match."""
        last, said = self.games[-1], agreed(line)
        if _kind(line) != _kind(last) or (said is None) != (self.agreed is None):
            return False
        if said is not None:
            return said.played == len(self.games) and said[:2] == (self.agreed or said)[:2]
        return NOBODY not in who_played(line) and line.started - last.ended < PAUSE_S

    def add(self, line: GameLine) -> None:
        """Adds a game."""
        self.games.append(line)
        won = self.won or [0] * line.sides
        self.won = [a + b for a, b in zip(won, line.won, strict=True)]


def matches(lines: Iterable[GameLine]) -> list[Match]:
    """Returns all matches, from summaries in the order the games were begun.

    If no match was agreed on, two or more consecutive games form one, until
    somebody else plays, the rules change, or half a day passes.
    """
    found: list[Match] = []
    for line in filter(is_ours, lines):
        if line.winner is None:
            continue
        if not found or not found[-1].goes_on_with(line):
            found.append(Match(agreed=agreed(line)))
        found[-1].add(line)
    return [match for match in found if match.agreed or len(match.games) > 1]


def _kind(line: GameLine) -> tuple[object, ...]:
    return who_played(line), line.partners, line.target, line.table
