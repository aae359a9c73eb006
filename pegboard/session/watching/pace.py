"""How many pictures a second: as many as the machine looks at without toil."""

FAST, SLOW = 5.0, 2.0
"""Pictures a second."""
BUSY, IDLE = 0.6, 0.15
"""Share of the time that pictures cost: above it the slow pace is taken, below it the fast one."""
WEIGHT = 0.08
"""Of the latest picture in the mean."""


class Pace:
    """The pace at which one camera is looked at."""

    def __init__(self) -> None:
        """Starts fast."""
        self.fps = FAST
        self.limit: float | None = None
        """The most pictures a second, for a test: endless means without a pause."""
        self._mean_ms = 0.0

    @property
    def pause_s(self) -> float:
        """Seconds from the beginning of one look to the next."""
        return 1 / (self.limit or self.fps)

    def record(self, ms: float, max_fps: float) -> None:
        """Takes what a picture cost.

        Args:
            ms: milliseconds.
            max_fps: pictures a second that the camera is good for.
        """
        self._mean_ms += WEIGHT * (ms - self._mean_ms)
        share = self._mean_ms * self.fps / 1000
        if share > BUSY:
            self.fps = SLOW
        elif share < IDLE:
            self.fps = FAST
        self.fps = min(self.fps, max_fps)
