"""Hands that an opponent may have been dealt, by the ranks it kept and discarded.

Every four ranks are combined with every two, weighted by the ways to deal them from the unseen
cards and by how often the expert would split such six cards that way (`Book.keeps`).
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from pegboard.players.engine.beliefs import all_hands, ways
from pegboard.players.engine.many import RANKS, Counts
from pegboard.players.weighing.book import PAIRS, book

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Ranks = npt.NDArray[np.bool_]
SUITS = 4


def weights(keys: Places, there: Counts, laid: Counts, role: int, suits: Ranks) -> Floats:
    """Returns unnormalised probabilities of hands with each pair of discards, (hands, 91).

    Args:
        keys: keys of the hands by `discards.kept_key`.
        there: (13,), cards by rank that the opponent may have been dealt, those played among them.
        laid: (13,), cards by rank that it has played.
        role: 1 for an opponent who deals, else 0.
        suits: (suits, 13), for each suit in which it may hold a flush, True for the ranks that it
            may hold, or has played, in that suit. A flush is kept more readily.
    """
    hands = all_hands()[keys]
    low, high = PAIRS.T
    left = np.maximum(there - hands, 0).astype(np.float64)
    two = left[:, low] * np.where(low == high, (left[:, high] - 1) / 2, left[:, high])
    keeps = _keeps(role)[keys]
    found = ways()[np.clip(there, 0, SUITS), hands].prod(axis=1)[:, None] * keeps
    for suit in suits:
        # A flush has at most one card of each rank, and that card is of the suit.
        flush = (hands <= np.where(suit, 1, 0)).all(axis=1)
        times = flush * np.where((hands == 1) & (laid > 0), there, 1).prod(axis=1)
        some = np.flatnonzero(times)
        found[some] += times[some, None] * (book().flushes[role][keys[some]] - keeps[some])
    found *= two
    return np.asarray(found)


@cache
def _keeps(role: int) -> npt.NDArray[np.float32]:
    """Returns `Book.keeps`, divided by the number of equivalent ways to split, (1820, 91).

    If two of three fives are kept, it does not matter which.
    """
    hands, (low, high) = all_hands(), PAIRS.T
    same = hands[:, low] + 1.0
    same *= np.where(low == high, (hands[:, high] + 2) / 2, hands[:, high] + 1)
    return np.asarray(book().keeps[role] / same, np.float32)


def drawn_pairs(weight: Floats, rows: Places, chance: np.random.Generator) -> Places:
    """Draws a pair of discards for each hand in `rows`, as indices of `PAIRS`, (rows,).

    Args:
        weight: (hands, 91), see `weights`.
        rows: (rows,), index of the hand for each draw.
        chance: source of random numbers.
    """
    steps = weight.cumsum(axis=1)
    at = chance.random(len(rows)) * steps[rows, -1]
    return np.asarray((steps[rows] < at[:, None]).sum(axis=1).clip(max=len(PAIRS) - 1))


def with_suits(ranks: Places, free: npt.NDArray[np.bool_], chance: np.random.Generator) -> Places:
    """Returns cards of these ranks with random suits, as deck indices; no duplicates in a row.

    Args:
        ranks: (rows, cards); no rank occurs more often than it is free.
        free: (52,), the cards that may be taken.
        chance: source of random numbers.
    """
    number = np.arange(len(ranks))
    # A random order of suits for each row and rank, with those that are not free last.
    order = chance.random((len(ranks), SUITS, RANKS)) + 2 * ~free.reshape(SUITS, RANKS)
    suits = order.argsort(axis=1)
    found = np.empty_like(ranks)
    for place in range(ranks.shape[1]):
        rank = ranks[:, place]
        before = (ranks[:, :place] == rank[:, None]).sum(axis=1)
        found[:, place] = suits[number, before, rank] * RANKS + rank
    return found


def ranks_left(keys: Places, laid: Counts) -> Places:
    """Returns the ranks that hands still hold, low to high, (hands, cards left).

    Args:
        keys: keys of the hands by `discards.kept_key`; each contains the cards played.
        laid: (13,), cards by rank.
    """
    left = all_hands()[keys] - laid
    cards = int(left[0].sum()) if len(left) else 0
    rows = np.repeat(np.tile(np.arange(RANKS), len(left)), left.reshape(-1))
    return np.asarray(rows.reshape(len(left), cards))


def thinned(odds: Floats, likeliest: int, others: int) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Returns probabilities of fewer hands, (hands,): sampled ones represent the unlikely.

    Samples are taken at even steps, without randomness.

    Args:
        odds: (hands,), the probability of each.
        likeliest: number of likeliest hands that stay.
        others: number of samples that represent all other hands.

    Returns:
        The probabilities, and a mask of the hands that represent others.
    """
    order = np.argsort(-odds, kind="stable")
    mass, tail = np.zeros_like(odds), np.zeros(len(odds), np.bool_)
    mass[order[:likeliest]] = odds[order[:likeliest]]
    rest = np.sort(order[likeliest:])
    total = odds[rest].cumsum()
    if len(rest) and total[-1] > 0:
        steps = (np.arange(others) + 0.5) / others * total[-1]
        found = rest[np.searchsorted(total, steps)]
        np.add.at(mass, found, total[-1] / others)
        tail[found] = True
    return mass, tail
