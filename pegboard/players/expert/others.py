"""The hands that others may hold, and the styles in which they may play them, at many tables.

With two players these are all likely hands, which the opponent's plays reveal (`inference`); with
more players they are drawn, and drawn again by how they fit what everybody played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import View
from pegboard.players.engine import inference
from pegboard.players.engine.beliefs import all_hands, sample_hands
from pegboard.players.engine.knowledge import Knowledge, sample
from pegboard.players.engine.many import RANKS, Counts, Mask
from pegboard.players.engine.styles import others_greedy
from pegboard.players.engine.tables import Tables

HANDS = 150
"""Number of hands drawn where more are likely, with two players."""
UNLIKELY = 1e-4
"""Probability relative to the likeliest hand below which a hand is ignored."""
TRIED = {2: 8, 3: 8, 4: 4}
"""Tables tried for each that fits what several opponents played, by number of seats."""


class Others(NamedTuple):
    """Hands that the others may hold, and how they may play them, at each of some tables."""

    kept: Counts
    """(tables, seats, 13), the hands they may have kept; one's own row is ignored."""
    greedy: Mask
    """(tables, seats), who takes what scores at once; see `styles`."""
    share: npt.NDArray[np.float64]
    """(tables,), how likely each table is; the sum is 1."""


def read(
    seen: Knowledge,
    odds: npt.NDArray[np.float64],
    chance: np.random.Generator,
    number: int | None = None,
) -> Others:
    """Returns the hands of a single opponent like the expert.

    Args:
        seen: what the seat knows that is to lay a card.
        odds: how likely each of `all_hands` is to be the other's; not all zeros.
        chance: draws hands, where too many are likely to look at all.
        number: number of tables, equally likely; else as many as there are likely hands.
    """
    hands = np.flatnonzero(odds > odds.max() * UNLIKELY)
    share = odds[hands]
    if number is not None:
        hands = sample_hands(odds, number, chance)
        share = np.ones(number)
    elif len(hands) > HANDS:
        hands, times = np.unique(sample_hands(odds, HANDS, chance), return_counts=True)
        share = times.astype(np.float64)
    kept_ranks = np.zeros((len(hands), 2, RANKS), np.int8)
    kept_ranks[:, 1 - seen.seat] = all_hands()[hands]
    return Others(kept_ranks, np.zeros((len(hands), 2), np.bool_), share / share.sum())


def guessed(
    view: View,
    seen: Knowledge,
    known: Tables,
    chance: np.random.Generator,
    number: int,
    greedy: Sequence[float],
) -> Others:
    """Returns hands and styles of several opponents, as their plays tell them.

    Args:
        view: view of the seat that is to play.
        seen: the same view as arrays.
        known: the expert's learned tables.
        chance: draws the hands.
        number: number of tables, which are equally likely.
        greedy: (seats,), prior probability that each seat is greedy.
    """
    has_evidence = any(seat != view.seat for seat, _ in view.plays)
    some = number * TRIED[view.rules.players] if has_evidence else number
    hands = sample(seen, known.keeping, view.rules, view.dealer, some, chance, evenly=True)
    takes = others_greedy(view.rules, view.seat, greedy, some, chance)
    fit = inference.fitting(view, hands, takes) if some > number else np.ones(some)
    rows = sample_hands(fit, number, chance) if fit.any() else np.arange(number)
    return Others(hands[rows], takes[rows], np.full(number, 1 / number))
