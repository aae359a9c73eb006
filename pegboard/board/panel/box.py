"""The box of a board, planned from its layout: front, controls, electronics, depths.

Lengths are millimetres from the left and upper edge of the front, seen from the front. Depths count
from the inner face of the front: what stands on the front has depths below 0, and the inner face of
the back has the depth of the box. The front is the layout's panel with rails for buttons round it:
at its sides for a narrow panel, else below.

From front to back: front, opal film, grid, strip, its wires, and the boards on the back. The
bodies of buttons are those of common ones (24 mm arcade buttons, 12 mm push buttons), rounded up.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, cos, dist, pi, sin

from pegboard.board.layout import Layout
from pegboard.board.panel.building import cuts
from pegboard.board.panel.engraving import COLORS
from pegboard.board.panel.plan import Plan, plan
from pegboard.board.panel.strokes import Line, written
from pegboard.board.toml_table import Point

EDGE_MM = 4.0
"""Distance from the edge of front and back to the outer face of the walls."""

TOP_MM = 12.0
"""Distance from the front's upper edge to the panel; also at its sides if there is no rail."""

LONG_MM = 400.0
"""Panels longer than this have their buttons below them."""

FIELD_MM = (236.0, 128.0)
"""The least width and height between the rails: the boards and their plugs need it."""

FILM_MM, GRID_MM, STRIP_MM, WIRES_MM = 0.3, 6.0, 2.5, 6.0
"""Depth of the film, of the grid, of a strip with its LEDs, and of the wires behind it."""

STAND_MM = 5.0
"""Height of the spacers under a board."""

AIR_MM = 2.0
"""The least distance, in depth, from a board to the wires of the strip."""

STEP_MM = 5.0
"""Available lengths of spacers between front and back, in millimetres."""

LEAD_MM = 8.0
"""Room behind a button for its plugs and the bend of its wires."""

BEND_MM = 9.0
"""Room beyond the end of a row for the wires to the next one.

A stranded wire of 0.5 mm² is 2.5 mm thick, and three times that is the least radius for one that
stays where it is (VDE 0298-3); half its thickness comes on top.
"""

SCREW_MM, SPACER_MM, INSET_MM = 3.2, 7.0, 12.0
"""Hole of an M3 screw, diameter of its head and spacer, and distance of both from the edges."""

GAP_MM, SEAT_GAP_MM, LABEL_MM = 2.0, 8.0, 8.0
"""Room between controls, between those of two seats, and for their engraving."""

DIAL_SEATS = {1: (0,), 2: (0, 1), 3: (1,)}
"""Seats with a dial, by number of seats: those whose connector has free inputs."""

DIAL_HOLE_MM, DIAL_DEPTH_MM, DIAL_SIZE_MM = 7.2, 22.0, (20.0, 40.0)
"""Hole for the shaft of a KY-040; room of its board: in depth, across the rail, along it."""


@dataclass(frozen=True, slots=True)
class Button:
    """A size of push button."""

    hole_mm: float
    body_mm: float
    """Diameter of its head or nut, whichever is larger."""
    head_mm: float
    """Height of the head above the front."""
    depth_mm: float
    """Depth of its body behind the front's inner face, with its terminals."""


BUTTONS = {24: Button(24.2, 30, 10, 32), 12: Button(12.2, 18, 10, 24)}
"""Known sizes, by the diameter in their names."""


@dataclass(frozen=True, slots=True)
class Options:
    """Builder's choices; lengths in millimetres."""

    button_mm: int = 24
    """One of `BUTTONS`."""
    material_mm: float = 3.0
    """Thickness of all plates, as measured."""
    kerf_mm: float = 0.15
    """Width of what the laser burns away."""
    play_mm: float = 0.1
    """Difference between a slot and its tab, in width and in length."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that takes up space: a convex shape on the front, and a range of depths."""

    name: str
    corners: tuple[Point, ...]
    near_mm: float
    far_mm: float
    kind: str
    owner: str = ""
    """Items with the same owner belong together and may touch."""

    def moved(self, dx: float, dy: float) -> "Item":
        """Returns the item at another place."""
        return replace(self, corners=tuple((x + dx, y + dy) for x, y in self.corners))


@dataclass(frozen=True, slots=True)
class Control:
    """A button or a dial on a rail."""

    name: str
    """Name as in the configuration: `0+1`, `ok`; `0dial` for a dial."""
    at: Point
    hole_mm: float


@dataclass(frozen=True, slots=True)
class Board:
    """A circuit board on the back; corners and holes as on the front."""

    name: str
    at: Point
    """Its upper left corner."""
    size_mm: tuple[float, float]
    height_mm: float
    """From the back to its highest part, plugged in."""
    holes: tuple[Point, ...]
    hole_mm: float
    plugs: tuple[tuple[float, float, float, float], ...] = ()
    """Room for plugs: left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening in the far wall; x is its middle, on the front."""

    name: str
    x: float
    diameter_mm: float = 0
    """0 for a slot for a cable with its plug."""
    room_mm: tuple[float, float, float] = (0, 0, 0)
    """Room behind it: width, length from the wall, and height."""
    deeper_mm: float = 0
    """Distance of its middle from that of the wall, to the back."""


@dataclass(frozen=True, slots=True)
class Box:
    """The plan of a box."""

    layout: Layout
    panel: Plan
    options: Options
    width_mm: float
    height_mm: float
    depth_mm: float
    """Inner depth: the length of the spacers between front and back."""
    panel_at: Point
    """The panel's upper left corner on the front."""
    has_side_rails: bool
    controls: tuple[Control, ...]
    screws: tuple[Point, ...]
    boards: tuple[Board, ...]
    openings: tuple[Opening, ...]
    supports: tuple[Point, ...]
    """Middles of the printed supports behind the rails."""
    labels: tuple[Line, ...]
    """Engraving of the controls."""
    items: tuple[Item, ...]
    """Everything that needs room."""

    @property
    def holes(self) -> tuple[Point, ...]:
        """Centres of the panel's holes on the front."""
        return tuple(_shifted(hole, self.panel_at) for hole in self.panel.holes)

    @property
    def inner_mm(self) -> float:
        """Distance from the front's edge to the inner face of a wall."""
        return EDGE_MM + self.options.material_mm


SLOT_MM = (18.0, 10.0)
"""Width and height of the opening for a cable: any USB plug passes."""

SUPPORT_MM = (7.0, 30.0)
"""Thickness and length of a support behind a rail."""

ARM_MM = 60.0
"""Length of the plate that doubles the wall behind the screw of a camera's arm."""


def box(layout: Layout, options: Options | None = None) -> Box:
    """Returns the box of a layout.

    Raises:
        KeyError: there is no such size of button.
    """
    options = options or Options()
    button, panel = BUTTONS[options.button_mm], plan(layout)
    inner = EDGE_MM + options.material_mm
    body = max(button.body_mm, DIAL_SIZE_MM[0])
    rail = inner + 1 + body + LABEL_MM
    seats = min(4, layout.tracks)
    field = max(FIELD_MM[0], layout.width_mm), max(FIELD_MM[1], layout.height_mm)
    has_side_rails = field[0] <= LONG_MM
    groups = _groups(seats, has_side_rails)
    ends = 2 * (INSET_MM + SPACER_MM / 2 + 1)
    lengths = [_length(group, button) + ends for group in groups]
    if has_side_rails:
        height = max(TOP_MM + field[1] + rail, *lengths[:2])
        width = max(2 * rail + field[0], lengths[2])
    else:
        height = TOP_MM + field[1] + rail
        width = max(2 * TOP_MM + field[0], *lengths)
    width, height = float(ceil(width)), float(ceil(height))
    across = inner + 1 + body / 2  # from the edge to the middle of the buttons
    lines = (
        ((across, height / 2, True), (width - across, height / 2, True)) if has_side_rails else ()
    )
    lines = (*lines, (width / 2, height - across, False))
    controls: list[Control] = []
    labels: list[Line] = []
    for (x, y, is_upright), group in zip(lines, groups, strict=True):
        inward = (0.0, -1.0) if not is_upright else (1.0, 0.0) if x < width / 2 else (-1.0, 0.0)
        for control, size in _placed(group, (x, y), is_upright, button):
            controls.append(control)
            labels += _label(control, inward, size, button)
    panel_at = (
        (width - layout.width_mm) / 2,
        TOP_MM + (height - rail - TOP_MM - layout.height_mm) / 2,
    )
    boards = _boards(width / 2, height - rail)
    tallest = max(board.height_mm for board in boards)
    stack = FILM_MM + GRID_MM + STRIP_MM + WIRES_MM + AIR_MM + tallest
    depth = STEP_MM * ceil(max(stack, button.depth_mm + LEAD_MM) / STEP_MM)
    bare = Box(
        layout, panel, options, width, height, depth, panel_at, has_side_rails,
        tuple(controls), _screws(width, height), boards, _openings(width / 2),
        tuple(_supports(lines, width, rail, height - rail)), tuple(labels), (),
    )  # fmt: skip
    return replace(bare, items=tuple(_items(bare, button)))


def _groups(seats: int, has_side_rails: bool) -> list[list[list[str]]]:
    """Returns the controls of each rail, seat by seat: left, right, below; or below alone.

    At the sides the seats run clockwise from the upper left, as people sit and play.
    """
    by_seat = [
        [f"{seat}+1", f"{seat}+5", f"{seat}-1"]
        + ([f"{seat}dial"] if seat in DIAL_SEATS.get(seats, ()) else [])
        for seat in range(seats)
    ]
    shared = ["ok", "undo", "count"]
    if has_side_rails:
        right = max(2, seats - 1)
        return [[by_seat[0], *by_seat[right:]], by_seat[1:right], [shared]]
    left = (seats + 1) // 2
    return [[*by_seat[:left], shared, *by_seat[left:]]]


def _half(name: str, button: Button) -> float:
    """Returns half the length of a control along its rail."""
    return (DIAL_SIZE_MM[1] if name.endswith("dial") else button.body_mm) / 2


def _length(group: list[list[str]], button: Button) -> float:
    """Returns the length of a rail's controls."""
    lengths = [sum(2 * _half(name, button) + GAP_MM for name in seat) - GAP_MM for seat in group]
    return sum(lengths) + SEAT_GAP_MM * max(0, len(group) - 1)


def _placed(
    group: list[list[str]], middle: Point, is_upright: bool, button: Button
) -> Iterator[tuple[Control, float]]:
    """Yields a rail's controls, and half the length of each."""
    at = -_length(group, button) / 2
    for seat in group:
        for name in seat:
            half = _half(name, button)
            along = round(at + half, 2)
            x, y = middle
            place = (x, y + along) if is_upright else (x + along, y)
            hole = DIAL_HOLE_MM if name.endswith("dial") else button.hole_mm
            yield Control(name, place, hole), half
            at += 2 * half + GAP_MM
        at += SEAT_GAP_MM - GAP_MM


def _label(control: Control, inward: Point, half: float, button: Button) -> Iterator[Line]:
    """Yields the engraving of a control, on the inner side of its rail.

    The first control of a seat has the colour of its track as well.
    """
    name = control.name
    text = name[1:] if name[0].isdigit() else name
    if not text.endswith("dial"):
        away = button.body_mm / 2 + LABEL_MM / 2
        x, y = control.at
        yield from written(text.upper(), (x + inward[0] * away, y + inward[1] * away), 2.5)
    if name.endswith("+1"):
        seat = int(name[0])
        color = COLORS[seat]
        if inward[0]:
            yield from written(color, (control.at[0], control.at[1] - half - 3), 2.5)
        else:
            away = button.body_mm / 2 + LABEL_MM / 2
            where = control.at[0] + half + GAP_MM / 2, control.at[1] - away
            yield from written(color, where, 2.5)


def _screws(width: float, height: float) -> tuple[Point, ...]:
    """Returns the places of the screws through front, spacer and back."""
    right, low = width - INSET_MM, height - INSET_MM
    corners = ((INSET_MM, INSET_MM), (right, INSET_MM), (INSET_MM, low), (right, low))
    more = ((width / 2 - 130, INSET_MM), (width / 2 + 130, INSET_MM)) if width > LONG_MM else ()
    return (*corners, *more)


def _supports(
    lines: tuple[tuple[float, float, bool], ...], width: float, rail: float, bottom: float
) -> Iterator[Point]:
    """Yields the centre of each support, on the inner side of every rail."""
    for x, y, is_upright in lines:
        inside = rail - SUPPORT_MM[0] / 2
        if is_upright:
            yield (inside if x < width / 2 else width - inside), y
        else:
            yield x, bottom + SUPPORT_MM[0] / 2


def _boards(middle: float, bottom: float) -> tuple[Board, ...]:
    """Returns the boards side by side, their plugs above the lower rail.

    A Zero takes the place of a Pi, with its own lower holes. The carrier lies upside down, so that
    the Pico's plug points down as well.
    """
    left, low = middle - 115, bottom - 1
    pi = (left + 24, low - 30 - 56)
    carrier = (left + 24 + 85 + 40 + 1, low - 30 - 60)
    return (
        Board(
            "Pi", pi, (85, 56), STAND_MM + 18,
            tuple((pi[0] + x, pi[1] + y) for x in (3.5, 61.5) for y in (3.5, 26.5, 52.5)), 2.7,
            ((pi[0] + 85, pi[1], pi[0] + 125, pi[1] + 56),
             (pi[0], pi[1] + 56, pi[0] + 85, pi[1] + 86)),
        ),
        Board(
            "carrier", carrier, (80, 60), STAND_MM + 22,
            tuple((carrier[0] + x, carrier[1] + y) for x in (3.7, 76.3) for y in (3.7, 56.3)), 3.2,
            ((carrier[0] + 36, carrier[1] + 60, carrier[0] + 68, carrier[1] + 90),),
        ),
        Board(
            "terminals", (left, low - 75), (22, 60), 20,
            tuple((left + x, low - 75 + y) for x in (4, 18) for y in (8, 52)), 4.0,
        ),
    )  # fmt: skip


def _openings(middle: float) -> tuple[Opening, ...]:
    return (
        Opening(
            "switch", middle - 112, 20.2, (24, 30, 24), 5
        ),  # clear of the wires at the ends of rows
        Opening("power socket", middle - 88, 8.2, (14, 24, 14)),
        Opening("cable of the Pi", middle - 66, 0, (18, 24, 10)),
        Opening("spare cable", middle - 44, 0, (18, 24, 10)),
        Opening("camera arm", middle, 6.5, (ARM_MM, 12, 26)),
        Opening("speaker", middle + 70, 3, (40, 8, 40)),
    )


def _shifted(point: Point, by: Point) -> Point:
    return round(point[0] + by[0], 3), round(point[1] + by[1], 3)


def round_shape(at: Point, diameter_mm: float) -> tuple[Point, ...]:
    """Returns the corners of a 16-sided polygon circumscribed about a circle."""
    radius = diameter_mm / 2 / cos(pi / 16)
    angles = [2 * pi * (k + 0.5) / 16 for k in range(16)]  # flat towards the edges
    return tuple((at[0] + radius * cos(a), at[1] + radius * sin(a)) for a in angles)


def rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Returns the corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _centred(at: Point, width: float, height: float) -> tuple[Point, ...]:
    (x, y), w, h = at, width / 2, height / 2
    return rectangle(x - w, y - h, x + w, y + h)


def _items(box: Box, button: Button) -> Iterator[Item]:
    """Yields everything that takes up space in the box."""
    yield from _walls(box)
    yield from _rows(box)
    for control in box.controls:
        is_dial = control.name.endswith("dial")
        name = f"the dial of seat {control.name[0]}" if is_dial else f"the button {control.name}"
        if is_dial:
            across, along = DIAL_SIZE_MM
            is_upright = box.has_side_rails
            size = (across, along) if is_upright else (along, across)
            shape, deep, high = _centred(control.at, *size), DIAL_DEPTH_MM, 20.0
        else:
            shape, high = round_shape(control.at, button.body_mm), button.head_mm
            deep = button.depth_mm + LEAD_MM
        yield Item(name, shape, -box.options.material_mm - high, deep, "control")
    for number, at in enumerate(box.screws, 1):
        shape = round_shape(at, SPACER_MM)
        yield Item(f"screw {number}", shape, -box.options.material_mm - 5, box.depth_mm, "screw")
    for number, at in enumerate(box.supports, 1):
        is_upright = box.has_side_rails and number < len(box.supports)
        size = SUPPORT_MM if is_upright else SUPPORT_MM[::-1]
        yield Item(f"support {number}", _centred(at, *size), 0, box.depth_mm, "support")
    for board in box.boards:
        (x, y), (w, h) = board.at, board.size_mm
        low = box.depth_mm - board.height_mm
        name = f"the {board.name}"
        yield Item(name, rectangle(x, y, x + w, y + h), low, box.depth_mm, "board", board.name)
        for plug in board.plugs:
            shape = rectangle(*plug)
            yield Item(f"plugs of {name}", shape, low, box.depth_mm, "plug", board.name)
    middle = box.depth_mm / 2
    for opening in box.openings:
        wide, deep, high = opening.room_mm
        top = box.inner_mm
        shape = rectangle(opening.x - wide / 2, top, opening.x + wide / 2, top + deep)
        centre = middle + opening.deeper_mm
        low, far = centre - high / 2, centre + high / 2
        yield Item(f"the {opening.name}", shape, low, far, "opening", "far wall")


def _walls(box: Box) -> Iterator[Item]:
    """Yields the four walls, from the front to the back."""
    left, top, inner = EDGE_MM, EDGE_MM, box.inner_mm
    right, low = box.width_mm - EDGE_MM, box.height_mm - EDGE_MM
    shapes = {
        "far wall": rectangle(left, top, right, inner),
        "near wall": rectangle(left, box.height_mm - inner, right, low),
        "left wall": rectangle(left, top, inner, low),
        "right wall": rectangle(box.width_mm - inner, top, right, low),
    }
    for name, shape in shapes.items():
        yield Item(f"the {name}", shape, 0, box.depth_mm, "wall", name)


def _rows(box: Box) -> Iterator[Item]:
    """Yields each row's holes, strip, and space for wires beyond both ends."""
    layout, front = box.layout, FILM_MM + GRID_MM
    half = 500 / layout.leds_per_m if layout.leds_per_m else layout.strip_mm / 2
    for number, cut in enumerate(cuts(layout), 1):
        a, b = (_shifted(point, box.panel_at) for point in (cut.begin, cut.end))
        length = dist(a, b)
        forward = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)

        def band(
            low: float, high: float, width: float, at: Point = a, way: Point = forward
        ) -> tuple[Point, ...]:
            (x, y), (dx, dy) = at, way
            return tuple(
                (x + dx * along - dy * across, y + dy * along + dx * across)
                for along, across in (
                    (low, -width / 2), (high, -width / 2), (high, width / 2), (low, width / 2),
                )
            )  # fmt: skip

        row, strip = f"row {number}", layout.strip_mm
        rim = layout.drill_mm / 2
        yield Item(
            f"the holes of {row}", band(-rim, length + rim, 2 * rim),
            -box.options.material_mm - 10, 0, "row", row,
        )  # fmt: skip
        shape = band(-half, length + half, strip)
        yield Item(f"the strip of {row}", shape, 0, front + STRIP_MM, "row", row)
        far = front + STRIP_MM + WIRES_MM
        for end, low, high in (
            ("start", -half - BEND_MM, -half),
            ("end", length + half, length + half + BEND_MM),
        ):
            shape = band(low, high, strip)
            yield Item(f"the wires at the {end} of {row}", shape, front, far, "wires", row)
