"""Looks again at a picture that is in doubt, turned a little each way.

Printed courts, patterns and shadows may look like an index at one angle; an index does at all. So a
card seen in two of three looks has their mean confidence. One seen once stays in doubt, unless it
cannot be there: deep inside a card both of whose indices are seen, or far larger or smaller than
the cards that are certain.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.assemble import Found
from pegboard.vision.confidence import CERTAIN, RIVAL
from pegboard.vision.outlines import Outline, depth, index_place

TURNS = (-10.0, 10.0)
"""Degrees."""
_ONCE = 2 / 3
"""Share of its confidence that a card keeps which one look of three has seen."""
_DOUBT = RIVAL + 0.01
"""The least it keeps, so that the picture stays in doubt."""
_DEEP = 0.2
"""Card widths from the edge of a card from which another card's index cannot be there."""
_LARGER = 1.8
"""Ratio of two indices from which they are not of one picture."""

Picture = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
Look = Callable[[Picture], list[Found]]
"""Returns every possible card in a picture, best first."""


def look_again(image: Picture, first: list[Found], look: Look) -> list[Found]:
    """Returns the cards of a picture by several looks, best first.

    Args:
        image: (height, width, 3) BGR.
        first: what the first look saw.
        look: takes a look.
    """
    looks = [{found.card: found for found in reversed(first)}]
    looks += [{f.card: f for f in reversed(turned(image, angle, look))} for angle in TURNS]
    cards = dict.fromkeys(card for seen in looks for card in seen)
    agreed = [_agreed([seen.get(card) for seen in looks], looks) for card in cards]
    return sorted(agreed, key=lambda found: -found.confidence)


def turned(image: Picture, angle: float, look: Look) -> list[Found]:
    """Returns what a look sees in a picture turned by some degrees, in its own coordinates."""
    seen, back = turn(image, angle)
    return [each._replace(corners=moved(each.corners, back)) for each in look(seen)]


def turn(image: Picture, angle: float) -> tuple[Picture, Matrix]:
    """Returns a picture turned by some degrees, and the matrix (2, 3) that turns points back."""
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = int(height * sin + width * cos), int(height * cos + width * sin)
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    seen = cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), np.asarray(cv2.invertAffineTransform(matrix), np.float64)


def moved(corners: Outline, by: Matrix) -> Outline:
    """Returns an outline after a matrix (2, 3) has moved its points."""
    points = np.array(corners) @ by[:, :2].T + by[:, 2]
    return tuple((float(x), float(y)) for x, y in points)


def _agreed(seen: Sequence[Found | None], looks: Sequence[dict[int, Found]]) -> Found:
    """Returns a card as some looks saw it, with the confidence of all of them."""
    each = [0.0 if found is None else found.confidence for found in seen]
    best = next(found for found in seen if found is not None)
    strong = [n for n, confidence in enumerate(each) if confidence >= RIVAL]
    if len(strong) == 1:
        once = seen[strong[0]]
        assert once is not None
        if _is_ghost(once, looks[strong[0]].values()):
            return once._replace(confidence=0.0)
        return once._replace(confidence=max(_DOUBT, _ONCE * once.confidence))
    return best._replace(confidence=sum(each) / len(each))


def _is_ghost(found: Found, others: Iterable[Found]) -> bool:
    """Returns whether a card cannot lie where it was seen, as others surely lie there."""
    certain = [f for f in others if f.confidence >= CERTAIN and f.card != found.card]
    if not certain:
        return False
    ratio = found.index_px / statistics.median(f.index_px for f in certain)
    if not 1 / _LARGER <= ratio <= _LARGER:
        return True
    place = index_place(found.corners, found.index_px)
    return any(depth(place, f.corners) > _DEEP for f in certain if f.has_both)
