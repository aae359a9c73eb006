"""Information for a layout's builder: strip to cut, and problems in building it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist

from pegboard.board.layout import Layout
from pegboard.board.toml_table import Point

WEB_MM = 1.0
"""The least wood between two holes."""

EDGE_MM = 2.0
"""Minimum distance between a hole and the edge."""

FIRMWARE_PIXELS = 512
"""The longest chain that our firmware drives."""

APART_MM = 1.0
"""The least distance between the edges of two pieces of strip."""

EVEN_MM = 0.1
"""Tolerance of the distance between neighbouring holes of a street."""

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
    for piece in layout.pieces:
        first, points = piece.first_pixel, piece.points
        last = found[-1] if found else None
        if last and pitch and _goes_on(last, first, points, pitch):
            leds = first + len(points) - last.first_pixel
            holds = (*last.holds, piece.holds)
            found[-1] = Cut(last.first_pixel, leds, holds, last.begin, points[-1])
        else:
            found.append(Cut(first, len(points), (piece.holds,), points[0], points[-1]))
    return tuple(found)


def _goes_on(cut: Cut, first: int, points: Sequence[Point], pitch: float) -> bool:
    """Returns whether LEDs continue a piece: in one line, and at the strip's own distance."""
    steps = first - cut.first_pixel
    ends = (
        (cut.end, points[0], steps - cut.leds + 1),
        (cut.begin, points[-1], steps + len(points) - 1),
    )
    return all(abs(dist(a, b) - apart * pitch) < EVEN_MM for a, b, apart in ends)


def usual_pitch(layout: Layout) -> float:
    """Returns the usual distance between holes on this board, in millimetres."""
    steps = sorted(step for _, _, step in _steps(layout))
    return steps[len(steps) // 2] if steps else 0.0


def doubts(layout: Layout) -> Iterator[str]:
    """Yields the problems of building the board in wood, one line each.

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
    yield from _crowded(layout)
    if layout.length > FIRMWARE_PIXELS:
        yield f"{layout.length} pixels are more than the firmware drives, {FIRMWARE_PIXELS}"


def strip_gaps(layout: Layout) -> list[tuple[float, int, int]]:
    """Returns the distance between the edges of every two pieces of strip, and their numbers.

    In millimetres, the closest first; less than 0 where they overlap. Pieces count from 1 along
    the data line. Empty for a board that is not made of strip.
    """
    if not layout.leds_per_m:
        return []
    half_pitch = 500 / layout.leds_per_m
    pieces = [_outline(cut, layout.strip_mm, half_pitch) for cut in cuts(layout)]
    pairs = combinations(enumerate(pieces, 1), 2)
    return sorted((gap_mm(a, b), one, other) for (one, a), (other, b) in pairs)


def _crowded(layout: Layout) -> Iterator[str]:
    """Yields the problem of the two closest pieces of strip, if they are too close."""
    close = [found for found in strip_gaps(layout) if found[0] < APART_MM - 0.005]
    if close:
        (gap, one, other), width = close[0], layout.strip_mm
        apart = f"lie {gap:.2f} mm apart" if gap >= 0 else f"overlap by {-gap:.2f} mm"
        yield (
            f"the strips of rows {one} and {other}, {width:g} mm wide, {apart}; their edges need "
            f"{APART_MM:g} mm: rows side by side {width + APART_MM:g} mm from middle to middle, or "
            f"narrower strip (strip_mm); {len(close)} such"
        )


def _outline(cut: Cut, width_mm: float, half_pitch_mm: float) -> tuple[Point, ...]:
    """Returns the corners of a piece of strip, in order; it ends half a pitch beyond its LEDs."""
    (x0, y0), (x1, y1) = cut.begin, cut.end
    length = dist(cut.begin, cut.end)
    dx, dy = ((x1 - x0) / length, (y1 - y0) / length) if length else (1.0, 0.0)
    ends = ((x0, y0, -half_pitch_mm), (x1, y1, half_pitch_mm))
    (a, b), (c, d) = (
        [
            (x + dx * along - dy * across, y + dy * along + dx * across)
            for across in (-width_mm / 2, width_mm / 2)
        ]
        for x, y, along in ends
    )
    return a, b, d, c


def gap_mm(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Returns the distance between two convex shapes; less than 0 says how far they overlap.

    Args:
        one: corners of the first shape, in order.
        other: corners of the second shape, in order.
    """
    overlap = max(
        max(_beyond(a, b, shape, rest) for a, b in pairwise((*shape, shape[0])))
        for shape, rest in ((one, other), (other, one))
    )
    if overlap <= 0:
        return overlap
    return min(
        _to_line(point, a, b)
        for shape, rest in ((one, other), (other, one))
        for a, b in pairwise((*shape, shape[0]))
        for point in rest
    )


def _beyond(a: Point, b: Point, shape: Sequence[Point], rest: Sequence[Point]) -> float:
    """Returns how far a shape lies outside an edge of another (the separating axis theorem)."""
    length = dist(a, b)
    nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
    across = [nx * x + ny * y for x, y in shape]
    if nx * a[0] + ny * a[1] < max(across) - 1e-9:  # the corners run the other way round
        nx, ny = -nx, -ny
    return min(nx * (x - a[0]) + ny * (y - a[1]) for x, y in rest)


def _to_line(point: Point, a: Point, b: Point) -> float:
    """Returns the distance from a point to a line between two others."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    part = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / dist(a, b) ** 2
    part = min(1.0, max(0.0, part))
    return dist(point, (ax + part * (bx - ax), ay + part * (by - ay)))


def _steps(layout: Layout) -> Iterator[tuple[int, int, float]]:
    """Yields the distance from the previous hole to each hole: track, hole, millimetres."""
    for track, points in enumerate(layout.points):
        for hole, (a, b) in enumerate(pairwise(points), 1):
            if a and b:
                yield track, hole, dist(a, b)
