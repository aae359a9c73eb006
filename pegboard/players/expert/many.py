"""The play of many deals at once, on numpy arrays: for lookahead and training.

Suits do not matter in the play, so a card is its rank here, 0 for an ace to 12 for a king, and a
hand is how many cards of each rank it holds. Seats are numbered clockwise as everywhere. Gos,
resets, the point for go and for the last card come by themselves, as in an open deal of
`pegboard.cribbage.play`; `tests/players/test_many.py` plays the same cards through both.
"""

from __future__ import annotations

from typing import Self

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int8]
"""Cards by rank, shape (..., 13)."""
Indices = npt.NDArray[np.intp]
"""Which tables."""
Mask = npt.NDArray[np.bool_]

RANKS = 13
VALUES = np.array([*range(1, 11), 10, 10, 10], np.int8)
"""Points a rank adds to the count."""
FULL = 31
TAIL = 7
"""Number of cards of the pile remembered: no run is longer."""
HAND = 4
"""Cards each seat plays."""
NONE = -1
"""No card, or no seat."""


class BatchPlay:
    """Tables in the play, all with the same number of seats. Changed in place."""

    def __init__(self, kept: Counts, first: npt.NDArray[np.int8]) -> None:
        """Starts every table before its first card.

        Args:
            kept: shape (tables, seats, 13), four cards each.
            first: shape (tables,), the seat that leads: the one after the dealer.
        """
        tables, seats, _ = kept.shape
        self.held = kept.copy()
        """Cards still held, (tables, seats, 13)."""
        self.left = np.full((tables, seats), HAND, np.int8)
        self.laid = np.full((tables, seats, HAND), NONE, np.int8)
        """Ranks each seat has laid, oldest first."""
        self.tail = np.full((tables, TAIL), NONE, np.int8)
        """The pile since the last reset, newest first."""
        self.count = np.zeros(tables, np.int8)
        self.turn = first.astype(np.int8).copy()
        """The seat that is to lay a card, and can; NONE once the play is over."""
        self.out = np.zeros((tables, seats), np.bool_)
        """Seats that have said go at this count."""
        self.least = np.ones((tables, seats), np.int8)
        """No card a seat still holds is worth less, as its gos told."""
        self.points = np.zeros((tables, seats), np.int16)
        """Points each seat has pegged."""

    @property
    def seats(self) -> int:
        """Number of seats at each table."""
        return int(self.held.shape[1])

    @property
    def going(self) -> Indices:
        """The tables whose play is not over, as numbers in order."""
        return np.flatnonzero(self.turn >= 0)

    def take(self, tables: Indices) -> Self:
        """Returns a copy of some tables; one may be named several times."""
        copy = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(copy, name, value[tables])
        return copy

    def fits(self, tables: Indices) -> Mask:
        """Returns a mask of the ranks the seat to act may play, (len(tables), 13)."""
        held = self.held[tables, self.turn[tables]]
        mask: Mask = (held > 0) & (self.count[tables, None] + VALUES <= FULL)
        return mask

    def lay(self, tables: Indices, ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.int16]:
        """Plays a card of the seat to act at each of these tables, each named once.

        Returns:
            The points of the card, (len(tables),); with last and thirty-one, without a go's point.
        """
        seat = self.turn[tables]
        self.held[tables, seat, ranks] -= 1
        self.laid[tables, seat, HAND - self.left[tables, seat]] = ranks
        self.left[tables, seat] -= 1
        self.count[tables] += VALUES[ranks]
        tail = self.tail[tables]
        tail[:, 1:] = tail[:, :-1]
        tail[:, 0] = ranks
        self.tail[tables] = tail
        scored = pile_points(tail, self.count[tables])
        over = ~self.left[tables].any(axis=1)
        full = self.count[tables] == FULL
        scored += over & ~full
        self.points[tables, seat] += scored
        self.turn[tables[over]] = NONE
        self._reset(tables[full & ~over], seat[full & ~over])
        self._ask(tables[~full & ~over])
        return scored

    def _ask(self, tables: Indices) -> None:
        """Passes the turn to the next seat that can play, through the gos of those that cannot."""
        last = self.turn[tables]
        asked = last.copy()
        for _ in range(self.seats):
            asked = (asked + 1) % self.seats
            back = asked == last
            can = self._can_play(tables, asked)
            ready = can & (back | ~self.out[tables, asked])
            self.turn[tables[ready]] = asked[ready]
            ended = back & ~can
            self.points[tables[ended], last[ended]] += 1
            self._reset(tables[ended], last[ended])
            goes = ~back & ~can & ~self.out[tables, asked] & (self.left[tables, asked] > 0)
            gone, seat = tables[goes], asked[goes]
            self.out[gone, seat] = True
            self.least[gone, seat] = np.maximum(self.least[gone, seat], FULL + 1 - self.count[gone])
            on = ~ready & ~ended
            tables, asked, last = tables[on], asked[on], last[on]
            if not len(tables):
                return

    def _can_play(self, tables: Indices, seat: npt.NDArray[np.int8]) -> Mask:
        room = (FULL - self.count[tables])[:, None] >= VALUES
        return np.asarray(((self.held[tables, seat] > 0) & room).any(axis=1))

    def _reset(self, tables: Indices, last: npt.NDArray[np.int8]) -> None:
        """Resets the count; the next seat clockwise that holds cards leads."""
        self.count[tables] = 0
        self.tail[tables] = NONE
        self.out[tables] = False
        leader = last.copy()
        looking = np.ones(len(tables), np.bool_)
        for step in range(1, self.seats + 1):
            seat = (last + step) % self.seats
            found = looking & (self.left[tables, seat] > 0)
            leader[found] = seat[found]
            looking &= ~found
        self.turn[tables] = leader


def pile_points(tail: npt.NDArray[np.int8], count: npt.NDArray[np.int8]) -> npt.NDArray[np.int16]:
    """Returns the score of each pile's newest card.

    Fifteen, thirty-one, pairs, the longest run.

    Args:
        tail: shape (piles, TAIL), ranks newest first, NONE where there is no card.
        count: shape (piles,), what the pile adds up to.
    """
    points = np.where((count == 15) | (count == FULL), 2, 0).astype(np.int16)
    alike = np.ones(len(tail), np.bool_)
    for place, worth in ((1, 2), (2, 4), (3, 6)):
        alike &= tail[:, place] == tail[:, 0]
        points += worth * alike
    low = high = tail[:, 0]
    seen = _BITS[tail[:, 0]]
    distinct = np.ones(len(tail), np.bool_)
    run = np.zeros(len(tail), np.int16)
    for place in range(1, TAIL):
        rank = tail[:, place]
        bit = _BITS[rank]
        distinct &= (rank >= 0) & (seen & bit == 0)
        if not distinct.any():
            break
        seen = seen | bit
        low, high = np.minimum(low, rank), np.maximum(high, rank)
        if place >= 2:
            run[distinct & (high - low == place)] = place + 1
    return points + run


_BITS = np.array([1 << rank for rank in range(RANKS)] + [0], np.int16)
"""A bit for each rank; the last, which NONE finds, has none."""
