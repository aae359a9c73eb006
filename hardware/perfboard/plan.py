"""The plan of a perfboard: the hole of each pin, and the wires below the board.

Perfboard has an isolated pad around every hole, 2.54 mm apart. Holes are counted from the upper
left corner, seen from the parts side: column letter and row number, `C7`. Parts and nets are the
carrier board's; this file adds their places. The wires of a net form its minimum spanning tree.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hardware.carrier import design
from hardware.carrier.design import Part
from hardware.carrier.segments import distance_mm

PITCH_MM = 2.54

NEAR = 0.4
"""Minimum distance of a wire from a pin of another net, in holes."""


class Hole(NamedTuple):
    """A hole; column and row count from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        first, second = divmod(self.column, 26)
        return ("A" if first else "") + chr(ord("A") + second) + str(self.row + 1)


class Word(NamedTuple):
    """A word at a pin: its polarity, or what to measure there."""

    text: str
    pin: tuple[str, int]
    """Part and pin."""
    right: float
    """From the hole of the pin to the middle of the word, in holes."""
    down: float


class Joint(NamedTuple):
    """A wire below the board, or a solder bridge if the holes are neighbours."""

    net: str
    start: tuple[str, int]
    """Part and pin."""
    end: tuple[str, int]
    bend: Hole | None = None
    """The bend of the wire, if straight it would cross a pin of another net."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A board of `columns` x `rows` holes with its parts."""

    name: str
    title: str
    columns: int
    rows: int
    parts: tuple[Part, ...]
    holes: Mapping[tuple[str, int], Hole]
    """Hole of every pin, including unused ones."""
    joints: tuple[Joint, ...]
    words: tuple[Word, ...]


def plan(
    name: str,
    title: str,
    size: tuple[int, int],
    parts: tuple[Part, ...],
    places: Mapping[str, list[Hole]],
    words: tuple[Word, ...],
) -> Plan:
    """Places the parts and finds the wires.

    Args:
        name: file name.
        title: title of the picture.
        size: columns and rows.
        parts: parts on the board.
        places: the holes of each part's pins, in the order of the pins.
        words: labels at the pins, as printed on the carrier board.
    """
    holes = {
        (part.ref, pin): hole
        for part in parts
        for pin, hole in zip(part.pins, places[part.ref], strict=True)
    }
    joints = []
    for net, pins in sorted(design.nets(parts).items()):
        foreign = [hole for pin, hole in holes.items() if pin not in pins]
        joints += [
            _clear(joint, holes, foreign, size) for joint in _tree(net, pins, holes, foreign)
        ]
    return Plan(name, title, *size, parts, holes, tuple(joints), words)


def _tree(
    net: str,
    pins: list[tuple[str, int]],
    holes: Mapping[tuple[str, int], Hole],
    foreign: list[Hole],
) -> list[Joint]:
    """Returns the shortest set of wires that connects all pins of a net (Prim's algorithm).

    A wire across a pin of another net counts as much longer.
    """

    @cache
    def way(a: Hole, b: Hole) -> float:
        return math.dist(a, b) + 6 * len(_under(a, b, foreign))

    inside, outside = pins[:1], pins[1:]
    joints = []
    while outside:
        _, start, end = min((way(holes[a], holes[b]), a, b) for a in inside for b in outside)
        joints.append(Joint(net, start, end))
        inside.append(end)
        outside.remove(end)
    return joints


def _clear(
    joint: Joint,
    holes: Mapping[tuple[str, int], Hole],
    foreign: list[Hole],
    size: tuple[int, int],
) -> Joint:
    """Returns the joint, routed round the pins of other nets with one bend at a free hole."""
    start, end = holes[joint.start], holes[joint.end]
    if not _under(start, end, foreign):
        return joint
    occupied = set(holes.values())
    free = sorted(
        {Hole(column, row) for column in range(size[0]) for row in range(size[1])} - occupied,
        key=lambda hole: (math.dist(start, hole) + math.dist(hole, end), hole),
    )
    for hole in free:
        if not (_under(start, hole, foreign) or _under(hole, end, foreign)):
            return joint._replace(bend=hole)
    raise ValueError(f"no way for {joint.net} from {start} to {end} with one bend")


def _under(start: Hole, end: Hole, foreign: list[Hole]) -> list[Hole]:
    """Returns the pins of other nets that a straight wire would cross."""
    line = (*start, *end)
    return [hole for hole in foreign if distance_mm(line, (*hole, *hole)) < NEAR]


def _column(column: int, first: int, count: int, step: int = 1) -> list[Hole]:
    return [Hole(column, first + step * k) for k in range(count)]


def _dip(left: int, top: int, pins: int, wide: int) -> list[Hole]:
    """Returns the pins of a chip or a module: down the left side, up the right."""
    half = pins // 2
    return _column(left, top, half) + _column(left + wide, top + half - 1, half, -1)


CARRIER = plan(
    "perfboard",
    "The carrier board on perfboard, 70 x 90 mm (31 x 26 holes)",
    (31, 26),
    tuple(part for part in design.PARTS if part.is_fitted),
    {
        "U1": _dip(6, 2, 40, 7),
        "U2": _dip(20, 6, 14, 3),
        "C1": [Hole(22, 3), Hole(23, 3)],
        "C2": [Hole(25, 6), Hole(25, 7)],
        "R1": [Hole(25, 9), Hole(28, 9)],
        "R2": [Hole(15, 6), Hole(18, 6)],
        "R3": [Hole(18, 12), Hole(15, 12)],
        "D1": [Hole(15, 3), Hole(19, 3)],
        "D2": [Hole(16, 9), Hole(17, 9)],
        "F1": [Hole(25, 1), Hole(27, 1)],
        "J1": [Hole(29, 4), Hole(29, 2)],
        "J2": [Hole(29, 11), Hole(29, 10)],
        # Odd pins, the grounds, are outside; J4 is upside down to match the Pico's right side.
        "J3": [Hole(1 + k % 2, 9 + k // 2) for k in range(16)],
        "J4": [Hole(18 - k % 2, 22 - k // 2) for k in range(16)],
        "J5": [Hole(20 + k, 24) for k in range(5)],
        "J6": [Hole(26 + k, 24) for k in range(5)],
    },
    (
        Word("+", ("J1", 2), 0.65, 0),
        Word("-", ("J1", 1), 0.65, 0),
        Word("D", ("J2", 2), 0.65, 0),
        Word("G", ("J2", 1), 0.65, 0),
        Word("K", ("D1", 1), 0, -0.65),
        Word("+", ("D2", 2), 0.65, 0),
        Word("+", ("C1", 1), -0.25, 0.65),
        Word("G", ("J3", 1), 0, -0.65),
        Word("G", ("J4", 1), 0, 0.65),
        Word("TP 5V", ("D1", 2), 0, -0.75),
        Word("TP DATA", ("R1", 2), 0.2, -0.75),
        Word("TP GND", ("J1", 1), 0, 0.75),
    ),
)
"""The board with the Pico: its connectors, and so the wiring pictures, are the carrier board's."""


def _shifter_parts() -> tuple[Part, ...]:
    """Returns the level shifter alone, for a Pi that drives the LEDs itself."""
    needed = ("U2", "C2", "R1", "R3", "F1", "J1", "J2")
    from_pi = Part("J9", "FROM THE PI", "", (0, 0), 0, {1: "GND", 2: "DATA_3V3"})
    return (*(part for part in design.PARTS if part.ref in needed), from_pi)


SHIFTER = plan(
    "perfboard-shifter",
    "The level shifter for a Pi alone, on perfboard (13 x 12 holes)",
    (13, 12),
    _shifter_parts(),
    {
        "U2": _dip(4, 3, 14, 3),
        "C2": [Hole(9, 3), Hole(9, 4)],
        "R1": [Hole(8, 10), Hole(11, 10)],
        "R3": [Hole(2, 7), Hole(2, 10)],
        "F1": [Hole(9, 1), Hole(11, 1)],
        "J1": [Hole(11, 5), Hole(11, 3)],
        "J2": [Hole(11, 7), Hole(11, 8)],
        "J9": [Hole(1, 5), Hole(1, 4)],
    },
    (
        Word("+", ("J1", 2), 0.65, 0),
        Word("-", ("J1", 1), 0.65, 0),
        Word("D", ("J2", 2), 0.65, 0),
        Word("G", ("J2", 1), 0.65, 0),
        Word("D", ("J9", 2), -0.65, 0),
        Word("G", ("J9", 1), -0.65, 0),
        Word("TP 5V", ("F1", 1), -1.1, 0),
        Word("TP DATA", ("R1", 2), 0, 0.75),
        Word("TP GND", ("R3", 2), 0, 0.75),
    ),
)
"""The level shifter with its fuse and resistors: J9 goes to the Pi's pins 20 (ground) and 19."""

PLANS = (CARRIER, SHIFTER)
