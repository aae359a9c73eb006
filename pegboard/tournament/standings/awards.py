"""Master rating points (MRP), Grass Roots points, and awards of a night.

All qualifiers get MRP for the qualifying round: the upper half 5 for the minimum of game points for
the event's length and 5 for each further one (consolation: 3), the lower half just 5 (3). In the
bracket the winner of round k gets 7k (consolation: 4k), so r rounds give 7 r(r+1)/2.
Not covered by the public text, and decided here: with an odd number of qualifiers the middle one is
in the upper half, and a bye counts as a round won.

The scale of Grass Roots points is not public, except that it begins at 12 game points. A club can
give its own (`Scale`); by default game points count from 12 on.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from pegboard.errors import ConfigError
from pegboard.tournament.codes import EventFault
from pegboard.tournament.scorecards.line import Card


class Kind(StrEnum):
    """The two events of a tournament."""

    MAIN = "main"
    CONSOLATION = "consolation"


LEAST: Mapping[Kind, Mapping[int, int]] = {
    Kind.MAIN: {12: 14, 14: 17, 16: 20, 18: 22, 20: 25, 21: 26, 22: 27},
    Kind.CONSOLATION: {7: 9, 8: 11, 9: 12, 10: 13, 12: 16},
}
"""Game points at which the upper half's scale starts, by number of qualifying games."""
STEP = {Kind.MAIN: 5, Kind.CONSOLATION: 3}
ROUND = {Kind.MAIN: 7, Kind.CONSOLATION: 4}

CLUB_GAMES, CLUB_WEEKS = 9, 36
"""Games of a club night, and weeks of a Grass Roots season."""
CLUB_LEAST = 12
Scale = Mapping[int, int]
"""Grass Roots points by the game points of a night."""
CLUB_SCALE: Scale = {points: points for points in range(CLUB_LEAST, 3 * CLUB_GAMES + 1)}


def qualifying_mrp(kind: Kind, games: int, seed: int, qualifiers: int, game_points: int) -> int:
    """Returns the MRP of one qualifier from the qualifying round.

    Args:
        kind: main or consolation.
        games: number of games of the qualifying round.
        seed: the qualifier's place, from 1.
        qualifiers: number of qualifiers.
        game_points: game points of the qualifier.

    Raises:
        ConfigError: the scale for this number of games is unknown.
    """
    if games not in LEAST[kind]:
        lengths = ", ".join(map(str, LEAST[kind]))
        raise ConfigError(EventFault.NO_RATING, kind=kind, games=games, known=lengths)
    if not 1 <= seed <= qualifiers:
        return 0
    above = game_points - LEAST[kind][games] if seed <= (qualifiers + 1) // 2 else 0
    return STEP[kind] * (max(above, 0) + 1)


def bracket_mrp(kind: Kind, rounds: int) -> int:
    """Returns the MRP for a number of rounds won in the bracket."""
    return ROUND[kind] * rounds * (rounds + 1) // 2


def grass_roots(game_points: int, scale: Scale = CLUB_SCALE) -> int:
    """Returns the Grass Roots points of one night."""
    return scale.get(game_points, 0) if game_points >= CLUB_LEAST else 0


def grand_slam(card: Card) -> bool:
    """Returns True if every game of a complete club night was won."""
    wins = [line for line in card.lines if line.claims_win]
    return len(card.lines) >= CLUB_GAMES and len(wins) == len(card.lines)


def award_hands(worths: Sequence[int]) -> tuple[int, ...]:
    """Returns the hands that earn an award: 28 and 29."""
    return tuple(worth for worth in worths if worth >= 28)
