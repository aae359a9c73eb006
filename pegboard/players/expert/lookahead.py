"""Lookahead: plays a card out to the end of the play against the hands others may hold.

The net rates a card immediately. Once few enough cards are left, the rest of the play can be played
out: with two players against every likely hand, which the opponent's plays reveal
(`inference`); with more players against sampled hands.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import View
from pegboard.players.expert.beliefs import all_hands
from pegboard.players.expert.inference import drawn
from pegboard.players.expert.judging import judge
from pegboard.players.expert.knowledge import Knowledge, facts_of, sample
from pegboard.players.expert.many import RANKS, Counts
from pegboard.players.expert.playout import play_out
from pegboard.players.expert.tables import Tables

Floats = npt.NDArray[np.float32]

LEFT = 3
"""While another holds more cards than this, a glance is as good."""
HANDS = 60
"""Number of hands drawn where more are likely."""
UNLIKELY = 1e-4
"""A hand is left out that is so much less likely than the likeliest."""


def read(
    seen: Knowledge, odds: npt.NDArray[np.float64], chance: np.random.Generator
) -> tuple[Counts, npt.NDArray[np.float64]]:
    """Returns the opponent's possible hands, (tables, 2, 13), and the probability of each.

    Args:
        seen: what the seat knows that is to lay a card.
        odds: how likely each of `all_hands` is to be the other's; not all zeros.
        chance: draws hands, where too many are likely to look at all.
    """
    hands = np.flatnonzero(odds > odds.max() * UNLIKELY)
    share = odds[hands]
    if len(hands) > HANDS:
        hands, times = np.unique(drawn(odds, HANDS, chance), return_counts=True)
        share = times.astype(np.float64)
    kept = np.zeros((len(hands), 2, RANKS), np.int8)
    kept[:, 1 - seen.seat] = all_hands()[hands]
    return kept, share / share.sum()


def guessed(
    view: View, seen: Knowledge, known: Tables, chance: np.random.Generator
) -> tuple[Counts, npt.NDArray[np.float64]]:
    """Returns the same for several opponents, each dealt a likely hand again and again."""
    kept = sample(seen, known.keeping, view.rules, view.dealer, HANDS, chance)
    return kept, np.full(HANDS, 1 / HANDS)


def cards(
    view: View,
    seen: Knowledge,
    held: tuple[Counts, npt.NDArray[np.float64]],
    known: Tables,
    ranks: Sequence[int],
    weights: Floats,
) -> Floats:
    """Returns the value of a card of each rank over the rest of the play, (ranks,).

    Args:
        view: of the seat that is to lay a card.
        seen: the same as arrays.
        held: what the others may hold, and how likely each table is.
        known: the tables.
        ranks: 0..12.
        weights: (seats,), what a point is worth to me: my own first, then in turn.
    """
    kept, share = held
    seats, partners = view.rules.players, view.rules.partners
    tables, asked = len(kept), sorted(set(ranks))
    plays = seen.open(kept).take(np.tile(np.arange(tables), len(asked)))
    number = len(plays.turn)
    plays.lay(np.arange(number), np.repeat(asked, tables))
    play_out(plays, facts_of(view, number), judge(seats, partners))
    gained = plays.points @ np.roll(weights, view.seat)
    mean = gained.reshape(len(asked), tables) @ share
    worth = dict(zip(asked, mean, strict=True))
    return np.array([worth[rank] for rank in ranks], np.float32)
