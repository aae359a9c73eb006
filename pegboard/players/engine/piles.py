"""Points of the newest card of many piles, looked up by the last five cards.

A pile is identified by a code of its newest five cards in base 14: a digit is a rank plus one, or 0
for no card, and the newest card is the lowest digit. One table of half a megabyte, built on first
use, has the pairs and runs of all codes. Only a run of six or seven, which is rare, needs older
cards.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Ranks = npt.NDArray[np.int8]
Codes = npt.NDArray[np.intp]

FULL = 31
TAIL = 7
"""Number of newest cards that can score: no run is longer."""
NONE = -1
"""No card, or no seat."""

BASE = 14
CARDS = 5
"""Cards in a code."""
_OLDEST = BASE ** (CARDS - 1)
_MORE = 128
"""Flag for a pile whose run may extend beyond its code."""
_POWERS = BASE ** np.arange(CARDS, dtype=np.intp)
_BITS = np.array([1 << rank for rank in range(BASE - 1)] + [0], np.int16)
"""A bit for each rank; the last entry, which index NONE (-1) selects, is 0."""


def pile_points(tail: Ranks, count: npt.NDArray[np.integer]) -> npt.NDArray[np.int16]:
    """Returns the score of each pile's newest card.

    Fifteen, thirty-one, pairs, the longest run.

    Args:
        tail: shape (piles, TAIL), ranks newest first, NONE where there is no card.
        count: shape (piles,), count of each pile.
    """
    points = _table()[codes(tail)]
    more = np.flatnonzero(points & _MORE)
    if len(more):
        points[more] = _by_cards(tail[more])
    return np.asarray(points + _BY_COUNT[count], np.int16)


def codes(tail: Ranks) -> Codes:
    """Returns the code of each pile, (piles,); see the module."""
    return np.asarray((tail[:, :CARDS] + np.intp(1)) @ _POWERS)


def laid_points(
    tail: Ranks, count: npt.NDArray[np.integer], pile: Codes, rank: npt.NDArray[np.integer]
) -> npt.NDArray[np.int16]:
    """Returns the score of each card played on one of these piles, (cards,).

    Args:
        tail: shape (piles, TAIL), the piles before the card.
        count: shape (cards,), count of each pile with the card.
        pile: shape (cards,), index of each card's pile.
        rank: shape (cards,), rank of each card.
    """
    before = codes(tail) % _OLDEST * BASE + 1
    points = _table()[before[pile] + rank]
    more = np.flatnonzero(points & _MORE)
    if len(more):
        newest = np.asarray(rank[more], np.int8)[:, None]
        points[more] = _by_cards(np.concatenate([newest, tail[pile[more], :-1]], axis=1))
    return np.asarray(points + _BY_COUNT[count], np.int16)


@cache
def _table() -> npt.NDArray[np.uint8]:
    """Returns the points of pairs and runs by code; `_MORE` marks runs that may be longer."""
    # In parts: all at once would take fifty times the memory of the table.
    parts = [_part(oldest) for oldest in range(BASE)]
    return np.concatenate(parts)


def _part(oldest: int) -> npt.NDArray[np.uint8]:
    """Returns the points of the codes with this oldest digit."""
    digits = (oldest * _OLDEST + np.arange(_OLDEST, dtype=np.int32))[:, None] // _POWERS % BASE
    tail = np.full((len(digits), TAIL), NONE, np.int8)
    tail[:, :CARDS] = digits - 1
    newest = np.sort(tail[:, :CARDS], axis=1)
    goes_on = (np.diff(newest, axis=1) > 0).all(axis=1) & (newest[:, 0] >= 0)
    goes_on &= newest[:, -1] - newest[:, 0] < TAIL
    points = np.zeros(len(tail), np.uint8)
    there = tail[:, 0] >= 0
    points[there] = _by_cards(tail[there])
    points[goes_on] |= _MORE
    return points


def _by_cards(tail: Ranks) -> npt.NDArray[np.uint8]:
    """Computes the points for pairs and runs without the table, (piles,)."""
    points = np.zeros(len(tail), np.uint8)
    alike = np.ones(len(tail), np.bool_)
    for place, worth in ((1, 2), (2, 4), (3, 6)):
        alike &= tail[:, place] == tail[:, 0]
        points += np.uint8(worth) * alike
    low = high = tail[:, 0]
    seen_ranks = _BITS[tail[:, 0]]
    distinct = np.ones(len(tail), np.bool_)
    run = np.zeros(len(tail), np.uint8)
    for place in range(1, TAIL):
        rank = tail[:, place]
        bit = _BITS[rank]
        distinct &= (rank >= 0) & (seen_ranks & bit == 0)
        if not distinct.any():
            break
        seen_ranks = seen_ranks | bit
        low, high = np.minimum(low, rank), np.maximum(high, rank)
        if place >= 2:
            run[distinct & (high - low == place)] = place + 1
    return points + run


# The table extends beyond 31: a hypothetical hand may be asked to play too high a card.
_BY_COUNT = np.zeros(FULL + 11, np.uint8)
_BY_COUNT[[15, FULL]] = 2
