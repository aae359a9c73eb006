"""Rescans: places where a card was hardly read, so that another scan helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pegboard.vision.follow.tracking.detection import SAME_PLACE, Detection, distance
from pegboard.vision.outlines import Outline

MAX_RESCANS = 3
"""Scans of a place before it is given up."""
APART = 0.5
"""Card heights from which two detections are at two places."""


class RescanQueue:
    """Places to scan again."""

    def __init__(self) -> None:
        """Starts empty."""
        self._rescans: list[tuple[Detection, int]] = []

    @property
    def pending(self) -> list[Detection]:
        """The detections at places not given up yet."""
        return [detection for detection, looks in self._rescans if looks < MAX_RESCANS]

    def refresh(
        self,
        found: Sequence[Detection],
        still: Callable[[Outline], bool],
        known: Sequence[Detection],
    ) -> None:
        """Adds weak detections, and drops places where something moves.

        Args:
            found: detections that are weak, or beyond the edge of what was read.
            still: returns whether nothing moves in an outline.
            known: confirmed cards; a weak detection at one of them is a misreading.
        """
        hints = [(each, looks + 1) for each, looks in self._rescans if still(each.corners)]
        for detection in found:
            if any(distance(each, detection) < SAME_PLACE for each in known):
                continue
            if not any(distance(each, detection) < APART for each, _ in hints):
                hints.append((detection, 0))
        self._rescans = hints
