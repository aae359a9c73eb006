"""Recognition of the starter among five cards: the one that lies apart.

A card's gap is the distance in pixels from its outline to the nearest other one. The starter is the
card with the widest gap; `clearness` is 1 minus the ratio of the second widest gap to it. If all
outlines touch, distances between centres are used. The guess is a suggestion; players can
pick another card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pegboard.vision.outlines import Outline
from pegboard.vision.recognise import Sighting

CLEAR = 0.15
"""Clearness above which the guess is accepted without asking."""


@dataclass(frozen=True)
class StarterGuess:
    """Likely starter among the sightings, and how clearly it lies apart, 0 to 1."""

    index: int
    clearness: float


def guess_starter(sightings: Sequence[Sighting]) -> StarterGuess:
    """Returns the card that lies apart from the others.

    Raises:
        ValueError: there are fewer than three cards; of two, neither lies apart.
    """
    if len(sightings) < 3:
        raise ValueError(f"{len(sightings)} cards: a starter can be told among three or more")
    outlines = [sighting.corners for sighting in sightings]
    guess = _widest(outlines, _gap)
    return guess if guess is not None else _widest(outlines, _between) or StarterGuess(0, 0.0)


def _widest(
    outlines: list[Outline], distance: Callable[[Outline, Outline], float]
) -> StarterGuess | None:
    """Returns the outline with the widest gap to its nearest neighbour; None if all gaps are 0."""
    nearest = [
        min(distance(here, other) for j, other in enumerate(outlines) if j != i)
        for i, here in enumerate(outlines)
    ]
    order = sorted(range(len(nearest)), key=lambda i: -nearest[i])
    first, second = nearest[order[0]], nearest[order[1]]
    return StarterGuess(order[0], 1 - second / first) if first > 0 else None


def _gap(a: Outline, b: Outline) -> float:
    """Returns the distance between two convex outlines; 0 if they touch."""
    first, second = np.array(a, np.float32), np.array(b, np.float32)
    if cv2.intersectConvexConvex(first, second)[0] > 0:
        return 0.0
    return min(
        max(0.0, -cv2.pointPolygonTest(outline, (float(x), float(y)), True))
        for outline, points in ((first, second), (second, first))
        for x, y in points
    )


def _between(a: Outline, b: Outline) -> float:
    """Returns the distance between the centres of two outlines."""
    middles = [[sum(axis) / len(axis) for axis in zip(*o, strict=True)] for o in (a, b)]
    return math.dist(*middles)
