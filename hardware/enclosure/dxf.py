"""Writes all plates of a box to one DXF, side by side."""

from collections.abc import Iterator, Sequence

from hardware.enclosure.plates import Plate, compensated
from hardware.templates.dxf import new_drawing, rounded, written
from pegboard.board.toml_table import Point

LAYERS = {"CUT": 1, "ENGRAVE": 5}
"""Name of each layer, and its colour's number: red, blue."""

SHEET_MM, GAP_MM = 600.0, 6.0
"""Width of a common sheet, and the distance between plates."""


def dxf(plates: Sequence[Plate], kerf_mm: float) -> bytes:
    """Returns the lines for the laser in millimetres, y upwards."""
    drawing = new_drawing(LAYERS)
    space = drawing.modelspace()
    cut, engrave = {"layer": "CUT"}, {"layer": "ENGRAVE"}
    for plate, (left, low) in nested(plates):
        lines = compensated(plate, kerf_mm)
        x0, _, _, y1 = _bounds(plate)

        def at(x: float, y: float, dx: float = left - x0, dy: float = low + y1) -> Point:
            return round(x + dx, 3), round(dy - y, 3)

        if lines.corner_mm:
            wide, high = lines.size_mm
            dx, dy = at(lines.outline[0][0], max(y for _, y in lines.outline))
            outline = [(x + dx, y + dy, b) for x, y, b in rounded(wide, high, lines.corner_mm)]
            space.add_lwpolyline(outline, format="xyb", close=True, dxfattribs=cut)
        else:
            outline_points = [at(x, y) for x, y in lines.outline]
            space.add_lwpolyline(outline_points, close=True, dxfattribs=cut)
        for x, y, diameter in lines.circles:
            space.add_circle(at(x, y), diameter / 2, dxfattribs=cut)
        for x, y, right, bottom in lines.slots:
            corners = [at(x, y), at(right, y), at(right, bottom), at(x, bottom)]
            space.add_lwpolyline(corners, close=True, dxfattribs=cut)
        for line in lines.lines:
            space.add_lwpolyline([at(x, y) for x, y in line], dxfattribs=engrave)
    return written(drawing)


def nested(plates: Sequence[Plate]) -> Iterator[tuple[Plate, Point]]:
    """Yields each plate with the place of its lower left corner, in rows no wider than a sheet."""
    left = low = high = 0.0
    widest = max(SHEET_MM, *(plate.size_mm[0] for plate in plates))
    for plate in sorted(plates, key=lambda plate: -plate.size_mm[1]):
        width, height = plate.size_mm
        if left and left + width > widest:
            left, low, high = 0.0, low + high + GAP_MM, 0.0
        yield plate, (left, low)
        left, high = left + width + GAP_MM, max(high, height)


def sheet_mm(plates: Sequence[Plate]) -> tuple[float, float]:
    """Returns width and height of the whole drawing."""
    placed = [(x + p.size_mm[0], y + p.size_mm[1]) for p, (x, y) in nested(plates)]
    return max(x for x, _ in placed), max(y for _, y in placed)


def _bounds(plate: Plate) -> tuple[float, float, float, float]:
    xs, ys = zip(*plate.outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
