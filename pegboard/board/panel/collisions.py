"""Collisions in a box: items that overlap, and items that do not fit inside."""

from collections.abc import Iterator
from itertools import combinations

from pegboard.board.layout import Layout
from pegboard.board.panel.box import BUTTONS, Box, Item, Options, box
from pegboard.board.panel.building import gap_mm

CLEAR_MM = 1.0
"""The least distance between two things in the box; wires may touch."""

_FREE = (
    {"wall"}, {"row"}, {"wires"}, {"row", "wires"},
)  # fmt: skip
"""Kinds that may touch: walls meet, wires bend over strips, and `doubts` measures strips."""


def box_doubts(layout: Layout) -> Iterator[str]:
    """Yields the collisions in a layout's boxes, for each size of button."""
    for size in BUTTONS:
        for found in collisions(box(layout, Options(button_mm=size))):
            yield f"box with {size} mm buttons: {found}"


def collisions(box: Box) -> Iterator[str]:
    """Yields the collisions in a box, one line each."""
    for item in box.items:
        xs, ys = [x for x, _ in item.corners], [y for _, y in item.corners]
        over = max(-min(xs), -min(ys), max(xs) - box.width_mm, max(ys) - box.height_mm)
        if over > 0.005:
            yield f"{item.name} is {over:.1f} mm outside the box"
        if item.far_mm > box.depth_mm + 0.005:
            yield f"{item.name} is {item.far_mm - box.depth_mm:.1f} mm deeper than the box"
    for one, other in combinations(box.items, 2):
        if _may_touch(one, other) or not _is_near(one, other):
            continue
        gap = gap_mm(one.corners, other.corners)
        needed = 0.0 if "wires" in (one.kind, other.kind) else CLEAR_MM
        if gap < needed - 0.005:
            how = f"lie {gap:.1f} mm apart" if gap >= 0 else f"overlap by {-gap:.1f} mm"
            yield f"{one.name} and {other.name} {how}; they need {needed:g} mm"


def _may_touch(one: Item, other: Item) -> bool:
    has_owner = bool(one.owner) and one.owner == other.owner
    return has_owner or {one.kind, other.kind} in _FREE


def _is_near(one: Item, other: Item) -> bool:
    """Returns whether two items overlap in depth, and their bounds nearly on the front."""
    if min(one.far_mm, other.far_mm) - max(one.near_mm, other.near_mm) < 0.005:
        return False
    return all(
        min(max(a), max(b)) - max(min(a), min(b)) > -CLEAR_MM
        for a, b in zip(
            zip(*one.corners, strict=True), zip(*other.corners, strict=True), strict=True
        )
    )
