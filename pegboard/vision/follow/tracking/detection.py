"""Detections (one card read in one picture), and the geometry of two detections.

`is_own_index` and `may_share_card` decide whether two indices belong to one card.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.tracking.suits import Vector
from pegboard.vision.outlines import Outline, depth, index_place
from pegboard.vision.pips import NO_PIPS
from pegboard.vision.turn import Size, turned_outline

MIN_CONFIDENCE = 0.3
"""Confidence below which a detection is ignored."""
TRACK_CONFIDENCE = 0.5
"""Minimum confidence of a detection that may start a track, or that counts as a card."""
INDEX_SPAN = 0.86
"""Card widths between the left and right index, in decks with an index in every corner."""
OVERLAP = 0.1
"""Overlap, as a share of a card, above which one card is on top of the other."""
SAME_PLACE = 0.12
"""Distance, in card heights, within which two detections may show one card."""
INDEX_EDGE = 0.04
"""Distance, in card widths, by which an index may seem to be outside its card."""
ALIGNED = 0.9
"""Cosine of the angle above which two cards count as parallel."""
COINCIDE = 0.25
"""Distance, in card heights, within which a card read by its right index has not moved."""
SAME_CARD = 0.02
"""Minimum probability that two detections show one card."""


@dataclass(frozen=True, eq=False)
class Detection:
    """One card as read in one picture.

    Attributes:
        probabilities: probability of each of the 52 cards.
        confidence: probability that the likeliest of them is there.
        corners: outline of what was read, the card or one index, in pixels.
        index_px: height of an index.
        card_outline: outline of the card, if known.
        pips: log odds of the four suits by the pips, included in `probabilities`; 0 if none were
            read.
    """

    probabilities: Vector
    confidence: float
    corners: Outline
    index_px: float = 0.0
    card_outline: Outline = ()
    pips: Vector = field(default_factory=lambda: NO_PIPS)

    @property
    def is_open(self) -> bool:
        """Returns True if both indices were read, so that nothing is on top of the card."""
        return bool(self.pips.any())

    @property
    def outline(self) -> Outline:
        """Outline of the card if known, else of the part that was read."""
        return self.card_outline or self.corners

    @property
    def card(self) -> Card:
        """Likeliest card."""
        return DECK[int(self.probabilities.argmax())]

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the outline, in pixels."""
        x, y = np.mean(self.outline, axis=0)
        return float(x), float(y)

    @property
    def height(self) -> float:
        """Longer side of the outline, in pixels."""
        a, b, c = self.outline[:3]
        return max(math.dist(a, b), math.dist(b, c))


def swap_cards(detection: Detection, swapped: Mapping[int, int]) -> Detection:
    """Returns a detection after swapping the cards that are misread as each other.

    Args:
        detection: the detection as read.
        swapped: pairs of card numbers that are misread as each other, in both directions.
    """
    if not swapped:
        return detection
    probabilities = detection.probabilities[
        [swapped.get(number, number) for number in range(len(DECK))]
    ]
    return replace(detection, probabilities=probabilities, pips=NO_PIPS)


def turned(detection: Detection, size: Size, degrees: int) -> Detection:
    """Returns a detection rotated with its picture.

    Args:
        detection: the detection before rotation.
        size: width and height of the picture before rotation.
        degrees: clockwise rotation: 0, 90, 180 or 270.
    """
    corners, card_outline = (
        turned_outline(outline, size, degrees)
        for outline in (detection.corners, detection.card_outline)
    )
    return replace(detection, corners=corners, card_outline=card_outline)


def mirrored(detection: Detection) -> Detection:
    """Returns a detection placed as if the index that was read were the card's right one.

    Many decks have indices in all four corners, and a left index looks like a right one.
    """
    (left, top), (right, over) = detection.outline[:2]
    x, y = INDEX_SPAN * (left - right), INDEX_SPAN * (top - over)
    outline = tuple((a + x, b + y) for a, b in detection.outline)
    return replace(detection, card_outline=outline)


def is_own_index(detection: Detection, card: Detection) -> bool:
    """Returns whether an index belongs to an open card: its rank is the same, and it is inside."""
    if (
        detection is card
        or not card.is_open
        or detection.is_open
        or detection.card.rank != card.card.rank
    ):
        return False
    return depth(index_place(detection.corners, detection.index_px), card.outline) > -INDEX_EDGE


def is_impossible(detection: Detection, card: Detection) -> bool:
    """Returns whether an index must be misread: its card would cover an index of an open card."""
    if not card.is_open or detection.is_open or abs(_along(detection, card)) < ALIGNED:
        return False
    return depth(index_place(detection.corners, detection.index_px), card.outline) > INDEX_EDGE


def _along(a: Detection, b: Detection) -> float:
    """Returns the cosine of the angle between two cards."""
    ups = [np.subtract(g.outline[0], g.outline[3]) for g in (a, b)]
    return float(np.dot(*ups) / max(1.0, math.prod(np.linalg.norm(up) for up in ups)))


def may_share_card(a: Detection, b: Detection) -> bool:
    """Returns whether two indices may be the left and the right index of a single card."""
    if (
        a is b
        or a.card.rank != b.card.rank
        or float((a.probabilities * b.probabilities).sum()) <= SAME_CARD
    ):
        return False
    pairs = ((a, b), (b, a))
    return any(not x.is_open and distance(mirrored(x), y) < COINCIDE for x, y in pairs)


def is_upon(a: Detection, b: Detection) -> bool:
    """Returns whether a card is on top of another; correct for all 233 such pairs in 50 deals."""
    if not a.is_open or b.is_open:
        return False
    upper, lower = (np.array(g.outline, np.float32) for g in (a, b))
    shared, _ = cv2.intersectConvexConvex(upper, lower)
    return shared > OVERLAP * cv2.contourArea(upper)


def distance(a: Detection, b: Detection) -> float:
    """Returns the distance between the centres of two cards, in card heights."""
    return math.dist(a.middle, b.middle) / max(a.height, b.height, 1.0)
