"""Frame rate of the camera, adapted to the load of the machine."""

FAST, SLOW = 5.0, 2.0
"""Pictures a second."""
BUSY, IDLE = 0.6, 0.15
"""Load thresholds: switch to the slow rate above the first, to the fast one below the second."""
WEIGHT = 0.08
"""Weight of the latest picture in the moving average."""


class Pace:
    """Frame rate of one camera, which adapts to the load."""

    def __init__(self) -> None:
        """Starts at the fast rate."""
        self.fps = FAST
        self.limit: float | None = None
        """Frame rate override for tests; infinity means no pause."""
        self._mean_ms = 0.0

    @property
    def pause_s(self) -> float:
        """Seconds from the start of one picture to the next."""
        return 1 / (self.limit or self.fps)

    def record(self, ms: float, max_fps: float) -> None:
        """Records how long a picture took to process, and adapts the rate.

        Args:
            ms: processing time, milliseconds.
            max_fps: highest frame rate of the camera.
        """
        self._mean_ms += WEIGHT * (ms - self._mean_ms)
        share = self._mean_ms * self.fps / 1000
        if share > BUSY:
            self.fps = SLOW
        elif share < IDLE:
            self.fps = FAST
        self.fps = min(self.fps, max_fps)
