"""The play of many deals at once, on numpy arrays: for lookahead and training.

Suits do not matter in the play, so a card is its rank here, 0 for an ace to 12 for a king, and a
hand is its number of cards of each rank. Seats are numbered clockwise. Gos, resets, and the points
for go and last card are automatic, as in an open deal of `pegboard.cribbage.play`;
`tests/players/test_many.py` compares the two.
"""

from __future__ import annotations

from typing import Self

import numpy as np
import numpy.typing as npt

from pegboard.players.engine.piles import FULL, NONE, TAIL, pile_points

Counts = npt.NDArray[np.int8]
"""Cards by rank, shape (..., 13)."""
Indices = npt.NDArray[np.intp]
"""Indices of tables."""
Mask = npt.NDArray[np.bool_]

RANKS = 13
VALUES = np.array([*range(1, 11), 10, 10, 10], np.int8)
"""Points a rank adds to the count."""
HAND = 4
"""Cards each seat plays."""


class BatchPlay:
    """Tables in the play, all with the same number of seats. Changed in place."""

    def __init__(self, kept: Counts, first: npt.NDArray[np.int8]) -> None:
        """Sets up every table before its first card.

        Args:
            kept: shape (tables, seats, 13), four cards each.
            first: shape (tables,), the seat that leads: the one after the dealer.
        """
        tables, seats, _ = kept.shape
        self.held = kept.copy()
        """Cards still held, (tables, seats, 13)."""
        self.left = np.full((tables, seats), HAND, np.int8)
        self.played = np.full((tables, seats, HAND), NONE, np.int8)
        """Ranks each seat has played, oldest first."""
        self.tail = np.full((tables, TAIL), NONE, np.int8)
        """The pile since the last reset, newest first."""
        self.count = np.zeros(tables, np.int8)
        self.turn = first.astype(np.int8).copy()
        """Seat to play a card, always one that can; NONE once the play is over."""
        self.out = np.zeros((tables, seats), np.bool_)
        """Seats that have said go at this count."""
        self.least = np.ones((tables, seats), np.int8)
        """Lowest possible value of each seat's remaining cards, given its gos."""
        self.points = np.zeros((tables, seats), np.int16)
        """Points each seat has pegged."""

    @property
    def seats(self) -> int:
        """Number of seats at each table."""
        return int(self.held.shape[1])

    @property
    def unfinished(self) -> Indices:
        """Indices of the tables still in the play."""
        return np.flatnonzero(self.turn >= 0)

    def select(self, tables: Indices) -> Self:
        """Returns a copy of some tables; indices may repeat."""
        copy = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(copy, name, value[tables])
        return copy

    def fits(self, tables: Indices) -> Mask:
        """Returns a mask of the ranks the seat to act may play, (len(tables), 13)."""
        held = self.held[tables, self.turn[tables]]
        mask: Mask = (held > 0) & (self.count[tables, None] + VALUES <= FULL)
        return mask

    def play(self, tables: Indices, ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.int16]:
        """Plays a card of the seat to act at each of these tables, each listed once.

        Returns:
            Points of the card, (len(tables),), including last and thirty-one, but not a go.
        """
        seat = self.turn[tables]
        self.held[tables, seat, ranks] -= 1
        left = self.left[tables]
        place = np.arange(len(tables))
        self.played[tables, seat, HAND - left[place, seat]] = ranks
        left[place, seat] -= 1
        self.left[tables] = left
        count = self.count[tables] + VALUES[ranks]
        self.count[tables] = count
        tail = np.empty((len(tables), TAIL), np.int8)
        tail[:, 1:] = self.tail[tables, :-1]
        tail[:, 0] = ranks
        self.tail[tables] = tail
        scored = pile_points(tail, count)
        over = ~left.any(axis=1)
        full = count == FULL
        scored += over & ~full
        self.points[tables, seat] += scored
        self.turn[tables[over]] = NONE
        ended = full & ~over
        goes_on = np.flatnonzero(~full & ~over)
        if len(goes_on):
            ended[goes_on] = self._pass_turn(tables[goes_on], seat[goes_on], count[goes_on])
        if ended.any():
            self._reset(tables[ended], seat[ended])
        return scored

    def _pass_turn(
        self, tables: Indices, last: npt.NDArray[np.int8], count: npt.NDArray[np.int8]
    ) -> Mask:
        """Passes the turn to the next seat that can play; records the gos of those that cannot.

        Args:
            tables: tables at which a card was just played.
            last: seat that played it, (len(tables),).
            count: count after the card, (len(tables),).

        Returns:
            A mask of the tables at which nobody can play, where `last` has pegged one point.
        """
        room = (FULL - count)[:, None] >= VALUES
        can = np.asarray(((self.held[tables] > 0) & room[:, None]).any(axis=2))
        out = self.out[tables]
        turn, open_ = last.copy(), np.arange(len(tables))
        for step in range(1, self.seats):
            next_seats = (last[open_] + step) % self.seats
            able = can[open_, next_seats] & ~out[open_, next_seats]
            turn[open_[able]] = next_seats[able]
            goes = ~can[open_, next_seats] & ~out[open_, next_seats]
            goes &= self.left[tables[open_], next_seats] > 0
            gone, seat = tables[open_[goes]], next_seats[goes]
            self.out[gone, seat] = True
            self.least[gone, seat] = np.maximum(self.least[gone, seat], FULL + 1 - self.count[gone])
            open_ = open_[~able]
            if not len(open_):
                break
        self.turn[tables] = turn
        ended = np.zeros(len(tables), np.bool_)
        ended[open_] = ~can[open_, last[open_]]
        self.points[tables[ended], last[ended]] += 1
        return ended

    def _reset(self, tables: Indices, last: npt.NDArray[np.int8]) -> None:
        """Resets the count; the next seat clockwise that holds cards leads."""
        self.count[tables] = 0
        self.tail[tables] = NONE
        self.out[tables] = False
        order = (last[:, None] + np.arange(1, self.seats + 1, dtype=np.int8)) % self.seats
        place = np.arange(len(tables))
        holds = self.left[tables[:, None], order] > 0
        self.turn[tables] = order[place, holds.argmax(axis=1)]


def by_rank(cards: npt.NDArray[np.integer]) -> Counts:
    """Returns the number of cards of each rank, (hands, 13), of cards given as places."""
    hits = cards[..., None] % RANKS == np.arange(RANKS)
    return np.asarray(hits.sum(axis=1), np.int8)


__all__ = [
    "FULL",
    "HAND",
    "NONE",
    "RANKS",
    "TAIL",
    "VALUES",
    "BatchPlay",
    "Counts",
    "Indices",
    "by_rank",
]
