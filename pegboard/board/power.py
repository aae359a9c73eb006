"""Current drawn by a frame, and the smallest dimming that keeps it within a budget.

A WS2812B at 5 V draws about 16 mA for full red, 11 for green and 15 for blue, in proportion to the
number sent, and 1 mA when it is dark: the figures FastLED measured and calculates with, good to
about a tenth. They hold for the numbers that are sent, so a frame goes through `for_leds` first.
"""

from itertools import accumulate, chain
from operator import sub

from pegboard.board.color import Frame

CHANNEL_MA = (16, 11, 15)
"""Milliamperes of a pixel's red, green and blue at 255."""

IDLE_MA = 1
"""Milliamperes of a pixel that is dark."""


def milliamps(frame: Frame) -> float:
    """Returns the current a frame draws, in milliamperes at 5 V."""
    return idle(frame) + _load(frame) / 255


def idle(frame: Frame) -> int:
    """Returns the current a dark chain of this length draws, in milliamperes."""
    return len(frame) // 3 * IDLE_MA


def limit(frame: Frame, max_mA: int) -> Frame:
    """Returns the frame, scaled down as a whole if it draws more than `max_mA` milliamperes.

    A frame within the budget comes back as it is. One that is not comes out at most 0.2 mA below
    it: the rounding of each pixel is carried on to the next, so that nothing is lost and no hue
    drifts. No value ever rises. If the dark chain alone draws the budget, the frame is black.
    """
    load = _load(frame)
    # In 255ths of a milliampere everything is a whole number, and the promise is exact.
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
