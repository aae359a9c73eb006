"""Rescans: places where a card was read poorly, so another scan may help."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pegboard.vision.follow.tracking.detection import SAME_PLACE, Detection, distance
from pegboard.vision.outlines import Outline

MAX_RESCANS = 3
"""Maximum number of scans of a place."""
APART = 0.5
"""Distance, in card heights, above which two detections are at two places."""


class RescanQueue:
    """Places to scan again."""

    def __init__(self) -> None:
        """Creates the initial, empty state."""
        self._rescans: list[tuple[Detection, int]] = []

    @property
    def pending(self) -> list[Detection]:
        """Detections at places that are still worth scanning."""
        return [detection for detection, scans in self._rescans if scans < MAX_RESCANS]

    def refresh(
        self,
        weak: Sequence[Detection],
        is_at_rest: Callable[[Outline], bool],
        confirmed: Sequence[Detection],
    ) -> None:
        """Adds weak detections, and drops places where something moves.

        Args:
            weak: detections that are weak, or that extend beyond the regions read.
            is_at_rest: returns whether nothing moves inside an outline.
            confirmed: confirmed cards; a weak detection at one of them is a misreading.
        """
        rescans = [
            (previous, scans + 1)
            for previous, scans in self._rescans
            if is_at_rest(previous.corners)
        ]
        for detection in weak:
            if any(distance(card, detection) < SAME_PLACE for card in confirmed):
                continue
            if not any(distance(previous, detection) < APART for previous, _ in rescans):
                rescans.append((detection, 0))
        self._rescans = rescans
