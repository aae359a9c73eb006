"""Matches: agreed at the start, or made up of consecutive games between the same players."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pegboard.history.players import NOBODY, PlayerKey, is_ours, seat_players
from pegboard.history.summary import GameLine

PAUSE_S = 12 * 3600.0
"""Seconds between two games after which they are separate matches, unless a match was agreed."""


class Agreed(NamedTuple):
    """The agreed length of a match, and how many of its games have been played."""

    first_to: int
    length: int
    played: int


def agreed(line: GameLine) -> Agreed | None:
    """Returns the match named in a game's header; None if none was agreed."""
    match line.match.split():
        case ["games" | "first-to" as of, many, "played", played, *_] if (
            many.isdecimal() and played.isdecimal()
        ):
            first_to, length = (int(many), 0) if of == "first-to" else (0, int(many))
            return Agreed(first_to, length, int(played))
    return None


@dataclass(slots=True)
class Match:
    """A match: finished games between the same players in the same seats, under the same rules.

    Attributes:
        games: games in the order in which they were started.
        won: games won by side; a skunk may count for more than one, as the rules say.
        agreed: agreed length; None if none was agreed.
    """

    games: list[GameLine] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    agreed: Agreed | None = None

    @property
    def players(self) -> tuple[PlayerKey, ...]:
        """Players by seat."""
        return seat_players(self.games[0])

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
        """Sides in the lead; more than one if they are level."""
        return tuple(side for side, won in enumerate(self.won) if won == max(self.won))

    def continues_with(self, line: GameLine) -> bool:
        """Returns whether a game belongs to this match, given that it is the next one."""
        last, agreement = self.games[-1], agreed(line)
        if _kind(line) != _kind(last) or (agreement is None) != (self.agreed is None):
            return False
        if agreement is not None:
            return (
                agreement.played == len(self.games)
                and agreement[:2] == (self.agreed or agreement)[:2]
            )
        return NOBODY not in seat_players(line) and line.started - last.ended < PAUSE_S

    def add(self, line: GameLine) -> None:
        """Adds the next game of the match."""
        self.games.append(line)
        won = self.won or [0] * line.sides
        self.won = [a + b for a, b in zip(won, line.won, strict=True)]


def matches(lines: Iterable[GameLine]) -> list[Match]:
    """Returns all matches, given summaries in the order in which the games were started.

    Without an agreement, two or more consecutive games form a match until somebody else plays, the
    rules change, or half a day passes.
    """
    series: list[Match] = []
    for line in filter(is_ours, lines):
        if line.winner is None:
            continue
        if not series or not series[-1].continues_with(line):
            series.append(Match(agreed=agreed(line)))
        series[-1].add(line)
    return [match for match in series if match.agreed or len(match.games) > 1]


def _kind(line: GameLine) -> tuple[object, ...]:
    return seat_players(line), line.partners, line.target, line.table
