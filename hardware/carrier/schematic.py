"""Writes the schematic for KiCad 9.

Small parts in a row are connected by wires, everything else by net labels. Unused pins carry
KiCad's no-connect mark, so that a forgotten one is detected. Places are in steps of 2.54 mm from
the upper left corner of an A4 sheet.
"""

import itertools
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path

from hardware.carrier import symbols
from hardware.carrier.design import PARTS, Part, nets
from hardware.carrier.symbols import HIDDEN, STEP, TEXT, Point, Symbol

NAME = "carrier"
"""The project, and the stem of its files."""

_SPACE = uuid.UUID("5f9c6a52-61c5-4b8e-9d0c-0a4e3bd20c7e")

PLACES: dict[str, Point] = {
    **{"J3": (16, 17), "J4": (16, 30), "J5": (16, 45), "J6": (16, 57), "U1": (42, 27)},
    **{"J1": (65, 14), "F1": (75, 14), "C1": (81, 17), "D1": (88, 14), "R2": (97, 17)},
    **{"D2": (97, 22), "U2": (73, 38), "R1": (88, 37), "J2": (102, 37), "C2": (90, 43)},
    "R3": (61, 44),
    **{"TP1": (102, 42), "TP2": (102, 45), "TP3": (102, 48)},
    **{"H1": (92, 54), "H2": (96, 54), "H3": (100, 54), "H4": (104, 54)},
}
"""The middle of every symbol."""

WIRES: tuple[tuple[Point, ...], ...] = (
    ((70, 14), (73.5, 14)),  # J1 to F1; the fuse is rotated so that VIN comes first
    ((76.5, 14), (81, 14), (81, 15.5)),  # F1 to C1
    ((81, 14), (86.5, 14)),  # to D1's anode
    ((81, 14), (81, 11), (97, 11), (97, 15.5)),  # to the lamp
    ((97, 18.5), (97, 20.5)),  # R2 to D2
    ((89.5, 37), (97, 37)),  # R1 to J2
)
"""Wires by their corners, between pins; each gets the name of its net from `NAMES`."""

NAMES: tuple[tuple[str, Point, Point], ...] = (
    ("VIN", (71, 14), (0, 1)),
    ("POWER_ON", (97, 19.5), (-1, 0)),
    ("LED_DATA", (93, 37), (0, 1)),
)
"""Nets of wires, with position and side of their labels."""

_SUPPLY = ("+5V", (97, 11))
"""The wire of the board's own 5 V."""

TITLES: dict[str, Point] = {
    "Buttons and dials: each input to ground": (8, 9),
    "The Pico, its pins as they are on the board": (33, 9),
    "5 V from the LED supply: fuse, lamp, diode": (60, 9),
    "LED data, from 3.3 V to 5 V": (60, 29),
    "Where nets are fed (for KiCad), and holes": (60, 50),
}

_FLAGS: dict[str, Point] = {"GND": (65, 54), "VIN": (71, 54), "+5V": (77, 54), "VSYS": (83, 54)}
"""Nets fed through a passive part or from outside, which need a power flag for ERC."""


def identity(*parts: object) -> str:
    """Returns a UUID that is the same in every run."""
    return str(uuid.uuid5(_SPACE, "/".join(map(str, parts))))


ROOT = identity("root")
"""UUID of the only sheet; a part's path on it links the board to the schematic."""


def electrical_type(part: Part, pin: int) -> str:
    """Returns a pin's electrical type for ERC."""
    name = part.names.get(pin, "")
    if part.ref == "U1":
        if name in ("GND", "AGND", "VSYS"):
            return "power_in"
        if name == "3V3":
            return "power_out"
        return "bidirectional" if name.startswith("GP") else "passive"
    if part.ref == "U2":
        if name in ("VCC", "GND"):
            return "power_in"
        return "output" if name.endswith("Y") else "input"
    if part.ref.startswith("#FLG"):
        return "power_out"
    return "power_in" if part.ref.startswith("#") else "passive"


def symbol_of(part: Part) -> Symbol:
    """Returns the symbol of a part."""
    if part.ref.startswith("#FLG"):
        return symbols.mark()
    if part.ref.startswith("#"):
        return symbols.ground() if part.value == "GND" else symbols.supply()
    if not part.pins:
        return symbols.hole()
    if part.ref.startswith("TP"):
        return symbols.test_point()
    if part.ref[0] == "U":
        half = len(part.pins) // 2
        return symbols.box(part.pins[:half], part.pins[half:][::-1])
    if part.ref in ("J3", "J4"):
        return symbols.box(part.pins[0::2], part.pins[1::2])
    if part.ref == "J1":
        return symbols.box([], [2, 1])
    if part.ref == "J2":
        return symbols.box([2, 1], [])
    if part.ref[0] == "J":
        return symbols.box([], part.pins)
    return symbols.small(part)


class _Sheet:
    """Collects the symbols and the contents of the sheet."""

    def __init__(self) -> None:
        self.symbols: list[str] = []
        self.items: list[str] = []
        self._powers = 0
        self._corners = {corner for wire in WIRES for corner in (wire[0], wire[-1])}

    def add(self, part: Part, place: Point) -> None:
        """Draws a part, with the net's label at each of its pins."""
        symbol = symbol_of(part)
        mirrored = part.ref == "F1" or part.ref == "D1"
        self.symbols.append(_library(part, symbol))
        self.items.append(_instance(part, symbol, place, mirrored))
        for pin, (dx, dy) in symbol.ends.items():
            end = (place[0] + (-dx if mirrored else dx) / STEP, place[1] - dy / STEP)
            self._pin(part, pin, end, (-dx if mirrored else dx, dy))

    def _pin(self, part: Part, pin: int, end: Point, away: Point) -> None:
        net = part.nets.get(pin)
        if net is None:
            uid = identity("unused", part.ref, pin)
            self.items.append(f'(no_connect (at {_mm(end)}) (uuid "{uid}"))')
        elif part.ref.startswith("#PWR") or end in self._corners:
            pass  # connected by position or by a wire
        elif away[0] == 0 and net in ("GND", "+5V") and part.ref[0] != "#":
            self.power(net, end)
        else:
            self.items.append(_label(net, end, away, identity("label", part.ref, pin)))

    def power(self, net: str, at: Point) -> None:
        """Draws the symbol of ground or of a supply."""
        self._powers += 1
        self.add(Part(f"#PWR{self._powers:02}", net, "", (0, 0), 0, {1: net}), at)

    def wire(self, corners: tuple[Point, ...]) -> None:
        """Joins points of the sheet; adds a dot where wires meet."""
        for a, b in itertools.pairwise(corners):
            self.items.append(
                f"(wire (pts (xy {_mm(a)}) (xy {_mm(b)})) (stroke (width 0) (type default)) "
                f'(uuid "{identity("wire", a, b)}"))'
            )

    def dot(self, at: Point) -> None:
        """Draws a dot where more than two wires meet."""
        self.items.append(
            f'(junction (at {_mm(at)}) (diameter 0) (color 0 0 0 0) (uuid "{identity("dot", at)}"))'
        )

    def title(self, text: str, at: Point) -> None:
        """Writes text on the sheet."""
        self.items.append(
            f'(text "{text}" (exclude_from_sim no) (at {_mm(at)} 0) '
            f"(effects (font (size 1.9 1.9) (bold yes)) (justify left)) "
            f'(uuid "{identity("text", text)}"))'
        )


def _library(part: Part, symbol: Symbol) -> str:
    """Returns a symbol in library form."""
    name = _name(part)
    reference = "#PWR" if part.ref.startswith("#") else part.ref.rstrip("0123456789")
    properties = (
        ("Reference", reference, TEXT),
        ("Value", part.value, TEXT),
        ("Footprint", "", HIDDEN),
        ("Datasheet", "", HIDDEN),
        ("Description", "", HIDDEN),
    )
    pins = "\n".join(
        f"(pin {electrical_type(part, pin)} line (at {x:g} {y:g} {symbols.turned((x, y))}) "
        f'(length {symbol.pin_mm:g}) (name "{part.names.get(pin, pin)}" {TEXT}) '
        f'(number "{pin}" {TEXT}))'
        for pin, (x, y) in symbol.ends.items()
    )
    plain = "" if symbol.numbered else "(pin_numbers (hide yes))"
    hide = "" if symbol.numbered else " (hide yes)"
    return (
        f'(symbol "{NAME}:{name}" {"(power)" if part.ref.startswith("#") else ""} {plain} '
        f"(pin_names (offset 0.5){hide}) {_flags(part)}\n"
        + "\n".join(f'(property "{k}" "{v}" (at 0 0 0) {look})' for k, v, look in properties)
        + f'\n(symbol "{name}_0_1"\n{symbol.shapes})\n(symbol "{name}_1_1"\n{pins}))'
    )


def _instance(part: Part, symbol: Symbol, place: Point, mirrored: bool) -> str:
    """Returns a symbol as placed on the sheet."""
    x, y = place[0] * STEP, place[1] * STEP
    quiet = HIDDEN if part.ref.startswith("#") else TEXT
    left = "(effects (font (size 1.27 1.27)) (justify left))"
    if symbol.beside:
        texts = ((x + 3.6, y - 1.27, left), (x + 3.6, y + 1.27, left))
    elif part.ref.startswith("#") and part.value == "GND":
        texts = ((x, y, quiet), (x, y + symbol.reach, TEXT))
    elif part.ref.startswith("#"):
        texts = ((x, y, quiet), (x, y - symbol.reach, TEXT))
    else:
        texts = ((x, y - symbol.reach, quiet), (x, y + symbol.reach, TEXT))
    lines = [
        f'(symbol (lib_id "{NAME}:{_name(part)}") (at {x:.2f} {y:.2f} 0) '
        f"{'(mirror y) ' if mirrored else ''}(unit 1) {_flags(part)} "
        f'(dnp no) (uuid "{identity("part", part.ref)}")'
    ]
    fields = (("Reference", part.ref, texts[0]), ("Value", part.value, texts[1]))
    lines += [
        f'(property "{k}" "{v}" (at {a:.2f} {b:.2f} 0) {look})' for k, v, (a, b, look) in fields
    ]
    for key, text in (("Footprint", part.footprint), ("Order", part.order)):
        lines.append(f'(property "{key}" "{text}" (at {x:.2f} {y:.2f} 0) {HIDDEN})')
    lines += [f'(pin "{pin}" (uuid "{identity("pin", part.ref, pin)}"))' for pin in symbol.ends]
    lines.append(
        f'(instances (project "{NAME}" (path "/{ROOT}" (reference "{part.ref}") (unit 1)))))'
    )
    return "\n".join(lines)


def _label(net: str, at: Point, away: Point, uid: str) -> str:
    turn, side = {0: (180, "right"), 180: (0, "left"), 270: (90, "left"), 90: (270, "right")}[
        symbols.turned(away)
    ]
    if away == (0, 0):  # below a flag
        turn, side = 270, "right"
    return (
        f'(global_label "{net}" (shape passive) (at {_mm(at)} {turn}) '
        f"(effects (font (size 1.27 1.27)) (justify {side})) "
        f'(uuid "{uid}"))'
    )


def _flags(part: Part) -> str:
    """Returns the flags of a part: on the parts list, and on the board."""
    bought = "yes" if part.is_fitted and not part.ref.startswith("#") else "no"
    board = "no" if part.ref.startswith("#") else "yes"
    return f"(exclude_from_sim no) (in_bom {bought}) (on_board {board})"


def _name(part: Part) -> str:
    return part.ref.removeprefix("#")


def _mm(at: Point) -> str:
    return f"{at[0] * STEP:.2f} {at[1] * STEP:.2f}"


def _meetings() -> Iterator[Point]:
    """Returns the points where three wire ends meet."""
    times: dict[Point, int] = {}
    for wire in WIRES:
        for k, corner in enumerate(wire):
            times[corner] = times.get(corner, 0) + (1 if k in (0, len(wire) - 1) else 2)
    yield from (corner for corner, count in times.items() if count > 2)


def write(
    folder: Path, parts: tuple[Part, ...] = PARTS, places: Mapping[str, Point] = PLACES
) -> Path:
    """Writes the schematic, its symbols and KiCad's table of symbol libraries.

    Returns:
        The schematic.
    """
    sheet = _Sheet()
    for part in parts:
        sheet.add(part, places[part.ref])
    for k, (net, at) in enumerate(_FLAGS.items(), 1):
        if net in nets(parts):
            sheet.add(Part(f"#FLG0{k}", "PWR_FLAG", "", (0, 0), 0, {1: net}), at)
    for wire in WIRES:
        sheet.wire(wire)
    sheet.power(*_SUPPLY)
    for net, at, away in NAMES:
        sheet.items.append(_label(net, at, away, identity("name", net)))
    for at in _meetings():
        sheet.dot(at)
    for text, at in TITLES.items():
        sheet.title(text, at)
    library = "\n".join(sheet.symbols)
    drawing = folder / f"{NAME}.kicad_sch"
    drawing.write_text(
        '(kicad_sch (version 20250114) (generator "pegboard") (generator_version "9.0") '
        f'(uuid "{ROOT}") (paper "A4")\n(title_block (title "pegboard carrier"))\n'
        f"(lib_symbols\n{library})\n"
        + "\n".join(sheet.items)
        + '\n(sheet_instances (path "/" (page "1")))\n(embedded_fonts no))\n'
    )
    (folder / f"{NAME}.kicad_sym").write_text(
        '(kicad_symbol_lib (version 20241209) (generator "pegboard") (generator_version "9.0")\n'
        + library.replace(f'(symbol "{NAME}:', '(symbol "')
        + ")\n"
    )
    (folder / "sym-lib-table").write_text(
        f'(sym_lib_table (version 7) (lib (name "{NAME}")(type "KiCad")'
        f'(uri "${{KIPRJMOD}}/{NAME}.kicad_sym")(options "")(descr "")))\n'
    )
    return drawing
