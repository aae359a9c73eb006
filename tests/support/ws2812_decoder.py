"""A WS2812 decoder written from the data sheets, independent of our encoder.

Times are taken from the levels of the line, each checked against the sheet; anything that the
sheet does not allow fails. The numbers stand here a second time on purpose.
"""

from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Sheet:
    """Times in nanoseconds, as (shortest, longest)."""

    t0h: tuple[float, float]
    t0l: tuple[float, float]
    t1h: tuple[float, float]
    t1l: tuple[float, float]
    period: tuple[float, float]
    reset: float


def around(middle: float, by: float = 150) -> tuple[float, float]:
    return middle - by, middle + by


SHEETS = {
    # WS2812B-V5/W data sheet V6.1, "Data transfer time": 0.22-0.38, 0.58-1, 0.58-1, 0.58-1 us; RES
    # over 280 us. It gives no period; that of its forerunner is taken.
    "ws2812b-v5": Sheet(
        (220, 380), (580, 1000), (580, 1000), (580, 1000), around(1250, 600), 280_000
    ),
    # WS2812B data sheet (2013): 0.4, 0.85, 0.8, 0.45 us +-150 ns; 1.25 us +-600 ns; over 50 us.
    "ws2812b-2013": Sheet(
        around(400), around(850), around(800), around(450), around(1250, 600), 50_000
    ),
    # SK6812 data sheet: 0.3, 0.9, 0.6, 0.6 us +-150 ns; 1.2 us +-600 ns; at least 80 us.
    "sk6812": Sheet(around(300), around(900), around(600), around(600), around(1200, 600), 80_000),
}


class OutOfSpec(AssertionError):
    """The signal violates the data sheet."""


def inside(value: float, span: tuple[float, float]) -> bool:
    return span[0] - 1e-6 <= value <= span[1] + 1e-6


def decode(levels: bytes, clock_hz: float, sheet: Sheet) -> list[tuple[int, int, int]]:
    """Decodes the pixels, each (green, red, blue), up to the terminating reset.

    Args:
        levels: the line, first bit of each byte first, low before and after.
        clock_hz: of those bits.
        sheet: what the LEDs allow.

    Raises:
        OutOfSpec: naming the bit and the time.
    """
    flat = (byte >> 7 - bit & 1 for byte in levels for bit in range(8))
    runs = [(level, sum(1 for _ in run) * 1e9 / clock_hz) for level, run in groupby(flat)]
    if runs and not runs[0][0]:
        runs.pop(0)  # low before the first bit
    bits: list[int] = []
    for number in range(0, len(runs), 2):
        high = runs[number][1]
        if number + 1 == len(runs):
            raise OutOfSpec(f"bit {number // 2}: the line stays high")
        low = runs[number + 1][1]
        ends = number + 2 == len(runs)
        if inside(high, sheet.t0h) == inside(high, sheet.t1h):
            raise OutOfSpec(f"bit {number // 2}: {high:.0f} ns high is neither 0 nor 1")
        bit = int(inside(high, sheet.t1h))
        if ends:
            if low <= sheet.reset:
                raise OutOfSpec(f"{low:.0f} ns low at the end is no reset")
        elif not inside(low, sheet.t1l if bit else sheet.t0l):
            raise OutOfSpec(f"bit {number // 2}: {low:.0f} ns low after a {bit}")
        elif not inside(high + low, sheet.period):
            raise OutOfSpec(f"bit {number // 2}: a period of {high + low:.0f} ns")
        bits.append(bit)
    if len(bits) % 24:
        raise OutOfSpec(f"{len(bits)} bits are no whole pixels")
    sent = [int("".join(map(str, bits[k : k + 8])), 2) for k in range(0, len(bits), 8)]
    return list(zip(sent[::3], sent[1::3], sent[2::3], strict=True))
