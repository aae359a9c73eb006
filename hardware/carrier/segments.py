"""Straight pieces of copper, and the distance between them."""

import math
from collections.abc import Iterable
from typing import NamedTuple

Line = tuple[float, float, float, float]
"""x and y of both ends, in millimetres."""


class Segment(NamedTuple):
    """A straight track with round ends, or a via."""

    layer: int | None
    """0 front, 1 back, None a via through both."""
    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    """Width of the track, or diameter of the via, in millimetres."""

    @property
    def line(self) -> Line:
        """Centre line."""
        return self.x1, self.y1, self.x2, self.y2

    @property
    def layers(self) -> tuple[int, ...]:
        """Sides of the board it occupies."""
        return (0, 1) if self.layer is None else (self.layer,)


def clashes(ours: Iterable[Segment], theirs: Iterable[Segment], clearance_mm: float) -> bool:
    """Returns whether any two of them come closer than `clearance_mm` on a common layer."""
    theirs = list(theirs)
    return any(
        distance_mm(a.line, b.line) < (a.width + b.width) / 2 + clearance_mm - 1e-6
        for a in ours
        for b in theirs
        if a.layer is None or b.layer is None or a.layer == b.layer
    )


def distance_mm(a: Line, b: Line) -> float:
    """Returns the distance between two straight lines; 0 if they cross."""
    p, q, r, s = a[:2], a[2:], b[:2], b[2:]
    if _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0:
        return 0.0
    return min(_to_line(p, b), _to_line(q, b), _to_line(r, a), _to_line(s, a))


def _to_line(point: tuple[float, float], line: Line) -> float:
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    along = 0.0
    if square:
        along = max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / square))
    return math.dist(point, (x1 + along * dx, y1 + along * dy))


def _side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
