"""Hypothetical hands and playing styles of the other seats, at many tables.

With two players these are all likely hands, as inferred from the opponent's plays (`inference`).
With more players they are sampled, then resampled by how well they explain the plays.
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
"""Number of hands sampled if more are likely, with two players."""
UNLIKELY = 1e-4
"""Probability relative to the likeliest hand below which a hand is ignored."""
TRIED = {2: 8, 3: 8, 4: 4}
"""Number of tables sampled for each one kept, by number of seats."""


class Others(NamedTuple):
    """Hypothetical hands and styles of the others at each of some tables."""

    kept: Counts
    """(tables, seats, 13), the hands they may have kept; one's own row is ignored."""
    greedy: Mask
    """(tables, seats), True where the seat plays greedily; see `styles`."""
    share: npt.NDArray[np.float64]
    """(tables,), probability of each table; the sum is 1."""


def read(
    seen: Knowledge,
    odds: npt.NDArray[np.float64],
    chance: np.random.Generator,
    number: int | None = None,
) -> Others:
    """Returns the likely hands of a single opponent that plays like the expert.

    Args:
        seen: knowledge of the seat to act.
        odds: probability of each of `all_hands` being the opponent's; not all zeros.
        chance: source of random numbers, used if too many hands are likely.
        number: number of equally likely tables; None for one per likely hand.
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
    """Returns sampled hands and styles of several opponents that fit their plays.

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
