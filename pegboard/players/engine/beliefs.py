"""Beliefs about another seat's cards: the probability of every hand of four ranks.

A hand's probability is proportional to the ways to deal it from the unseen cards, times how readily
players keep it: kept cards are not random. It contains the cards that the seat has played, and no
other card that its gos ruled out. A card played from a pair could as well have been the other one:
bridge players call this the principle of restricted choice.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from pegboard.players.discards import KEPT_KEYS, RANKS, kept_ranks
from pegboard.players.engine.many import VALUES, Counts

Floats = npt.NDArray[np.float64]


@cache
def all_hands() -> Counts:
    """Returns the number of cards of each rank in every hand of four, (1820, 13), by `kept_key`."""
    hands = np.zeros((KEPT_KEYS, RANKS), np.int8)
    for key in range(KEPT_KEYS):
        for rank in kept_ranks(key):
            hands[key, rank] += 1
    return hands


@cache
def ways() -> Floats:
    """Returns the number of ways to draw cards of a rank: `ways()[available, taken]`."""
    found = np.zeros((5, 5))
    for there in range(5):
        found[there, 0] = 1
        for taken in range(1, there + 1):
            found[there, taken] = found[there, taken - 1] * (there - taken + 1) / taken
    return found


def fitting(laid: Counts, least: int) -> npt.NDArray[np.bool_]:
    """Returns a mask over `all_hands` of those consistent with a seat's plays, (1820,).

    Args:
        laid: (13,), cards it has played, by rank.
        least: lowest possible value of its remaining cards.
    """
    held = all_hands() - laid
    low = [rank for rank in range(RANKS) if VALUES[rank] < least]
    return np.asarray((held >= 0).all(axis=1) & (held[:, low] <= 0).all(axis=1))


def likely(unseen: Counts, laid: Counts, least: int, keeping: Floats) -> Floats:
    """Returns the probability that another seat holds each hand of four; (1820,), the sum is 1.

    Args:
        unseen: (13,) cards by rank that may still be in its hand.
        laid: (13,), cards it has played, by rank.
        least: lowest possible value of its remaining cards.
        keeping: (1820,), ratio of how often players keep a hand to chance.

    Returns:
        All zeros where no hand fits.
    """
    weights, fits = np.zeros(KEPT_KEYS), fitting(laid, least)
    hands = all_hands()[fits]
    weights[fits] = ways()[np.clip(unseen, 0, 4), hands - laid].prod(axis=1) * keeping[fits]
    # Restricted choice: with several cards of a rank, each was less likely to be the one played.
    weights[fits] /= ways()[hands, laid].prod(axis=1)
    total = weights.sum()
    return np.asarray(weights / total if total else weights)


def sample_hands(odds: Floats, number: int, chance: np.random.Generator) -> npt.NDArray[np.intp]:
    """Returns hands sampled in proportion to their probability.

    Samples are taken at even steps (systematic sampling), which reduces the variance.

    Returns:
        Indices of `all_hands`, (number,).
    """
    steps = (np.arange(number) + chance.random()) / number
    total = odds.cumsum()
    places = np.searchsorted(total, steps * total[-1], side="right")
    return np.asarray(np.minimum(places, len(odds) - 1))
