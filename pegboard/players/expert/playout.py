"""Plays out the rest of the play by the net's choices, at many tables at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pegboard.players.expert.features import Known, describe
from pegboard.players.expert.many import BatchPlay, Indices
from pegboard.players.expert.net import Layers, future

Floats = npt.NDArray[np.float32]


def interest(seats: int, partners: bool) -> Floats:
    """Returns the value of a point of each seat to the one that acts, (seats,), its own first.

    Points of its own side count for it, those of the others against it.
    """
    if partners:
        return np.array([1, -1, 1, -1], np.float32)
    weights = np.full(seats, -1 / (seats - 1), np.float32)
    weights[0] = 1
    return weights


def play_out(
    plays: BatchPlay,
    facts: Known,
    net: Layers,
    weights: Floats,
    after: Callable[[BatchPlay], None] = lambda _: None,
) -> None:
    """Plays every table to its end.

    Args:
        plays: the tables; they are over afterwards.
        facts: what else the seats know; a seat whose discards are not known plays without them.
        net: the pegging net.
        weights: see `interest`.
        after: called after every round of cards; it may end a table by taking its turn away.
    """
    after(plays)
    while len(going := plays.going):
        plays.lay(going, _chosen(plays, facts, going, net, weights))
        after(plays)


def _chosen(
    plays: BatchPlay, facts: Known, going: Indices, net: Layers, weights: Floats
) -> npt.NDArray[np.intp]:
    """Returns the rank, 0 to 12, that each of these tables plays, (tables,).

    The net is asked only where there is a choice.
    """
    fits = plays.fits(going)
    ranks = np.asarray(fits.argmax(axis=1))
    free = np.flatnonzero(fits.sum(axis=1) > 1)
    if len(free):
        asked = describe(plays, facts, going[free])
        worth = asked.scored + future(net, asked.rows) @ weights
        order = np.lexsort((-worth, asked.table))
        ranks[free] = asked.rank[order[np.searchsorted(asked.table[order], np.arange(len(free)))]]
    return ranks
