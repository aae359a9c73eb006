"""Text and lines engraved on the panel, in addition to the holes.

- after every fifth hole a line across the street, and beside it the hole's number
- the lines that a loser has to reach: SKUNK after hole 90, DOUBLE SKUNK after hole 60
- START and OUT, and before each start the track's shape (as the page shows it) and colour
- at each bend the path of every track, with an arrow
- what lamps beside the holes show

It works for any folding: where the tracks do not run side by side each gets its own lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, dist, hypot, pi, sin

from pegboard.board.layout import Extra, Layout
from pegboard.board.panel.building import FOLD, usual_pitch
from pegboard.board.panel.strokes import Line, width_mm, written
from pegboard.board.toml_table import Point

COLORS = ("BLUE", "ORANGE", "GREEN", "PINK")
"""Names of the palette's track colours."""

SKUNKS = {60: "DOUBLE SKUNK", 90: "SKUNK"}
"""The last hole before each line of the game to 121."""

NUMBER_MM, NAME_MM, SMALL_MM = 2.5, 2.0, 1.6
"""Heights of letters."""

SHAPE_MM = 1.8
"""Distance from the middle of a track's shape to its rim."""

_CLEAR = 1.2  # between a hole and its engraving


@dataclass(frozen=True, slots=True)
class _End:
    """Position of one track at a hole, and its direction from there."""

    at: Point
    forward: Point
    """The direction it came in."""
    next: Point
    folds: bool
    """The next hole is in another street."""


def engraved(layout: Layout) -> Iterator[Line]:
    """Yields every line, in no particular order."""
    pitch = usual_pitch(layout)
    for hole in range(1, layout.holes):
        ends = [_end(points, hole, pitch) for points in layout.points]
        if hole % 5 == 0:
            yield from _boundary(layout, hole, ends, pitch)
        yield from _bends(layout, [end for end in ends if end.folds])
    yield from _starts(layout)
    yield from _outs(layout)
    for extra in layout.extras:
        yield from _lamps(layout, extra)


def _end(points: tuple[Point | None, ...], hole: int, pitch: float) -> _End:
    before, at, after = points[hole - 1], points[hole], points[hole + 1]
    assert at and after  # only a start may be missing
    came = before is not None and dist(before, at) < FOLD * pitch
    forward = _unit(before, at) if before and came else _unit(at, after)
    return _End(at, forward, after, dist(at, after) >= FOLD * pitch)


def _boundary(layout: Layout, hole: int, ends: list[_End], pitch: float) -> Iterator[Line]:
    """Yields the line after a hole, across the street, and the hole's number."""
    reach = layout.drill_mm / 2 + _CLEAR
    for street in _streets(ends):
        first, last = street[0], street[-1]
        forward, up = first.forward, _up(first.forward)
        top = _along(_along(first.at, forward, pitch / 2), up, reach)
        bottom = _along(_along(last.at, forward, pitch / 2), up, -reach)
        yield top, bottom
        name = SKUNKS.get(hole) if layout.holes == 121 else None
        if name:  # twice, so that it is bolder
            yield _along(top, forward, 0.4), _along(bottom, forward, 0.4)
        yield from _above(layout, first.at, str(hole), NUMBER_MM, up)
        if name:
            inward = (width_mm(str(hole), NUMBER_MM) + width_mm(name, NAME_MM)) / 2 + 2
            yield from _above(layout, _along(first.at, forward, -inward), name, NAME_MM, up)


def _streets(ends: list[_End]) -> list[list[_End]]:
    """Returns the tracks that run side by side, each street from its upper (or left) side."""
    streets: list[list[_End]] = []
    for end in ends:
        side = streets[-1][-1] if streets else None
        if side and side.forward == end.forward and abs(_dot(side, end)) < 0.1:
            streets[-1].append(end)
        else:
            streets.append([end])
    for street in streets:
        up = _up(street[0].forward)
        street.sort(key=lambda end: -(end.at[0] * up[0] + end.at[1] * up[1]))
    return streets


def _bends(layout: Layout, bends: list[_End]) -> Iterator[Line]:
    """Yields each track's path from one street to the next.

    The nearer the ends, the further in.
    """
    bends.sort(key=lambda end: dist(end.at, end.next))
    for place, end in enumerate(bends):
        (dx, dy), room = end.forward, _room(layout, end)
        gap = layout.drill_mm / 2 + 0.8
        step = max(0.0, min(3.0, (room - 3 - gap - 2.4) / max(1, len(bends) - 1)))
        out = gap + 2.4 + place * step
        far = max(_part(end.at, end.forward), _part(end.next, end.forward)) + out
        corners = [
            _along(point, end.forward, far - _part(point, end.forward))
            for point in (end.at, end.next)
        ]
        down = _unit(*corners)
        cut = min(1.5, out - gap, dist(*corners) / 3)
        yield (
            _along(end.at, end.forward, gap),
            _along(corners[0], end.forward, -cut),
            _along(corners[0], down, cut),
            _along(corners[1], down, -cut),
            _along(corners[1], end.forward, -cut),
            _along(end.next, end.forward, gap),
        )
        tip = _along(_middle(*corners), down, 0.7)
        yield (
            _along(_along(tip, down, -1.4), (dx, dy), 0.9),
            tip,
            _along(_along(tip, down, -1.4), (dx, dy), -0.9),
        )


def _starts(layout: Layout) -> Iterator[Line]:
    uppermost: dict[float, Point] = {}
    for track, points in enumerate(layout.points):
        start, after = _ends(points[:3])
        if start[1] <= uppermost.setdefault(start[0], start)[1]:
            uppermost[start[0]] = start
        back = _unit(after, start)
        middle = _along(start, back, layout.drill_mm / 2 + _CLEAR + 2 * SHAPE_MM)
        yield from _shape(track, middle)
        name = COLORS[track] if track < len(COLORS) else f"TRACK {track + 1}"
        yield from written(name, (middle[0], middle[1] + SHAPE_MM + 1.8), SMALL_MM)
    for start in uppermost.values():
        yield from _above(layout, start, "START", NAME_MM, (0.0, -1.0))


def _outs(layout: Layout) -> Iterator[Line]:
    """Yields OUT beyond the last hole of each track."""
    for points in layout.points:
        last, before = _ends(points[::-1])
        forward = _unit(before, last)
        half = (width_mm("OUT", NAME_MM) if abs(forward[0]) > 0.5 else NAME_MM) / 2
        yield from written(
            "OUT", _along(last, forward, layout.drill_mm / 2 + _CLEAR + half), NAME_MM
        )


def _ends(points: tuple[Point | None, ...]) -> tuple[Point, Point]:
    """Returns the first two of some points; for a single one, also a point to its right."""
    there = [point for point in points if point]
    return there[0], there[1] if there[1:] else (there[0][0] + 1, there[0][1])


def _shape(track: int, middle: Point) -> Iterator[Line]:
    """Yields a circle, a diamond, a triangle and a square, as on the page."""
    corners, turn, size = ((24, 0.0, 1.0), (4, 0.0, 1.2), (3, 0.0, 1.25), (4, 0.5, 1.3))[track % 4]
    angles = [2 * pi * (k + turn) / corners - pi / 2 for k in range(corners + 1)]
    yield tuple(
        (
            round(middle[0] + size * SHAPE_MM * cos(angle), 2),
            round(middle[1] + size * SHAPE_MM * sin(angle), 2),
        )
        for angle in angles
    )


def _lamps(layout: Layout, extra: Extra) -> Iterator[Line]:
    first, up = extra.points[0], (0.0, -1.0)
    if extra.shows == "crib":
        yield from _above(layout, first, "CRIB", NAME_MM, up)
        left = layout.drill_mm / 2 + _CLEAR + 2 * SHAPE_MM
        yield from _shape(extra.track or 0, (first[0] - left, first[1]))
    elif extra.shows == "wins":
        yield from _above(layout, _middle(first, extra.points[-1]), "GAMES", NAME_MM, up)
    else:
        side = _along(first, up, layout.drill_mm / 2 + _CLEAR + NAME_MM / 2)
        shift = width_mm("COUNT", NAME_MM) / 2 - layout.drill_mm / 2
        yield from written("COUNT", (side[0] + shift, side[1]), NAME_MM)
        for lamp in (*range(5, len(extra.points), 5), len(extra.points)):
            if lamp * 31 % len(extra.points) == 0 and not 27 < lamp < 31:
                stands = lamp * 31 // len(extra.points)
                yield from _above(layout, extra.points[lamp - 1], str(stands), NAME_MM, up)


def _above(
    layout: Layout, point: Point, text: str, height_mm: float, up: Point
) -> tuple[Line, ...]:
    """Returns a text on the upper (or left) side of a hole."""
    half = (height_mm if up[1] else width_mm(text, height_mm)) / 2
    return written(text, _along(point, up, layout.drill_mm / 2 + _CLEAR + half), height_mm)


def _room(layout: Layout, end: _End) -> float:
    """Returns the distance from a hole to the panel's edge, in the track's direction."""
    (x, y), (dx, dy) = end.at, end.forward
    across = (layout.width_mm - x if dx > 0 else x) / abs(dx) if abs(dx) > 0.01 else 1e9
    down = (layout.height_mm - y if dy > 0 else y) / abs(dy) if abs(dy) > 0.01 else 1e9
    return min(across, down)


def _up(forward: Point) -> Point:
    """Returns the unit vector across a street, upwards; leftwards if the street is vertical."""
    dx, dy = round(forward[1], 3) + 0.0, round(-forward[0], 3) + 0.0
    return (dx, dy) if dy < 0 or (dy == 0 and dx < 0) else (-dx, -dy)


def _unit(a: Point, b: Point) -> Point:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return round((b[0] - a[0]) / length, 3), round((b[1] - a[1]) / length, 3)


def _along(point: Point, direction: Point, by: float) -> Point:
    return round(point[0] + direction[0] * by, 2), round(point[1] + direction[1] * by, 2)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _part(point: Point, direction: Point) -> float:
    """Returns the component of a point along a direction."""
    return point[0] * direction[0] + point[1] * direction[1]


def _dot(a: _End, b: _End) -> float:
    """Returns how far track end `b` is ahead of `a`, in the direction of `a`."""
    return _part(b.at, a.forward) - _part(a.at, a.forward)
