"""Writes the power budget of every layout: a table, and curves of the voltage along the strip."""

import csv
from collections.abc import Iterable
from pathlib import Path

from hardware.budget.model import (
    FEED_M,
    FUSE_V,
    LEAST_V,
    QUOTED_MA,
    SUPPLY_V,
    WHITE_MA,
    Budget,
    budget,
    voltages,
)
from hardware.svg import FAINT, Drawing, save
from pegboard.board.color import IDLE_MA
from pegboard.board.layout import Layout
from pegboard.config import BoardConfig

LAYOUTS = Path(__file__).parents[1] / "layouts"

LIMITS_MA = (BoardConfig().max_mA, 4000, None)
"""Current limits of the table: the default of software and firmware (`PEGBOARD_LIMIT_MA`), twice
that, and none."""

HEAD = (
    *("layout", "LEDs", "all dark", "limiter", "flows at most"),
    *("supply", "fuse", "wire", "fed at LED", "lowest voltage"),
)


def layouts() -> list[Layout]:
    """Returns every layout that comes with pegboard."""
    paths = sorted(LAYOUTS.glob("*.toml"))
    return [Layout.parse(path.read_text(encoding="utf-8"), path.name) for path in paths]


def make(folder: Path) -> list[Path]:
    """Writes the table, as Markdown and CSV, and a picture for every layout."""
    boards = layouts()
    table = [row(budget(layout, limit)) for layout in boards for limit in LIMITS_MA]
    (folder / "power.md").write_text(markdown(HEAD, table) + "\n" + NOTES, encoding="utf-8")
    with (folder / "power.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *table])
    pictures = save(((f"power-{layout.name}", draw(layout)) for layout in boards), folder)
    return [folder / "power.md", folder / "power.csv", *pictures]


NOTES = f"""
Reckoned with {WHITE_MA} mA for a white LED and {IDLE_MA} mA for a dark one; data sheets and shops
quote {QUOTED_MA} mA for a white one: 29 A for 484 LEDs, and never seen. With a limiter the lowest
voltage is that of the worst picture it lets pass: all light in one place. Feeds at both ends count
from LED 0; wires are {FEED_M:g} m long, or longer where a corner is further from the middle of the
board, and all are of the size that the one fuse protects. Fuse and holder drop {FUSE_V:g} V at the
fuse's rated current.
"""


def row(item: Budget) -> list[str]:
    """Returns one row of the table, with units."""
    return [
        item.layout,
        str(item.leds),
        f"{item.leds * IDLE_MA / 1000:.2f} A",
        f"{item.limit_mA} mA" if item.limit_mA else "none: all white",
        f"{item.amps:.1f} A",
        f"{item.supply_A:g} A",
        f"{item.fuse_A:g} A",
        f"{item.wire_mm2:g} mm²",
        ", ".join(map(str, item.feeds)),
        f"{item.lowest_V:.2f} V",
    ]


def markdown(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Returns a table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


_COLORS = ("#1b8a3a", "#1f6fd0", "#e58a00", "#d3302f")
_X, _Y, _WIDE, _HIGH = 80, 90, 860, 380
_LOW_V = 2.5


def draw(layout: Layout) -> Drawing:
    """Draws the voltage along the strip, with correct and poor feeding."""
    limited, unlimited = budget(layout, LIMITS_MA[0]), budget(layout, None)
    white = layout.length * WHITE_MA
    last = layout.length - 1
    amps, all_white = f"{LIMITS_MA[0] / 1000:g} A", f"{white / 1000:.1f} A, all white"
    curves = (
        (f"{amps}, fed at {_words(limited.feeds)}", limited, limited.feeds, LIMITS_MA[0]),
        (f"{amps}, fed at LED 0 only", limited, (0,), LIMITS_MA[0]),
        (f"{all_white}, fed at {_words(unlimited.feeds)}", unlimited, unlimited.feeds, white),
        (f"{all_white}, fed at 0 and {last}", unlimited, (0, last), white),
    )
    note = "light spread evenly over all LEDs; below 4.5 V (dashed) colours go brown"
    d = Drawing(1000, 640, f"Voltage along the strip: {layout.name}")
    d.text(40, 36, f"{layout.name}: what is left of 5 V along the strip", size=18, bold=True)
    d.text(40, 62, note, size=12, color=FAINT)
    for k in range(6):
        volts = _LOW_V + 0.5 * k
        y = _y(volts)
        d.line((_X, y), (_X + _WIDE, y), color="#d9d9de", width=1)
        d.text(_X - 12, y, f"{volts:.1f} V", size=12, anchor="end")
    d.line((_X, _y(LEAST_V)), (_X + _WIDE, _y(LEAST_V)), color=FAINT, width=2, dash="6 5")
    for led in sorted({*range(0, last, 50), last}):
        x = _X + _WIDE * led / last
        d.text(x, _Y + _HIGH + 18, str(led), size=12, anchor="middle")
    d.text(_X + _WIDE, _Y + _HIGH + 38, "LED", size=12, anchor="end", color=FAINT)
    for k, ((word, item, feeds, total), color) in enumerate(zip(curves, _COLORS, strict=True)):
        line = voltages(layout, feeds, item.wire_mm2, total, item.fuse_A)
        points = [
            (_X + _WIDE * led / last, _y(max(_LOW_V, float(line[led]))))
            for led in sorted({*range(0, last + 1, 4), *feeds, last})
        ]
        d.line(*points, color=color, width=3)
        y = _Y + _HIGH + 64 + 22 * k
        d.line((_X, y), (_X + 36, y), color=color, width=4)
        least = float(line.min())
        end = f"lowest {least:.2f} V" if least >= _LOW_V else "far too low: brown, then dark"
        d.text(_X + 46, y, f"{word}: {end}", size=13)
    return d


def _words(feeds: tuple[int, ...]) -> str:
    return ", ".join(map(str, feeds[:-1])) + f" and {feeds[-1]}"


def _y(volts: float) -> float:
    return _Y + _HIGH * (SUPPLY_V - volts) / (SUPPLY_V - _LOW_V)
