"""Writes a plan as DXF, for laser cutters, routers and drawing programs."""

from io import StringIO
from math import pi, tan

import ezdxf
from ezdxf import units
from ezdxf.document import Drawing

from pegboard.board.panel.plan import CORNER_MM, Plan

LAYERS = {"OUTLINE": 7, "DRILL": 1, "ENGRAVE": 5}
"""Name of each layer, and its colour's number: black or white, red, blue."""


def dxf(plan: Plan) -> bytes:
    """Returns the plan in millimetres, y upwards from the panel's lower left corner."""
    drawing = new_drawing(LAYERS)
    space = drawing.modelspace()
    space.add_lwpolyline(_outline(plan), format="xyb", close=True, dxfattribs={"layer": "OUTLINE"})
    for x, y in plan.holes:
        up = round(plan.height_mm - y, 3)
        space.add_circle((x, up), plan.drill_mm / 2, dxfattribs={"layer": "DRILL"})
    for line in plan.lines:
        points = [(x, round(plan.height_mm - y, 3)) for x, y in line]
        space.add_lwpolyline(points, dxfattribs={"layer": "ENGRAVE"})
    return written(drawing)


def new_drawing(layers: dict[str, int]) -> Drawing:
    """Returns an empty drawing in millimetres with layers, given as name and colour number."""
    # Otherwise ezdxf writes the time and a random number into the header.
    ezdxf.options.write_fixed_meta_data_for_testing = True  # type: ignore[attr-defined]
    drawing: Drawing = ezdxf.new("R2010", units=units.MM)  # type: ignore[attr-defined]
    for name, color in layers.items():
        drawing.layers.add(name, color=color)
    return drawing


def written(drawing: Drawing) -> bytes:
    """Returns the file of a drawing, with a fixed class order, as ezdxf's depends on hashing."""
    drawing.write(StringIO())  # adds the classes
    drawing.classes.classes = dict(sorted(drawing.classes.classes.items()))
    text = StringIO()
    drawing.write(text)
    return text.getvalue().encode()


def _outline(plan: Plan) -> list[tuple[float, float, float]]:
    return rounded(plan.width_mm, plan.height_mm, CORNER_MM)


def rounded(width: float, height: float, corner: float) -> list[tuple[float, float, float]]:
    """Returns a plate with round corners, anticlockwise: x, y, bulge of the next line."""
    bulge = tan(pi / 8)
    return [
        (corner, 0, 0),
        (width - corner, 0, bulge),
        (width, corner, 0),
        (width, height - corner, bulge),
        (width - corner, height, 0),
        (corner, height, bulge),
        (0, height - corner, 0),
        (0, corner, bulge),
    ]
