"""Counting speed of each algorithm, in hands per second."""

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

from pegboard.cli.bench.slices import rate
from pegboard.cribbage.cards import DECK, Card
from pegboard.cribbage.scoring import hand_points, score_hand


def brute_points(hand: tuple[Card, ...], starter: Card) -> int:
    """Counts a hand by brute force, as the baseline of the comparison."""
    cards = (*hand, starter)
    points = 0
    for size in range(2, 6):
        for some in combinations(cards, size):
            points += 2 * (sum(card.value for card in some) == 15)
    points += sum(2 for a, b in combinations(cards, 2) if a.rank == b.rank)
    for size in (5, 4, 3):
        runs = 0
        for some in combinations(cards, size):
            ranks = sorted(card.rank for card in some)
            runs += ranks == list(range(ranks[0], ranks[0] + size))
        if runs:
            points += runs * size
            break
    if len({card.suit for card in hand}) == 1:
        points += 4 + (starter.suit == hand[0].suit)
    return points + any(card.rank == 11 and card.suit == starter.suit for card in hand)


def scoring() -> dict[str, Any]:
    """Measures hands counted per second by each algorithm."""
    rng = Random(121)
    hands = [tuple(rng.sample(DECK, 5)) for _ in range(500)]

    def count_all(points: Callable[[tuple[Card, ...], Card], object]) -> Callable[[], int]:
        def once() -> int:
            for cards in hands:
                points(cards[:4], cards[4])
            return len(hands)

        return once

    for cards in hands:
        assert hand_points(cards[:4], cards[4]) == brute_points(cards[:4], cards[4])
    return {
        "brute_per_s": rate(count_all(brute_points)),
        "hand_points_per_s": rate(count_all(hand_points)),
        "score_hand_per_s": rate(count_all(score_hand)),
    }


def bulk() -> dict[str, Any]:
    """Counts every possible hand as `pegboard score --all` does."""
    out = subprocess.run(
        [sys.executable, "-m", "pegboard", "score", "--all", "--json"],
        capture_output=True,
        text=True,
    )
    if out.returncode:
        return {"hands_per_s": None}
    answer = json.loads(out.stdout)
    return {"hands_per_s": answer["hands"] / answer["seconds"]}
