"""Published figures for comparison, each with its source."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["dealer", "pone"]
ROLES: tuple[Role, Role] = ("dealer", "pone")


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure.

    Attributes:
        value: points per deal, or a fraction from 0 to 1.
        source: publication.
    """

    value: float
    source: str


COLVERT = "DeLynn Colvert, Play Winning Cribbage; cribbage.org, tips"
GAMECOLONY = "GameColony, averages of the games played there"
EVERYTHING2 = "everything2.com, Cribbage"
CRIBBAGE_PRO = "Cribbage Pro, from millions of hands"

PER_DEAL: dict[tuple[Role, str], Figure] = {
    ("dealer", "total"): Figure(16.2, COLVERT),
    ("pone", "total"): Figure(10.2, COLVERT),
    ("dealer", "hand"): Figure(7.95, GAMECOLONY),
    ("pone", "hand"): Figure(8.10, GAMECOLONY),
    ("dealer", "crib"): Figure(4.65, GAMECOLONY),
    ("dealer", "play"): Figure(3.5, EVERYTHING2),
    ("pone", "play"): Figure(2.1, EVERYTHING2),
}
"""Averages of good players in games of two, by role and category."""

FIRST_DEALER_WINS = Figure(0.555, CRIBBAGE_PRO)
"""Fraction of games to 121 won by the first dealer."""

EVERY_HAND: dict[int, int] = {
    0: 1009008, 1: 99792, 2: 2813796, 3: 505008, 4: 2855676, 5: 697508, 6: 1800268, 7: 751324,
    8: 1137236, 9: 361224, 10: 388740, 11: 51680, 12: 317340, 13: 19656, 14: 90100, 15: 9168,
    16: 58248, 17: 11196, 18: 2708, 20: 8068, 21: 2496, 22: 444, 23: 356, 24: 3680, 28: 76, 29: 4,
}  # fmt: skip
"""Number of the 12,994,800 hands (four cards and a starter) by points.

Computed by `pegboard score --all --json`. Hands chosen from six cards are worth more, because
discards are not random.
"""

DISCARD_HANDS: dict[int, int] = {
    0: 477, 1: 25, 2: 5248, 3: 1324, 4: 12032, 5: 3613, 6: 15689, 7: 6863, 8: 18097, 9: 6394,
    10: 8441, 11: 1495, 12: 10454, 13: 740, 14: 3451, 15: 463, 16: 3169, 17: 672, 18: 211,
    20: 585, 21: 191, 22: 34, 23: 26, 24: 301, 28: 5,
}  # fmt: skip
CRIBS: dict[int, int] = {
    0: 3935, 1: 331, 2: 12032, 3: 2337, 4: 10006, 5: 2724, 6: 6778, 7: 2157, 8: 4490, 9: 1248,
    10: 1536, 11: 165, 12: 1464, 13: 60, 14: 261, 15: 52, 16: 283, 17: 67, 18: 9, 20: 35, 21: 11,
    22: 1, 24: 18,
}  # fmt: skip
"""Number of hands by points after discards by the expert: 50,000 deals at the start of a game, seed
1. A hand is worth 8.07 on average, a crib 4.70, within a tenth of a point of the published
figures above.
"""
