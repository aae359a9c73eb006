"""Which of five cards is the starter: the one that lies apart.

The rule: each card's distance to its nearest neighbour is measured between the middles of the two,
in pixels. The starter is the card whose nearest neighbour is farthest away. It is clear where that
distance is well above the next card's; `clearness` is 1 minus the ratio of the two.
A player who is asked sees the guess first and can pick another card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.vision.recognise import Sighting

CLEAR = 0.15
"""Clearness from which the guess may be taken without asking."""


@dataclass(frozen=True)
class StarterGuess:
    """Which of the sightings is the starter, and how clear that is: 0 not at all, to 1."""

    index: int
    clearness: float


def guess_starter(sightings: Sequence[Sighting]) -> StarterGuess:
    """The card lying apart from the others.

    Raises:
        ValueError: fewer than three cards; of two, neither lies apart.
    """
    if len(sightings) < 3:
        raise ValueError(f"{len(sightings)} cards: a starter can be told among three or more")
    middles = [_middle(sighting) for sighting in sightings]
    nearest = [
        min(math.dist(here, there) for j, there in enumerate(middles) if j != i)
        for i, here in enumerate(middles)
    ]
    order = sorted(range(len(nearest)), key=lambda i: -nearest[i])
    first, second = nearest[order[0]], nearest[order[1]]
    return StarterGuess(order[0], 0.0 if first <= 0 else 1 - second / first)


def _middle(sighting: Sighting) -> tuple[float, float]:
    xs, ys = zip(*sighting.corners, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
