"""The box as pictures: a section from the far wall to the near one, and an exploded view."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin

from hardware.enclosure.plates import plates, tabs
from hardware.enclosure.prints import LEDGE_MM, grid
from hardware.svg import FAINT, INK, Drawing
from pegboard.board.layout import Layout
from pegboard.board.panel.box import (
    BUTTONS,
    EDGE_MM,
    FILM_MM,
    GRID_MM,
    INSET_MM,
    SLOT_MM,
    SPACER_MM,
    STAND_MM,
    STRIP_MM,
    Box,
    Opening,
    box,
)
from pegboard.board.panel.building import Cut, cuts
from pegboard.board.toml_table import Point

WOOD, GRID, STRIP, LED = "#e6cfa5", "#5b5b60", "#f4f4f4", "#f6c945"
BOARD, METAL, PLASTIC, RUBBER, FILM = "#8fbf8f", "#b9bcc2", "#d98b7a", "#3a3a3d", "#cfe4f5"

FEET_MM, FOOT_MM = 10.0, 26.0
"""Height of the feet, and distance of their middles from the edges: clear of the screws."""


def section(layout: Layout) -> Drawing:
    """Returns the box cut from far to near, the front at the top, and the depth of each part."""
    plan = box(layout)
    scale, left, top = 4.6, 40.0, 150.0
    wide = left + plan.height_mm * scale + 330
    thick, depth = plan.options.material_mm, plan.depth_mm
    drawing = Drawing(wide, top + (depth + 2 * thick + FEET_MM) * scale + 60, "Section of the box")

    def part(
        y0: float, z0: float, y1: float, z1: float, fill: str, line: float = 1, ink: str = INK
    ) -> None:
        drawing.box(
            left + y0 * scale, top + (z0 + thick) * scale, (y1 - y0) * scale, (z1 - z0) * scale,
            fill=fill, line=line, stroke=ink,
        )  # fmt: skip

    def at(y: float, z: float) -> Point:
        return left + y * scale, top + (z + thick) * scale

    drawing.text(
        left, 22, f"Section of {layout.name}, from the far wall to the near one", bold=True
    )
    drawing.text(
        left,
        42,
        "Camera arm, spacers, Pi and button lie at different places along the box.",
        color=FAINT,
    )
    (button,) = (control for control in plan.controls if control.name == "ok")
    height = plan.height_mm
    rows = sorted({round(cut.begin[1] + plan.panel_at[1], 2) for cut in cuts(layout)})
    gaps = sorted(
        [(y - layout.drill_mm / 2, y + layout.drill_mm / 2) for y in rows]
        + [(button.at[1] - button.hole_mm / 2, button.at[1] + button.hole_mm / 2)]
    )
    for start, end in _between(gaps, 0, height):
        part(start, -thick, end, 0, WOOD)
    part(0, depth, height, depth + thick, WOOD)
    for wall in (EDGE_MM, height - EDGE_MM - thick):
        part(wall, -thick, wall + thick, depth + thick, WOOD)
    for y in (INSET_MM, height - INSET_MM):
        part(y - SPACER_MM / 2, 0, y + SPACER_MM / 2, depth, METAL)
        part(y - 3, -thick - 2.5, y + 3, -thick, METAL)
        part(y - 3, depth + thick, y + 3, depth + thick + 2.5, METAL)
    for y in (FOOT_MM, height - FOOT_MM):
        part(y - 5, depth + thick, y + 5, depth + thick + FEET_MM, RUBBER)
    for board in plan.boards:
        if board.name == "terminals":
            continue
        y, high = board.at[1], board.size_mm[1]
        low = depth - STAND_MM - 1.6
        if board.name == "Pi":
            part(y, depth - board.height_mm, y + high, depth, "#eef5ee", 0.7, FAINT)
            part(y, low, y + high, low + 1.6, BOARD)
            for hole in (y + 3.5, y + high - 3.5):
                part(hole - 3, low + 1.6, hole + 3, depth, METAL)
    panel = plan.panel_at[1]
    part(panel, 0, panel + layout.height_mm, FILM_MM + 0.4, FILM, 0.5)
    half = layout.strip_mm / 2 - LEDGE_MM
    for top_mm, bottom_mm in _streets(plan):
        cells = [(y - half, y + half) for y in rows if top_mm < y < bottom_mm]
        for start, end in _between(cells, top_mm, bottom_mm):
            part(start, FILM_MM, end, FILM_MM + GRID_MM, GRID)
    deep = FILM_MM + GRID_MM
    for y in rows:
        part(y - layout.strip_mm / 2, deep, y + layout.strip_mm / 2, deep + 0.6, STRIP)
        part(y - 2.5, deep - 1.6, y + 2.5, deep, LED)
    y, spec = button.at[1], BUTTONS[plan.options.button_mm]
    part(y - spec.body_mm / 2, -thick - 3, y + spec.body_mm / 2, -thick, PLASTIC)
    part(y - 9, -thick - spec.head_mm, y + 9, -thick - 3, PLASTIC)
    part(y - button.hole_mm / 2, -thick, y + button.hole_mm / 2, spec.depth_mm - 8, PLASTIC)
    for dy in (-5, 5):
        part(y + dy - 1.5, spec.depth_mm - 8, y + dy + 1.5, spec.depth_mm, METAL)
    arm = EDGE_MM + thick
    part(arm, 3, arm + thick, depth - 3, WOOD)
    middle = depth / 2
    part(EDGE_MM - 12, middle - 3, arm + thick + 5, middle + 3, METAL)
    street = next(iter(_streets(plan)))
    notes = (
        (at(rows[0], -thick / 2), "hole", 0), (at(rows[1], deep - 0.8), "LED in its cell", 1),
        (at(street[1] - 1, 3), "grid", 2), (at(rows[3] + 4, deep + 0.3), "strip", 0),
        (at(rows[4] - 9, FILM_MM + 0.2), "film", 1), (at(rows[6] - 6, -thick / 2), "front", 2),
        (at(y, -thick - spec.head_mm / 2), "button OK", 0),
    )  # fmt: skip
    for (x, z), text, level in notes:
        drawing.line((x, z), (x, 72 + 20 * level + 9), color=FAINT, width=1)
        drawing.dot(x, z, 2)
        drawing.text(x, 72 + 20 * level, text, anchor="middle", size=13)
    (pi_board,) = (board for board in plan.boards if board.name == "Pi")
    drawing.text(
        *at(pi_board.at[1] + 28, depth - 15),
        "Pi (the carrier beside it), plugs",
        anchor="middle",
        size=12,
    )
    right = left + height * scale + 20
    for z, text in (
        (-thick / 2, f"front {thick:g} mm"),
        (4, f"film {FILM_MM:g} mm, grid {GRID_MM:g} mm"),
        (9, f"strip {STRIP_MM:g} mm, its wires behind"),
        (depth / 2 - 4, "walls, with tabs in front and back"),
        (depth / 2 + 1, f"spacers {depth:g} mm, M3 screws at both ends"),
        (depth + thick / 2, f"back {thick:g} mm"),
        (depth + thick + FEET_MM / 2, "feet"),
    ):
        drawing.text(right, top + (z + thick) * scale, text, size=12)
    drawing.text(*at(1, depth + thick + FEET_MM + 5), "far: camera arm, sockets", size=12)
    drawing.text(
        *at(height - 1, depth + thick + FEET_MM + 5), "near: players", size=12, anchor="end"
    )
    return drawing


def _between(gaps: Sequence[tuple[float, float]], low: float, high: float) -> Iterator[Point]:
    """Yields the parts of a length between gaps."""
    for start, end in gaps:
        if start > low:
            yield low, start
        low = max(low, end)
    if high > low:
        yield low, high


def _grid_places(plan: Box) -> Iterator[tuple[float, float, float, float]]:
    """Yields every piece of the grid on the front: left, top, right, bottom."""
    dx, dy = plan.panel_at
    for part in grid(plan.layout):
        for place in part.places.split("; "):
            x, y = map(float, place.split(", "))
            yield x + dx, y + dy, x + dx + part.size_mm[0], y + dy + part.size_mm[1]


def _streets(plan: Box) -> list[Point]:
    """Returns the start and end of each grid piece, from far to near."""
    return sorted({(top, bottom) for _, top, _, bottom in _grid_places(plan)})


class _View:
    """An oblique view: y goes up and to the right, height goes up."""

    def __init__(self, drawing: Drawing, height_mm: float) -> None:
        self.drawing, self.height_mm = drawing, height_mm
        self.scale, self.left, self.base = 2.1, 30.0, 0.0

    def at(self, x: float, y: float, z: float = 0) -> Point:
        back = self.height_mm - y
        return (
            self.left + self.scale * (x + 0.42 * back),
            self.base - self.scale * (0.42 * back + z),
        )

    def flat(
        self, corners: Sequence[Point], fill: str, z: float = 0, width: float = 1, ink: str = INK
    ) -> None:
        """Draws a shape that lies level."""
        self.drawing.shape(
            *(self.at(x, y, z) for x, y in corners), fill=fill, width=width, color=ink
        )

    def block(
        self, bounds: tuple[float, float, float, float], low: float, high: float, fill: str
    ) -> None:
        """Draws an upright box: its near side, its right side and its top."""
        x, y, right, bottom = bounds
        for a, b in (((x, bottom), (right, bottom)), ((right, bottom), (right, y))):
            corners = (self.at(*a, low), self.at(*b, low), self.at(*b, high), self.at(*a, high))
            self.drawing.shape(*corners, fill=fill, width=1)
        self.flat(((x, y), (right, y), (right, bottom), (x, bottom)), fill, high)

    def ring(self, x: float, y: float, diameter: float, fill: str, z: float = 0) -> None:
        """Draws a level circle."""
        sides = 24 if diameter > 6 else 10
        angles = [2 * pi * k / sides for k in range(sides)]
        corners = [(x + diameter / 2 * cos(a), y + diameter / 2 * sin(a)) for a in angles]
        self.flat(corners, fill, z, 0.7)


def exploded(layout: Layout) -> Drawing:
    """Returns the parts of the box above each other, numbered in the order of assembly."""
    plan = box(layout)
    depth, thick, height = plan.depth_mm, plan.options.material_mm, plan.height_mm
    made = {plate.name: plate for plate in plates(plan)}
    view = _View(Drawing(1, 1, ""), height)
    level = 0.42 * height * view.scale + 26
    wide = view.left + view.scale * (plan.width_mm + 0.42 * height) + 210
    total = 120 + 5.7 * level + (depth + 22) * view.scale
    drawing = view.drawing = Drawing(wide, total, "Exploded view of the box")
    drawing.text(
        30, 22, f"Parts of the box of {layout.name}; numbers as in the assembly", bold=True
    )

    def label(text: str, z: float = 0) -> None:
        _, y = view.at(plan.width_mm, height * 0.5, z)
        drawing.text(wide - 195, y, text, size=13)

    def plate(z: float) -> None:
        bounds = (0, 0, plan.width_mm, height)
        view.block(bounds, z - thick, z, WOOD)

    view.base = 60 + level + 10 * view.scale
    plate(0)
    for x, y, diameter in made["front"].circles:
        view.ring(x, y, diameter, "#ffffff")
    for x, y, right, bottom in made["front"].slots:
        view.flat(((x, y), (right, y), (right, bottom), (x, bottom)), "#ffffff", width=0.7)
    for control in plan.controls:
        x, y = control.at
        is_dial = control.name.endswith("dial")
        size = 18 if is_dial else BUTTONS[plan.options.button_mm].body_mm
        view.ring(x, y, size, METAL if is_dial else PLASTIC, 3)
        view.ring(x, y, size * 0.62, METAL if is_dial else PLASTIC, 10)
    label("7 front, buttons, dials")

    view.base += level - 20
    left, top = plan.panel_at
    right, bottom = left + layout.width_mm, top + layout.height_mm
    view.flat(((left, top), (right, top), (right, bottom), (left, bottom)), FILM)
    label("1 film")

    view.base += level - 40
    for bounds in sorted(_grid_places(plan), key=lambda corners: (corners[1], corners[0])):
        view.block(bounds, 0, GRID_MM, GRID)
    for x, y in plan.holes:
        view.flat(_square(x, y, 2.8, 4), "#c8c8cc", GRID_MM, 0.5)
    label("2 grid")

    view.base += level - 40
    pieces = cuts(layout)
    for cut in pieces:
        _strip(view, plan, cut)
    for before, after in pairwise(pieces):
        ends = [(x + left, y + top) for x, y in (before.end, after.begin)]
        out = 7 if ends[0][0] > plan.width_mm / 2 else -7
        (ax, ay), (bx, by) = ends
        far = max(ax, bx) + out if out > 0 else min(ax, bx) + out
        way = ((ax, ay), (far, ay), (far, by), (bx, by))
        drawing.line(*(view.at(x, y, 1) for x, y in way), color="#b03030", width=1.5)
    label("3 strip, row by row")

    view.base += level + depth * view.scale - 30
    inner = EDGE_MM + thick
    for name in ("far", "left", "right", "near"):
        x0, y0, x1, y1 = EDGE_MM, EDGE_MM, plan.width_mm - EDGE_MM, height - EDGE_MM
        if name == "far":
            y1 = inner
        elif name == "near":
            y0 = height - inner
        elif name == "left":
            x1 = inner
        else:
            x0 = plan.width_mm - inner
        is_long = name in ("far", "near")
        for start, end in tabs(x1 - x0 if is_long else y1 - y0):
            bounds = (x0 + start, y0, x0 + end, y1) if is_long else (x0, y0 + start, x1, y0 + end)
            view.block(bounds, -thick, 0, WOOD)
        view.block((x0, y0, x1, y1), 0, depth, WOOD)
        for start, end in tabs(x1 - x0 if is_long else y1 - y0):
            bounds = (x0 + start, y0, x0 + end, y1) if is_long else (x0, y0 + start, x1, y0 + end)
            view.block(bounds, depth, depth + thick, WOOD)
        if name == "far":
            for x, y in sorted(plan.screws, key=lambda at: at[1]):
                half = SPACER_MM / 2
                if y < height / 2:
                    view.block((x - half, y - half, x + half, y + half), 0, depth, METAL)
            for opening in plan.openings:
                drawing.line(
                    view.at(opening.x, EDGE_MM, depth + 14), view.at(opening.x, EDGE_MM, depth + 3),
                    color=FAINT, width=1,
                )  # fmt: skip
                _hole(view, opening, inner, depth / 2 - opening.deeper_mm)
                x, y = view.at(opening.x, EDGE_MM, depth + 18)
                text = opening.name.replace("cable of the Pi", "Pi").replace(" cable", "")
                drawing.text(x, y, text.replace("power socket", "5 V"), size=11, anchor="middle")
        if name == "right":
            for x, y in plan.screws:
                half = SPACER_MM / 2
                if y > height / 2:
                    view.block((x - half, y - half, x + half, y + half), 0, depth, METAL)
    label("5 walls, 6 spacers", depth / 2)

    view.base += level + 20
    for y in (FOOT_MM, height - FOOT_MM):
        for x in (FOOT_MM, plan.width_mm - FOOT_MM):
            view.block((x - 5, y - 5, x + 5, y + 5), -FEET_MM - 12, -12, RUBBER)
    plate(0)
    for x, y, diameter in made["back"].circles:
        view.ring(x, y, diameter, "#ffffff")
    for x, y, r, b in made["back"].slots:
        view.flat(((x, y), (r, y), (r, b), (x, b)), "#ffffff", width=0.7)
    for board in plan.boards:
        (x, y), (w, h) = board.at, board.size_mm
        high = STAND_MM + 1.6 if board.name != "terminals" else 12
        low = STAND_MM if board.name != "terminals" else 0
        view.block((x, y, x + w, y + h), low, high, BOARD if low else METAL)
    for x, y in plan.supports:
        is_upright = abs(x - plan.width_mm / 2) > 1 and plan.has_side_rails
        w, h = (3.5, 15) if is_upright else (15, 3.5)
        view.block((x - w, y - h, x + w, y + h), 0, 14, GRID)
    for board in plan.boards:
        x, y = board.at[0] + board.size_mm[0] / 2, board.at[1] + board.size_mm[1] * 0.6
        drawing.text(*view.at(x, y, 8), board.name, size=11, anchor="middle")
    label("4 back, boards, supports")
    label("8 feet", -14)
    return drawing


def _hole(view: _View, opening: Opening, y: float, middle: float) -> None:
    """Draws an opening on the inner face of the far wall."""
    if opening.diameter_mm:
        radius = 15 if opening.name == "speaker" else opening.diameter_mm / 2
        angles = [2 * pi * k / 20 for k in range(20)]
        corners = [(radius * cos(a), radius * sin(a)) for a in angles]
    else:
        wide, high = SLOT_MM[0] / 2, SLOT_MM[1] / 2
        corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    places = [view.at(opening.x + dx, y, middle + dz) for dx, dz in corners]
    view.drawing.shape(*places, fill="#ffffff", width=0.7)


def _square(x: float, y: float, half_wide: float, half_high: float) -> tuple[Point, ...]:
    return (
        (x - half_wide, y - half_high), (x + half_wide, y - half_high),
        (x + half_wide, y + half_high), (x - half_wide, y + half_high),
    )  # fmt: skip


def _strip(view: _View, plan: Box, cut: Cut) -> None:
    """Draws one piece of strip with its LEDs."""
    (x0, y0), (x1, y1) = sorted((cut.begin, cut.end))
    dx, dy = plan.panel_at
    half, pitch = plan.layout.strip_mm / 2, 1000 / (plan.layout.leds_per_m or 100)
    view.flat(
        (
            (x0 + dx - pitch / 2, y0 + dy - half), (x1 + dx + pitch / 2, y1 + dy - half),
            (x1 + dx + pitch / 2, y1 + dy + half), (x0 + dx - pitch / 2, y0 + dy + half),
        ),
        STRIP,
    )  # fmt: skip
    for led in range(cut.leds):
        part = led / max(1, cut.leds - 1)
        x, y = x0 + (x1 - x0) * part + dx, y0 + (y1 - y0) * part + dy
        view.flat(_square(x, y, 2.5, 2.5), LED, 0, 0.5)
