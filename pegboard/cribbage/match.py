"""Matches: the value of each game, the next dealer, and the end of the match.

The tables say how many games a place in the finishing order wins. Their keys are the results of
the second, third and fourth place: N plain, S skunk, D double skunk, each judged by its own
score. The last place wins nothing.
"""

from dataclasses import dataclass

from pegboard.cribbage.codes import Unplayable
from pegboard.cribbage.rules import MATCH_TABLES, Rules
from pegboard.cribbage.state import State
from pegboard.errors import ConfigError

TABLES: dict[int, dict[str, dict[str, tuple[int, ...]]]] = {
    2: {
        "A": {"N": (1,), "S": (2,), "D": (3,)},
        "B": {"N": (1,), "S": (2,), "D": (4,)},
        "C": {"N": (2,), "S": (3,), "D": (3,)},
        "D": {"N": (2,), "S": (3,), "D": (4,)},
    },
    3: {
        "A": {"NN": (1, 0), "NS": (2, 0), "ND": (3, 0), "SS": (2, 0), "SD": (3, 0), "DD": (3, 0)},
        "B": {"NN": (2, 1), "NS": (3, 2), "ND": (4, 3), "SS": (3, 1), "SD": (4, 2), "DD": (4, 1)},
        "C": {"NN": (2, 0), "NS": (3, 1), "ND": (4, 2), "SS": (3, 0), "SD": (4, 1), "DD": (4, 0)},
    },
    4: {
        "A": {
            **{"NNN": (1, 0, 0), "NNS": (2, 0, 0), "NND": (3, 0, 0), "NSS": (2, 0, 0)},
            **{"NSD": (3, 0, 0), "NDD": (3, 0, 0), "SSS": (2, 0, 0), "SSD": (3, 0, 0)},
            **{"SDD": (3, 0, 0), "DDD": (3, 0, 0)},
        },
        "B": {
            **{"NNN": (3, 2, 1), "NNS": (4, 3, 2), "NND": (5, 4, 3), "NSS": (4, 3, 1)},
            **{"NSD": (5, 4, 2), "NDD": (5, 4, 1), "SSS": (4, 2, 1), "SSD": (5, 3, 2)},
            **{"SDD": (5, 3, 1), "DDD": (5, 2, 1)},
        },
        "C": {
            **{"NNN": (3, 0, 0), "NNS": (4, 1, 1), "NND": (5, 2, 2), "NSS": (4, 2, 0)},
            **{"NSD": (5, 3, 1), "NDD": (5, 4, 0), "SSS": (4, 0, 0), "SSD": (5, 1, 1)},
            **{"SDD": (5, 1, 0), "DDD": (5, 0, 0)},
        },
    },
}
"""Number of sides -> table -> results of the beaten -> games won by the first, second, ..."""

ACC_WIN, ACC_SKUNK = 2, 3
"""Game points of the American Cribbage Congress: a win, and a win by a skunk or better."""


def finishing_order(state: State) -> tuple[int, ...]:
    """Returns the sides of a finished game in order of place.

    Equal scores stand in the order in which hands are counted, from the dealer's left: the side
    that counts first would have reached that score first.
    """
    assert state.winner is not None, "the game is not over"
    rules = state.rules
    seats = [(state.pone + step) % rules.players for step in range(rules.players)]
    order = {
        side: min(seats.index(s) for s in _seats_of(rules, side)) for side in range(rules.sides)
    }
    return tuple(sorted(order, key=lambda side: (-state.pegs[side].front, order[side])))


def games_won(state: State) -> tuple[int, ...]:
    """Returns the number of games a finished game counts for each side, by its rules' table."""
    rules = state.rules
    order = finishing_order(state)
    results = [rules.skunk_of(state.pegs[side].front) for side in order[1:]]
    if rules.match == "acc":
        won: tuple[int, ...] = (ACC_SKUNK if max(results) else ACC_WIN,)
    else:
        won = TABLES[rules.sides][rules.match]["".join("NSD"[result] for result in results)]
    by_side = dict(zip(order, won, strict=False))
    return tuple(by_side.get(side, 0) for side in range(rules.sides))


def next_dealer(state: State) -> int:
    """Returns the seat that deals first in the next game: the loser.

    With three or four sides the lowest score; among equals, and between partners, the seat
    nearest the old dealer's left.
    """
    lowest = min(state.scores)
    seats = [(state.pone + step) % state.rules.players for step in range(state.rules.players)]
    return next(seat for seat in seats if state.scores[seat] == lowest)


@dataclass(frozen=True, slots=True)
class Match:
    """A match so far: first to a number of wins, or a fixed number of games.

    Attributes:
        sides: number of sides.
        first_to: games won that win the match; 0 if it is not played to a number of wins.
        length: games in the match; 0 if it is not fixed.
        wins: games won by each side.
        played: games finished.

    Raises:
        ConfigError: neither or both of the two lengths are given.
    """

    sides: int
    first_to: int = 0
    length: int = 0
    wins: tuple[int, ...] = ()
    played: int = 0

    def __post_init__(self) -> None:
        if (self.first_to > 0) == (self.length > 0):
            raise ConfigError(Unplayable.MATCH_LENGTH, option="match")
        if not self.wins:
            object.__setattr__(self, "wins", (0,) * self.sides)

    def after(self, state: State) -> "Match":
        """Returns the match after a finished game."""
        wins = tuple(map(sum, zip(self.wins, games_won(state), strict=True)))
        return Match(self.sides, self.first_to, self.length, wins, self.played + 1)

    @property
    def over(self) -> bool:
        """Returns True if the last game has been played."""
        if self.length:
            return self.played >= self.length
        return max(self.wins) >= self.first_to


def _seats_of(rules: Rules, side: int) -> list[int]:
    return [seat for seat in range(rules.players) if rules.side_of(seat) == side]


assert set(MATCH_TABLES) == {*TABLES[2], "acc"}
