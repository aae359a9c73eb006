"""Colours, and their conversion on the way to an LED.

A picture is composed in the numbers a screen takes (sRGB), because halves look like halves there.
An LED's light grows in proportion to its number, so `for_leds` bends every value before it is sent.
"""

from dataclasses import dataclass
from functools import cache
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


class RGB(NamedTuple):
    """A colour for a screen, 0 to 255 per channel."""

    red: int
    green: int
    blue: int

    @classmethod
    def parse(cls, text: str) -> "RGB":
        """Reads `#0072B2`.

        Raises:
            ValueError: it is anything else.
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
    """Converts a composed picture into the values that LEDs need for it.

    Args:
        frame: the picture, as `render` gives it.
        brightness: 0 (dark) to 1 (as bright as the LEDs are), in light, not in numbers.
    """
    return frame.translate(_gamma(brightness))


def for_screen(frame: Frame) -> Frame:
    """Converts LED values into the colours that a screen shows for them.

    The way back from `for_leds` at 1.
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
