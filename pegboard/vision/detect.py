"""Detection of card indices by a small fully convolutional net, at two or three scales.

An index (rank over suit in the corner of a card) is all that shows of a card in a fan, looks the
same whatever is printed on the card, and every card has two. So the net detects indices, not cards.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Image8, Spot, halved
from pegboard.vision.nets import OpenCvNet
from pegboard.vision.nets.port import batch

STRIDE = 4
"""Input pixels per output of the net."""
REFERENCE = 28.0
"""Index height in pixels at size output 0; the output is the logarithm relative to it."""
SMALLEST, LARGEST = 10.0, 85.0
"""Range of index heights that the net detects, in pixels of its input."""

SCALES = (320, 640)
"""Longest sides of the copies always searched; they cover index heights from 1/64 to 1/4 of it."""
FINE_SCALE = 1120
"""Longest side of an extra copy, searched if indices are small or none were found."""
_SMALL_PX = 19.0
"""Index height at the last of SCALES below which the fine scale is searched."""
_THRESHOLD = 0.3
"""Minimum score of a candidate; hardly any below it is an index."""
_MOST = 120
"""Maximum number of candidates: a whole deck has 104 indices."""
_PADDING = 32


class Candidate(NamedTuple):
    """A possible index, with its score (0..1)."""

    spot: Spot
    score: float


class Detector:
    """The detection net with its weights; `cv2.setNumThreads` sets its threads."""

    def __init__(self, weights: Path) -> None:
        self._net = OpenCvNet(weights)

    def find(self, levels: list[Image8], index_px: float | None = None) -> list[Candidate]:
        """Returns candidates in a picture, best first, in picture pixels.

        Args:
            levels: the picture as `crops.pyramid` gives it.
            index_px: usual height of an index, if known; then one scale suffices.
        """
        longest = max(levels[0].shape[:2])
        if index_px is not None:
            side = min(2 * longest, max(64, round(longest * REFERENCE / index_px)))
            return suppressed(self._search(levels, side))[:_MOST]
        candidates = []
        for side in SCALES:
            if side < 2 * longest:
                candidates += self._search(levels, side)
        last = min(SCALES[-1], 2 * longest)
        sizes = [c.spot.size * last / longest for c in candidates if c.score > 0.4]
        if longest > last and (not sizes or min(sizes) < _SMALL_PX):
            candidates += self._search(levels, min(FINE_SCALE, 2 * longest))
        return suppressed(candidates)[:_MOST]

    def _search(self, levels: list[Image8], side: int) -> list[Candidate]:
        factor = side / max(levels[0].shape[:2])
        return [
            Candidate(
                Spot(
                    (c.spot.x + 0.5) / factor - 0.5,
                    (c.spot.y + 0.5) / factor - 0.5,
                    c.spot.ux,
                    c.spot.uy,
                    c.spot.size / factor,
                ),
                c.score,
            )
            for c in peaks(self._run(resized(levels, factor)))
        ]

    def _run(self, image: Image8) -> npt.NDArray[np.float32]:
        """Returns the net's output, (4, h / 4, w / 4): heat logit, up x, up y, log size."""
        height, width = image.shape[:2]
        below, right = -height % _PADDING, -width % _PADDING
        if below or right:
            border = cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_CONSTANT)
            image = np.asarray(border, np.uint8)
        [maps] = self._net.run(batch([image]))
        return np.asarray(maps, np.float32)


def resized(levels: list[Image8], factor: float) -> Image8:
    """Returns the picture scaled by `factor`, (height, width, 3), from the next larger level."""
    height, width = levels[0].shape[:2]
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    level = 0
    while level + 1 < len(levels) and factor <= 0.5 ** (level + 1):
        level += 1
    source = levels[level]
    while factor <= 0.5 ** (level + 1) and max(source.shape[:2]) > 1:
        source, level = halved(source), level + 1
    way = cv2.INTER_AREA if factor < 0.5**level else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(source, size, interpolation=way), np.uint8)


def peaks(maps: npt.NDArray[np.float32]) -> list[Candidate]:
    """Returns the local maxima of the heat map, in pixels of the net's input."""
    heat = np.asarray(1 / (1 + np.exp(-maps[0])), np.float32)
    crest = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > _THRESHOLD)
    candidates = []
    for row, column in zip(*np.where(crest), strict=True):
        size = REFERENCE * math.exp(min(max(float(maps[3, row, column]), -2.0), 2.0))
        if not SMALLEST <= size <= LARGEST:
            continue
        # Near the limits of its size range the net is less reliable; another scale is better.
        trust = 1.0 if SMALLEST + 3 <= size <= LARGEST - 15 else 0.85
        score = float(heat[row, column]) * trust
        if score < _THRESHOLD:
            continue
        y0, x0 = max(0, row - 1), max(0, column - 1)
        around = heat[y0 : row + 2, x0 : column + 2]
        yy, xx = np.arange(y0, y0 + around.shape[0])[:, None], np.arange(x0, x0 + around.shape[1])
        weight = float(around.sum())
        x = ((around * xx).sum() / weight + 0.5) * STRIDE - 0.5
        y = ((around * yy).sum() / weight + 0.5) * STRIDE - 0.5
        ux, uy = float(maps[1, row, column]), float(maps[2, row, column])
        length = math.hypot(ux, uy) + 1e-6
        spot = Spot(float(x), float(y), ux / length, uy / length, size)
        candidates.append(Candidate(spot, score))
    return candidates


def suppressed(candidates: list[Candidate]) -> list[Candidate]:
    """Returns the best candidate of each index, best first (non-maximum suppression)."""
    best: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: -c.score):
        if not any(same_index(candidate.spot, other.spot) for other in best):
            best.append(candidate)
    return best


def same_index(a: Spot, b: Spot) -> bool:
    """Returns whether two spots are the same index.

    Uses an ellipse that fits the spacing of indices in a tight fan.
    """
    reach = min(a.size, b.size)
    dx, dy = a.x - b.x, a.y - b.y
    if dx * dx + dy * dy > 0.25 * reach * reach:
        return False
    if a.ux * b.ux + a.uy * b.uy < 0.7:
        return math.hypot(dx, dy) < 0.42 * reach
    along, across = dx * b.ux + dy * b.uy, -dx * b.uy + dy * b.ux
    return (along / 0.45) ** 2 + (across / 0.27) ** 2 < reach * reach
