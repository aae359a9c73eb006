"""Models the current of a chain of LEDs, and the voltage at each.

Strip and wires are a ladder of resistors, fed at one or more places from one supply. A current
`I_k` at LED k makes a drop `sum(R[j, k] * I_k)` at LED j; the matrix R is the inverse of the
ladder's conductances (Kirchhoff's current law). The current of all LEDs and of the electronics
passes the fuse, which adds the same drop everywhere. LEDs are assumed to draw the same at any
voltage; at low voltage they draw less, so the true voltages are slightly better.

Sources: currents of an LED from `pegboard.board.color` (FastLED's measurements), and 60 mA as data
sheets and shops quote it; 4.5 V the least for which the WS2812B data sheet promises anything;
strip 0.2 ohm a metre and conductor, measured on 5 m of strip with 60 LEDs a metre by
J. Mrázek (github.com/yaqwsx/neopixelBooster; strip with 144 LEDs a metre is assumed to be no
better); copper 0.0179 ohm mm2/m (IEC 60228, at 20 C); cross-sections for a current from IEC
60335-1, table 11, which keeps flexible cords cool. Fuse: makers of blade fuses give 0.09 to 0.15 V
at the rated current, and resistance is inverse to the rating; with the holder's contacts a 3 A fuse
is assumed to have 40 milliohms (calculated, not measured).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pegboard.board.color import CHANNEL_MA, IDLE_MA
from pegboard.board.layout import Layout

SUPPLY_V = 5.0
LEAST_V = 4.5
"""Minimum voltage at every LED."""

STRIP_OHM_PER_M = 0.2
"""Resistance of each of the two conductors; no better value is known for 144 LEDs a metre."""

COPPER_OHM_MM2_PER_M = 0.0179
JOINT_M, JOINT_MM2 = 0.05, 0.5
"""Length and cross-section of the wires between two rows."""

FEED_M, SLACK_M = 0.5, 0.1
"""Minimum length of a wire from the supply's terminals to a feed, and the slack of every
wire."""

FUSE_V = 0.12
"""Drop over fuse and holder at the fuse's rated current: 40 milliohms at 3 A."""

WHITE_MA = sum(CHANNEL_MA) + IDLE_MA
"""Current of an LED at full white."""

QUOTED_MA = 60
"""The commonly quoted worst case."""

ELECTRONICS_MA = 100
"""Current of a Pico and its level shifter on the same supply."""

MARGIN = 1.25
"""Reserve of supply and fuse over the continuous current."""

SUPPLIES_A = (3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 60)
FUSES_A = (2, 3, 4, 5, 7.5, 10, 15, 20, 25, 30, 40)
WIRES_MM2 = {0.5: 3, 0.75: 6, 1.0: 10, 1.5: 16, 2.5: 25, 4.0: 32, 6.0: 40}
"""Permitted current in amperes by cross-section."""

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Budget:
    """The power requirements of one board at one current limit."""

    layout: str
    leds: int
    limit_mA: int | None
    """Current limit; None: no limiter, every LED white."""
    feeds: tuple[int, ...]
    """LEDs at which power is fed: each the first of a row, or the last of all."""
    amps: float
    """Maximum current."""
    supply_A: float
    fuse_A: float
    wire_mm2: float
    lowest_V: float
    """Voltage at the worst LED, with the worst picture."""


def budget(layout: Layout, limit_mA: int | None) -> Budget:
    """Returns the fewest feeds, and the supply, fuse and wires, for a board.

    Args:
        layout: a board made of strip (`leds_per_m` is known).
        limit_mA: limit of the limiter; None for a board without one, all white.

    Raises:
        ValueError: no number of feeds keeps every LED above `LEAST_V`.
    """
    white = layout.length * WHITE_MA
    amps = (min(white, limit_mA or white) + ELECTRONICS_MA) / 1000
    fuse = next_of(FUSES_A, amps * MARGIN)
    wire = next(mm2 for mm2, carries in WIRES_MM2.items() if carries >= fuse)
    for count in range(2, len(layout.pieces) + 2):
        feeds = feed_points(layout, count)
        lowest = SUPPLY_V - worst_drop(layout, feeds, wire, limit_mA, fuse)
        if lowest >= LEAST_V:
            supply = next_of(SUPPLIES_A, amps * MARGIN)
            return Budget(
                layout.name, layout.length, limit_mA, feeds, amps, supply, fuse, wire, lowest
            )
    raise ValueError(f"{layout.name}: feeding every row is not enough for {amps:.1f} A")


def reach_m(width_mm: float, height_mm: float) -> float:
    """Returns the length of a wire from the centre of a rectangle along its sides to a corner.

    In metres, with slack, rounded up to the next 5 cm.
    """
    way = (width_mm + height_mm) / 2000 + SLACK_M
    return round(math.ceil(20 * way - 1e-9) / 20, 2)


def feed_m(layout: Layout) -> float:
    """Returns the length of the wires from the supply's terminals to a feed, in metres."""
    return max(FEED_M, reach_m(layout.width_mm, layout.height_mm))


def next_of(sizes: Sequence[float], least: float) -> float:
    """Returns the smallest size that is large enough."""
    return next(size for size in sizes if size >= least)


def feed_points(layout: Layout, count: int) -> tuple[int, ...]:
    """Returns the LEDs to feed: the ends of the chain, and starts of rows spread evenly between."""
    last = layout.length - 1
    if count < 2:
        return (0,)
    starts = [piece.first_pixel for piece in layout.pieces]
    spread = [k * last / (count - 1) for k in range(1, count - 1)]
    between = {min(starts, key=lambda start: abs(start - point)) for point in spread}
    return tuple(sorted({0, last, *between}))


def resistances(layout: Layout, feeds: Sequence[int], wire_mm2: float) -> Vector:
    """Returns the matrix R in ohms, (LEDs, LEDs): drop at LED j per ampere drawn at LED k."""
    if layout.leds_per_m is None:
        raise ValueError(f"{layout.name} does not say how many LEDs a metre its strip has")
    link = np.full(layout.length - 1, 2 * STRIP_OHM_PER_M / layout.leds_per_m)
    for piece in layout.pieces:
        if piece.first_pixel:
            link[piece.first_pixel - 1] = 2 * JOINT_M * COPPER_OHM_MM2_PER_M / JOINT_MM2
    diagonal = np.zeros(layout.length)
    diagonal[:-1] += 1 / link
    diagonal[1:] += 1 / link
    diagonal[list(feeds)] += wire_mm2 / (2 * feed_m(layout) * COPPER_OHM_MM2_PER_M)
    return _inverse(diagonal, -1 / link)


def _inverse(diagonal: Vector, beside: Vector) -> Vector:
    """Returns the inverse of a symmetric tridiagonal matrix.

    Thomas's algorithm for all right-hand sides at once: plain rows of numbers are quicker here
    than a general solver, and need no second processor core.
    """
    count = len(diagonal)
    rows, pivots = np.eye(count), diagonal.copy()
    for k in range(1, count):
        factor = beside[k - 1] / pivots[k - 1]
        pivots[k] -= factor * beside[k - 1]
        rows[k] -= factor * rows[k - 1]
    rows[-1] /= pivots[-1]
    for k in range(count - 2, -1, -1):
        rows[k] = (rows[k] - beside[k] * rows[k + 1]) / pivots[k]
    return rows


def currents(leds: int, total_mA: float, first: int | None = None) -> Vector:
    """Returns the current of each LED in amperes, at most `total_mA` in all.

    Args:
        leds: number of LEDs.
        total_mA: current limit of all LEDs together.
        first: first LED of a full-white run; None spreads the light evenly.
    """
    light = max(0.0, total_mA - leds * IDLE_MA)
    drawn = np.full(leds, IDLE_MA / 1000)
    if first is None:
        return drawn + light / leds / 1000
    lit = math.ceil(light / (WHITE_MA - IDLE_MA))
    drawn[first : first + lit] += light / lit / 1000 if lit else 0.0
    return drawn


def fuse_drop(fuse_A: float, leds_mA: float) -> float:
    """Returns the voltage drop of fuse and holder for a current of the LEDs."""
    return FUSE_V / fuse_A * (leds_mA + ELECTRONICS_MA) / 1000


def worst_drop(
    layout: Layout,
    feeds: Sequence[int],
    wire_mm2: float,
    limit_mA: int | None,
    fuse_A: float,
) -> float:
    """Returns the largest drop at any LED in volts, for the worst distribution of light."""
    matrix = resistances(layout, feeds, wire_mm2)
    white = layout.length * WHITE_MA
    total = min(white, limit_mA or white)
    light = total - layout.length * IDLE_MA
    lit = math.ceil(light / (WHITE_MA - IDLE_MA))
    dark = matrix @ currents(layout.length, 0) + fuse_drop(fuse_A, total)
    if lit == 0:
        return float(dark.max())
    # Column k: drops for light on LEDs 0 to k - 1; a window is the difference of two columns.
    sums = np.cumsum(np.pad(matrix, ((0, 0), (1, 0))), axis=1)
    windows = (sums[:, lit:] - sums[:, :-lit]) * (light / lit / 1000)
    return float((dark[:, None] + windows).max())


def voltages(
    layout: Layout, feeds: Sequence[int], wire_mm2: float, total_mA: float, fuse_A: float
) -> Vector:
    """Returns the voltage at each LED when all draw the same current."""
    matrix = resistances(layout, feeds, wire_mm2)
    drop = matrix @ currents(layout.length, total_mA) + fuse_drop(fuse_A, total_mA)
    return np.asarray(SUPPLY_V - drop, dtype=np.float64)
