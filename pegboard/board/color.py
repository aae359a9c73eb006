"""Colours, their conversion for LEDs, and the current that a frame draws.

A picture is composed in screen colours (sRGB), in which a half looks half as bright. An LED's light
is proportional to the number sent, so `for_leds` converts every value beforehand.

A WS2812B at 5 V draws about 16 mA for full red, 11 for green and 15 for blue, in proportion to the
number sent, and 1 mA when it is dark: the figures FastLED measured and calculates with, good to
about a tenth. They hold for the numbers that are sent, so a frame goes through `for_leds` and then
through `limit`, the smallest dimming that keeps it within a budget.
"""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from operator import sub
from typing import NamedTuple

Frame = bytes
"""All pixels at one instant: red, green, blue for each, in the order of the chain.

Bytes and not a list of colours: a frame is compared with the one before, sent, recorded and
scaled as a whole, and bytes do each of these in one call. On the smallest Pi that is ten times
quicker than tuples, and it is what every LED driver wants in the end.
"""

GAMMA = 2.2
"""An LED at half its number looks far more than half as bright; this is the exponent between."""

_SEEN = 20
"""Values from here on stay visible in `for_leds`, however far down the brightness is turned."""

CHANNEL_MA = (16, 11, 15)
"""Milliamperes of a pixel's red, green and blue at 255."""

IDLE_MA = 1
"""Milliamperes of a pixel that is dark."""


class RGB(NamedTuple):
    """A colour for a screen, 0 to 255 per channel."""

    red: int
    green: int
    blue: int

    @classmethod
    def parse(cls, text: str) -> "RGB":
        """Parses a colour such as `#0072B2`.

        Raises:
            ValueError: the text has another form.
        """
        digits = text.removeprefix("#")
        try:
            red, green, blue = bytes.fromhex(digits)
        except ValueError:
            raise ValueError(f"not a colour: {text!r} (one like #0072B2)") from None
        return cls(red, green, blue)

    def __str__(self) -> str:
        return f"#{bytes(self).hex().upper()}"

    def mix(self, other: "RGB", part: float) -> "RGB":
        """Returns this colour mixed with a part (0 to 1) of another."""
        return RGB(*(round(a + (b - a) * part) for a, b in zip(self, other, strict=True)))

    def shade(self, level: float) -> "RGB":
        """Returns this colour at a level from 0 (black) to 1, with the same hue."""
        return BLACK.mix(self, level)

    def vivid(self) -> "RGB":
        """Returns the brightest colour of this hue, as a lit peg shows it."""
        return self.shade(255 / (max(self) or 255))


BLACK = RGB(0, 0, 0)
WHITE = RGB(255, 255, 255)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the tracks and of the board's own lines and dealer mark."""

    tracks: tuple[RGB, ...]
    board: RGB = WHITE


OKABE_ITO = Palette(
    tracks=(
        RGB.parse("#0072B2"),  # blue
        RGB.parse("#E69F00"),  # orange
        RGB.parse("#009E73"),  # green
        RGB.parse("#CC79A7"),  # pink
    ),
    board=RGB.parse("#FFE9D0"),  # warm white: plain white looks blue on an LED
)
"""Okabe and Ito's colours, which people with any kind of colour vision tell apart."""


def for_leds(frame: Frame, brightness: float = 1.0) -> Frame:
    """Returns the LED values that make a composed picture look right.

    Args:
        frame: the picture, as `render` returns it.
        brightness: fraction of the LEDs' full light, 0 to 1.
    """
    return frame.translate(_gamma(brightness))


def for_screen(frame: Frame) -> Frame:
    """Returns the screen colours that look like these LED values.

    The inverse of `for_leds` at brightness 1.
    """
    return frame.translate(_ungamma())


@cache
def _gamma(brightness: float) -> bytes:
    if not 0 <= brightness <= 1:
        raise ValueError(f"brightness should be from 0 to 1, not {brightness}")
    light = (255 * brightness * (value / 255) ** GAMMA for value in range(256))
    floor = 1 if brightness else 0
    return bytes(max(round(x), floor if v >= _SEEN else 0) for v, x in enumerate(light))


@cache
def _ungamma() -> bytes:
    return bytes(round(255 * (value / 255) ** (1 / GAMMA)) for value in range(256))


def milliamps(frame: Frame) -> float:
    """Returns the current a frame draws, in milliamperes at 5 V."""
    return idle(frame) + _load(frame) / 255


def idle(frame: Frame) -> int:
    """Returns the current a dark chain of this length draws, in milliamperes."""
    return len(frame) // 3 * IDLE_MA


def limit(frame: Frame, max_mA: int) -> Frame:
    """Returns the frame, scaled down as a whole if it draws more than `max_mA` milliamperes.

    A frame within the budget is returned unchanged; any other comes out at most 0.2 mA below it,
    as each pixel's rounding error is carried to the next, so that no hue drifts. No value ever
    rises. If the dark chain alone draws the budget, the frame is black.
    """
    load = _load(frame)
    # In 255ths of a milliampere all values are integers, so the limit is exact.
    budget = max(0, (int(max_mA) - idle(frame)) * 255)
    if load <= budget:
        return frame
    scaled = bytearray(len(frame))
    for channel in range(3):
        sums = [total * budget // load for total in accumulate(frame[channel::3])]
        scaled[channel::3] = bytes(map(sub, sums, chain((0,), sums)))
    return bytes(scaled)


def _load(frame: Frame) -> int:
    """Returns the current for the light of a frame, in 255ths of a milliampere."""
    return sum(mA * sum(frame[channel::3]) for channel, mA in enumerate(CHANNEL_MA))
