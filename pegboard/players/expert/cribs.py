"""Average value of a crib to which I lay away some cards, given all the cards I was dealt.

A card in my hand can be neither in the crib nor the starter, so what the others usually lay away is
weighed by the ways that are left to hold it. With more than two players, and for flushes, the table
of self-play has to do, which knows only the cards laid away.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.scoring import RANK_CODES
from pegboard.players.batch_scoring import rank_table
from pegboard.players.discards import RANKS, Places, away_key
from pegboard.players.expert.tables import Tables

Floats = npt.NDArray[np.float32]

SUIT = 13
"""Cards of a suit."""
_JACK = 10
_LEVEL = (0.15, 0.09)
"""Points that are missing in every crib, the others' and my own: nobody keeps the like of what they
lay away, so the starter suits it a little oftener than chance. Measured over 120 hands."""
_CODES = np.array(RANK_CODES, np.intp)


class _Pairs(NamedTuple):
    """Every two ranks, the lower first."""

    low: npt.NDArray[np.intp]
    high: npt.NDArray[np.intp]
    ways: npt.NDArray[np.float64]
    """Number of ways to hold them, all cards being there."""
    codes: npt.NDArray[np.intp]
    """(pairs, 13): the sum of codes with each starter."""
    jacks: npt.NDArray[np.intp]


def crib_means(known: Tables, hand: Places, away: Places, *, own: bool) -> Floats:
    """Returns the mean points of the crib for each choice, (choices,).

    Args:
        known: the tables.
        hand: (6,) or (5,), the cards dealt, as places.
        away: (choices, 2) or (choices, 1), those of them that are laid away.
        own: whether the crib is my side's.
    """
    table = known.worth.crib[int(own)]
    if known.laid is None:
        return np.asarray(table[away_key(away)])
    pairs = _pairs()
    there = 4 - np.bincount(hand % RANKS, minlength=RANKS)
    low, high = there[pairs.low], there[pairs.high]
    ways = np.where(pairs.low == pairs.high, low * (low - 1) / 2, low * high)
    chance = known.laid[int(own)][pairs.low, pairs.high] * ways / pairs.ways
    chance /= chance.sum()
    left = there - (pairs.low[:, None] == np.arange(RANKS)) - (pairs.high[:, None] == _RANKS)
    left = np.maximum(left, 0)
    share = chance[:, None] * left / left.sum(axis=1, keepdims=True)
    codes = _CODES[away % RANKS].sum(axis=1)[:, None, None] + pairs.codes
    # Five cards of a rank are no hand, and have no share either.
    points = rank_table()[np.minimum(codes, len(rank_table()) - 1)]
    found = (points * share).sum(axis=(1, 2))
    found += _nobs(hand, away, float(chance @ pairs.jacks)) + _LEVEL[int(own)]
    return np.asarray(found + _suited(table, away), np.float32)


def _nobs(hand: Places, away: Places, theirs: float) -> npt.NDArray[np.float64]:
    """Returns the mean points for a jack of the starter's suit, (choices,).

    Args:
        hand: the cards dealt.
        away: see `crib_means`.
        theirs: number of jacks that the other lays away.
    """
    unseen = len(_RANKS) * 4 - len(hand)
    of_suit = SUIT - np.bincount(hand // SUIT, minlength=4)
    mine = np.where(away % RANKS == _JACK, of_suit[away // SUIT] / unseen, 0.0).sum(axis=1)
    return np.asarray(mine + theirs * (unseen / 4 - 1) / (unseen - 1))


def _suited(table: Floats, away: Places) -> Floats:
    """Returns what two cards of one suit are worth more than others of their ranks, (choices,)."""
    key = away_key(away)
    return np.asarray(table[key] - table[key % (RANKS * RANKS)])


@cache
def _pairs() -> _Pairs:
    low, high = np.triu_indices(RANKS)
    codes = (_CODES[low] + _CODES[high])[:, None] + _CODES
    jacks = (low == _JACK).astype(np.intp) + (high == _JACK)
    return _Pairs(low, high, np.where(low == high, 6.0, 16.0), codes, jacks)


_RANKS = np.arange(RANKS)
