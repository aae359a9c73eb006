"""Points of many hands, each with a separate starter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import Rank
from pegboard.cribbage.scoring import RANK_CODES
from pegboard.players.batch_scoring import rank_table

Cards = npt.NDArray[np.integer]

_CODES = np.array(RANK_CODES, np.int32)[np.arange(52) % 13]
_SUITS = (np.arange(52) // 13).astype(np.int8)
_IS_JACK = np.arange(52) % 13 == Rank.JACK - 1


def points(cards: Sequence[Cards] | Cards, starters: Cards, *, crib: bool) -> npt.NDArray[np.int16]:
    """Returns the points of each hand, in the broadcast shape of all arrays.

    Args:
        cards: four arrays, one for each card of the hands, as places in `cribbage.cards.DECK`.
                Two columns and two rows combine every pair of cards with every other.
        starters: starter of each hand, none of its cards.
        crib: count by the rule of the crib.
    """
    codes = (
        _CODES[starters]
        + _CODES[cards[3]]
        + _CODES[cards[2]]
        + (_CODES[cards[1]] + _CODES[cards[0]])
    )
    found: npt.NDArray[np.int16] = rank_table()[codes].astype(np.int16)
    turned = _SUITS[starters]
    for card in cards:
        found += _IS_JACK[card] & (_SUITS[card] == turned)
    same = (_SUITS[cards[0]] == _SUITS[cards[1]]) & (_SUITS[cards[2]] == _SUITS[cards[3]])
    four = same & (_SUITS[cards[0]] == _SUITS[cards[2]])
    five = four & (_SUITS[cards[0]] == turned)
    found[five] += 5
    if not crib:
        found[four & ~five] += 4
    return found
