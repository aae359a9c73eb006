"""Styles: the ways in which an opponent may choose its cards in the play.

An expert lays what leads to most, as the net judges it. A greedy player does not look ahead: it
lays what scores most at once, else its highest card, so it always pairs, and leaves whatever count
comes of it. The cards laid so far tell one from the other, together with the hand (`inference`),
and so do earlier deals (`habits`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Rules
from pegboard.players.engine.features import Known
from pegboard.players.engine.many import VALUES, BatchPlay, Indices, Mask
from pegboard.players.engine.piles import laid_points

EXPERT, GREEDY = 0, 1
ALIKE = (1.0,)
"""Style probabilities of an opponent like the expert."""
UNKNOWN = (0.75, 0.25)
"""An opponent of whom nothing is known."""


class Chooser(Protocol):
    """Chooses the cards of the seats to act at many tables."""

    def best(self, plays: BatchPlay, known: Known, tables: Indices) -> npt.NDArray[np.intp]:
        """Returns the rank, 0 to 12, that is played at each of these tables, (tables,)."""
        ...  # pragma: no cover


class Styled:
    """Chooses cards at tables at which some seats are greedy."""

    def __init__(self, expert: Chooser, greedy: Mask) -> None:
        """Takes who chooses for all others.

        Args:
            expert: chooses their cards.
            greedy: (tables, seats), the seats that take what scores at once.
        """
        self._expert, self._greedy = expert, greedy

    def best(self, plays: BatchPlay, known: Known, tables: Indices) -> npt.NDArray[np.intp]:
        """Returns the rank, 0 to 12, that is played at each of these tables, (tables,)."""
        greedy = self._greedy[tables, plays.turn[tables]]
        ranks = np.empty(len(tables), np.intp)
        for mine, best in ((~greedy, self._expert.best), (greedy, greediest)):
            if mine.any():
                ranks[mine] = best(plays, known, tables[mine])
        return ranks


def others_greedy(
    rules: Rules, seat: int, greedy: Sequence[float], number: int, chance: np.random.Generator
) -> Mask:
    """Returns the seats that are greedy at each of some tables, (number, seats).

    Args:
        rules: who plays with whom; the seats of one's own side are not greedy, and partners have
            one style.
        seat: seat of the player.
        greedy: (seats,), probability that each seat is greedy; see `habits`.
        number: number of tables.
        chance: draws them; every seat's tables are as many as its probability says.
    """
    found = np.zeros((number, rules.players), np.bool_)
    for side in range(rules.sides):
        if side != rules.side_of(seat):
            seats = [other for other in range(rules.players) if rules.side_of(other) == side]
            some = (np.arange(number) + 0.5) / number < greedy[seats[0]]
            found[:, seats] = chance.permutation(some)[:, None]
    return found


def greediest(plays: BatchPlay, known: Known, tables: Indices) -> npt.NDArray[np.intp]:
    """Returns the rank that scores most at once, the highest of equals, (tables,)."""
    place, rank = np.nonzero(plays.fits(tables))
    tail = plays.tail[tables]
    scored = laid_points(tail, plays.count[tables][place] + VALUES[rank], place, rank)
    # The order of ranks is that of values, and of equal values the higher rank.
    worth = scored.astype(np.intp) * len(VALUES) + rank
    starts = np.searchsorted(place, np.arange(len(tables)))
    return np.asarray(np.maximum.reduceat(worth, starts) % len(VALUES))
