"""Lookahead: plays every card out to the end of the play, against hands the others may hold.

The hands come from `others`. All seats play on by the net, or in the style assumed at that table.
Searching the player's own later cards as well gained nothing: where few hands reach them, their
mean is less accurate than the net's estimate.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import View
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import Knowledge, facts_of
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.styles import Styled
from pegboard.players.expert.others import Others

Floats = npt.NDArray[np.float32]

CARDS = {3: 1500, 4: 1800}
"""Cards played per opponent in all playouts together, by number of seats (three or four)."""


def gains(view: View, seen: Knowledge, others: Others, ranks: Sequence[int]) -> Floats:
    """Returns the mean points that each seat pegs after a card of each rank is played.

    Args:
        view: view of the seat that is to play.
        seen: the same view as arrays.
        others: sampled hands of the others.
        ranks: 0..12.

    Returns:
        (ranks, seats); the seat to act comes first.
    """
    distinct_ranks = sorted(set(ranks))
    plays = seen.after(others.kept, distinct_ranks)
    judges = judge(view.rules.players, view.rules.partners)
    chooser = Styled(judges, np.tile(others.greedy, (len(distinct_ranks), 1)))
    play_out(plays, facts_of(view, len(plays.turn)), chooser)
    points = np.roll(plays.points, -view.seat, axis=1)
    by_table = points.reshape(len(distinct_ranks), len(others.kept), -1)
    mean = np.einsum("rts,t->rs", by_table, others.share)
    return np.asarray(mean[np.searchsorted(distinct_ranks, ranks)], np.float32)
