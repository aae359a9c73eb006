"""Keeps the build guide up to date: `python -m hardware.guide` redraws its pictures and tables.

The pictures are in `pictures/`, the tables between comments in the pages. A test checks that they
are up to date.
"""

import re
from pathlib import Path

from hardware.budget import report
from hardware.budget.model import budget
from hardware.camera import placing
from hardware.carrier import picture as carrier
from hardware.enclosure import picture as enclosure
from hardware.folding import FOLDS, Fold
from hardware.parts.list import costs, cut_table, priced, step_table
from hardware.perfboard import picture as perfboard
from hardware.perfboard.plan import CARRIER, SHIFTER
from hardware.svg import Drawing
from hardware.wiring import picture as wiring
from hardware.wiring.builds import HOSTS, build
from pegboard.board.layout_files import load_layout

HERE = Path(__file__).parent
README = HERE / "README.md"
PAGES = [README, *sorted(page for page in HERE.glob("*.md") if page != README)]
"""The guide, and the pages it refers to."""

PLACE = re.compile(
    r"(?P<head><!-- (?P<name>[a-z][a-z ]*) -->\n).*?(?P<end><!-- end -->)", re.DOTALL
)
"""The placeholder of a table in a page."""

PICTURES = HERE / "pictures"


def pictures() -> dict[str, Drawing]:
    """Returns every picture of the guide, by file name."""
    boards = {layout.name: layout for layout in report.layouts()}
    drawings = {f"{name}.svg": wiring.draw(build(name, boards["two-track"])) for name in HOSTS}
    drawings["carrier.svg"] = carrier.draw()
    for plan in (CARRIER, SHIFTER):
        drawings[f"{plan.name}.svg"] = perfboard.draw(plan)
        drawings[f"{plan.name}-below.svg"] = perfboard.draw(plan, below=True)
    drawings["section-two-track.svg"] = enclosure.section(boards["two-track"])
    drawings["exploded-two-track.svg"] = enclosure.exploded(boards["two-track"])
    drawings["camera.svg"] = placing.draw()
    drawings["power-two-track.svg"] = report.draw(boards["two-track"])
    return drawings


LAYOUTS_HEAD = [
    *("layout", "tracks", "panel", "LEDs a metre", "strip"),
    *("holes", "apart", "rows", "streets"),
]


def _layout_row(name: str, fold: Fold) -> list[str]:
    layout = load_layout(name)
    return [
        name,
        str(fold.tracks),
        f"{layout.width_mm:g} x {layout.height_mm:g} mm",
        str(fold.leds_per_m),
        f"{layout.strip_mm:g} mm",
        f"{fold.drill_mm:g} mm",
        f"{fold.pitch_mm:.2f} mm",
        f"{fold.row_mm:g} mm",
        f"{fold.street_mm:g} mm",
    ]


def tables() -> dict[str, str]:
    """Returns every table of the guide, by the name in its comments."""
    power = [report.row(budget(layout, report.LIMITS_MA[0])) for layout in report.layouts()]
    titles = [title for title, _ in HOSTS.values()]
    head = [name for name in report.HEAD if name != "limiter"]
    column = report.HEAD.index("limiter")
    return {
        "layouts": report.markdown(LAYOUTS_HEAD, [_layout_row(*item) for item in FOLDS.items()]),
        "cuts": "\n".join(f"### {name}\n\n{cut_table(load_layout(name))}" for name in FOLDS),
        "camera": report.markdown(placing.HEAD, placing.rows()),
        "power": report.markdown(head, [row[:column] + row[column + 1 :] for row in power]),
        "costs": report.markdown(["layout", *titles], costs())
        + f"\nEstimated on {priced()}, without tools and postage.\n",
    }


def filled(text: str) -> str:
    """Returns the text of a page of the guide with its tables filled in.

    The placeholder `parts STEP` gets the parts of a step.

    Raises:
        ValueError: a placeholder names an unknown table or step.
    """
    filled_tables = tables()

    def table(place: re.Match[str]) -> str:
        kind, _, step = place["name"].partition(" ")
        if kind == "parts":
            return f"{place['head']}{step_table(step, load_layout('two-track'))}{place['end']}"
        if place["name"] not in filled_tables:
            raise ValueError(f"no table is called {place['name']!r}: {', '.join(filled_tables)}")
        return f"{place['head']}{filled_tables[place['name']]}{place['end']}"

    return PLACE.sub(table, text)


def main() -> None:
    """Writes pictures and tables."""
    PICTURES.mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        drawing.write(PICTURES / name)
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
