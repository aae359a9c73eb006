"""Calculates the quantities of `parts.toml` for a layout and a build, and writes the lists."""

import csv
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from hardware.budget.model import FEED_M, budget
from hardware.budget.report import LIMITS_MA, layouts, markdown
from hardware.wiring.builds import HOSTS, build, dials
from pegboard.board.layout import Layout
from pegboard.board.panel import cutting
from pegboard.devices.controls import buttons
from pegboard.devices.strips import spi
from pegboard.devices.strips._faults import PROVEN_ON_PI_5
from pegboard.errors import Code, ConfigError

FILE = Path(__file__).with_name("parts.toml")

LEVER_POLES = 5

SUPPLY_EUR = {3: (9, 15), 4: (10, 17), 6: (12, 22), 15: (20, 35), 20: (25, 45), 30: (30, 60)}
"""Amperes at 5 V -> what a supply costs."""

CUTTING = """LEDs of a strip count from 1, where the data comes in; LEDs without a row are spare.
One LED is lost at each cut, so that the pads on both sides of it stay whole.
"""

HEAD = ("group", "what", "number", "unit", "EUR from", "EUR to", "why", "instead")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a shopping list."""

    group: str
    what: str
    number: float
    unit: str
    eur: tuple[float, float]
    """Lowest and highest price of all of them."""
    why: str
    instead: str
    optional: bool

    def cells(self) -> list[str]:
        """Returns the line as a row of a table."""
        what = f"{self.what} (may be left out)" if self.optional else self.what
        low, high = self.eur
        money = (f"{low:.2f}", f"{high:.2f}")
        return [self.group, what, f"{self.number:g}", self.unit, *money, self.why, self.instead]


def strips(layout: Layout) -> int:
    """Returns the number of strips, in the length sold, that the rows are cut from."""
    return max(place.strip for place in cutting.cut_list(layout))


def figures(layout: Layout, build_name: str) -> dict[str, Any]:
    """Returns the values available to the file: numbers for `number`, and texts for its braces."""
    power = budget(layout, LIMITS_MA[0])
    seats = min(4, layout.tracks)
    by_pico = build(build_name, layout).by_pico
    is_short = spi.frame_bytes(",core=200", layout.length) <= PROVEN_ON_PI_5
    return {
        "strip_pieces": strips(layout),
        "buttons": len(buttons(seats)),
        "dials": len(dials(seats)) if by_pico else 0,
        "feed_m": len(power.feeds) * FEED_M,
        "supply_eur": SUPPLY_EUR[int(power.supply_A)],
        "supply": f"{power.supply_A:g}",
        "fuse": f"{power.fuse_A:g}",
        "wire": f"{power.wire_mm2:g}",
        "feeds": len(power.feeds),
        "poles": len(power.feeds) + 2,
        "levers": _levers(len(power.feeds) + 2),
        "pi_5": "" if by_pico or is_short else " (the 5 by a Pico only)",
        "limit": power.limit_mA,
        "joints": len(layout.pieces) - 1,
        "width": f"{layout.width_mm:g}",
        "height": f"{layout.height_mm:g}",
        "drill": f"{layout.drill_mm:g}",
    }


def _levers(wires: int) -> str:
    """Returns the lever connectors that join a number of wires; the common ones end at 5 poles."""
    if wires <= LEVER_POLES:
        return f"a lever connector with {LEVER_POLES} poles"
    return f"two lever connectors with {LEVER_POLES} poles, joined by a short wire"


def parts(layout: Layout, build_name: str, text: str | None = None) -> list[Line]:
    """Returns the parts to buy for a layout and a build.

    Raises:
        ConfigError: the file names a figure or a key that does not exist; says which.
    """
    known = figures(layout, build_name)
    table = tomllib.loads(FILE.read_text(encoding="utf-8") if text is None else text)
    found = []
    for part in table["part"]:
        if build_name not in part.pop("builds", HOSTS):
            continue
        if part.pop("leds_per_m", layout.leds_per_m) != layout.leds_per_m:
            continue
        line = _line(part, known)
        if line.number:
            found.append(line)
    return found


class PartsFault(Code):
    """Codes of `ConfigError`: faults of the list of parts."""

    NO_FIGURE = "parts-no-figure", "{file}: {what}: there is no {why}; figures are {known}"
    UNKNOWN_KEY = "parts-unknown-key", "{file}: {what}: unknown key {keys}"


def _line(part: dict[str, Any], known: Mapping[str, Any]) -> Line:
    what = part["what"]
    try:
        number, eur = (known[v] if isinstance(v, str) else v for v in (part["number"], part["eur"]))
        line = Line(
            part["group"],
            what.format_map(known),
            number,
            part["unit"],
            (number * eur[0], number * eur[1]),
            part["why"].format_map(known),
            part["instead"].format_map(known),
            part.get("optional", False),
        )
    except KeyError as error:
        raise ConfigError(
            PartsFault.NO_FIGURE, file=FILE.name, what=what, why=error, known=", ".join(known)
        ) from error
    if unknown := set(part) - {*Line.__dataclass_fields__}:
        raise ConfigError(
            PartsFault.UNKNOWN_KEY, file=FILE.name, what=what, keys=", ".join(sorted(unknown))
        )
    return line


def total_eur(lines: Iterable[Line]) -> tuple[float, float]:
    """Returns the total cost, from and to, without optional parts."""
    needed = [line.eur for line in lines if not line.optional]
    return sum(low for low, _ in needed), sum(high for _, high in needed)


def priced() -> str:
    """Returns the date of the prices."""
    return str(tomllib.loads(FILE.read_text(encoding="utf-8"))["priced"])


def make(folder: Path) -> list[Path]:
    """Writes a Markdown list for every layout, and a CSV for each of its builds."""
    written = []
    for layout in layouts():
        text = [f"# Parts for {layout.name}\n"]
        for name, (title, _) in HOSTS.items():
            lines = parts(layout, name)
            text.append(f"\n## {title}\n\n" + _markdown(lines))
            path = folder / f"parts-{layout.name}-{name}.csv"
            with path.open("w", newline="", encoding="utf-8") as file:
                table = csv.writer(file, lineterminator="\n")
                table.writerows([HEAD, *(line.cells() for line in lines)])
            written.append(path)
        text.append(f"\n## Where to cut the strip\n\n{CUTTING}\n{cut_table(layout)}")
        path = folder / f"parts-{layout.name}.md"
        path.write_text("".join(text), encoding="utf-8")
        written.append(path)
    return written


def _markdown(lines: list[Line]) -> str:
    low, high = total_eur(lines)
    tables = []
    for group, some in groupby(lines, key=lambda line: line.group):
        rows = [line.cells()[1:] for line in some]
        tables.append(f"### {group}\n\n{markdown(HEAD[1:], rows)}\n")
    end = f"Together {low:.0f} to {high:.0f} EUR, estimated on {priced()}; no tools, no postage.\n"
    return "".join(tables) + end


def cut_table(layout: Layout) -> str:
    """Returns the cut list of a layout in Markdown."""
    rows = [place.cells() for place in cutting.cut_list(layout)]
    note = cutting.joint_note(layout)
    return markdown(cutting.HEAD, rows) + (f"\n{note}\n" if note else "")


def costs() -> list[list[str]]:
    """Returns the cost of each layout in each build, as rows: `20 to 40 EUR`."""
    rows = []
    for layout in layouts():
        row = [layout.name]
        for name in HOSTS:
            low, high = total_eur(parts(layout, name))
            row.append(f"{low:.0f} to {high:.0f} EUR")
        rows.append(row)
    return rows
