"""Beliefs about another seat's cards: the probability of every hand of four ranks.

A hand is as likely as the ways to deal it from the cards not seen, times how readily players keep
it: four kept cards are not four random ones. The cards it has played must be in it, and those its
gos ruled out must not. A card played that it had two of could have been the other one: the
principle of restricted choice, as bridge players call it.
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
        laid: (13,) what it has laid.
        least: no card it still holds is worth less.
    """
    held = all_hands() - laid
    low = [rank for rank in range(RANKS) if VALUES[rank] < least]
    return np.asarray((held >= 0).all(axis=1) & (held[:, low] <= 0).all(axis=1))


def likely(unseen: Counts, laid: Counts, least: int, keeping: Floats) -> Floats:
    """Returns the probability that another seat holds each hand of four; (1820,), the sum is 1.

    Args:
        unseen: (13,) cards by rank that may still be in its hand.
        laid: (13,) what it has laid.
        least: no card it still holds is worth less.
        keeping: (1820,) how much more often players keep a hand than chance would.

    Returns:
        All zeros where no hand fits.
    """
    weights, fits = np.zeros(KEPT_KEYS), fitting(laid, least)
    hands = all_hands()[fits]
    weights[fits] = ways()[np.clip(unseen, 0, 4), hands - laid].prod(axis=1) * keeping[fits]
    # Two of a rank may have been laid in either order: that it was just this card is less likely.
    weights[fits] /= ways()[hands, laid].prod(axis=1)
    total = weights.sum()
    return np.asarray(weights / total if total else weights)


def sample_hands(odds: Floats, number: int, chance: np.random.Generator) -> npt.NDArray[np.intp]:
    """Returns a sample of `all_hands` in proportion to their probability.

    It is taken at even steps, which reduces its variance.

    Returns:
        Indices of `all_hands`, (number,).
    """
    steps = (np.arange(number) + chance.random()) / number
    total = odds.cumsum()
    places = np.searchsorted(total, steps * total[-1], side="right")
    return np.asarray(np.minimum(places, len(odds) - 1))
