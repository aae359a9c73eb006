"""The plates of a box, cut from one sheet: front, back, four walls, and one for the camera.

Walls have tabs that fit into slots of front and back, and fingers at their ends; screws through
spacers hold front and back together, without glue. Plates are drawn in true size; `compensated`
enlarges them by half the laser's kerf.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pegboard.board.panel.box import (
    ARM_MM,
    EDGE_MM,
    SCREW_MM,
    SLOT_MM,
    Box,
    Opening,
)
from pegboard.board.panel.plan import CORNER_MM
from pegboard.board.panel.strokes import Line
from pegboard.board.toml_table import Point

TAB_MM, TAB_EVERY_MM = 24.0, 120.0
"""Length of a tab, and the length of wall for each; a wall has at least two."""

FINGERS = 5
"""Fingers at each corner, of both walls together; an odd number."""

TIE_MM, VENT_MM = 4.0, 5.0
"""Holes for a cable tie, and for air under the Pi."""

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Plate:
    """One plate, seen from outside; millimetres from its left and upper edge, y down."""

    name: str
    outline: tuple[Point, ...]
    """Corners in order; every line is level or upright."""
    corner_mm: float = 0
    """Radius of the corners."""
    circles: tuple[tuple[float, float, float], ...] = ()
    """Holes: x, y, diameter."""
    slots: tuple[Rectangle, ...] = ()
    lines: tuple[Line, ...] = ()
    """Engraving."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height over all."""
        xs, ys = zip(*self.outline, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)


def plates(box: Box) -> tuple[Plate, ...]:
    """Returns every plate of a box, each to be cut once."""
    long, short = box.width_mm - 2 * EDGE_MM, box.height_mm - 2 * EDGE_MM
    return (
        _front(box),
        _back(box),
        _far_wall(long, box),
        _wall("near wall", long, box, has_fingers=False),
        _wall("left wall", short, box, has_fingers=True),
        _wall("right wall", short, box, has_fingers=True),
        Plate(
            "camera plate",
            _rectangle(0, 0, ARM_MM, box.depth_mm - 6),
            circles=((ARM_MM / 2, (box.depth_mm - 6) / 2, _arm(box).diameter_mm),),
        ),
    )


def compensated(plate: Plate, kerf_mm: float) -> Plate:
    """Returns the lines for the laser: outside half a kerf out, holes half a kerf in."""
    half = kerf_mm / 2
    return replace(
        plate,
        outline=offset(plate.outline, half),
        corner_mm=plate.corner_mm + half if plate.corner_mm else 0,
        circles=tuple((x, y, round(d - kerf_mm, 3)) for x, y, d in plate.circles),
        slots=tuple((x + half, y + half, r - half, b - half) for x, y, r, b in plate.slots),
    )


def offset(outline: Sequence[Point], by_mm: float) -> tuple[Point, ...]:
    """Returns an outline of level and upright lines, moved outwards by a distance."""
    closed = (outline[-1], *outline, outline[0])
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*outline, outline[0])))
    side = by_mm if area > 0 else -by_mm
    moved = []
    for before, at, after in zip(closed, closed[1:], closed[2:], strict=False):
        (ax, ay), (bx, by) = _way(before, at), _way(at, after)
        moved.append((round(at[0] + side * (ay + by), 3), round(at[1] - side * (ax + bx), 3)))
    return tuple(moved)


def _way(a: Point, b: Point) -> Point:
    """Returns the direction of a level or upright line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return float((dx > 1e-9) - (dx < -1e-9)), float((dy > 1e-9) - (dy < -1e-9))


def _rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _front(box: Box) -> Plate:
    dx, dy = box.panel_at
    lines = tuple(
        tuple((round(x + dx, 3), round(y + dy, 3)) for x, y in line) for line in box.panel.lines
    )
    return Plate(
        "front",
        _rectangle(0, 0, box.width_mm, box.height_mm),
        CORNER_MM,
        (
            *((x, y, box.panel.drill_mm) for x, y in box.holes),
            *((*control.at, control.hole_mm) for control in box.controls),
            *((*at, SCREW_MM) for at in box.screws),
        ),
        tuple(_slots(box)),
        (*lines, *box.labels),
    )


def _back(box: Box) -> Plate:
    (pi,) = (board for board in box.boards if board.name == "Pi")
    vents = (
        (pi.at[0] + 14 + 10 * column, pi.at[1] + y, VENT_MM)
        for column in range(5)
        for y in (15, 40)
    )
    return Plate(
        "back",
        _rectangle(0, 0, box.width_mm, box.height_mm),
        CORNER_MM,
        (
            *((*at, SCREW_MM) for at in box.screws),
            *((*at, board.hole_mm) for board in box.boards for at in board.holes),
            *vents,
        ),
        tuple(_slots(box)),
    )


def tabs(length_mm: float) -> tuple[tuple[float, float], ...]:
    """Returns the beginning and end of each tab along a wall."""
    number = max(2, int(length_mm // TAB_EVERY_MM))
    middles = (length_mm * (k + 0.5) / number for k in range(number))
    return tuple((round(m - TAB_MM / 2, 2), round(m + TAB_MM / 2, 2)) for m in middles)


def _slots(box: Box) -> Iterator[Rectangle]:
    """Yields the slots of front and back, wider than the tabs by the play."""
    edge, thick, play = EDGE_MM, box.options.material_mm, box.options.play_mm / 2
    for start, end in tabs(box.width_mm - 2 * edge):
        for top in (edge, box.height_mm - edge - thick):
            yield edge + start - play, top - play, edge + end + play, top + thick + play
    for start, end in tabs(box.height_mm - 2 * edge):
        for left in (edge, box.width_mm - edge - thick):
            yield left - play, edge + start - play, left + thick + play, edge + end + play


def _wall(name: str, length: float, box: Box, has_fingers: bool) -> Plate:
    """Returns a wall with its front at the top; long walls have notches, short ones fingers.

    All fingers of a corner fill its whole height, but for the play.
    """
    thick, depth, play = box.options.material_mm, box.depth_mm, box.options.play_mm / 2
    top = [
        (x, y) for a, b in tabs(length) for x, y in ((a, 0.0), (a, -thick), (b, -thick), (b, 0.0))
    ]
    bottom = [(x, depth - y) for x, y in reversed(top)]
    step = depth / FINGERS
    side: list[Point] = []  # the right end from front to back; x counts from the end
    for k in range(1, FINGERS, 2):
        if has_fingers:
            start, end = step * k + play, step * (k + 1) - play
            side += [(-thick, start), (0.0, start), (0.0, end), (-thick, end)]
        else:
            start, end = step * k, step * (k + 1)
            side += [(0.0, start), (-thick, start), (-thick, end), (0.0, end)]
    inset = thick if has_fingers else 0.0
    corners = [(-inset, 0.0), *side, (-inset, depth)]
    right = [(length + x, y) for x, y in corners]
    left = [(-x, y) for x, y in reversed(corners)]
    return Plate(name, tuple((round(x, 3), round(y, 3)) for x, y in (*top, *right, *bottom, *left)))


def _arm(box: Box) -> Opening:
    (arm,) = (opening for opening in box.openings if opening.name == "camera arm")
    return arm


def _far_wall(length: float, box: Box) -> Plate:
    """Returns the far wall with its openings; seen from outside, so left is right."""
    circles: list[tuple[float, float, float]] = []
    slots: list[Rectangle] = []
    middle = box.depth_mm / 2
    for opening in box.openings:
        x = box.width_mm - EDGE_MM - opening.x
        if not opening.diameter_mm:
            wide, high = SLOT_MM
            slots.append((x - wide / 2, middle - high / 2, x + wide / 2, middle + high / 2))
            circles += [(x, middle + side * (high / 2 + 5), TIE_MM) for side in (-1, 1)]
        elif opening.name == "speaker":
            grille = [(dx, dy) for dx in range(-12, 13, 6) for dy in range(-12, 13, 6)]
            circles += [
                (x + dx, middle + dy, opening.diameter_mm)
                for dx, dy in grille
                if dx * dx + dy * dy <= 250
            ]
        else:
            circles.append((x, middle + opening.deeper_mm, opening.diameter_mm))
    wall = _wall("far wall", length, box, has_fingers=False)
    return replace(wall, circles=tuple(circles), slots=tuple(slots))
