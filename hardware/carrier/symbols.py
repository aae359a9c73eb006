"""Draws the symbols of the schematic: boxes with pins, and the usual symbols of small parts.

In millimetres from the middle of the symbol, y up, as KiCad's symbol files have it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.carrier.design import Part

STEP = 2.54
"""Pin pitch, and the grid of the sheet."""

TEXT = "(effects (font (size 1.27 1.27)))"
HIDDEN = "(effects (font (size 1.27 1.27)) (hide yes))"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Symbol:
    """The shape of a part's symbol, and the ends of its pins."""

    ends: Mapping[int, Point]
    """The end of each pin, where wires connect."""
    shapes: str
    """Everything but the pins, in KiCad's format."""
    reach: float
    """Reference and value stand this far above and below the middle."""
    beside: bool = False
    """Reference and value stand to the right instead."""
    pin_mm: float = STEP
    """Length of the pins."""
    numbered: bool = True
    """True if numbers and names of pins are shown."""


def box(left: list[int], right: list[int]) -> Symbol:
    """Returns a box with pins at both sides, each list from top to bottom."""
    rows = max(len(left), len(right))
    top = (rows - 1) // 2 * STEP
    ends = {pin: (-5 * STEP, top - STEP * k) for k, pin in enumerate(left)}
    ends |= {pin: (5 * STEP, top - STEP * k) for k, pin in enumerate(right)}
    upper, lower = top + STEP, top - STEP * rows
    shape = _rectangle(-4 * STEP, upper, 4 * STEP, lower, fill="background")
    return Symbol(ends, shape, max(upper, -lower) + STEP)


def small(part: Part) -> Symbol:
    """Returns the usual symbol of a two-pin part: pin 1 left or, if upright, at the top."""
    kind = part.ref[0]
    if kind == "C":  # two plates; the upper one of an electrolytic is marked with a plus
        shapes = _line((-2.03, 0.76), (2.03, 0.76)) + _line((-2.03, -0.76), (2.03, -0.76))
        shapes += _line((0, 1.27), (0, 0.76)) + _line((0, -1.27), (0, -0.76))
        if part.value.startswith("100uF"):
            shapes += _line((-2.2, 2.0), (-1.2, 2.0)) + _line((-1.7, 2.5), (-1.7, 1.5))
        return Symbol(
            {1: (0, 1.5 * STEP), 2: (0, -1.5 * STEP)}, shapes, 0, beside=True, numbered=False
        )
    if part.ref == "D2":  # upright on its cathode, pin 1, at the bottom
        shapes = _line((-1.27, 1.27), (1.27, 1.27), (0, -1.27), (-1.27, 1.27))
        shapes += _line((-1.27, -1.27), (1.27, -1.27))
        shapes += _line((1.9, 0.6), (3.2, -0.7), (2.6, -0.6)) + _line((3.2, -0.7), (3.1, -0.1))
        return Symbol(
            {2: (0, 1.5 * STEP), 1: (0, -1.5 * STEP)}, shapes, 0, beside=True, numbered=False
        )
    if part.ref in ("R2", "R3"):
        shapes = _rectangle(-1.02, 1.27, 1.02, -1.27)
        return Symbol(
            {1: (0, 1.5 * STEP), 2: (0, -1.5 * STEP)}, shapes, 0, beside=True, numbered=False
        )
    ends = {1: (-1.5 * STEP, 0.0), 2: (1.5 * STEP, 0.0)}
    if kind == "D":
        shapes = _line((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27))
        shapes += _line((-1.27, 1.27), (-1.27, -1.27))
        shapes += _line((-1.27, 1.27), (-0.76, 1.27), (-0.76, 0.9))  # the hooks of a Schottky
        shapes += _line((-1.27, -1.27), (-1.78, -1.27), (-1.78, -0.9))
    else:
        shapes = _rectangle(-1.27, 0.89, 1.27, -0.89)
        if kind == "F":
            shapes += _line((-1.27, 0), (1.27, 0))
    return Symbol(ends, shapes, STEP, numbered=False)


def ground() -> Symbol:
    """Returns the symbol of ground; its pin is on top and has no length."""
    bars = _line((-1.27, -1.27), (1.27, -1.27)) + _line((-0.76, -1.78), (0.76, -1.78))
    return Symbol(
        {1: (0, 0)},
        _line((0, 0), (0, -1.27)) + bars + _line((-0.25, -2.29), (0.25, -2.29)),
        4,
        pin_mm=0,
        numbered=False,
    )


def supply() -> Symbol:
    """Returns the arrow of a supply; its pin is at the bottom and has no length."""
    arrow = _line((-0.76, 1.27), (0, 2.54), (0.76, 1.27))
    return Symbol({1: (0, 0)}, _line((0, 0), (0, 2.54)) + arrow, 4, pin_mm=0, numbered=False)


def mark() -> Symbol:
    """Returns a power flag for ERC; its pin is at the bottom."""
    flag = _line((0, 0), (0, 1.27), (-1.02, 1.9), (0, 2.54), (1.02, 1.9), (0, 1.27))
    return Symbol({1: (0, 0)}, flag, 4, pin_mm=0, numbered=False)


def test_point() -> Symbol:
    """Returns a ring to hold a probe to; its pin is at the left."""
    ring = "(circle (center 0 0) (radius 0.8) (stroke (width 0.2) (type default)) "
    shapes = ring + "(fill (type none)))\n"
    end = {1: (-STEP, 0.0)}
    return Symbol(end, shapes, 0, beside=True, pin_mm=STEP - 0.8, numbered=False)


def hole() -> Symbol:
    """Returns a mounting hole, connected to nothing."""
    circle = "(circle (center 0 0) (radius 1.6) (stroke (width 0.2) (type default)) "
    return Symbol({}, circle + "(fill (type none)))\n", 3)


def turned(end: Point) -> int:
    """Returns a pin's direction in KiCad's degrees: it points to the middle."""
    x, y = end
    if x:
        return 0 if x < 0 else 180
    return 270 if y > 0 else 90


def _line(*points: Point) -> str:
    path = " ".join(f"(xy {x:g} {y:g})" for x, y in points)
    return f"(polyline (pts {path}) (stroke (width 0.2) (type default)) (fill (type none)))\n"


def _rectangle(x1: float, y1: float, x2: float, y2: float, fill: str = "none") -> str:
    return (
        f"(rectangle (start {x1:g} {y1:g}) (end {x2:g} {y2:g}) "
        f"(stroke (width 0.2) (type default)) (fill (type {fill})))\n"
    )
