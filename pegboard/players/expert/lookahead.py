"""Lookahead: plays a card out to the end of the play against the hands others may hold.

See `others`. Everybody plays on as the net does, or in the style of that table. To search my own
later cards as well gained nothing: where few hands come so far, their mean is less than the net's
opinion.
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
"""Times that each of several opponents lays a card in all plays together, by number of seats."""


def gains(view: View, seen: Knowledge, others: Others, ranks: Sequence[int]) -> Floats:
    """Returns what each seat pegs from here on after a card of each rank, on average.

    Args:
        view: view of the seat that is to play.
        seen: the same view as arrays.
        others: sampled hands of the others.
        ranks: 0..12.

    Returns:
        (ranks, seats), the seat that is to lay a card first.
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
