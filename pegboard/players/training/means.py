"""Averages from self-play: crib values, hands kept, and the points they peg."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegboard.players.crib_means import CRIB_MEANS
from pegboard.players.discards import AWAY_KEYS, KEPT_KEYS, RANKS, Worth, away_key, kept_key
from pegboard.players.engine.beliefs import all_hands
from pegboard.players.engine.judging import Judge
from pegboard.players.engine.net import interest
from pegboard.players.engine.playout import play_out
from pegboard.players.training.deals import (
    Deals,
    Places,
    arrange_tables,
    deal,
    deal_many,
    hand_points,
)

Floats = npt.NDArray[np.float32]

Totals = npt.NDArray[np.float64]

CRIBS = 8000
"""Number of cribs sampled for each pair of discards."""
AT_ONCE = 2000
"""Deals played together."""


def first_worth(seats: int, partners: bool) -> Worth:
    """Returns initial tables: cribs of random discards, and zeros for the play."""
    means = np.array(CRIB_MEANS, np.float32)
    means = means.mean(axis=1) if seats > 2 else np.tile(means.reshape(-1), 2)
    return Worth(np.tile(means, (2, 1)), np.zeros((2, KEPT_KEYS), np.float32), seats, partners)


def settled(worth: Worth, number: int, rounds: int, rng: np.random.Generator) -> Worth:
    """Recomputes crib values from the discards they lead to, a number of times."""
    for _ in range(rounds):
        deals = deal_many(number, worth, rng)
        worth = worth._replace(crib=crib_means(deals, rng))
    return worth


def crib_means(deals: Deals, rng: np.random.Generator) -> Floats:
    """Returns the mean points of the crib, by role and `away_key`, (2, keys).

    Each key is combined with the others' discards in random deals, and with a random starter;
    combinations that contain a card twice are dropped.
    """
    seats, away = deals.away.shape[1:]
    means = np.zeros((2, AWAY_KEYS[away]), np.float32)
    for role in range(2):
        seat = 0 if role else 1
        others = np.concatenate([deals.away[:, n] for n in range(seats) if n != seat], axis=1)
        if seats == 3:
            others = np.concatenate([others, deals.crib[:, -1:]], axis=1)
        for key, laid in representatives(away):
            rows = rng.integers(0, len(others), CRIBS)
            cards = np.concatenate(
                [np.tile(laid, (CRIBS, 1)), others[rows], rng.integers(0, 52, (CRIBS, 1))], axis=1
            )
            cards = cards[(np.diff(np.sort(cards, axis=1), axis=1) > 0).all(axis=1)]
            means[role, key] = hand_points(cards[:, :4], cards[:, 4], crib=True).mean()
    return means


def representatives(away: int) -> list[tuple[int, Places]]:
    """Returns one example of cards for every key."""
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


def roles(worth: Worth) -> tuple[list[int], list[int]]:
    """Returns the seats that play against seat 0's crib, and those that share it."""
    own_seats = [0, 2] if worth.partners else [0]
    return [seat for seat in range(worth.seats) if seat not in own_seats], own_seats


def discard_frequencies(deals: Deals, worth: Worth) -> Floats:
    """Returns the frequency of each discard, for `Tables.laid`; two players or partners."""
    away = deals.away % RANKS
    if worth.partners:
        into = [np.bincount(away[:, seats].reshape(-1), minlength=RANKS) for seats in roles(worth)]
        return np.array([count / count.sum() for count in into], np.float32)
    found = np.zeros((2, RANKS, RANKS))
    for seat in range(2):
        ranks = np.sort(away[:, seat], axis=1)
        np.add.at(found[seat], (ranks[:, 0], ranks[:, 1]), 1 / len(ranks))
    return np.asarray(found, np.float32)


def keeping(deals: Deals, worth: Worth) -> Floats:
    """Returns the ratio of kept frequency to chance for each hand of ranks, by role; (2, 1820).

    Hands that hardly occur count as rare, not as impossible.
    """
    ways = np.array([1, 4, 6, 4, 1])[all_hands()].prod(axis=1)
    chance = ways / ways.sum()
    result = np.empty((2, KEPT_KEYS), np.float32)
    for role, seats in enumerate(roles(worth)):
        keys = np.concatenate([kept_key(deals.kept[:, seat]) for seat in seats])
        counts = np.bincount(keys, minlength=KEPT_KEYS)
        result[role] = (counts + 0.3) / (len(keys) * chance + 3)
    return result


def play_means(
    worth: Worth, judge: Judge, number: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Returns the points hands peg in the play, less those of the others, by role and `kept_key`.

    Many deals are played: with 200,000 instead of 1,500,000 the noise of the means costs 0.013
    points a hand. A rarely kept hand is estimated partly from its pairs and neighbours by least
    squares, which weigh as much as sixty observations.

    Args:
        worth: tables by which all seats discard.
        judge: plays all seats.
        number: number of deals.
        rng: source of the shuffles.

    Returns:
        The points of the hands, (2, 1820), and the mean points of each seat, (seats,).
    """
    times, total = np.zeros((2, KEPT_KEYS)), np.zeros((2, KEPT_KEYS))
    pegged = np.zeros(worth.seats)
    weights = interest(worth.seats, worth.partners)
    for start in range(0, number, AT_ONCE):
        deals = deal(min(AT_ONCE, number - start), worth, rng)
        plays, known = arrange_tables(deals)
        play_out(plays, known, judge)
        pegged += plays.points.sum(axis=0)
        for role, of in enumerate(roles(worth)):
            for seat in of:
                keys = kept_key(deals.kept[:, seat])
                gained = np.roll(plays.points, -seat, axis=1) @ weights
                times[role] += np.bincount(keys, minlength=KEPT_KEYS)
                total[role] += np.bincount(keys, gained, KEPT_KEYS)
    return smoothed(times, total), (pegged / number).astype(np.float32)


def smoothed(times: Totals, total: Totals) -> Floats:
    """Returns the mean points of hands, (2, 1820), from their frequencies and total points."""
    held = all_hands()
    traits = np.concatenate(
        [held, held >= 2, held >= 3, (held[:, :-1] > 0) & (held[:, 1:] > 0), held[:, :1] >= 0],
        axis=1,
    ).astype(np.float64)
    result = np.empty((2, KEPT_KEYS), np.float32)
    for role in range(2):
        root = np.sqrt(times[role])
        known_traits = traits * root[:, None]
        is_observed = times[role] > 0
        mean = np.divide(total[role], root, out=np.zeros(KEPT_KEYS), where=is_observed)
        square = known_traits.T @ known_traits + 20 * np.eye(traits.shape[1])
        prior = traits @ np.linalg.solve(square, known_traits.T @ mean)
        result[role] = (total[role] + 60 * prior) / (times[role] + 60)
    return result
