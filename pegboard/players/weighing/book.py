"""The book of two players, made by `python -m pegboard.players.training.book` and shipped.

Deals: seven random cards, and the expert's discard from the first six. Pegs: the points of both
players when any four ranks meet any other four and the net plays both. Keeps: how often the expert,
when dealt four ranks and two others, keeps the four.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.players.discards import choices, kept_key

Places = npt.NDArray[np.uint8]
PAIRS = np.array(list(combinations_with_replacement(range(13), 2)))
"""Every pair of ranks that may be discarded, (91, 2)."""


_CHUNK = 8192


class Deals(NamedTuple):
    """Hands that the opponent may have been dealt, as cards kept and discarded; see `Book`."""

    kept: Places
    """(deals, 4), cards as places in `cribbage.cards.DECK`."""
    away: Places
    """(deals, 2)."""
    key: npt.NDArray[np.int16]
    """(deals,), the `kept_key` of the cards kept."""
    starter: Places
    """(deals,), a card that is not in the hand."""
    cards: npt.NDArray[np.int64]
    """(deals,), bit mask of these seven cards."""

    def where(self, which: npt.NDArray[np.intp]) -> Deals:
        """Returns the deals at these indices."""
        return Deals._make(each[which] for each in self)


class Book(NamedTuple):
    """Content of the shipped book."""

    pegs: npt.NDArray[np.uint8]
    """(1820, 1820, 2): points that pone and dealer peg, by the `kept_key` of pone and dealer; sums
    of several plays with different starters."""
    plays: int
    """Number of plays summed in `pegs`."""
    keeps: npt.NDArray[np.uint8]
    """(2, 1820, 91): number of times out of 200, with random suits, that pone and dealer keep the
    four ranks of a `kept_key`, not all of one suit, and discard a pair of `PAIRS`."""
    flushes: npt.NDArray[np.uint8]
    """Like `keeps`, where the four are of one suit."""
    deals: tuple[Deals, Deals]
    """Deals with the discards of pone, and with those of the dealer."""

    def without(self, role: int, gone: int) -> npt.NDArray[np.intp]:
        """Returns the indices of an opponent's deals that contain none of the known cards.

        Args:
            role: 1 for an opponent who deals, else 0.
            gone: bit mask of the known cards.
        """
        return np.flatnonzero(self.deals[role].cards & gone == 0)


@cache
def book() -> Book:
    """Returns the shipped book, loaded once (11 MB)."""
    with (
        files("pegboard.players.weighing").joinpath("book.npz").open("rb") as file,
        np.load(file) as kept,
    ):
        dealt, choice, pegs = kept["dealt"], kept["choice"], kept["pegs"]
        keeps, flushes, plays = kept["keeps"], kept["flushes"], int(kept["plays"])
    keep, away = choices(6)
    six, starter = dealt[:, :6], dealt[:, 6]
    cards = np.zeros(len(dealt), np.int64)
    for column in dealt.T:
        cards |= np.left_shift(np.int64(1), column.astype(np.int64))
    roles = []
    for chosen in choice:
        four, two = np.empty((len(six), 4), np.uint8), np.empty((len(six), 2), np.uint8)
        key = np.empty(len(six), np.int16)
        # In parts: the index arrays take eight times the memory of the cards.
        for start in range(0, len(six), _CHUNK):
            some = slice(start, start + _CHUNK)
            four[some] = np.take_along_axis(six[some], keep[chosen[some]], 1)
            two[some] = np.take_along_axis(six[some], away[chosen[some]], 1)
            key[some] = kept_key(four[some])
        roles.append(Deals(four, two, key, starter, cards))
    return Book(pegs, plays, keeps, flushes, (roles[0], roles[1]))
