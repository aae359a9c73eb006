"""What cribs are worth and which hands are kept, from what sensible players lay away."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegboard.players.beliefs import all_hands
from pegboard.players.discards import AWAY_KEYS, KEPT_KEYS, RANKS, Worth, away_key, kept_key
from pegboard.players.training.deals import Deals, Places, deal, hand_points

Floats = npt.NDArray[np.float32]


def crib_means(deals: Deals, partners: bool, samples: int, rng: np.random.Generator) -> Floats:
    """Points of the crib by role and `away_key`, whoever laid the rest; (2, keys).

    Each key is tried with what others laid away in some of these deals and a starter by chance,
    none of the cards twice.
    """
    seats, away = deals.away.shape[1:]
    means = np.zeros((2, AWAY_KEYS[away]), np.float32)
    for role in range(2):
        seat = 0 if role else 1
        others = np.concatenate([deals.away[:, n] for n in range(seats) if n != seat], axis=1)
        if seats == 3:
            others = np.concatenate([others, deals.crib[:, -1:]], axis=1)
        for key, laid in representatives(away):
            rows = rng.integers(0, len(others), samples)
            cards = np.concatenate(
                [np.tile(laid, (samples, 1)), others[rows], rng.integers(0, 52, (samples, 1))],
                axis=1,
            )
            ordered = np.sort(cards, axis=1)
            cards = cards[(np.diff(ordered, axis=1) > 0).all(axis=1)]
            means[role, key] = hand_points(cards[:, :4], cards[:, 4], crib=True).mean()
    return means


def representatives(away: int) -> list[tuple[int, Places]]:
    """A key and cards that have it, for every key there is."""
    if away == 1:
        return [(rank, np.array([rank])) for rank in range(RANKS)]
    found = []
    for first in range(RANKS):
        for second in range(first, RANKS):
            pairs = [np.array([first, second + RANKS])]
            if first != second:
                pairs.append(np.array([first, second]))
            found += [(int(away_key(pair[None])[0]), pair) for pair in pairs]
    return found


def keeping(deals: Deals) -> Floats:
    """How much more often than by chance each hand of ranks is kept, by role; (2, 1820).

    Hands that are hardly met are taken for rare, not for impossible.
    """
    ways = np.array([1, 4, 6, 4, 1])[all_hands()].prod(axis=1)
    chance = ways / ways.sum()
    result = np.empty((2, KEPT_KEYS), np.float32)
    for role, seats in enumerate((range(1, deals.kept.shape[1]), [0])):
        counts = sum(
            np.bincount(kept_key(deals.kept[:, seat]), minlength=KEPT_KEYS) for seat in seats
        )
        total = len(deals.kept) * len(seats)
        result[role] = (counts + 0.3) / (total * chance + 3)
    return result


def settled(
    worth: Worth, number: int, rounds: int, rng: np.random.Generator
) -> tuple[Worth, Deals]:
    """Cribs and discards that suit each other: each is worked out from the other, in turn."""
    for _ in range(rounds):
        parts = [deal(10_000, worth.seats, worth, rng) for _ in range(number // 10_000)]
        deals = Deals(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        worth = worth._replace(crib=crib_means(deals, worth.partners, 8000, rng))
    return worth, deals
