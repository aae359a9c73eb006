"""The plan of a layout: cuts, holes and engravings. Every drawing is made from it alone.

Lengths are millimetres from the left and upper edge of the panel, seen from the front.
"""

from dataclasses import dataclass

from pegboard.board.layout import Layout
from pegboard.board.panel.building import Cut, cuts
from pegboard.board.panel.engraving import engraved
from pegboard.board.panel.strokes import Line
from pegboard.board.toml_table import Point

CORNER_MM = 6.0
"""Radius of the panel's corners."""

LINE_MM = 0.2
"""Width of engraved lines."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A panel, seen from the front."""

    name: str
    width_mm: float
    height_mm: float
    drill_mm: float
    """Diameter of every hole."""
    holes: tuple[Point, ...]
    """Centres: the holes of the tracks, then extra lamps."""
    lines: tuple[Line, ...]
    """Engraved lines."""
    strip: tuple[Cut, ...]
    """The pieces of strip behind it, in the order of the data line."""
    strip_mm: float
    """Width of the strip."""


def plan(layout: Layout) -> Plan:
    """Returns the plan of a layout."""
    return Plan(
        layout.name,
        layout.width_mm,
        layout.height_mm,
        layout.drill_mm,
        tuple(point for _, point in layout.lamps()),
        tuple(engraved(layout)),
        cuts(layout),
        layout.strip_mm,
    )
