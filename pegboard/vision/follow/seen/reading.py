"""Reads only the parts of a picture that changed, at the size that the recogniser likes best."""

from __future__ import annotations

import functools
import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Spot
from pegboard.vision.follow.seen.glimpse import KEPT, Glimpse
from pegboard.vision.follow.seen.inks import Inks
from pegboard.vision.follow.seen.visit import BELIEVED
from pegboard.vision.outlines import Outline, outline_from_index
from pegboard.vision.recheck import ANGLES_DEG, rotate, transformed
from pegboard.vision.recognise import Recogniser

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""

MARGIN = 0.75
"""Card heights round what changed that are read as well: a card must be seen whole."""
SCALES, ANGLES = (1.0, 0.87, 1.15), (0.0, *ANGLES_DEG)
"""Sizes and degrees at which one look after the other reads: so they err less alike."""
WHOLE = 0.6
"""Share of the picture from which it is read whole."""


class Reader(Protocol):
    """Reads the cards of a picture."""

    def read(self, image: npt.NDArray[np.uint8], index_px: float | None = None) -> list[Glimpse]:
        """Returns every possible card, best first.

        Args:
            image: (height, width, 3) BGR `uint8`.
            index_px: the usual height of an index, where it is known.
        """

    def begin(self) -> None:
        """Forgets the deck: another deal may be played with another one."""


class TableReader:
    """A recogniser that tells what else each card could be. Not for two threads at a time."""

    def __init__(self, recogniser: Recogniser) -> None:
        """Takes the recogniser to read with."""
        self._recogniser = recogniser
        self._inks = Inks()

    def begin(self) -> None:
        """Forgets the deck; see `Reader`."""
        self._inks = Inks()

    def read(self, image: npt.NDArray[np.uint8], index_px: float | None = None) -> list[Glimpse]:
        """Returns the cards in a picture; see `Reader`."""
        weigh = functools.partial(self._inks.weigh, image)
        found = self._recogniser.candidates(image, index_px, closer=True, weigh=weigh)
        return [
            Glimpse(f.odds, f.confidence, f.corners, f.index_px, pips=f.pips)
            for f in found
            if f.confidence >= KEPT
        ]


def look(
    reader: Reader,
    image: npt.NDArray[np.uint8],
    spots: Sequence[Box],
    seen: Sequence[Glimpse],
    number: int = 0,
) -> tuple[list[Glimpse], list[Box]]:
    """Reads a picture round some spots.

    Args:
        reader: of the cards.
        image: the picture.
        spots: what changed.
        seen: cards seen lately: they tell how large cards are here.
        number: of the look.

    Returns:
        The cards, best first, each once; and the boxes that were read.
    """
    height, width = image.shape[:2]
    clear = [glimpse for glimpse in seen if glimpse.confidence >= BELIEVED and glimpse.index_px]
    if not clear:
        return reader.read(image), [(0, 0, width, height)]
    card = max(glimpse.height for glimpse in clear)
    index_px = statistics.median(glimpse.index_px for glimpse in clear)
    index_px *= SCALES[number % len(SCALES)]
    angle = ANGLES[number % len(ANGLES)]
    boxes = merged([_grown(spot, MARGIN * card, width, height) for spot in spots])
    if sum(_area(box) for box in boxes) > WHOLE * width * height:
        boxes = [(0, 0, width, height)]
    best: dict[int, Glimpse] = {}
    for box in boxes:
        left, top, right, bottom = map(int, box)
        for found in _read(reader, image[top:bottom, left:right], index_px, angle):
            card_number = int(found.odds.argmax())
            known = best.get(card_number)
            if known is None or known.confidence < found.confidence:
                best[card_number] = _moved(found, left, top)
    return sorted(best.values(), key=lambda glimpse: -glimpse.confidence), boxes


def _read(
    reader: Reader, image: npt.NDArray[np.uint8], index_px: float, angle: float
) -> list[Glimpse]:
    """Returns the cards in a part of a picture, read while it is turned by some degrees."""
    if not angle:
        return reader.read(image, index_px)
    seen, back = rotate(image, angle)
    found = reader.read(seen, index_px)
    return [replace(each, corners=transformed(each.corners, back)) for each in found]


def card_ratio(seen: Sequence[Glimpse]) -> float | None:
    """Returns a card's width over the height of its index, where cards were seen whole."""
    ratios = [
        math.dist(*glimpse.corners[:2]) / glimpse.index_px
        for glimpse in seen
        if glimpse.confidence >= BELIEVED and _is_whole(glimpse)
    ]
    return statistics.median(ratios) if ratios else None


def completed(glimpse: Glimpse, ratio: float | None) -> Glimpse:
    """Returns a glimpse with the outline of its card, where only an index of it was read."""
    if glimpse.whole or not glimpse.index_px:
        return glimpse
    if _is_whole(glimpse):
        return replace(glimpse, whole=glimpse.corners)
    if ratio is None:
        return glimpse
    (x, y), (below_x, below_y) = glimpse.corners[0], glimpse.corners[3]
    up = (x - below_x) / glimpse.index_px, (y - below_y) / glimpse.index_px
    spot = Spot(*glimpse.middle, *up, glimpse.index_px)
    return replace(glimpse, whole=outline_from_index(spot, ratio))


def _is_whole(glimpse: Glimpse) -> bool:
    """Returns whether a card was seen whole: no index is as wide as it is high."""
    return bool(glimpse.index_px) and math.dist(*glimpse.corners[:2]) > glimpse.index_px


def box_of(outline: Outline) -> Box:
    """Returns the box round an outline."""
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def within(outline: Outline, box: Box) -> bool:
    """Returns whether an outline lies in a box, but for what lies outside the picture."""
    left, top, right, bottom = box_of(outline)
    slack = 0.1 * max(right - left, bottom - top)
    return (
        left >= box[0] - slack
        and top >= box[1] - slack
        and right <= box[2] + slack
        and bottom <= box[3] + slack
    )


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Returns the boxes, those that overlap joined."""
    kept: list[Box] = []
    for box in boxes:
        while True:
            other = next((each for each in kept if _overlap(each, box)), None)
            if other is None:
                break
            kept.remove(other)
            box = (
                min(box[0], other[0]),
                min(box[1], other[1]),
                max(box[2], other[2]),
                max(box[3], other[3]),
            )
        kept.append(box)
    return kept


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _grown(box: Box, margin: float, width: int, height: int) -> Box:
    return (
        max(0.0, box[0] - margin),
        max(0.0, box[1] - margin),
        min(float(width), box[2] + margin),
        min(float(height), box[3] + margin),
    )


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _moved(glimpse: Glimpse, x: float, y: float) -> Glimpse:
    corners = tuple((a + x, b + y) for a, b in glimpse.corners)
    return replace(glimpse, corners=corners)
