"""Scanner: reads the parts of each picture that changed and are now at rest, or are uncertain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from pegboard.vision.follow.tracking.detection import swap_cards
from pegboard.vision.follow.tracking.detector import (
    Box,
    Detector,
    bounding_box,
    card_ratio,
    detect_in_regions,
    is_within,
    with_card_outline,
)
from pegboard.vision.follow.tracking.motion import MotionDetector
from pegboard.vision.follow.tracking.track import Track
from pegboard.vision.follow.tracking.tracker import Tracker
from pegboard.vision.outlines import Outline

MAX_CRIB_RESCANS = 6
"""Maximum number of consecutive scans for missing cards of a crib."""


class Scanner:
    """Motion detection and card detection for one camera.

    Attributes:
        motion: motion since the previous picture.
    """

    def __init__(self, detector: Detector, tracker: Tracker) -> None:
        """Creates the initial state, before the first picture.

        Args:
            detector: finds the cards in a picture.
            tracker: receives the detections.
        """
        self._detector, self._tracker = detector, tracker
        self.motion = MotionDetector()
        self._crib_rescans = 0

    def start_deal(self) -> None:
        """Resets the state for another deal."""
        self._detector.reset()

    def scan(
        self,
        image: npt.NDArray[np.uint8],
        now: float,
        swapped: Mapping[int, int],
        incomplete_crib: Sequence[Track],
    ) -> bool:
        """Processes the next picture, and returns whether a card was seen being taken back.

        Args:
            image: (height, width, 3) BGR `uint8`.
            now: when it was taken, in seconds.
            swapped: pairs of card numbers that are misread as each other, in both directions.
            incomplete_crib: tracks of a crib whose other cards must be nearby.
        """
        self.motion.observe(image, now)
        lifted = self._tracker.end_lifted(now, self.motion)
        regions = self._regions(incomplete_crib)
        if regions:
            self._detect(image, now, regions, swapped)
        self._tracker.note_unobstructed(now, self.motion.is_at_rest)
        return lifted

    def _regions(self, lacking: Sequence[Track]) -> list[Box]:
        """Returns the boxes to read: changed and now at rest, or worth another scan."""
        tracker, rests = self._tracker, self.motion.is_at_rest
        resting_crib = [t for t in lacking if rests(t.detection.corners)]
        self._crib_rescans = self._crib_rescans + 1 if resting_crib else 0
        regions = self.motion.unread_boxes()
        regions += [bounding_box(t.detection.corners) for t in tracker.to_rescan]
        regions += [bounding_box(g.outline) for g in tracker.rescans if rests(g.corners)]
        if self._crib_rescans <= MAX_CRIB_RESCANS:
            regions += [bounding_box(t.detection.corners) for t in resting_crib]
        return regions

    def _detect(
        self,
        image: npt.NDArray[np.uint8],
        now: float,
        regions: Sequence[Box],
        mistaken: Mapping[int, int],
    ) -> None:
        tracker, rests = self._tracker, self.motion.is_at_rest
        recent = tracker.recent
        detections, boxes = detect_in_regions(self._detector, image, regions, recent, tracker.scans)
        ratio = card_ratio([*recent, *detections])
        detections = [
            with_card_outline(swap_cards(detection, mistaken), ratio) for detection in detections
        ]
        for track in tracker.tracks:
            track.detection = with_card_outline(track.detection, ratio)

        def was_read(outline: Outline) -> bool:
            return rests(outline) and any(is_within(outline, box) for box in boxes)

        motion = self.motion
        tracker.associate(
            detections, now, was_read, rests, motion.was_never_read, motion.started_at
        )
        tracker.store_backgrounds(now, self.motion)
        self.motion.mark_read()
