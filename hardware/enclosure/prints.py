"""Printed parts of a box: the grid between front and strip, and brackets.

The grid has one cell per hole, so that an LED lights only its own hole. Its flat side lies on the
film behind the front, and the LEDs reach into it from behind. All parts print without supports,
the grid with its flat side down.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from hardware.carrier.design import HOLES_MM
from hardware.enclosure.solid import Cuboid, size_mm
from pegboard.board.layout import Layout
from pegboard.board.panel.box import GRID_MM, STAND_MM, SUPPORT_MM, Box
from pegboard.board.panel.building import Cut, cuts, gap_mm, usual_pitch
from pegboard.board.toml_table import Point

WALL_MM = 1.2
"""Thickness of walls between cells: three lines of a 0.4 mm nozzle."""

LEDGE_MM = 2.0
"""Width of the strip's edges that lie on the grid, to be taped to it."""

CELL_MM = 5.6
"""Minimum width of a cell: an LED is 5 mm wide."""

RELIEF_MM = 1.0
"""Gap between grid and strip from LED to LED: capacitors are there."""

JOINT_MM, PADS_MM = 2.5, 2.5
"""Room for solder at both ends of a row: its depth, and the length of the pads."""

NEAR_MM = 4.0
"""Rows with less than this between their strips share a piece of the grid."""

BED_MM = 210.0
"""The longest piece: a printer with a bed of 220 mm and a margin of 5 mm."""

SLIT_MM = 0.2
"""Gap between two pieces."""

EQUAL_MM = 0.05
"""Pieces that differ by less share a file."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A part to print."""

    name: str
    cuboids: tuple[Cuboid, ...]
    copies: int
    places: str
    """Description of the places of the copies."""

    @property
    def size_mm(self) -> tuple[float, float, float]:
        """Extent along each axis."""
        return size_mm(self.cuboids)


def grid(layout: Layout) -> tuple[Printed, ...]:
    """Returns the pieces of a layout's grid; equal ones once, with their number.

    Places are the upper left corners of the pieces, from that of the panel. Empty if a row is
    neither level nor upright.
    """
    rows = cuts(layout)
    if any(min(abs(r.begin[k] - r.end[k]) for k in (0, 1)) > 0.05 for r in rows):
        return ()
    distinct: list[tuple[tuple[Cuboid, ...], list[Point]]] = []
    for street in _streets(layout, rows):
        for piece in _pieces(layout, street):
            left, top = piece[0].low[:2]
            body, *rest = (_moved(cuboid, -left, -top) for cuboid in piece)
            moved = (body, *sorted(rest, key=lambda cuboid: (cuboid.low, cuboid.high)))
            places = next((at for equal, at in distinct if _are_equal(equal, moved)), None)
            if places is None:
                places = []
                distinct.append((moved, places))
            places.append((round(left, 1), round(top, 1)))
    return tuple(
        Printed(
            f"{layout.name}-grid-{number}",
            piece,
            len(places),
            "; ".join(f"{x:g}, {y:g}" for x, y in sorted(places)),
        )
        for number, (piece, places) in enumerate(distinct, 1)
    )


def _are_equal(first: Sequence[Cuboid], second: Sequence[Cuboid]) -> bool:
    """Returns whether two pieces differ by less than the printer's precision."""
    return len(first) == len(second) and all(
        abs(a - b) < EQUAL_MM
        for x, y in zip(first, second, strict=True)
        for a, b in zip((*x.low, *x.high), (*y.low, *y.high), strict=True)
    )


def _moved(cuboid: Cuboid, dx: float, dy: float) -> Cuboid:
    (a, b, c), (d, e, f) = cuboid.low, cuboid.high
    low = (round(a + dx, 1), round(b + dy, 1), c)
    return replace(cuboid, low=low, high=(round(d + dx, 1), round(e + dy, 1), f))


def _pitch(layout: Layout) -> float:
    return 1000 / layout.leds_per_m if layout.leds_per_m else usual_pitch(layout)


def _band(cut: Cut, along_mm: float, across_mm: float) -> tuple[float, float, float, float]:
    """Returns the bounds of a row, widened along it and across it."""
    (x0, y0), (x1, y1) = cut.begin, cut.end
    is_level = abs(y0 - y1) <= 0.05
    dx, dy = (along_mm, across_mm) if is_level else (across_mm, along_mm)
    return min(x0, x1) - dx, min(y0, y1) - dy, max(x0, x1) + dx, max(y0, y1) + dy


def _streets(layout: Layout, rows: tuple[Cut, ...]) -> list[list[Cut]]:
    """Returns the rows that share a piece of the grid: side by side, in the same direction."""
    streets: list[list[Cut]] = []
    for cut in rows:
        near = [street for street in streets if any(_is_beside(layout, cut, c) for c in street)]
        merged = [cut, *(neighbour for street in near for neighbour in street)]
        streets = [street for street in streets if street not in near] + [merged]
    return streets


def _is_beside(layout: Layout, first: Cut, second: Cut) -> bool:
    if _is_level(first) != _is_level(second):
        return False
    half = layout.strip_mm / 2
    a, b = (_band(cut, 0.1, half) for cut in (first, second))
    gap = gap_mm(*(((x, y), (r, y), (r, z), (x, z)) for x, y, r, z in (a, b)))
    return gap < NEAR_MM


def _is_level(cut: Cut) -> bool:
    return abs(cut.begin[1] - cut.end[1]) <= 0.05


def _pieces(layout: Layout, street: list[Cut]) -> Iterator[tuple[Cuboid, ...]]:
    """Yields the pieces of a street, each short enough for a printer's bed."""
    pitch, axis = _pitch(layout), 0 if _is_level(street[0]) else 1
    cell = pitch - WALL_MM
    wide = max(CELL_MM, layout.strip_mm - 2 * LEDGE_MM)
    rim = max(layout.strip_mm, wide + 2 * WALL_MM) / 2
    bands = [_band(cut, cell / 2 + WALL_MM, rim) for cut in street]
    low = [min(band[k] for band in bands) for k in (0, 1)]
    high = [max(band[k + 2] for band in bands) for k in (0, 1)]
    whole = Cuboid((low[0], low[1], 0), (high[0], high[1], GRID_MM))
    cut_away = [
        cuboid for cut in street for cuboid in _cells(layout, cut, cell, wide, pitch, whole)
    ]
    length = high[axis] - low[axis]
    number = ceil(length / BED_MM)
    # The wall between two pieces belongs to the first.
    first = min(min(cut.begin[axis], cut.end[axis]) for cut in street)
    columns = round((length - 2 * WALL_MM + WALL_MM) / pitch)
    seams = [
        first + pitch * (round(columns * k / number) - 0.5) + WALL_MM / 2 for k in range(1, number)
    ]
    for start, end in zip([low[axis], *seams], [*seams, high[axis]], strict=True):
        lower = start + (SLIT_MM / 2 if start in seams else 0)
        upper = end - (SLIT_MM / 2 if end in seams else 0)
        clipped = (_clipped(cuboid, axis, lower, upper) for cuboid in (whole, *cut_away))
        yield tuple(cuboid for cuboid in clipped if cuboid)


def _clipped(cuboid: Cuboid, axis: int, lower: float, upper: float) -> Cuboid | None:
    """Returns the part of a box between two places of an axis."""
    low, high = list(cuboid.low), list(cuboid.high)
    low[axis], high[axis] = max(low[axis], lower), min(high[axis], upper)
    if high[axis] - low[axis] < 0.01:
        return None
    return replace(cuboid, low=(low[0], low[1], low[2]), high=(high[0], high[1], high[2]))


def _cells(
    layout: Layout, cut: Cut, cell: float, wide: float, pitch: float, whole: Cuboid
) -> Iterator[Cuboid]:
    """Yields the cuts of a row: its cells, room for capacitors, and for solder."""
    (x0, y0), (x1, y1) = cut.begin, cut.end
    axis = 0 if _is_level(cut) else 1
    for led in range(cut.leds):
        part = led / max(1, cut.leds - 1)
        x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
        w, h = (cell / 2, wide / 2) if axis == 0 else (wide / 2, cell / 2)
        yield Cuboid((x - w, y - h, 0), (x + w, y + h, GRID_MM), is_cut=True)
    left, top, right, bottom = _band(cut, 0, wide / 2)
    if cut.leds > 1:
        yield Cuboid((left, top, GRID_MM - RELIEF_MM), (right, bottom, GRID_MM), is_cut=True)
    inside = max(2.6, pitch / 2 - PADS_MM)
    left, top, right, bottom = _band(cut, 0, layout.strip_mm / 2)
    z = GRID_MM - JOINT_MM
    outer = cell / 2 + WALL_MM
    for at, side in ((0, -1), (1, 1)):
        ends = (left, right) if axis == 0 else (top, bottom)
        a, b = sorted((ends[at] + side * inside, ends[at] + side * outer))
        a, b = max(a, whole.low[axis]), min(b, whole.high[axis])
        if axis == 0:
            yield Cuboid((a, top, z), (b, bottom, GRID_MM), is_cut=True)
        else:
            yield Cuboid((left, a, z), (right, b, GRID_MM), is_cut=True)


BAR_MM, LOW_MM = 7.0, 2.0
"""Width of a bar under a board and of its pillars, and its height between them."""


def brackets(box: Box) -> tuple[Printed, ...]:
    """Returns the bars that boards stand on, and the supports behind the rails of buttons."""
    (left, _), (right, _) = HOLES_MM[:2]
    carrier, pi = right - left, 58.0
    middles = "; ".join(f"{x:g}, {y:g}" for x, y in box.supports)
    return (
        Printed("bracket-pi", _bar(pi, 2.7), 2, "under the Pi or Zero, for M2.5 x 16 screws"),
        Printed("bracket-carrier", _bar(carrier, 3.2), 2, "under the carrier, for M3 x 16 screws"),
        Printed(
            f"support-{box.depth_mm:g}",
            _support(box.depth_mm),
            len(box.supports),
            f"glued to the back, along each rail; middles, from the front's corner: {middles}",
        ),
    )


def _bar(apart: float, hole: float) -> tuple[Cuboid, ...]:
    """Returns a low bar with a pillar at each end: solder joints have room between the pillars."""
    length, half = apart + BAR_MM, hole / 2
    middle = BAR_MM / 2
    pillars = (Cuboid((x, 0, 0), (x + BAR_MM, BAR_MM, STAND_MM)) for x in (0.0, apart))
    holes = (
        Cuboid((x - half, middle - half, 0), (x + half, middle + half, STAND_MM), is_cut=True)
        for x in (middle, middle + apart)
    )
    return (Cuboid((0, 0, 0), (length, BAR_MM, LOW_MM)), *pillars, *holes)


def _support(depth: float) -> tuple[Cuboid, ...]:
    """Returns an H seen from above: two flanges and a web, as high as the box is deep."""
    thick, length = SUPPORT_MM
    side = (length - 4) / 2
    return (
        Cuboid((0, 0, 0), (length, thick, depth)),
        Cuboid((2, 0, 0), (2 + side - 1, (thick - 2) / 2, depth), is_cut=True),
        Cuboid((length - 2 - side + 1, 0, 0), (length - 2, (thick - 2) / 2, depth), is_cut=True),
        Cuboid((2, (thick + 2) / 2, 0), (2 + side - 1, thick, depth), is_cut=True),
        Cuboid(
            (length - 2 - side + 1, (thick + 2) / 2, 0), (length - 2, thick, depth), is_cut=True
        ),
    )
