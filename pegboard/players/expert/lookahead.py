"""Lookahead: plays a card out to the end of the play against the hands others may hold.

With two players these are all likely hands, which the opponent's plays reveal (`inference`); with
more players they are sampled. Everybody plays on as the net does. To search my own later cards as
well gained nothing: where few hands come so far, their mean is less than the net's opinion.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import View
from pegboard.players.engine.beliefs import all_hands, drawn
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import Knowledge, facts_of, sample
from pegboard.players.engine.many import RANKS, Counts
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.tables import Tables

Floats = npt.NDArray[np.float32]

HANDS = 150
"""Number of hands drawn where more are likely, with two players."""
CARDS = {2: 2400, 3: 1500, 4: 800}
"""Times that each seat lays a card in all plays together, by number of seats."""
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
    view: View, seen: Knowledge, known: Tables, chance: np.random.Generator, ranks: int
) -> tuple[Counts, npt.NDArray[np.float64]]:
    """Returns the same for several opponents, each dealt a likely hand again and again.

    Args:
        view: of the seat that is to lay a card.
        seen: the same as arrays.
        known: the tables.
        chance: draws the hands.
        ranks: of how many it may lay one: the fewer, and the fewer cards are left, the more hands.
    """
    number = CARDS[view.rules.players] // (ranks * max(view.hand_sizes))
    kept = sample(seen, known.keeping, view.rules, view.dealer, number, chance, evenly=True)
    return kept, np.full(number, 1 / number)


def gains(
    view: View,
    seen: Knowledge,
    held: tuple[Counts, npt.NDArray[np.float64]],
    ranks: Sequence[int],
) -> Floats:
    """Returns what each seat pegs from here on after a card of each rank, on average.

    Args:
        view: of the seat that is to lay a card.
        seen: the same as arrays.
        held: what the others may hold, and how likely each table is.
        ranks: 0..12.

    Returns:
        (ranks, seats), the seat that is to lay a card first.
    """
    kept, share = held
    asked = sorted(set(ranks))
    plays = seen.after(kept, asked)
    play_out(plays, facts_of(view, len(plays.turn)), judge(view.rules.players, view.rules.partners))
    points = np.roll(plays.points, -view.seat, axis=1)
    mean = np.einsum("rts,t->rs", points.reshape(len(asked), len(kept), -1), share)
    return np.asarray(mean[np.searchsorted(asked, ranks)], np.float32)
