"""A simulation of rpi_ws281x, as strict as the real one.

Where the real one would crash the whole process (5.0.0 does, when it cleans up or sets a pixel
of a strip whose `begin` failed), this one raises `Crash`.
"""

from functools import partial
from typing import Any

from pegboard.devices.strips._chain import Chain
from pegboard.devices.strips._ws2812 import CHIPS, USUAL_CHIP, Encoder, code_for

_WORDS = {
    -1: "Generic failure",
    -2: "Out of memory",
    -3: "Hardware revision is not supported",
    -4: "Memory lock failed",
    -5: "mmap() failed",
    -6: "Unable to map registers into userspace",
    -7: "Unable to initialize GPIO",
    -8: "Unable to initialize PWM",
    -9: "Failed to create mailbox device",
    -10: "DMA error",
    -11: "Selected GPIO not possible",
    -12: "Unable to initialize PCM",
}
_CLOCK_HZ = 3_200_000
"""PWM clock; four cycles per LED bit."""


class Crash(BaseException):
    """Raised where the real library would segfault."""


class Library:
    """The simulated module; its `PixelStrip`s share its faults."""

    def __init__(self, *, code: int = 0, fail_after: int | None = None, order: str = "GRB") -> None:
        """Stores the result of `begin` (0: success), and after how many frames it fails."""
        self.code, self.fail_after, self.order = code, fail_after, order
        self.PixelStrip = partial(PixelStrip, library=self)


class PixelStrip:
    """A chain; sends green first, as the library does by default."""

    def __init__(
        self,
        num: int,
        pin: int,
        freq_hz: int = 800_000,
        dma: int = 10,
        invert: bool = False,
        brightness: int = 255,
        channel: int = 0,
        *,
        library: Library | None = None,
    ) -> None:
        """Stores the settings; `begin` starts the strip, subject to the library's faults."""
        library = library or Library()
        chip = CHIPS[USUAL_CHIP]
        self.chain = Chain(num, order=library.order, chip=chip)
        self.plugged = True
        self._encoder = Encoder(num, code_for(chip, _CLOCK_HZ), _CLOCK_HZ, chip.reset_us)
        self._leds: list[int] | None = [0] * num
        self._code, self._left, self._begun = library.code, library.fail_after, False
        if (channel, pin) not in ((0, 12), (0, 18), (1, 13), (1, 19), (0, 21)):
            self._code = -11

    def begin(self) -> None:
        """Starts the strip, or raises RuntimeError with the code."""
        self._check_code("init", self._code)
        self._begun = True

    def __setitem__(self, number: int, value: int) -> None:
        if self._leds is None or not self._begun:
            raise Crash("a pixel of a strip that is not set up")
        if not 0 <= value <= 0xFFFFFFFF:
            raise OverflowError("in method 'ws2811_led_set', argument 3 of type 'uint32_t'")
        if not 0 <= number < len(self._leds):
            raise Crash("a pixel behind the end")
        self._leds[number] = value

    def show(self) -> None:
        """Sends the pixels, or raises RuntimeError with the code."""
        if self._leds is None or not self._begun:
            raise Crash("a strip that is not set up")
        if self._left == 0:
            self.plugged = False
        self._check_code("render", 0 if self.plugged else -10)
        if self._left is not None:
            self._left -= 1
        frame = b"".join((value & 0xFFFFFF).to_bytes(3) for value in self._leds)
        self.chain.receive(self._encoder.encode(frame), _CLOCK_HZ)

    def _cleanup(self) -> None:
        """Releases the strip; the real library calls this again at exit."""
        if self._leds is not None and not self._begun:
            raise Crash("a strip that did not begin is cleaned up")
        self._leds = None

    @staticmethod
    def _check_code(action: str, code: int) -> None:
        if code:
            words: Any = _WORDS.get(code, "Unknown")
            raise RuntimeError(f"ws2811_{action} failed with code {code} ({words})")
