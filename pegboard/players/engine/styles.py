"""Styles: the ways in which an opponent may choose its cards in the play.

An expert plays the card with the best outcome, as the net estimates it. A greedy player does not
look ahead: it plays the card that scores most at once, or else its highest, so it always pairs, and
does not mind the count it leaves. The two are told apart by the plays so far, together with the
hand (`inference`), and by earlier deals (`habits`).
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
"""Style probabilities of an unknown opponent."""


class Chooser(Protocol):
    """Chooser of cards for the seats to act at many tables."""

    def best(self, plays: BatchPlay, known: Known, tables: Indices) -> npt.NDArray[np.intp]:
        """Returns the rank, 0 to 12, that is played at each of these tables, (tables,)."""
        ...  # pragma: no cover


class Styled:
    """Chooser of cards for tables at which some seats are greedy."""

    def __init__(self, expert: Chooser, greedy: Mask) -> None:
        """Combines greedy seats with a chooser for all others.

        Args:
            expert: chooses the cards of seats that are not greedy.
            greedy: (tables, seats), True for seats that play greedily.
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
    """Draws the seats that are greedy at each of some tables, (number, seats).

    Args:
        rules: rules of the game; the player's own side is never greedy, and partners share a
            style.
        seat: seat of the player.
        greedy: (seats,), probability that each seat is greedy; see `habits`.
        number: number of tables.
        chance: source of random numbers; a seat is greedy at exactly its share of the tables.
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
    # Adding the rank breaks ties in favour of the higher card.
    worth = scored.astype(np.intp) * len(VALUES) + rank
    starts = np.searchsorted(place, np.arange(len(tables)))
    return np.asarray(np.maximum.reduceat(worth, starts) % len(VALUES))
