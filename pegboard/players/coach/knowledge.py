"""What the coach knows by heart, made by `python -m pegboard.players.training.coach` and shipped.

For two players. Deals: seven cards dealt at random, and how the expert parts the first six.
Pegs: what both peg when any four ranks meet any other four and the net plays both. Keeps: how
often the expert keeps four ranks and lays two away, when it is dealt these six.
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
"""Every two ranks that may be laid away, (91, 2)."""


class Deals(NamedTuple):
    """Hands that the opponent may have been dealt, and how it parts them; see `Book`."""

    kept: Places
    """(deals, 4), cards as places in `cribbage.cards.DECK`."""
    away: Places
    """(deals, 2)."""
    key: npt.NDArray[np.intp]
    """(deals,), the `kept_key` of the cards kept."""
    starter: Places
    """(deals,), a card that was not dealt to it."""
    six: npt.NDArray[np.int64]
    """(deals,), a bit for each of its six cards."""
    seven: npt.NDArray[np.int64]
    """(deals,), and for the starter."""

    def where(self, which: npt.NDArray[np.intp]) -> Deals:
        """Returns the deals with some numbers."""
        return Deals(
            self.kept[which],
            self.away[which],
            self.key[which],
            self.starter[which],
            self.six[which],
            self.seven[which],
        )


class Book(NamedTuple):
    """All that is shipped."""

    pegs: npt.NDArray[np.uint8]
    """(1820, 1820, 2): points that pone and dealer peg, by the `kept_key` of pone and dealer; sums
    of several plays with other starters."""
    plays: int
    """Number of these."""
    keeps: npt.NDArray[np.uint8]
    """(2, 1820, 91): how often in 200 times, suits drawn anew, pone and dealer keep these four
    ranks by their `kept_key`, not all of one suit, and lay away these of `PAIRS`."""
    flushes: npt.NDArray[np.uint8]
    """The same where the four are of one suit."""
    deals: tuple[Deals, Deals]
    """As parted by pone, and by the dealer."""

    def without(self, role: int, gone: int, starter: bool) -> npt.NDArray[np.intp]:
        """Returns the numbers of an opponent's deals that can be, if some cards lie elsewhere.

        Args:
            role: 1 for an opponent who deals, else 0.
            gone: a bit for each card known.
            starter: also that the starter of the deal can be.
        """
        deals = self.deals[role]
        taken = deals.seven if starter else deals.six
        return np.flatnonzero(taken & gone == 0)


@cache
def book() -> Book:
    """Returns what is shipped; read once, 15 MB."""
    with (
        files("pegboard.players.coach").joinpath("book.npz").open("rb") as file,
        np.load(file) as kept,
    ):
        dealt, choice, pegs = kept["dealt"], kept["choice"], kept["pegs"]
        keeps, flushes, plays = kept["keeps"], kept["flushes"], int(kept["plays"])
    keep, away = choices(6)
    six, starter = dealt[:, :6], dealt[:, 6]
    bits = np.left_shift(np.int64(1), dealt.astype(np.int64))
    of_six, of_seven = bits[:, :6].sum(axis=1), bits.sum(axis=1)
    roles = []
    for chosen in choice:
        four = np.take_along_axis(six, keep[chosen], 1)
        two = np.take_along_axis(six, away[chosen], 1)
        roles.append(Deals(four, two, kept_key(four), starter, of_six, of_seven))
    return Book(pegs, plays, keeps, flushes, (roles[0], roles[1]))
