"""Average value of a crib, given the player's discards and the cards it was dealt.

A card of the player's hand can be neither in the crib nor the starter, so the others' usual
discards are weighted by the ways they can still hold them. Flushes, and all cribs of three players
and four individual players, are valued by the self-play table, which depends only on the discards:
the rest of the hand hardly changes the choice there (0.001 points per deal; with partners it is
0.015).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.scoring import RANK_CODES
from pegboard.players.batch_scoring import rank_table
from pegboard.players.discards import RANKS, Places, away_key
from pegboard.players.engine.tables import Tables

Floats = npt.NDArray[np.float32]
Counts = npt.NDArray[np.integer]
"""Cards by rank, (13,)."""

SUIT = 13
"""Cards of a suit."""
_JACK = 10
_LEVEL = {False: (0.15, 0.09), True: (0.09, 0.075)}
"""Correction in points for the others' crib and one's own, without and with partners: players keep
no cards like their discards, so the starter fits the crib slightly more often than chance.
Measured over 120 and 250 hands."""
_CODES = np.array(RANK_CODES, np.intp)


class _Others(NamedTuple):
    """All distinguishable combinations of the others' discards."""

    codes: npt.NDArray[np.intp]
    """(ways, 13): the sum of codes with each starter."""
    taken: npt.NDArray[np.intp]
    """(ways, 13): number of cards of each rank."""


def crib_means(known: Tables, hand: Places, away: Places, *, own: bool) -> Floats:
    """Returns the mean points of the crib for each choice, (choices,).

    Args:
        known: the expert's learned tables.
        hand: (6,) or (5,), the cards dealt, as places.
        away: (choices, 2) or (choices, 1), the cards discarded.
        own: True if the crib belongs to the player's side.
    """
    table = known.worth.crib[int(own)]
    if known.laid is None:
        return np.asarray(table[away_key(away)])
    there = 4 - np.bincount(hand % RANKS, minlength=RANKS)
    others = _others(4 - away.shape[1])
    if known.worth.partners:
        chance = _of_partners(known.laid, there, own=own)
    else:
        chance = _of_two(known.laid[int(own)], there)
    left = np.maximum(there - others.taken, 0)
    share = chance[:, None] * left / left.sum(axis=1, keepdims=True)
    codes = _CODES[away % RANKS].sum(axis=1)[:, None, None] + others.codes
    # Five cards of a rank cannot occur; their codes are clipped, and their share is zero.
    points = rank_table()[np.minimum(codes, len(rank_table()) - 1)]
    found = (points * share).sum(axis=(1, 2))
    found += _nobs(hand, away, float(chance @ others.taken[:, _JACK]))
    found += _LEVEL[known.worth.partners][int(own)]
    if away.shape[1] == 2:
        found += _suited(table, away)
    return np.asarray(found, np.float32)


def _nobs(hand: Places, away: Places, theirs: float) -> npt.NDArray[np.float64]:
    """Returns the mean points for a jack of the starter's suit, (choices,).

    Args:
        hand: (6,) or (5,), the cards dealt, as places.
        away: see `crib_means`.
        theirs: mean number of jacks among the others' discards.
    """
    unseen = len(_RANKS) * 4 - len(hand)
    of_suit = SUIT - np.bincount(hand // SUIT, minlength=4)
    mine = np.where(away % RANKS == _JACK, of_suit[away // SUIT] / unseen, 0.0).sum(axis=1)
    return np.asarray(mine + theirs * (unseen / 4 - 1) / (unseen - 1))


def _suited(table: Floats, away: Places) -> Floats:
    """Returns the extra value of two discards of one suit over two suits, (choices,)."""
    key = away_key(away)
    return np.asarray(table[key] - table[key % (RANKS * RANKS)])


def _of_two(laid: Floats, there: Counts) -> npt.NDArray[np.float64]:
    """Returns the probability of each pair of ranks as the opponent's discards, (169,)."""
    ways = np.outer(there, there) / 16
    np.fill_diagonal(ways, there * (there - 1) / 12)
    return _normal(laid * ways)


def _of_partners(laid: Floats, there: Counts, *, own: bool) -> npt.NDArray[np.float64]:
    """Returns the probability of each three ranks as the three others' discards, (2197,)."""
    mine, theirs = (laid[int(each)] * there / 4 for each in (own, not own))
    return _normal(mine[:, None, None] * theirs[:, None] * theirs)


def _normal(ways: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    return np.asarray((ways / ways.sum()).reshape(-1), np.float64)


@cache
def _others(cards: int) -> _Others:
    ranks = np.indices((RANKS,) * cards).reshape(cards, -1).T
    codes = _CODES[ranks].sum(axis=1)[:, None] + _CODES
    return _Others(codes, (ranks[:, :, None] == _RANKS).sum(axis=1))


_RANKS = np.arange(RANKS)
