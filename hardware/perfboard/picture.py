"""Draws perfboard plans from above and below, and lists their wires."""

import csv
from pathlib import Path

from hardware.carrier.design import TEST_POINTS, Part
from hardware.perfboard.plan import PLANS, Hole, Plan, Word
from hardware.svg import FAINT, INK, Drawing, save

_STEP = 34
_LEFT, _TOP = 70, 110
_COLORS = {
    "GND": "#1d1d1f",
    "+5V": "#d3302f",
    "VIN": "#d3302f",
    "VSYS": "#b0489b",
    "+3V3": "#e58a00",
    "DATA_3V3": "#1b8a3a",
    "DATA_5V": "#1b8a3a",
    "LED_DATA": "#1b8a3a",
    "POWER_ON": "#7a5230",
}
_INPUT = "#1f6fd0"


def make(folder: Path) -> list[Path]:
    """Draws every plan: both sides as SVG and PNG, and the wires as a table."""
    written = []
    for plan in PLANS:
        drawings = ((plan.name, draw(plan)), (f"{plan.name}-below", draw(plan, below=True)))
        written += save(drawings, folder)
        written.append(_table(plan, folder / f"{plan.name}-wires.csv"))
    return written


def draw(plan: Plan, *, below: bool = False) -> Drawing:
    """Draws the plan from the parts side, or mirrored, as seen while soldering."""
    return _Picture(plan, below).drawing


class _Picture:
    def __init__(self, plan: Plan, below: bool) -> None:
        self.plan, self.below = plan, below
        board = _STEP * (plan.columns - 1)
        width = max(2 * _LEFT + board, 11 * len(plan.title) + 60)
        height = _TOP + _STEP * (plan.rows - 1) + 60
        side = "from below: solder side, mirrored" if below else "from above: side of the parts"
        self.drawing = d = Drawing(width, height, f"{plan.title}, {side}")
        d.text(30, 26, plan.title, size=18, bold=True)
        d.text(30, 52, f"seen {side}", size=14)
        d.box(
            *(_LEFT - 22, _TOP - 22),
            *(board + 44, _STEP * (plan.rows - 1) + 44),
            fill="#f6efdc" if not below else "#efe3c4",
            round=6,
        )
        self._grid()
        if not below:
            for part in plan.parts:
                self._body(part)
        for joint in plan.joints:
            ends = (plan.holes[joint.start], joint.bend, plan.holes[joint.end])
            way = [self._at(hole) for hole in ends if hole]
            color = _COLORS.get(joint.net, _INPUT)
            d.line(*way, color=color, width=5 if below else 2.5)
        for part in plan.parts:
            self._pins(part)
        if not below:
            for part in plan.parts:
                self._name(part)
            for word in plan.words:
                self._word(word)

    def _at(self, hole: Hole) -> tuple[float, float]:
        column = self.plan.columns - 1 - hole.column if self.below else hole.column
        return _LEFT + _STEP * column, _TOP + _STEP * hole.row

    def _grid(self) -> None:
        for column in range(self.plan.columns):
            x, _ = self._at(Hole(column, 0))
            letter = str(Hole(column, 0))[:-1]
            self.drawing.text(x, _TOP - 34, letter, size=11, anchor="middle", color=FAINT)
        for row in range(self.plan.rows):
            y = _TOP + _STEP * row
            self.drawing.text(_LEFT - 32, y, str(row + 1), size=11, anchor="end", color=FAINT)
            for column in range(self.plan.columns):
                x, _ = self._at(Hole(column, row))
                self.drawing.dot(x, y, 4, fill="#ffffff", stroke="#c9b98a")

    def _bounds(self, part: Part) -> tuple[float, float, float, float]:
        points = [self._at(self.plan.holes[part.ref, pin]) for pin in part.pins]
        xs, ys = zip(*points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def _body(self, part: Part) -> None:
        """Draws the outline of a part round its pins."""
        left, top, right, bottom = self._bounds(part)
        fill = {"U": "#dfe9df", "J": "#e4e4ea", "C": "#dfe6f2", "D": "#f2dfe2"}
        shade = fill.get(part.ref[0], "#eee3d2")
        d = self.drawing
        d.box(left - 13, top - 13, right - left + 26, bottom - top + 26, fill=shade, round=5)
        if part.ref[0] == "U":  # the notch, or the USB socket, is at the top
            d.box((left + right) / 2 - 22, top - 18, 44, 12, fill="#c9c9cf", line=1)

    def _name(self, part: Part) -> None:
        """Writes a part's name where there is room."""
        left, top, right, bottom = self._bounds(part)
        d, halo = self.drawing, "#f6efdc"
        tall = bottom - top > right - left
        word = f"{part.ref}  {part.value}"
        if part.ref[0] == "U":
            d.text(
                (left + right) / 2,
                (top + bottom) / 2,
                word,
                anchor="middle",
                turn=-90,
                halo="#dfe9df",
            )
        elif tall:
            beside = left - 22 if left > _LEFT + 8 * _STEP else right + 22
            d.text(beside, (top + bottom) / 2, word, size=12, anchor="middle", turn=-90, halo=halo)
        else:
            d.text((left + right) / 2, top - 22, word, size=12, anchor="middle", halo=halo)

    def _word(self, word: Word) -> None:
        """Writes a word at its pin; measuring points also get a ring."""
        x, y = self._at(self.plan.holes[word.pin])
        place = x + _STEP * word.right, y + _STEP * word.down
        if word.text in TEST_POINTS:
            self.drawing.dot(x, y, 14, fill="none", stroke=INK)
        self.drawing.text(*place, word.text, size=13, anchor="middle", bold=True, halo="#f6efdc")

    def _pins(self, part: Part) -> None:
        d = self.drawing
        for pin in part.pins:
            x, y = self._at(self.plan.holes[part.ref, pin])
            net = part.nets.get(pin)
            color = _COLORS.get(net, _INPUT) if net else "#b9b9bf"
            if pin == 1:
                d.box(x - 10, y - 10, 20, 20, fill=color, stroke=INK, line=1)
            else:
                d.dot(x, y, 10, fill=color, stroke=INK)
            d.text(x, y, str(pin), size=10, anchor="middle", color="#ffffff", bold=True)
            if self.below and pin == 1:
                d.text(x, y - 18, part.ref, size=12, anchor="middle", bold=True)


def _table(plan: Plan, path: Path) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["net", "from", "hole", "to", "hole", "bend at"])
        for net, start, end, bend in plan.joints:
            ends = ((f"{ref} pin {pin}", plan.holes[ref, pin]) for ref, pin in (start, end))
            table.writerow([net, *(str(cell) for pair in ends for cell in pair), bend or ""])
    return path
