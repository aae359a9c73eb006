"""Card detection in the parts of a picture that changed, at the recogniser's preferred scale."""

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
from pegboard.vision.follow.tracking.detection import MIN_CONFIDENCE, Detection
from pegboard.vision.follow.tracking.inks import InkModel
from pegboard.vision.follow.tracking.track import CONFIRMED
from pegboard.vision.outlines import Outline, outline_from_index
from pegboard.vision.recheck import ANGLES_DEG, rotate, transformed
from pegboard.vision.recognise import Recogniser

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

MARGIN = 0.75
"""Margin read around a changed region, in card heights, so that cards are seen whole."""
SCALES = 1.0, 0.87, 1.15
"""Scales of successive scans; they differ so that errors correlate less."""
ANGLES = 0.0, *ANGLES_DEG
"""Angles of successive scans in degrees, for the same reason."""
WHOLE_SHARE = 0.6
"""Share of the picture above which all of it is read."""


class Detector(Protocol):
    """Interface for finding the cards in a picture."""

    def detect(
        self, image: npt.NDArray[np.uint8], index_px: float | None = None
    ) -> list[Detection]:
        """Returns every possible card, best first.

        Args:
            image: (height, width, 3) BGR `uint8`.
            index_px: usual height of an index in pixels, if known.
        """

    def reset(self) -> None:
        """Forgets what was learned about the deck: the next deal may use another one."""


class CardDetector:
    """Detector that uses the recogniser, and learns the inks of the deck. Not thread-safe."""

    def __init__(self, recogniser: Recogniser) -> None:
        """Creates the initial state, with the deck unknown."""
        self._recogniser = recogniser
        self._inks = InkModel()

    def reset(self) -> None:
        """Forgets the deck; see `Detector`."""
        self._inks = InkModel()

    def detect(
        self, image: npt.NDArray[np.uint8], index_px: float | None = None
    ) -> list[Detection]:
        """Returns the cards in a picture; see `Detector`."""
        weigh = functools.partial(self._inks.weigh, image)
        found = self._recogniser.candidates(image, index_px, closer=True, weigh=weigh)
        return [
            Detection(f.odds, f.confidence, f.corners, f.index_px, pips=f.pips)
            for f in found
            if f.confidence >= MIN_CONFIDENCE
        ]


def detect_in_regions(
    detector: Detector,
    image: npt.NDArray[np.uint8],
    regions: Sequence[Box],
    recent: Sequence[Detection],
    scan_number: int = 0,
) -> tuple[list[Detection], list[Box]]:
    """Detects the cards in and around some regions of a picture.

    Args:
        detector: finds the cards.
        image: camera picture.
        regions: boxes that changed.
        recent: latest detections; they give the size of cards.
        scan_number: selects scale and angle.

    Returns:
        The detections, best first, one for each card; and the boxes that were read.
    """
    height, width = image.shape[:2]
    clear = [
        detection
        for detection in recent
        if detection.confidence >= CONFIRMED and detection.index_px
    ]
    if not clear:
        return detector.detect(image), [(0, 0, width, height)]
    card = max(detection.height for detection in clear)
    index_px = statistics.median(detection.index_px for detection in clear)
    index_px *= SCALES[scan_number % len(SCALES)]
    angle = ANGLES[scan_number % len(ANGLES)]
    boxes = merge_boxes([_grow(spot, MARGIN * card, width, height) for spot in regions])
    if sum(_area(box) for box in boxes) > WHOLE_SHARE * width * height:
        boxes = [(0, 0, width, height)]
    best: dict[int, Detection] = {}
    for box in boxes:
        left, top, right, bottom = map(int, box)
        for found in _detect(detector, image[top:bottom, left:right], index_px, angle):
            card_number = int(found.probabilities.argmax())
            previous = best.get(card_number)
            if previous is None or previous.confidence < found.confidence:
                best[card_number] = _shift(found, left, top)
    return sorted(best.values(), key=lambda detection: -detection.confidence), boxes


def _detect(
    detector: Detector, image: npt.NDArray[np.uint8], index_px: float, angle: float
) -> list[Detection]:
    """Returns the cards in a part of a picture, read at an angle in degrees."""
    if not angle:
        return detector.detect(image, index_px)
    rotated, back = rotate(image, angle)
    detections = detector.detect(rotated, index_px)
    return [
        replace(detection, corners=transformed(detection.corners, back)) for detection in detections
    ]


def card_ratio(detections: Sequence[Detection]) -> float | None:
    """Returns the ratio of card width to index height; None if no card was seen whole."""
    ratios = [
        math.dist(*detection.corners[:2]) / detection.index_px
        for detection in detections
        if detection.confidence >= CONFIRMED and _is_whole(detection)
    ]
    return statistics.median(ratios) if ratios else None


def with_card_outline(detection: Detection, ratio: float | None) -> Detection:
    """Returns a detection with the outline of its card, even if only an index was read."""
    if detection.card_outline or not detection.index_px:
        return detection
    if _is_whole(detection):
        return replace(detection, card_outline=detection.corners)
    if ratio is None:
        return detection
    (x, y), (below_x, below_y) = detection.corners[0], detection.corners[3]
    up = (x - below_x) / detection.index_px, (y - below_y) / detection.index_px
    spot = Spot(*detection.middle, *up, detection.index_px)
    return replace(detection, card_outline=outline_from_index(spot, ratio))


def _is_whole(detection: Detection) -> bool:
    """Returns whether a whole card was read; a lone index is never wider than high."""
    return bool(detection.index_px) and math.dist(*detection.corners[:2]) > detection.index_px


def bounding_box(outline: Outline) -> Box:
    """Returns the bounding box of an outline."""
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def is_within(outline: Outline, box: Box) -> bool:
    """Returns whether an outline is inside a box, with a tolerance of a tenth of its size."""
    left, top, right, bottom = bounding_box(outline)
    slack = 0.1 * max(right - left, bottom - top)
    return (
        left >= box[0] - slack
        and top >= box[1] - slack
        and right <= box[2] + slack
        and bottom <= box[3] + slack
    )


def merge_boxes(boxes: Sequence[Box]) -> list[Box]:
    """Returns the boxes with overlapping ones merged."""
    merged: list[Box] = []
    for box in boxes:
        while True:
            overlapping = next((other for other in merged if _overlap(other, box)), None)
            if overlapping is None:
                break
            merged.remove(overlapping)
            box = (
                min(box[0], overlapping[0]),
                min(box[1], overlapping[1]),
                max(box[2], overlapping[2]),
                max(box[3], overlapping[3]),
            )
        merged.append(box)
    return merged


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _grow(box: Box, margin: float, width: int, height: int) -> Box:
    return (
        max(0.0, box[0] - margin),
        max(0.0, box[1] - margin),
        min(float(width), box[2] + margin),
        min(float(height), box[3] + margin),
    )


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _shift(detection: Detection, x: float, y: float) -> Detection:
    corners = tuple((a + x, b + y) for a, b in detection.corners)
    return replace(detection, corners=corners)
