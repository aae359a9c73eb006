"""The reference opponent: exact discards, and an open-hand search of the play.

It discards like `greedy`. For each card it samples 60 hands that the opponent may have kept, by
probability, and finds the result of best play by both with all cards known. Its known weakness: it
assumes that the opponent sees its hand. With more than two seats it plays like `greedy`.
"""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Action, Discard, Play, View
from pegboard.players.engine.knowledge import knowledge, sample
from pegboard.players.engine.many import NONE, BatchPlay
from pegboard.players.engine.tables import tables
from pegboard.players.greedy import Greedy, discard, published

Floats = npt.NDArray[np.float32]

HANDS = 60
"""Number of the other seat's hands to search."""


class Reference:
    """The reference opponent; see the module."""

    name = "reference"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        rules = view.rules
        if isinstance(view.legal[0], Discard):
            return discard(view, published(rules.players, rules.partners))
        if not isinstance(view.legal[0], Play) or rules.players != 2:
            return Greedy().choose(view, rng)
        own_knowledge = knowledge(view)
        chance = np.random.default_rng(rng.getrandbits(64))
        keeping = tables(2, False).keeping
        hands, times = np.unique(
            sample(own_knowledge, keeping, view.rules, view.dealer, HANDS, chance),
            axis=0,
            return_counts=True,
        )
        plays = own_knowledge.open(hands)
        worth: dict[int, float] = {}
        for action in view.legal:
            assert isinstance(action, Play)
            rank = action.card.rank - 1
            if rank not in worth:
                after = plays.select(np.arange(len(hands)))
                after.play(np.arange(len(hands)), np.full(len(hands), rank))
                worth[rank] = float(open_hand_search(after, view.seat) @ times)
        return max(
            view.legal,
            key=lambda action: worth[action.card.rank - 1] if isinstance(action, Play) else 0,
        )


def open_hand_search(plays: BatchPlay, seat: int) -> Floats:
    """Returns a seat's points less the other's, if both see all hands; (tables,).

    For two seats. Points pegged before count too. All tables must have equally many cards played.
    """
    going = plays.unfinished
    ends = (plays.points[:, seat] - plays.points[:, 1 - seat]).astype(np.float32)
    if not len(going):
        return ends
    place, rank = np.nonzero(plays.fits(going))
    after = plays.select(going[place])
    after.play(np.arange(len(place)), rank)
    values = open_hand_search(after, seat)
    is_own_turn = plays.turn[going] == seat
    signed = np.where(is_own_turn[place], values, -values)
    first = np.flatnonzero(np.diff(place, prepend=NONE))
    best = np.maximum.reduceat(signed, first)
    ends[going] = np.where(is_own_turn, best, -best)
    return ends
