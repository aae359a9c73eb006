"""A layout for its builder: the strip to cut, and problems in building it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist

from pegboard.board.layout import Layout
from pegboard.board.toml_table import Point

WEB_MM = 1.0
"""The least wood between two holes."""

EDGE_MM = 2.0
"""And so much between a hole and the edge."""

FIRMWARE_PIXELS = 512
"""The longest chain that our firmware drives."""

EVEN_MM = 0.1
"""Neighbours of a street may be so much nearer or further than usual."""

FOLD = 1.2
"""From this many usual distances on, the next hole is in another street."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece of strip to cut off: LEDs in a straight line."""

    first_pixel: int
    leds: int
    holds: tuple[str, ...]
    """Names of the runs; LEDs between them stay dark."""
    begin: Point
    """The first LED: where the data comes in."""
    end: Point
    """The last LED."""


def cuts(layout: Layout) -> tuple[Cut, ...]:
    """Returns the pieces of strip, in the order of the data line.

    Rows that lie in one line, as far apart as the strip has it, are one piece.
    """
    pitch = 1000 / layout.leds_per_m if layout.leds_per_m else 0.0
    found: list[Cut] = []
    before: tuple[int, Point] | None = None
    for piece in layout.pieces:
        first, count = piece.first_pixel, len(piece.points)
        apart = first - before[0] if before else 0
        if before and pitch and abs(dist(before[1], piece.points[0]) - apart * pitch) < EVEN_MM:
            last = found.pop()
            leds = first + count - last.first_pixel
            holds = (*last.holds, piece.holds)
            found.append(Cut(last.first_pixel, leds, holds, last.begin, piece.points[-1]))
        else:
            ends = piece.points[0], piece.points[-1]
            found.append(Cut(first, count, (piece.holds,), *ends))
        before = first + count - 1, piece.points[-1]
    return tuple(found)


def usual_pitch(layout: Layout) -> float:
    """Returns the usual distance between holes on this board, in millimetres."""
    steps = sorted(step for _, _, step in _steps(layout))
    return steps[len(steps) // 2] if steps else 0.0


def doubts(layout: Layout) -> Iterator[str]:
    """Yields the problems in building the board from wood, one line each.

    Nothing for a layout that can be built.
    """
    pitch = usual_pitch(layout)
    for track, hole, step in _steps(layout):
        if step < FOLD * pitch and abs(step - pitch) > EVEN_MM:
            yield (
                f"hole {hole} of track {track} is {step:.2f} mm from the one before it, and "
                f"{pitch:.2f} mm is usual here"
            )
    needed = layout.drill_mm + WEB_MM
    lamps = list(layout.lamps())
    near = [
        (dist(a, b), one, other)
        for (one, a), (other, b) in combinations(lamps, 2)
        if dist(a, b) < needed - 0.005
    ]
    if near:
        gap, one, other = min(near)
        yield (
            f"the holes of pixels {one} and {other} are {gap:.2f} mm apart; drilled "
            f"{layout.drill_mm:g} mm wide they need {needed:g} mm ({len(near)} such)"
        )
    rim = layout.drill_mm / 2 + EDGE_MM
    for pixel, (x, y) in lamps:
        edge = min(x, y, layout.width_mm - x, layout.height_mm - y)
        if edge < rim - 0.005:
            yield (f"the hole of pixel {pixel} is {edge:.2f} mm from the edge; it needs {rim:g} mm")
            break
    if layout.length > FIRMWARE_PIXELS:
        yield f"{layout.length} pixels are more than the firmware drives, {FIRMWARE_PIXELS}"


def _steps(layout: Layout) -> Iterator[tuple[int, int, float]]:
    """Yields the step to each hole: track, hole, millimetres."""
    for track, points in enumerate(layout.points):
        for hole, (a, b) in enumerate(pairwise(points), 1):
            if a and b:
                yield track, hole, dist(a, b)
