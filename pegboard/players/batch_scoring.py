"""Scores many hands at once, on numpy arrays.

A card is its index in `cribbage.cards.DECK`; hands are the rows of an array. The rank table has the
points of `cribbage.scoring` in one flat array of 360 KB, built on first use.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK, Rank
from pegboard.cribbage.scoring import RANK_CODES, rank_points

Numbers = npt.NDArray[np.uint8]

PLACES = {card: place for place, card in enumerate(DECK)}
"""Index of each card in `DECK`."""
ALL_HANDS = 12_994_800
"""Number of hands: four cards of 52, and one of the other 48 as the starter."""


@cache
def rank_table() -> Numbers:
    """Returns a table of the points that any five ranks score, by the sum of their codes."""
    # Five of a rank cannot occur, but a starter that is in the hand is looked up as well.
    table = np.zeros(5 * RANK_CODES[-1] + 1, np.uint8)
    for ranks in combinations_with_replacement(Rank, 5):
        if ranks[0] != ranks[4]:
            table[sum(RANK_CODES[rank - 1] for rank in ranks)] = rank_points(ranks)
    return table


class Hands:
    """Hands of four cards, prepared for counting with any starter.

    Args:
        cards: shape (n, 4), each row four different places in `DECK`.
    """

    def __init__(self, cards: npt.NDArray[np.integer]) -> None:
        suits, ranks = (cards // 13).astype(np.int8), cards % 13
        self._keys = _CODES[ranks].sum(axis=1, dtype=np.int32)
        one_suit = (suits == suits[:, :1]).all(axis=1)
        self._flush = np.where(one_suit, suits[:, 0], _NO_SUIT)
        is_jack = (ranks == Rank.JACK - 1).astype(np.uint8)
        self._jacks = (is_jack << suits).sum(axis=1, dtype=np.uint8)
        self._cards = (np.int64(1) << cards.astype(np.int64)).sum(axis=1, dtype=np.int64)

    def points(self, starter: int, crib: bool = False) -> Numbers:
        """Returns the points of every hand with this starter, shape (n,).

        The value for a hand that contains the starter is meaningless; `without` masks such hands.
        """
        suit = starter // 13
        points: Numbers = rank_table()[self._keys + _CODES[starter % 13]]
        points += (self._jacks >> suit) & 1
        points[self._flush == suit] += 5
        if not crib:
            points[(self._flush != suit) & (self._flush != _NO_SUIT)] += 4
        return points

    def every_starter(self, crib: bool = False) -> Numbers:
        """Returns the points of every hand with each starter, shape (n, 52); see `points`."""
        starters = np.arange(len(DECK))
        suits = (starters // 13).astype(np.int8)
        points: Numbers = rank_table()[self._keys[:, None] + _CODES[starters % 13]]
        points += (self._jacks[:, None] >> suits.astype(np.uint8)) & 1
        flush = self._flush[:, None]
        points += np.uint8(5) * (flush == suits)
        if not crib:
            points += np.uint8(4) * ((flush != suits) & (flush != _NO_SUIT))
        return points

    def without(self, card: int) -> npt.NDArray[np.bool_]:
        """Returns a mask of the hands without this card, shape (n,)."""
        absent: npt.NDArray[np.bool_] = (self._cards >> card) & 1 == 0
        return absent


def count_all_hands(
    crib: bool = False, progress: Callable[[int], object] = lambda starters: None
) -> tuple[int, ...]:
    """Counts every possible hand, or crib, with every possible starter.

    Args:
        crib: count by the rule of the crib.
        progress: called after each starter with the number of starters done, up to 52.

    Returns:
        Number of hands worth 0, 1, ... 29 points; 12,994,800 in all.
    """
    flat = np.fromiter((card for four in combinations(range(52), 4) for card in four), np.uint8)
    hands = Hands(flat.reshape(-1, 4))
    counts = np.zeros(30, np.int64)
    for starter in range(len(DECK)):
        points = hands.points(starter, crib)
        counts += np.bincount(points[hands.without(starter)], minlength=30)
        progress(starter + 1)
    return tuple(map(int, counts))


_CODES = np.array(RANK_CODES, np.int32)
_NO_SUIT = -1
