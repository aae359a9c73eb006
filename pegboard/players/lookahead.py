"""What a card leads to, seen through to the end of the play against each hand the other may hold.

The net judges a card at a glance. Once the other has laid a card he can be read (`inference`), and
few enough cards are left that the rest of the play can be played out against every likely hand.
Two players.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.game import View
from pegboard.players.beliefs import all_hands
from pegboard.players.inference import drawn
from pegboard.players.knowledge import Knowledge, facts_of
from pegboard.players.many import RANKS
from pegboard.players.playout import interest, play_out
from pegboard.players.tables import Tables

Floats = npt.NDArray[np.float32]

LEFT = 3
"""While the other holds more cards than this, a glance is as good."""
HANDS = 60
"""Where more hands are likely, so many are drawn."""
UNLIKELY = 1e-4
"""A hand is left out that is so much less likely than the likeliest."""


def cards(
    view: View,
    seen: Knowledge,
    odds: npt.NDArray[np.float64],
    known: Tables,
    ranks: Sequence[int],
    weights: tuple[float, float],
    chance: np.random.Generator,
) -> Floats:
    """What laying a card of each rank brings in the rest of the play, (ranks,).

    Args:
        view: of the seat that is to lay a card.
        seen: the same as arrays.
        odds: how likely each of `all_hands` is to be the other's; not all zeros.
        known: the tables.
        ranks: 0..12.
        weights: what a point of mine is worth, and what one of the other's takes from me.
        chance: draws hands, where too many are likely to look at all.
    """
    me, other = view.seat, 1 - view.seat
    hands = np.flatnonzero(odds > odds.max() * UNLIKELY)
    share = odds[hands]
    if len(hands) > HANDS:
        hands, times = np.unique(drawn(odds, HANDS, chance), return_counts=True)
        share = times.astype(np.float64)
    tables, asked = len(hands), sorted(set(ranks))
    kept = np.zeros((tables, 2, RANKS), np.int8)
    kept[:, other] = all_hands()[hands]
    plays = seen.open(kept).take(np.tile(np.arange(tables), len(asked)))
    number = len(plays.turn)
    plays.lay(np.arange(number), np.repeat(asked, tables))
    play_out(plays, facts_of(view, number), known.net, interest(2, False))
    gained = plays.points[:, me] * weights[0] - plays.points[:, other] * weights[1]
    mean = gained.reshape(len(asked), tables) @ (share / share.sum())
    worth = dict(zip(asked, mean, strict=True))
    return np.array([worth[rank] for rank in ranks], np.float32)
