"""Rechecking of a doubtful picture, rotated slightly each way (test-time augmentation).

Court figures, patterns and shadows may look like an index at one angle; a real index does at every
angle. A card seen in two of three passes gets their mean confidence. A card seen once stays
doubtful, unless it cannot be there: deep inside a card whose two indices are both visible, or far
larger or smaller than the certain cards.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.assemble import CardCandidate
from pegboard.vision.confidence import CERTAIN, RIVAL
from pegboard.vision.outlines import Outline, depth, index_place

ANGLES_DEG = (-10.0, 10.0)
"""Rotations of the extra passes."""
_SINGLE_FACTOR = 2 / 3
"""Factor for the confidence of a card seen in one pass of three."""
_MIN_DOUBTFUL = RIVAL + 0.01
"""Lower bound of that confidence: the picture must stay doubtful."""
_DEEP_INSIDE = 0.2
"""Distance from a card's edge, in card widths, beyond which no other card's index can be."""
_MAX_SIZE_RATIO = 1.8
"""Largest ratio of two index heights in one picture."""

Picture = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
Recognise = Callable[[Picture], list[CardCandidate]]
"""Returns every possible card in a picture, best first."""


def recheck(
    image: Picture, first: list[CardCandidate], recognise: Recognise
) -> list[CardCandidate]:
    """Returns the cards of a picture after two more passes, best first.

    Args:
        image: (height, width, 3) BGR.
        first: result of the first pass, on the upright picture.
        recognise: runs one pass.
    """
    passes = [{card.card: card for card in reversed(first)}]
    passes += [
        {card.card: card for card in reversed(recognise_rotated(image, angle, recognise))}
        for angle in ANGLES_DEG
    ]
    numbers = dict.fromkeys(number for found in passes for number in found)
    merged = [_merged([found.get(number) for found in passes], passes) for number in numbers]
    return sorted(merged, key=lambda card: -card.confidence)


def recognise_rotated(image: Picture, angle: float, recognise: Recognise) -> list[CardCandidate]:
    """Returns the cards of a picture read at a rotation in degrees, in original coordinates."""
    rotated, back = rotate(image, angle)
    return [card._replace(corners=transformed(card.corners, back)) for card in recognise(rotated)]


def rotate(image: Picture, angle: float) -> tuple[Picture, Matrix]:
    """Returns the picture rotated by `angle` degrees, and the (2, 3) matrix that undoes this."""
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = int(height * sin + width * cos), int(height * cos + width * sin)
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    rotated = cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(rotated, np.uint8), np.asarray(cv2.invertAffineTransform(matrix), np.float64)


def transformed(corners: Outline, by: Matrix) -> Outline:
    """Returns an outline transformed by a (2, 3) matrix."""
    points = np.array(corners) @ by[:, :2].T + by[:, 2]
    return tuple((float(x), float(y)) for x, y in points)


def _merged(
    candidates: Sequence[CardCandidate | None], passes: Sequence[dict[int, CardCandidate]]
) -> CardCandidate:
    """Returns one card, merged from its candidates; a candidate is None if that pass missed it."""
    confidences = [0.0 if card is None else card.confidence for card in candidates]
    best = next(card for card in candidates if card is not None)
    strong = [n for n, confidence in enumerate(confidences) if confidence >= RIVAL]
    if len(strong) == 1:
        single = candidates[strong[0]]
        assert single is not None
        if _is_ghost(single, passes[strong[0]].values()):
            return single._replace(confidence=0.0)
        return single._replace(confidence=max(_MIN_DOUBTFUL, _SINGLE_FACTOR * single.confidence))
    return best._replace(confidence=sum(confidences) / len(confidences))


def _is_ghost(candidate: CardCandidate, others: Iterable[CardCandidate]) -> bool:
    """Returns whether the certain cards around a card prove that it cannot be there."""
    certain = [c for c in others if c.confidence >= CERTAIN and c.card != candidate.card]
    if not certain:
        return False
    ratio = candidate.index_px / statistics.median(c.index_px for c in certain)
    if not 1 / _MAX_SIZE_RATIO <= ratio <= _MAX_SIZE_RATIO:
        return True
    place = index_place(candidate.corners, candidate.index_px)
    return any(depth(place, c.corners) > _DEEP_INSIDE for c in certain if c.has_both)
