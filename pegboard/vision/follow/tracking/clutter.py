"""Clutter: card backs and prints on the table that are misread as cards."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from pegboard.cribbage import Card
from pegboard.vision.follow.tracking.detection import SAME_PLACE, Detection, distance, turned
from pegboard.vision.follow.tracking.suits import twin_of
from pegboard.vision.follow.tracking.track import CONFIRMED, Track
from pegboard.vision.turn import Size

UNMOVED = 0.05
"""Distance, in card heights, within which nothing has moved at all."""
PIP_LOG_ODDS = 5.0
"""Log odds between suits above which pips belong to a card, and are not dots on a back."""
CLEARER_FACTOR = 4.0
"""Factor by which a card must be less doubtful than any back that reads the same."""
APART = 1.5
"""Distance, in card heights, above which equal readings are at two places."""


class ClutterMap:
    """Map of the false positives in one deal."""

    def __init__(self) -> None:
        """Creates the initial, empty state."""
        self._printed: list[tuple[Detection, bool]] = []
        self._backs: dict[Card, float] = {}
        """Cards that backs are misread as, each with its highest confidence."""

    def turn(self, size: Size, degrees: int) -> None:
        """Rotates all stored places clockwise; see `turned`."""
        self._printed = [
            (turned(detection, size, degrees), clear) for detection, clear in self._printed
        ]

    def start_deal(self, tracks: Sequence[Track]) -> None:
        """Learns that all tracks from before the deal are prints on the table."""
        self._printed = [(t.detection, t.is_confirmed) for t in tracks]
        self._backs = {}

    def learn_backs(self, tracks: Sequence[Track]) -> None:
        """Learns which cards the backs are misread as, from tracks seen while hands are face down.

        If a card or its twin is read at two places during that time, both must be backs.
        """
        for a, b in itertools.combinations(tracks, 2):
            if b.card in (a.card, twin_of(a.card)) and distance(a.detection, b.detection) >= APART:
                most = max(a.max_confidence, b.max_confidence, self._backs.get(a.card, 0.0))
                self._backs |= {a.card: most, twin_of(a.card): most}

    def is_card_back(self, detection: Detection) -> bool:
        """Returns whether a detection is a card back.

        Readable pips, or a confidence far above that of any back, prove a card.
        """
        if detection.card not in self._backs or float(np.ptp(detection.pips)) >= PIP_LOG_ODDS:
            return False
        doubt = 1 - self._backs[detection.card]
        return (1 - detection.confidence) * CLEARER_FACTOR > doubt

    def contains(self, detection: Detection) -> bool:
        """Returns whether a detection repeats a false positive from before the deal.

        A clear false positive matches only at exactly the same spot; a weak one matches weak
        detections near it.
        """
        equal_readings = [
            (clear, distance(printed, detection))
            for printed, clear in self._printed
            if printed.card == detection.card
        ]
        is_weak = detection.confidence < CONFIRMED
        return any(
            far < UNMOVED if clear else is_weak and far < SAME_PLACE
            for clear, far in equal_readings
        )
