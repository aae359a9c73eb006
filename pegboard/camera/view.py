"""Detection that the camera's view of the table is blocked, or that the camera was moved.

A hand over a pile changes a small part of the picture, and is soon gone. If most of the picture
differs from the table for many seconds, something is in front of the camera; if nothing moves then,
the camera shows another part of the table.
"""

import cv2
import numpy as np

from pegboard.camera.watched import View as Seen
from pegboard.devices.ports import Image
from pegboard.vision.follow.tracking.motion import (
    Grey,
    changed_cells,
    changed_pixels,
    shrink,
    to_grey,
)

MAX_CHANGED_SHARE = 0.4
"""Share of the picture that must differ for the table to count as hidden."""
BLOCKED_S = 3.0
"""Seconds after which the view counts as blocked."""
MOVED_S = 12.0
"""Seconds after which a picture without motion becomes the new view."""
DARK_LEVEL = 40
"""Grey level below which a picture is dark: even on a black cloth there are brighter cards."""
MOVING_SHARE = 0.03
"""Share of the picture that must differ from the previous one for something to be moving."""
OK: Seen = "ok"
BLOCKED: Seen = "blocked"
MOVED: Seen = "moved"


class ViewMonitor:
    """Monitor that compares pictures with the latest undisturbed view of the table."""

    def __init__(self) -> None:
        """Creates the initial state, before the first picture."""
        self._table: Grey | None = None
        self._before: Grey | None = None
        self._changed_at: float | None = None

    def classify(self, image: Image, now: float) -> Seen:
        """Returns `OK` or `BLOCKED` for a picture, or `MOVED` once.

        Args:
            image: (height, width, 3) BGR `uint8`.
            now: seconds.
        """
        small, before = to_grey(shrink(image)), self._before
        self._before = small
        if self._table is None or before is None or self._table.shape != small.shape:
            self._table, self._changed_at = small, None
            return OK
        settled = float(changed_cells(changed_pixels(before, small)).mean()) < MOVING_SHARE
        dark = float(np.percentile(small, 98)) < DARK_LEVEL
        share = float(changed_cells(changed_pixels(self._table, small)).mean())
        if share < MAX_CHANGED_SHARE and not dark:
            if settled:
                self._table = np.asarray(cv2.addWeighted(self._table, 0.7, small, 0.3, 0), np.uint8)
            self._changed_at = None
            return OK
        if self._changed_at is None:
            self._changed_at = now
        if not dark and settled and now - self._changed_at >= MOVED_S:
            self._table, self._changed_at = small, None
            return MOVED
        return BLOCKED if now - self._changed_at >= BLOCKED_S else OK
