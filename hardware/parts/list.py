"""Computes the quantities of `parts.toml` for a layout and a build, and writes the lists."""

import csv
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from math import ceil, dist
from pathlib import Path
from typing import Any

from hardware.budget.model import budget, feed_m, next_of, reach_m
from hardware.budget.report import LIMITS_MA, layouts, markdown
from hardware.wiring.builds import HOSTS, build, dials
from pegboard.board.layout import Layout
from pegboard.board.panel import cutting
from pegboard.board.panel.box import box
from pegboard.board.panel.building import cuts
from pegboard.controls import buttons
from pegboard.devices.strips import spi
from pegboard.devices.strips._faults import PROVEN_ON_PI_5
from pegboard.errors import Code, ConfigError

FILE = Path(__file__).with_name("parts.toml")

LEVER_POLES = 5

SEALED_A = (4, 6, 8, 10)
"""Sizes of sealed 5 V supplies with a plug."""

SEALED_EUR = {4: (10, 20), 6: (14, 26), 8: (18, 32), 10: (22, 40)}
OPEN_EUR = {3: (9, 15), 4: (10, 17), 6: (12, 22), 15: (20, 35), 20: (25, 45), 30: (30, 60)}
"""Price range of a supply by amperes at 5 V, sealed and open."""

FUSES = {3: "Littelfuse 0287003.PXCN"}
"""Confirmed part number of a blade fuse by amperes."""

END_MM = 60
"""Excess length of a wire at both ends: stripping, bending, a second attempt."""

CUTTING = """LEDs of a strip count from 1, where the data comes in; LEDs without a row are spare.
One LED is lost at each cut, so that the pads on both sides of it stay whole.
"""

STEPS = {
    "choose": "choose and buy",
    "software": "set up the Pi",
    "firmware": "load the Pico",
    "supply": "supply and fuse",
    "circuit": "the circuit",
    "strip": "light the strip, then cut it",
    "panel": "the panel",
    "rows": "glue, join and feed the rows",
    "buttons": "buttons and dials",
    "configure": "configure, first light",
    "box": "the box",
    "play": "play",
    "extras": "camera and voice",
}
"""Subjects of the guide's steps, in order."""

NEEDS = {
    "camera": "a camera",
    "narrow-ribbon": "a camera on a Pi 5 or Zero 2 W",
    "dials": "dials",
    "open-supply": "an open supply",
    "socket": "a Pico that can be taken out",
    "usb-socket": "a USB socket in the box",
    "voice": "a voice",
    "zero": "a Pico on a Zero 2 W",
}
"""Names of the options that a part can belong to."""

ONLY = {
    ("pi-spi",): "a Raspberry Pi alone",
    ("pi-pico",): "a Raspberry Pi and a Pico",
    ("pc-pico",): "another computer and a Pico",
    ("pi-spi", "pi-pico"): "a Raspberry Pi",
    ("pi-pico", "pc-pico"): "a Pico",
    ("pi-spi", "pc-pico"): "a Raspberry Pi alone, or another computer",
}
"""Names of sets of builds that share a part."""

HEAD = (
    *("group", "step", "what", "number", "unit", "EUR from", "EUR to", "only for", "references"),
    *("part number", "search words", "DigiKey", "Mouser", "why", "instead"),
)
"""The columns of a list."""

LIST_HEAD = ("what", "number", "unit", "EUR from", "EUR to", "part number", "why", "instead")
"""The columns of a list for reading."""

STEP_HEAD = ("number", "part", "only for")
"""The columns of the parts that a step of the guide needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a shopping list."""

    group: str
    name: str
    number: float
    unit: str
    eur: tuple[float, float]
    """Lowest and highest price of all of them."""
    why: str
    instead: str
    steps: tuple[str, ...]
    """The steps of the guide that use it, of `STEPS`."""
    needs: str = ""
    """The option it belongs to, of `NEEDS`; empty for a part of every board of the build."""
    refs: tuple[str, ...] = ()
    """Its places in the circuit."""
    mpn: str = ""
    """A manufacturer's part number that fits."""
    search: str = ""
    """Search terms for shops."""
    place: int = 0
    """Its place in the file."""
    digikey: str = ""
    mouser: str = ""

    @property
    def optional(self) -> bool:
        """Returns True if the part is optional."""
        return bool(self.needs)

    @property
    def amount(self) -> str:
        """Number and unit, as in `2 m`; without unit for pieces."""
        unit = "sets" if self.unit == "set" and self.number != 1 else self.unit
        return f"{self.number:g}" if unit == "piece" else f"{self.number:g} {unit}"

    def cells(self) -> list[str]:
        """Returns the line as a row of a table with `HEAD`."""
        low, high = self.eur
        return [
            self.group,
            ", ".join(self.steps),
            self.name,
            f"{self.number:g}",
            self.unit,
            f"{low:.2f}",
            f"{high:.2f}",
            NEEDS.get(self.needs, ""),
            " ".join(self.refs),
            *(self.mpn, self.search, self.digikey, self.mouser, self.why, self.instead),
        ]

    def list_cells(self) -> list[str]:
        """Returns the line as a row of a table with `LIST_HEAD`."""
        cells = dict(zip(HEAD, self.cells(), strict=True))
        if self.needs:
            cells["what"] += f" (only for {NEEDS[self.needs]})"
        return [cells[name] for name in LIST_HEAD]


def strips(layout: Layout) -> int:
    """Returns the number of strips to buy for cutting the rows."""
    return max(place.strip for place in cutting.cut_list(layout))


@cache
def figures(layout: Layout, build_name: str) -> Mapping[str, Any]:
    """Returns the values available in the file: numbers for `number`, and texts for braces."""
    power = budget(layout, LIMITS_MA[0])
    seats = min(4, layout.tracks)
    by_pico = build(build_name, layout).by_pico
    is_short = spi.frame_bytes(",core=200", layout.length) <= PROVEN_ON_PI_5
    pieces, pitch = cuts(layout), 1000 / (layout.leds_per_m or 1)
    joints_mm = sum(dist(a.end, b.begin) + END_MM for a, b in pairwise(pieces))
    case = box(layout)
    supply, feeds = next_of(SEALED_A, power.supply_A), len(power.feeds)
    return {
        "strip_pieces": strips(layout),
        "buttons": len(buttons(seats)),
        "dials": len(dials(seats)) if by_pico else 0,
        "feed_m": ceil(2 * (feeds + 1) * feed_m(layout)) / 2,
        "joint_m": ceil(joints_mm / 1000),
        "rows_m": ceil(sum(cut.leds for cut in pieces) * pitch / 1000),
        "supply_eur": SEALED_EUR[int(supply)],
        "open_supply_eur": OPEN_EUR[int(power.supply_A)],
        "supply": f"{supply:g}",
        "budget_supply": f"{power.supply_A:g}",
        "fuse": f"{power.fuse_A:g}",
        "fuse_mpn": FUSES.get(int(power.fuse_A), ""),
        "wire": f"{power.wire_mm2:g}",
        "feed": f"{feed_m(layout):g}",
        "lead": f"{reach_m(case.width_mm, case.height_mm):g}",
        "box_width": f"{case.width_mm:g}",
        "box_height": f"{case.height_mm:g}",
        "box_depth": f"{case.depth_mm:g}",
        "box_spacers": len(case.screws),
        "strip": f"{layout.strip_mm:g}",
        "feeds": feeds,
        "poles": feeds + 2,
        "levers": _levers(feeds + 2),
        "pi_5": "" if by_pico or is_short else " (the 5 by a Pico only)",
        "limit": power.limit_mA,
        "joints": len(pieces) - 1,
        "width": f"{layout.width_mm:g}",
        "height": f"{layout.height_mm:g}",
        "drill": f"{layout.drill_mm:g}",
    }


def _levers(wires: int) -> str:
    """Returns the lever connectors for a number of wires; common ones have up to 5 poles."""
    if wires <= LEVER_POLES:
        return f"a lever connector with {LEVER_POLES} poles"
    return f"two lever connectors with {LEVER_POLES} poles, joined by a short wire"


def parts(layout: Layout, build_name: str, text: str | None = None) -> list[Line]:
    """Returns the parts to buy for a layout and a build.

    Raises:
        ConfigError: the file uses an unknown value or key; the message names it.
    """
    values = figures(layout, build_name)
    table = tomllib.loads(FILE.read_text(encoding="utf-8") if text is None else text)
    lines = []
    for place, part in enumerate(table["part"]):
        if build_name not in part.pop("builds", HOSTS):
            continue
        if part.pop("leds_per_m", layout.leds_per_m) != layout.leds_per_m:
            continue
        line = _line(part, values, place)
        if line.number:
            lines.append(line)
    return lines


class PartsFault(Code):
    """Codes of `ConfigError` for faults in the parts file."""

    NO_FIGURE = "parts-no-figure", "{file}: {what}: there is no {why}; figures are {known}"
    UNKNOWN_KEY = "parts-unknown-key", "{file}: {what}: unknown key {keys}"
    NO_STEP = "parts-no-step", "{file}: {what}: step must be one or more of {known}, got {steps}"
    NO_CHOICE = "parts-no-choice", "{file}: {what}: needs must be one of {known}, got {needs}"


_TEXTS = ("what", "unit", "why", "instead", "mpn", "search", "digikey", "mouser")
_KEYS = {*_TEXTS, "group", "number", "eur", "step", "needs", "refs"}


def _line(part: dict[str, Any], values: Mapping[str, Any], place: int) -> Line:
    name, step, needs = part["what"], part["step"], part.get("needs", "")
    where = {"file": FILE.name, "what": name}
    if unknown := set(part) - _KEYS:
        raise ConfigError(PartsFault.UNKNOWN_KEY, **where, keys=", ".join(sorted(unknown)))
    steps = (step,) if isinstance(step, str) else tuple(step)
    if not steps or set(steps) - set(STEPS):
        wrong = ", ".join(steps)
        raise ConfigError(PartsFault.NO_STEP, **where, known=", ".join(STEPS), steps=wrong)
    if needs and needs not in NEEDS:
        raise ConfigError(PartsFault.NO_CHOICE, **where, known=", ".join(NEEDS), needs=needs)
    try:
        number, eur = (
            values[v] if isinstance(v, str) else v for v in (part["number"], part["eur"])
        )
        texts = {key: part.get(key, "").format_map(values) for key in _TEXTS}
    except KeyError as error:
        raise ConfigError(
            PartsFault.NO_FIGURE, **where, why=error, known=", ".join(values)
        ) from error
    return Line(
        name=texts.pop("what"),
        **texts,
        group=part["group"],
        number=number,
        eur=(number * eur[0], number * eur[1]),
        steps=steps,
        place=place,
        needs=needs,
        refs=tuple(part.get("refs", ())),
    )


def needed(step: str, layout: Layout, build_name: str) -> list[Line]:
    """Returns the parts that a step of the guide uses.

    Raises:
        ValueError: the guide has no such step.
    """
    if step not in STEPS:
        raise ValueError(f"no step is called {step!r}: {', '.join(STEPS)}")
    return [line for line in parts(layout, build_name) if step in line.steps]


def step_table(step: str, layout: Layout) -> str:
    """Returns the parts that a step of the guide uses in any build, in Markdown.

    Raises:
        ValueError: the guide has no such step.
    """
    rows = _step_rows(step, layout)
    others = (other for other in layouts() if other.name != layout.name)
    note = f"\nNumbers are those of `{layout.name}`: your own are on the list of your layout.\n"
    is_general = all(_step_rows(step, other) == rows for other in others)
    return markdown(STEP_HEAD, rows) + ("" if is_general else note)


def _step_rows(step: str, layout: Layout) -> list[list[str]]:
    builds: dict[tuple[int, str, str, str], list[str]] = {}
    for name in HOSTS:
        for line in needed(step, layout, name):
            part = (line.place, line.amount, line.name, line.needs)
            builds.setdefault(part, []).append(name)
    rows = []
    for (_, amount, part_name, needs), names in sorted(builds.items()):
        only = [ONLY[tuple(names)]] if len(names) < len(HOSTS) else []
        only += [NEEDS[needs]] if needs else []
        rows.append([amount, part_name, "; ".join(only)])
    return rows


def total_eur(lines: Iterable[Line]) -> tuple[float, float]:
    """Returns the range of the total cost, without optional parts."""
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
        rows = [line.list_cells() for line in some]
        tables.append(f"### {group}\n\n{markdown(LIST_HEAD, rows)}\n")
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
