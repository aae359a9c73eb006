"""Draws the wiring diagram of a build, with pins in their real positions."""

from collections.abc import Mapping
from pathlib import Path

from hardware.budget.report import layouts
from hardware.carrier import design
from hardware.pins import (
    AHCT125,
    INPUT_PINS,
    LED_PIN,
    PI_HEADER,
    PICO,
    PWM_DATA_BCM,
    pi_pin,
    pico_pin,
)
from hardware.svg import FAINT, INK, Drawing, save
from hardware.wiring.builds import HOSTS, Build, Kind, Wire, build, dials, pin_name

COLORS = {
    Kind.POWER: "#d3302f",
    Kind.GROUND: "#1d1d1f",
    Kind.DATA: "#1b8a3a",
    Kind.INPUT: "#1f6fd0",
    Kind.SENSOR: "#e58a00",
    Kind.USB: "#7a7a80",
}

_ROW = 26
_TOP = 150
_LEFT, _CENTRE, _RIGHT = 250, 420, 700
"""The right ends of the buttons, and the two sides of the middle box."""
_STRIP = 1080
_SHIFTER = (790, 950)
"""The two sides of the level shifter's box, where there is one."""

_PICO_3V3, _PICO_GROUND, _PICO_VSYS = 36, 38, 39


def make(folder: Path) -> list[Path]:
    """Draws every build for every layout, with its feeds, as SVG and PNG."""
    builds = [build(name, layout) for name in HOSTS for layout in layouts()]
    return save(((f"{item.layout}-{item.name}", draw(item)) for item in builds), folder)


def draw(item: Build) -> Drawing:
    """Draws the diagram of a build."""
    return _Picture(item).drawing


class _Picture:
    def __init__(self, item: Build) -> None:
        self.item = item
        rows = _left_rows(item)
        self.heights = _heights(rows)
        self.floor = max(self.heights[-1], _TOP + 9 * _ROW) + 48
        self.plus, self.minus = self.floor + 70, self.floor + 110
        title = f"{item.title}: {item.layout}"
        self.drawing = Drawing(1460, self.minus + (310 if item.by_pico else 290), title)
        d = self.drawing
        d.text(40, 40, title, size=26, bold=True)
        self._legend()
        self._rails()
        name = "carrier board with Pico" if item.by_pico else item.host
        d.box(_CENTRE, _TOP - 40, _RIGHT - _CENTRE, self.floor - _TOP + 40, fill="#eef6ee", round=8)
        d.text((_CENTRE + _RIGHT) / 2, _TOP - 20, name, anchor="middle", bold=True, size=14)
        self._inputs(rows)
        self._strip()
        if item.by_pico:
            self._pico()
        else:
            self._pi()
        self._insets()

    # --- common parts

    def _legend(self) -> None:
        kinds = {wire.kind for wire in self.item.wires}
        x = 700.0
        for kind in (kind for kind in Kind if kind in kinds):
            self.drawing.line((x, 40), (x + 30, 40), color=COLORS[kind], width=4)
            self.drawing.text(x + 38, 40, kind.value)
            x += 60 + 8.5 * len(kind.value)

    def _rails(self) -> None:
        d, right = self.drawing, 1420
        d.box(40, self.plus - 30, 150, self.minus - self.plus + 60, fill="#fdf0ee", round=8)
        d.text(52, self.plus, "5 V supply  +")
        d.text(52, self.minus, "for the LEDs  −")
        self._wire(Kind.POWER, (190, self.plus), (right, self.plus), width=5)
        self._wire(Kind.GROUND, (190, self.minus), (right, self.minus), width=5)
        d.box(225, self.plus - 10, 70, 20, fill="#ffffff", round=4)
        d.text(260, self.plus, "fuse", anchor="middle")
        d.text(230, self.plus - 26, "size: see POWER.md", size=11, color=FAINT)

    def _inputs(self, rows: list[tuple[Wire, ...]]) -> None:
        """Draws the left side: a row for each button, and for each pin of a dial."""
        d = self.drawing
        names: dict[str, list[float]] = {}
        for y, wires in zip(self.heights, rows, strict=True):
            device, _, terminal = wires[0].end.partition(" ")
            if device == "button":
                self._button(terminal, y, pair=len(wires) == 2)
            elif device.startswith("dial"):
                names.setdefault(device, []).append(y)
                d.text(_LEFT - 12, y, terminal, anchor="end", size=12)
                self._wire(wires[0].kind, (_LEFT, y), (_CENTRE, y))
            self._terminal(_CENTRE, y, wires, left=True)
        for device, ys in names.items():
            d.box(120, ys[0] - 14, _LEFT - 120, ys[-1] - ys[0] + 28, round=6)
            d.text(130, (ys[0] + ys[-1]) / 2 - 9, f"dial, seat {device[4:]}", size=12, bold=True)
            d.text(130, (ys[0] + ys[-1]) / 2 + 9, "(KY-040)", size=11, color=FAINT)
        if not self.item.by_pico:  # the other legs share one pin
            top, bottom = self.heights[0], self.heights[-1]
            self._wire(Kind.GROUND, (140, top), (140, bottom), (_CENTRE, bottom))

    def _button(self, name: str, y: float, *, pair: bool) -> None:
        d = self.drawing
        d.text(126, y, name, anchor="end", bold=True)
        d.box(170, y - 9, 44, 18, fill="#f3f3f5", round=4)
        d.dot(192, y, 6, fill="#c9c9cf")
        if pair:
            self._wire(Kind.INPUT, (214, y - 4), (_CENTRE, y - 4))
            self._wire(Kind.GROUND, (214, y + 4), (_CENTRE, y + 4))
        else:
            self._wire(Kind.INPUT, (214, y), (_CENTRE, y))
            self._wire(Kind.GROUND, (170, y), (140, y))
            d.dot(140, y, 3.5)

    def _strip(self) -> None:
        d, y = self.drawing, _TOP
        d.box(_STRIP, y - 40, 340, self.floor - y + 40, fill="#fffbe9", round=8)
        d.text(_STRIP + 170, y - 20, "LED strip, WS2812B", anchor="middle", bold=True, size=14)
        rows = int(self.floor - y - 152) // 22
        wide = 22 * self.item.strip_share
        for row in range(rows):
            top = y + 62 + 22 * row - wide / 2
            d.box(_STRIP + 54, top, 28 * 9, wide, fill="#ffffff", stroke="#b9a75a", line=1)
            for k in range(9):
                d.box(_STRIP + 62 + 28 * k, y + 56 + 22 * row, 12, 12, stroke="#b9a75a", line=1)
        d.text(_STRIP + 24, y + 62, "1", color=FAINT)
        d.text(_STRIP + 40, y + 66 + 22 * rows, "the strip's arrows point away from DIN;", size=11)
        many = len(self.item.feeds)
        words = f"5 V and ground come in at {many} places:"
        d.text(_STRIP + 40, y + 82 + 22 * rows, words, size=11)
        step = 320 / many
        for k, feed in enumerate(self.item.feeds):
            x = _STRIP + 10 + step * (k + 0.5)
            where = f"row {feed.row}" + (" end" if feed.at_end else "")
            d.text(x, self.floor - 44, where, anchor="middle", size=11, bold=True)
            d.text(x, self.floor - 29, f"LED {feed.led}", anchor="middle", size=10, color=FAINT)
            d.text(x - 14, self.floor - 12, "5V", anchor="middle", size=11)
            d.text(x + 14, self.floor - 12, "GND", anchor="middle", size=11)
            self._drop(Kind.POWER, x - 14)
            self._drop(Kind.GROUND, x + 14)
        x = _STRIP - 20
        self._wire(Kind.POWER, (x, self.plus), (x, self.plus + 14))
        d.line((x - 12, self.plus + 14), (x + 12, self.plus + 14), width=3)
        d.line((x - 12, self.plus + 24), (x + 12, self.plus + 24), width=3)
        self._wire(Kind.GROUND, (x, self.plus + 24), (x, self.minus))
        d.text(x - 18, self.plus + 20, "1000 µF (+ to 5 V)", size=11, anchor="end")

    # --- middle column

    def _pi(self) -> None:
        d, y = self.drawing, _TOP + 12
        left, right = _SHIFTER
        by_end = {wire.end: wire for wire in self.item.wires}
        for k, end in enumerate(("J9 2", "J9 1")):
            at = y + _ROW * k
            self._wire(by_end[end].kind, (_RIGHT, at), (left, at))
            self._terminal(_RIGHT, at, (by_end[end],), left=False)
        pin = f"pin {pi_pin(PWM_DATA_BCM)}, GPIO{PWM_DATA_BCM}, instead of 19"
        alternative = ("with ws281x: (as root only)", pin)
        for k, words in enumerate(alternative):
            where = y + 2 * _ROW + 14 * k
            d.text(_RIGHT - 14, where, words, size=10, color=FAINT, anchor="end")
        d.box(left, y - 52, right - left, 176, fill="#eef6ee", round=8)
        d.text((left + right) / 2, y - 34, "level shifter", anchor="middle", bold=True, size=13)
        for k, end in enumerate(("J9 D", "J9 G")):
            d.text(left + 8, y + _ROW * k, end, size=12)
        self._strip_data(right)
        parts = ("74AHCT125, 330 Ω,", "100 kΩ, 100 nF, PTC:", "see its perfboard plan")
        for k, words in enumerate(parts):
            where = y + 54 + 15 * k
            d.text((left + right) / 2, where, words, anchor="middle", size=10, color=FAINT)
        self._supply_of_board(right - 62, right - 22, y + 124)
        self._twisted((_RIGHT + left) / 2)
        d.text(_CENTRE + 14, self.floor - 14, "5 V from its own supply", size=11, color=FAINT)

    def _pico(self) -> None:
        d, y = self.drawing, _TOP + 12
        self._strip_data(_RIGHT)
        for k, words in enumerate(("level shifter and 330 Ω", "are on the board")):
            x, where = (_RIGHT + _STRIP) / 2, y + 3 * _ROW + 16 * k
            d.text(x, where, words, anchor="middle", size=11, color=FAINT)
        self._supply_of_board(_RIGHT - 100, _RIGHT - 50, self.floor)
        d.box(_CENTRE + 40, 66, 200, 30, fill="#f3f3f5", round=6)
        d.text(_CENTRE + 140, 81, f"{self.item.host}", anchor="middle", bold=True)
        self._wire(Kind.USB, (_CENTRE + 140, 96), (_CENTRE + 140, _TOP - 40), width=5)
        d.text(_CENTRE + 152, 103, "USB", size=10, color=FAINT)

    def _strip_data(self, left: float) -> None:
        """Draws data and ground from a board's right side to the strip."""
        by_end = {wire.end: wire for wire in self.item.wires}
        for k, end in enumerate(("strip DIN", "strip GND")):
            wire, at = by_end[end], _TOP + 12 + _ROW * k
            self._wire(wire.kind, (left, at), (_STRIP, at))
            self._terminal(left, at, (wire,), left=False)
            self.drawing.text(_STRIP + 10, at, end.split()[1], size=12, bold=True)
        self._twisted((left + _STRIP) / 2)

    def _twisted(self, x: float) -> None:
        """Labels a data wire and its ground."""
        for k, words in enumerate(("twisted pair,", "at most 30 cm")):
            where = _TOP + 12 - 28 + 14 * k
            self.drawing.text(x, where, words, anchor="middle", size=10, color=FAINT)

    def _supply_of_board(self, plus: float, minus: float, bottom: float) -> None:
        """Draws the wires from a board's connector J1 to the rails."""
        for wire in self.item.wires:
            if wire.start.startswith("J1 "):
                x, sign = (plus, "+") if wire.kind is Kind.POWER else (minus, "−")
                self.drawing.text(x, bottom - 12, f"J1 {sign}", anchor="middle", size=12)
                self._drop(wire.kind, x, bottom)

    # --- drawing primitives

    def _wire(self, kind: Kind, *points: tuple[float, float], width: float = 2.5) -> None:
        self.drawing.line(*points, color=COLORS[kind], width=width)

    def _drop(self, kind: Kind, x: float, top: float | None = None) -> None:
        """Draws a wire from the bottom of a box straight down to a rail."""
        rail = self.plus if kind is Kind.POWER else self.minus
        self._wire(kind, (x, self.floor if top is None else top), (x, rail), width=3)
        self.drawing.dot(x, rail, 5, fill=COLORS[kind])

    def _pin(self, x: float, y: float, pin: int, kind: Kind) -> None:
        self.drawing.dot(x, y, 10, fill=COLORS[kind])
        self.drawing.text(x, y, str(pin), size=11, anchor="middle", color="#ffffff", bold=True)

    def _terminal(self, x: float, y: float, wires: tuple[Wire, ...], *, left: bool) -> None:
        """Returns the pin of the middle box where a row ends, and its label."""
        side, anchor = (1, "start") if left else (-1, "end")
        device, _, number = wires[0].start.partition(" ")
        if device == "pi":
            self._pin(x + side * 14, y, int(number), wires[0].kind)
            self.drawing.text(x + side * 32, y, pin_name(int(number)), size=12, anchor=anchor)
            return
        words = f"{device} {design.WORDS.get((device, int(number)), f'pin {number}')}"
        if len(wires) > 1:
            words = f"{device} pins {', '.join(wire.start.split()[1] for wire in wires)}"
        self.drawing.text(x + side * 10, y, words, size=12, anchor=anchor)
        if wires[0].kind is Kind.INPUT:
            self.drawing.text(x + 118, y, f"input {_input_of(wires[0])}", size=11, color=FAINT)

    # --- pin positions

    def _insets(self) -> None:
        d, y = self.drawing, self.minus + 70
        used = _used(self.item)
        if self.item.by_pico:
            d.text(
                40, y, "The same on the Pico itself, seen from above, USB to the left", bold=True
            )
            upper = [(pin, PICO[pin]) for pin in range(40, 20, -1)]
            lower = [(pin, PICO[pin]) for pin in range(1, 21)]
            self._pin_rows(90, y + 40, upper, lower, used, 62)
            d.text(90, y + 200, "Inputs go to ground through their button; the Pico pulls them up.")
            d.text(90, y + 222, "Nothing else is joined to a pin without a colour.", color=FAINT)
            return
        d.text(40, y, "The Pi's header, seen from above, USB sockets to the right", bold=True)
        upper = [(pin, PI_HEADER[pin]) for pin in range(2, 41, 2)]
        lower = [(pin, PI_HEADER[pin]) for pin in range(1, 41, 2)]
        self._pin_rows(60, y + 40, upper, lower, used, 46)
        d.text(1060, y, "74AHCT125, seen from above, notch to the left", bold=True)
        (shifter,) = [part for part in design.PARTS if part.ref == "U2"]
        nets = {"GND": Kind.GROUND, "+5V": Kind.POWER}
        kinds = {pin: nets.get(net, Kind.DATA) for pin, net in shifter.nets.items()}
        upper = [(pin, AHCT125[pin]) for pin in range(14, 7, -1)]
        lower = [(pin, AHCT125[pin]) for pin in range(1, 8)]
        self._pin_rows(1084, y + 40, upper, lower, kinds, 44)

    def _pin_rows(
        self,
        x: float,
        y: float,
        upper: list[tuple[int, str]],
        lower: list[tuple[int, str]],
        used: Mapping[int, Kind],
        step: float,
    ) -> None:
        d = self.drawing
        d.box(x - 24, y + 12, step * (len(upper) - 1) + 48, 106, fill="#f3f3f5", round=6)
        for pins, at, word in ((upper, y + 40, y - 4), (lower, y + 90, y + 134)):
            for k, (pin, name) in enumerate(pins):
                here = x + step * k
                if kind := used.get(pin):
                    self._pin(here, at, pin, kind)
                else:
                    d.dot(here, at, 10, fill="#ffffff", stroke=FAINT)
                    d.text(here, at, str(pin), size=11, anchor="middle", color=FAINT)
                shade = INK if pin in used else FAINT
                d.text(here, word, name.removeprefix("GPIO"), size=11, anchor="middle", color=shade)


def _left_rows(item: Build) -> list[tuple[Wire, ...]]:
    """Returns the rows on the left of the box: buttons, then dials, or the buttons' ground."""
    rows: dict[str, list[Wire]] = {}
    for wire in item.wires:
        if wire.end.split()[0] in ("button", "buttons") or wire.end.startswith("dial"):
            rows.setdefault(wire.end, []).append(wire)
    return [tuple(wires) for wires in rows.values()]


def _heights(rows: list[tuple[Wire, ...]]) -> list[float]:
    """Returns the position of each row, with a gap between the buttons and each dial."""
    heights, y, last = [], float(_TOP + 12), ""
    for wires in rows:
        device = wires[0].end.split()[0]
        if last and device != last and device.startswith("dial"):
            y += 14
        heights.append(y)
        y, last = y + _ROW, device
    return heights


def _input_of(wire: Wire) -> int:
    """Returns the Pico's input for a connector's pin."""
    device, _, pin = wire.start.partition(" ")
    (part,) = [part for part in design.PARTS if part.ref == device]
    return int(part.nets[int(pin)].removeprefix("IN"))


def _used(item: Build) -> dict[int, Kind]:
    """Returns the pins of the Pi or the Pico in use, and their functions."""
    if not item.by_pico:
        return {
            int(wire.start.split()[1]): wire.kind
            for wire in item.wires
            if wire.start.startswith("pi ")
        }
    used = {
        pico_pin(INPUT_PINS[_input_of(wire)]): Kind.INPUT
        for wire in item.wires
        if wire.kind is Kind.INPUT
    }
    used |= {pico_pin(LED_PIN): Kind.DATA, _PICO_VSYS: Kind.POWER, _PICO_GROUND: Kind.GROUND}
    return used | ({_PICO_3V3: Kind.SENSOR} if dials(item.seats) else {})
