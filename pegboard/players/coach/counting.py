"""Points of many hands, each with a starter of its own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import Rank
from pegboard.cribbage.scoring import RANK_CODES
from pegboard.players.batch_scoring import rank_table

_CODES = np.array(RANK_CODES, np.int32)[np.arange(52) % 13]
_SUITS = (np.arange(52) // 13).astype(np.int8)
_IS_JACK = np.arange(52) % 13 == Rank.JACK - 1


def points(
    cards: npt.NDArray[np.integer], starters: npt.NDArray[np.integer], *, crib: bool
) -> npt.NDArray[np.int16]:
    """Returns the points of each hand, (hands,).

    Args:
        cards: (hands, 4), as places in `cribbage.cards.DECK`.
        starters: (hands,); none of them in its hand.
        crib: counted by the rule of the crib.
    """
    # Column by column: sums over rows of four are slow.
    columns = [cards[:, place] for place in range(4)]
    codes = _CODES[starters]
    for column in columns:
        codes = codes + _CODES[column]
    found: npt.NDArray[np.int16] = rank_table()[codes].astype(np.int16)
    turned, first = _SUITS[starters], _SUITS[columns[0]]
    nobs, four = np.zeros(len(cards), np.bool_), np.ones(len(cards), np.bool_)
    for column in columns:
        suit = _SUITS[column]
        nobs |= _IS_JACK[column] & (suit == turned)
        four &= suit == first
    found += nobs
    five = four & (first == turned)
    found[five] += 5
    if not crib:
        found[four & ~five] += 4
    return found
