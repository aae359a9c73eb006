"""The pegging net, arranged for fast evaluation of plays at many tables.

The values equal those of `net.future` for the rows of `features.describe`, up to rounding. The
first layer's sum is split: the part that all cards of a table share is computed once per table, and
the part of a card, by its rank and the new count, is looked up. The unseen cards follow from the
other features, so their weights are merged into the others'. Tables that look identical to the seat
to act are evaluated once.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.players.engine.features import PILE, Known
from pegboard.players.engine.many import HAND, RANKS, VALUES, BatchPlay, Indices
from pegboard.players.engine.net import Layers, interest
from pegboard.players.engine.piles import FULL, laid_points
from pegboard.players.engine.tables import tables

Floats = npt.NDArray[np.float32]

_LEASTS = 11
_OTHER = HAND * RANKS + (HAND + 1) + _LEASTS + 1
_HELD, _AWAY, _LAID, _STARTER, _UNSEEN = (slice(n, n + RANKS) for n in range(0, 65, RANKS))


class Judged(NamedTuple):
    """Playable cards, one per row, ordered by table and rank."""

    table: Indices
    """Index of the card's table among the tables evaluated."""
    rank: npt.NDArray[np.intp]
    worth: Floats
    """Immediate and expected future points for the acting seat; see `net.interest`."""


class Judge:
    """Evaluator of cards, by a net and the value of each seat's points."""

    def __init__(self, layers: Layers, weights: Floats) -> None:
        """Rearranges the weights of a net.

        Args:
            layers: layers for `net.future`, trained on rows of `features.describe`.
            weights: (seats,), value of each seat's points to the seat to act.
        """
        self._seats = seats = len(weights)
        first, biases = layers[0]
        start = 5 * RANKS + (seats - 1) * _OTHER + seats
        rank, total, pile, left, scored = np.split(
            first[start:], np.cumsum([RANKS, FULL + 1, PILE * RANKS, HAND])
        )
        unseen = first[_UNSEEN]
        parts = [first[each] - unseen for each in (_HELD, _AWAY, _LAID, _STARTER)]
        for other in np.split(first[5 * RANKS : start - seats], seats - 1):
            parts += [other[: HAND * RANKS] - np.tile(unseen, (HAND, 1)), other[HAND * RANKS :]]
        parts += [first[start - seats : start], pile, left, np.zeros_like(scored)]
        self._common = np.concatenate(parts)
        self._constant = biases + 4 * unseen.sum(axis=0)
        counts = np.minimum(np.arange(FULL + 1)[:, None] + VALUES, FULL)
        self._card = rank + total[counts]
        self._scored = scored[0]
        self._inner = tuple(layers[1:-1])
        self._last = layers[-1][0] @ weights
        self._least = float(layers[-1][1] @ weights)

    def __call__(self, plays: BatchPlay, known: Known, tables: Indices) -> Judged:
        """Evaluates every playable card at these tables, all still in the play."""
        place, rank = np.nonzero(plays.fits(tables))
        count = plays.count[tables][place]
        scored = laid_points(plays.tail[tables], count + VALUES[rank], place, rank)
        values = (self._rows(plays, known, tables) @ self._common + self._constant)[place]
        values += self._card[count, rank]
        some = np.flatnonzero(scored)
        values[some] += scored[some, None] * self._scored
        for weights, biases in self._inner:
            np.maximum(values, 0, out=values)
            values = values @ weights
            values += biases
        np.maximum(values, 0, out=values)
        return Judged(place, rank, scored + (values @ self._last + self._least))

    def best(self, plays: BatchPlay, known: Known, tables: Indices) -> npt.NDArray[np.intp]:
        """Returns the best rank, 0 to 12, at each of these tables, (tables,).

        The net is run only where there is a choice, and once for tables that look identical.
        """
        fits = plays.fits(tables)
        ranks = np.asarray(fits.argmax(axis=1))
        free = np.flatnonzero(fits.sum(axis=1) > 1)
        if len(free):
            undecided = tables[free]
            first, alike = self.alike(plays, known, undecided)
            judged = self(plays, known, undecided[first])
            starts = np.searchsorted(judged.table, np.arange(len(first)))
            most = np.maximum.reduceat(judged.worth, starts)
            winners = np.flatnonzero(judged.worth == most[judged.table])
            chosen = judged.rank[winners[np.searchsorted(judged.table[winners], alike)]]
            ranks[free] = chosen
        return ranks

    def alike(self, plays: BatchPlay, known: Known, tables: Indices) -> tuple[Indices, Indices]:
        """Groups tables that look identical to the seat to act.

        Returns:
            Index of one table of each group, (groups,), and the group of each table, (tables,).
        """
        keys = self._keys(plays, known, tables)
        _, first, places = np.unique(keys, return_index=True, return_inverse=True)
        return first, places

    def _rows(self, plays: BatchPlay, known: Known, tables: Indices) -> Floats:
        """Returns the features that all cards of a table share, (tables, features)."""
        seats, number = self._seats, len(tables)
        seat = plays.turn[tables].astype(np.intp)
        place = np.arange(number)
        left, laid = plays.left[tables].astype(np.intp), plays.played[tables]
        rows = np.zeros((number, len(self._common)), np.float32)
        rows[:, _HELD] = plays.held[tables, seat]
        rows[:, _AWAY] = known.discards[tables, seat]
        rows[:, _LAID] = (laid[place, seat][:, :, None] == np.arange(RANKS)).sum(axis=1)
        nowhere = len(self._common) - 1
        hot = [_at(known.starter[tables, None], _STARTER.start, RANKS, nowhere)]
        start = 4 * RANKS
        for step in range(1, seats):
            other = (seat + step) % seats
            hot.append(_at(laid[place, other], start, RANKS, nowhere))
            start += HAND * RANKS
            hot.append(left[place, other, None] + start)
            start += HAND + 1
            hot.append(_at(plays.least[tables, other, None] - 1, start, _LEASTS, nowhere))
            start += _LEASTS
            rows[:, start] = plays.out[tables, other]
            start += 1
        hot.append((known.dealer[tables].astype(np.intp) - seat)[:, None] % seats + start)
        start += seats
        hot.append(_at(plays.tail[tables, :PILE], start, RANKS, nowhere))
        start += PILE * RANKS
        hot.append(left[place, seat, None] - 1 + start)
        rows[place[:, None], np.concatenate(hot, axis=1, dtype=np.intp)] = 1
        return rows

    def _keys(self, plays: BatchPlay, known: Known, tables: Indices) -> npt.NDArray[np.int64]:
        """Returns a key per table, equal for tables that look identical to the seat to act."""
        seat = plays.turn[tables, None]
        own_seat = seat[:, 0]
        parts = (
            plays.held[tables, own_seat],
            known.discards[tables, own_seat],
            plays.played[tables].reshape(len(tables), -1),
            plays.least[tables],
            plays.out[tables],
            plays.tail[tables],
            known.starter[tables, None],
            seat,
            known.dealer[tables, None],
        )
        digits = np.concatenate(parts, axis=1, dtype=np.int64)
        return np.asarray(digits @ _MIX[: digits.shape[1]])


def _at(
    numbers: npt.NDArray[np.integer], start: int, size: int, nowhere: int
) -> npt.NDArray[np.intp]:
    """Returns the one-hot column of each number in its block; `nowhere` if out of range."""
    blocks = start + size * np.arange(numbers.shape[1])
    inside = (numbers >= 0) & (numbers < size)
    return np.asarray(np.where(inside, blocks + numbers.astype(np.intp), nowhere))


@cache
def judge(seats: int, partners: bool) -> Judge:
    """Returns the judge that maximises points, for this number of seats."""
    return Judge(tables(seats, partners).net, interest(seats, partners))


_MIX = np.random.default_rng(121).integers(-(2**62), 2**62, 128) | 1
"""Random odd hash factors: two different tables have the same key about once in 10^18."""
