"""One card in one picture, as it was read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.seen.suits import Odds
from pegboard.vision.outlines import Outline, depth, index_place
from pegboard.vision.pips import NO_PIPS
from pegboard.vision.turn import Size, turned_outline

KEPT = 0.3
"""Confidence below which a reading is not even an opinion."""
VOICE = 0.5
"""Confidence from which a reading speaks for a card being there."""
ACROSS = 0.86
"""Card widths from an index to the one beside it, in decks with four."""
OVERLAP = 0.1
"""Share of a card from which another lies upon it or under it."""
SAME = 0.12
"""Card heights within which two readings that could mean one card do."""
EDGE = 0.04
"""Card widths by which an index may seem to lie outside its card, as inexactly as it is placed."""
ALIGNED = 0.9
"""Cosine of the angle from which two cards lie alike, or upside down."""
COINCIDE = 0.25
"""Card heights within which a card lies where it lay, read by an index at its right."""
ALIKE = 0.02
"""Probability from which two readings may be of one card."""


@dataclass(frozen=True, eq=False)
class Glimpse:
    """One card in one picture.

    Attributes:
        odds: of the 52 cards.
        confidence: that the likeliest of them is there.
        corners: the outline of what was read: the card, or one of its indices.
        index_px: height of an index.
        whole: the outline of the card, where it is known.
        pips: log odds of the four suits by the pips, in `odds` already; 0 where none were read.
    """

    odds: Odds
    confidence: float
    corners: Outline
    index_px: float = 0.0
    whole: Outline = ()
    pips: Odds = field(default_factory=lambda: NO_PIPS)

    @property
    def open(self) -> bool:
        """Whether both its indices were seen: nothing lies upon it."""
        return bool(self.pips.any())

    @property
    def outline(self) -> Outline:
        """The outline of the card, or of what was read of it."""
        return self.whole or self.corners

    @property
    def card(self) -> Card:
        """The likeliest card."""
        return DECK[int(self.odds.argmax())]

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the outline, in pixels."""
        x, y = np.mean(self.outline, axis=0)
        return float(x), float(y)

    @property
    def height(self) -> float:
        """The longer side of the outline, in pixels."""
        a, b, c = self.outline[:3]
        return max(math.dist(a, b), math.dist(b, c))


def exchanged(glimpse: Glimpse, mistaken: Mapping[int, int]) -> Glimpse:
    """Returns a glimpse in which cards that are taken for each other have changed places.

    Args:
        glimpse: as it was read.
        mistaken: by the number of a card in the deck, that of the one it is taken for.
    """
    if not mistaken:
        return glimpse
    odds = glimpse.odds[[mistaken.get(number, number) for number in range(len(DECK))]]
    return replace(glimpse, odds=odds, pips=NO_PIPS)


def turned(glimpse: Glimpse, size: Size, degrees: int) -> Glimpse:
    """Returns a glimpse in a picture that is turned clockwise.

    Args:
        glimpse: as it was read.
        size: of the picture before.
        degrees: by which it is turned: 0, 90, 180 or 270.
    """
    corners, whole = (
        turned_outline(outline, size, degrees) for outline in (glimpse.corners, glimpse.whole)
    )
    return replace(glimpse, corners=corners, whole=whole)


def mirrored(glimpse: Glimpse) -> Glimpse:
    """Returns a card of which one index was read, as it lies if that is printed at its right.

    Many decks have indices in all four corners, and the two at the right are not told apart.
    """
    (left, top), (right, over) = glimpse.outline[:2]
    x, y = ACROSS * (left - right), ACROSS * (top - over)
    outline = tuple((a + x, b + y) for a, b in glimpse.outline)
    return replace(glimpse, whole=outline)


def own_index(glimpse: Glimpse, card: Glimpse) -> bool:
    """Returns whether an index is one of a card's own: of its rank, and in it, open as it lies."""
    if glimpse is card or not card.open or glimpse.open or glimpse.card.rank != card.card.rank:
        return False
    return depth(index_place(glimpse.corners, glimpse.index_px), card.outline) > -EDGE


def impossible(glimpse: Glimpse, card: Glimpse) -> bool:
    """Returns whether an index is misread: a card that has it would cover one of an open card's."""
    if not card.open or glimpse.open or abs(_along(glimpse, card)) < ALIGNED:
        return False
    return depth(index_place(glimpse.corners, glimpse.index_px), card.outline) > EDGE


def _along(a: Glimpse, b: Glimpse) -> float:
    """Returns the cosine of the angle between two cards."""
    ups = [np.subtract(g.outline[0], g.outline[3]) for g in (a, b)]
    return float(np.dot(*ups) / max(1.0, math.prod(np.linalg.norm(up) for up in ups)))


def other_corner(a: Glimpse, b: Glimpse) -> bool:
    """Returns whether two indices may be of one card, where decks have one in every corner."""
    if a is b or a.card.rank != b.card.rank or float((a.odds * b.odds).sum()) <= ALIKE:
        return False
    pairs = ((a, b), (b, a))
    return any(not x.open and distance(mirrored(x), y) < COINCIDE for x, y in pairs)


def lies_upon(a: Glimpse, b: Glimpse) -> bool:
    """Returns whether a card lies upon another: of 233 told so, in 50 deals, all did."""
    if not a.open or b.open:
        return False
    one, other = (np.array(g.outline, np.float32) for g in (a, b))
    shared, _ = cv2.intersectConvexConvex(one, other)
    return shared > OVERLAP * cv2.contourArea(one)


def distance(a: Glimpse, b: Glimpse) -> float:
    """Returns the distance of two cards' middles in card heights."""
    return math.dist(a.middle, b.middle) / max(a.height, b.height, 1.0)
