"""The schematic, as KiCad 9 reads it: a box for every part, a label at every pin that is used.

Labels rather than wires: a net is read by its name. Pins that are not used carry KiCad's mark for
it, so that a forgotten one is found. The symbols are our own, drawn here from the pins' names.
"""

import uuid
from pathlib import Path

from hardware.carrier.design import PARTS, Part, nets

NAME = "carrier"
"""The project, and the stem of its files."""

_SPACE = uuid.UUID("5f9c6a52-61c5-4b8e-9d0c-0a4e3bd20c7e")
_TEXT = "(effects (font (size 1.27 1.27)))"
_HIDDEN = "(effects (font (size 1.27 1.27)) (hide yes))"
_SUPPLIED = ("GND", "VIN", "+5V", "VSYS")
"""Nets that are fed through a passive part or from outside: ERC is told so with a flag."""


def identity(*parts: object) -> str:
    """A UUID that is the same in every run."""
    return str(uuid.uuid5(_SPACE, "/".join(map(str, parts))))


ROOT = identity("root")
"""UUID of the one sheet; a part's path on it ties the board to the schematic."""


def electrical_type(part: Part, pin: int) -> str:
    """What ERC takes a pin for."""
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
    return "passive"


class _Sheet:
    """Collects the symbols and where they stand."""

    def __init__(self) -> None:
        self.symbols: list[str] = []
        self.placed: list[str] = []
        self._x, self._y = 50.8, 30.48

    def add(self, part: Part, types: dict[int, str]) -> None:
        """Draws a symbol for the part and places it below the last one, or in the next column."""
        half = (len(types) + 1) // 2
        tall = (half + 6) * 2.54
        if self._y + tall > 380:
            self._x, self._y = self._x + 76.2, 30.48
        middle = round((self._y + tall / 2) / 2.54) * 2.54
        self._y += tall
        ends: dict[int, tuple[float, float]] = {}
        for k, pin in enumerate(types):
            row = k if k < half else k - half
            y = (half - 1) // 2 * 2.54 - row * 2.54
            ends[pin] = (-12.7 if k < half else 12.7, y)
        edge = half * 1.27 + 3.81
        self._draw(part, types, ends, edge)
        self._place(part, ends, edge, (self._x, middle))

    def _draw(
        self,
        part: Part,
        types: dict[int, str],
        ends: dict[int, tuple[float, float]],
        edge: float,
    ) -> None:
        flag = part.ref.startswith("#")
        bought = "no" if flag or not types else "yes"
        texts = (
            f'(property "{key}" "{text}" (at 0 {y:.2f} 0) {look})'
            for key, text, y, look in (
                ("Reference", part.ref.rstrip("0123456789"), edge, _TEXT),
                ("Value", part.value, -edge, _TEXT),
                ("Footprint", "", 0, _HIDDEN),
                ("Datasheet", "", 0, _HIDDEN),
                ("Description", "", 0, _HIDDEN),
            )
        )
        box = edge - 2.54
        pins = (
            f"(pin {types[pin]} line (at {x:.2f} {y:.2f} {0 if x < 0 else 180}) (length 2.54) "
            f'(name "{part.names.get(pin, pin)}" {_TEXT}) (number "{pin}" {_TEXT}))'
            for pin, (x, y) in ends.items()
        )
        name = _symbol(part)
        self.symbols.append(
            f'(symbol "{NAME}:{name}" {"(power)" if flag else ""} (pin_names (offset 0.5)) '
            f"(exclude_from_sim no) (in_bom {bought}) (on_board {'no' if flag else 'yes'})\n"
            + "\n".join(texts)
            + f'\n(symbol "{name}_0_1" (rectangle (start -10.16 {box:.2f}) (end 10.16 {-box:.2f}) '
            "(stroke (width 0.2) (type default)) (fill (type background))))\n"
            f'(symbol "{name}_1_1"\n' + "\n".join(pins) + "))"
        )

    def _place(
        self,
        part: Part,
        ends: dict[int, tuple[float, float]],
        edge: float,
        at: tuple[float, float],
    ) -> None:
        flag = part.ref.startswith("#")
        bought = "no" if flag or not ends else "yes"
        x0, y0 = at
        lines = [
            f'(symbol (lib_id "{NAME}:{_symbol(part)}") (at {x0:.2f} {y0:.2f} 0) (unit 1) '
            f"(exclude_from_sim no) (in_bom {bought}) (on_board {'no' if flag else 'yes'}) "
            f'(dnp no) (uuid "{identity("part", part.ref)}")'
        ]
        for key, text, y, look in (
            ("Reference", part.ref, -edge, _HIDDEN if flag else _TEXT),
            ("Value", part.value, edge, _TEXT),
            ("Footprint", part.footprint, 0, _HIDDEN),
            ("Order", part.order, 0, _HIDDEN),
        ):
            lines.append(f'(property "{key}" "{text}" (at {x0:.2f} {y0 + y:.2f} 0) {look})')
        lines += [f'(pin "{pin}" (uuid "{identity("pin", part.ref, pin)}"))' for pin in ends]
        lines.append(
            f'(instances (project "{NAME}" (path "/{ROOT}" (reference "{part.ref}") (unit 1)))))'
        )
        for pin, (dx, dy) in ends.items():
            x, y = x0 + dx, y0 - dy
            if net := part.nets.get(pin):
                side, turn = ("right", 180) if dx < 0 else ("left", 0)
                lines.append(
                    f'(global_label "{net}" (shape passive) (at {x:.2f} {y:.2f} {turn}) '
                    f"(effects (font (size 1.27 1.27)) (justify {side})) "
                    f'(uuid "{identity("label", part.ref, pin)}"))'
                )
            else:
                uid = identity("unused", part.ref, pin)
                lines.append(f'(no_connect (at {x:.2f} {y:.2f}) (uuid "{uid}"))')
        self.placed.append("\n".join(lines))


def _symbol(part: Part) -> str:
    return part.ref.removeprefix("#")


def write(folder: Path, parts: tuple[Part, ...] = PARTS) -> Path:
    """Writes the schematic, its symbols and the table that tells KiCad where they are.

    Returns:
        The schematic.
    """
    sheet = _Sheet()
    for part in sorted(parts, key=lambda part: -len(part.pins)):
        sheet.add(part, {pin: electrical_type(part, pin) for pin in part.pins})
    for k, net in enumerate(_SUPPLIED, 1):
        if net in nets(parts):
            flag = Part(f"#FLG0{k}", "PWR_FLAG", "", (0, 0), 0, {1: net})
            sheet.add(flag, {1: "power_out"})
    symbols = "\n".join(sheet.symbols)
    drawing = folder / f"{NAME}.kicad_sch"
    drawing.write_text(
        '(kicad_sch (version 20250114) (generator "pegboard") (generator_version "9.0") '
        f'(uuid "{ROOT}") (paper "A2")\n(title_block (title "pegboard carrier"))\n'
        f"(lib_symbols\n{symbols})\n"
        + "\n".join(sheet.placed)
        + '\n(sheet_instances (path "/" (page "1")))\n(embedded_fonts no))\n'
    )
    (folder / f"{NAME}.kicad_sym").write_text(
        '(kicad_symbol_lib (version 20241209) (generator "pegboard") (generator_version "9.0")\n'
        + symbols.replace(f'(symbol "{NAME}:', '(symbol "')
        + ")\n"
    )
    (folder / "sym-lib-table").write_text(
        f'(sym_lib_table (version 7) (lib (name "{NAME}")(type "KiCad")'
        f'(uri "${{KIPRJMOD}}/{NAME}.kicad_sym")(options "")(descr "")))\n'
    )
    return drawing
