"""A strip in memory, without LEDs: for tests and simulated boards.

It refuses what a real strip refuses, and can be made to fail:

    memory:                     never fails
    memory:fail-after=10        is lost after ten frames
    memory:slow-ms=15           takes 15 ms per frame, as 484 real pixels do
    memory:missing              cannot be opened

Faults are joined with commas. `unplug` and `replug` do the same from a program.
"""

import time
from collections import deque

from pegboard.devices.fault_injection import Faults
from pegboard.devices.strips._ws2812 import check_frame

KEPT = 64
"""Number of frames kept."""


class MemoryStrip:
    """Records the frames it is shown."""

    def __init__(self, length: int, faults: str = "") -> None:
        """Creates a strip of `length` LEDs.

        Raises:
            DeviceMissing: the faults ask for it, or are malformed.
        """
        self.length = length
        self.frames: deque[bytes] = deque(maxlen=KEPT)
        """The latest frames, oldest first."""
        self.shown = 0
        """Number of frames shown."""
        self.closed = False
        self._faults = Faults("memory", "strip", faults)

    @property
    def frame(self) -> bytes:
        """Lit frame; black before the first frame and after `close`."""
        return self.frames[-1] if self.frames and not self.closed else bytes(3 * self.length)

    def show(self, frame: bytes) -> None:
        """Records the frame.

        Raises:
            ValueError: the frame has another length.
            DeviceLost: the strip was closed or unplugged, or its uses are exhausted.
        """
        check_frame(frame, self.length)
        self._faults.use(self.closed)
        if self._faults.slow_s:
            time.sleep(self._faults.slow_s)
        self.frames.append(bytes(frame))
        self.shown += 1

    def unplug(self) -> None:
        """Makes every use of the strip fail from now on."""
        self._faults.unplug()

    def replug(self) -> None:
        """Makes the strip work again; later uses no longer count towards a fault."""
        self._faults.replug()

    def close(self) -> None:
        """Turns the strip dark; a second call does nothing."""
        self.closed = True


def open(rest: str, length: int) -> MemoryStrip:
    """Returns a strip in memory with the faults named in `rest`.

    Raises:
        DeviceMissing: `rest` asks for it, or is malformed.
    """
    return MemoryStrip(length, rest)
