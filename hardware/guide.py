"""Keeps the build guide up to date: `python -m hardware.guide` redraws its pictures and tables.

The pictures lie in `pictures/`, the tables between comments in `README.md`, `CAMERA.md` and
`LAYOUTS.md`. A test
compares them with what this module would write.
"""

from pathlib import Path

from hardware.budget import report
from hardware.budget.model import budget
from hardware.camera import placing
from hardware.carrier import picture as carrier
from hardware.parts.list import costs, cut_table, priced
from hardware.perfboard import picture as perfboard
from hardware.perfboard.plan import CARRIER, SHIFTER
from hardware.svg import Drawing
from hardware.wiring import picture as wiring
from hardware.wiring.builds import HOSTS, build

HERE = Path(__file__).parent
README = HERE / "README.md"
CAMERA = HERE / "CAMERA.md"
LAYOUTS = HERE / "LAYOUTS.md"
PAGES = (README, CAMERA, LAYOUTS)
PICTURES = HERE / "pictures"


def pictures() -> dict[str, Drawing]:
    """Returns every picture of the guide, by file name."""
    boards = {layout.name: layout for layout in report.layouts()}
    found = {f"{name}.svg": wiring.draw(build(name, boards["two-track"])) for name in HOSTS}
    found["carrier.svg"] = carrier.draw()
    for plan in (CARRIER, SHIFTER):
        found[f"{plan.name}.svg"] = perfboard.draw(plan)
        found[f"{plan.name}-below.svg"] = perfboard.draw(plan, below=True)
    found["camera.svg"] = placing.draw()
    found["power-two-track.svg"] = report.draw(boards["two-track"])
    return found


def tables(page: Path = README) -> dict[str, str]:
    """Returns every table of a page of the guide, by the name in its comments."""
    if page == CAMERA:
        return {"camera": report.markdown(placing.HEAD, placing.rows())}
    if page == LAYOUTS:
        boards = report.layouts()
        return {"cuts": "\n".join(f"## {board.name}\n\n{cut_table(board)}" for board in boards)}
    power = [report.row(budget(layout, report.LIMITS_MA[0])) for layout in report.layouts()]
    titles = [title for title, _ in HOSTS.values()]
    head = [name for name in report.HEAD if name != "limiter"]
    column = report.HEAD.index("limiter")
    return {
        "power": report.markdown(head, [row[:column] + row[column + 1 :] for row in power]),
        "costs": report.markdown(["layout", *titles], costs())
        + f"\nEstimated on {priced()}, without tools and postage.\n",
    }


def filled(text: str, page: Path = README) -> str:
    """Returns the text of a page of the guide with its tables filled in.

    Raises:
        ValueError: a table has no place in it.
    """
    for name, table in tables(page).items():
        head, found, rest = text.partition(f"<!-- {name} -->\n")
        _, closed, tail = rest.partition("<!-- end -->")
        if not (found and closed):
            raise ValueError(f"{page.name} has no <!-- {name} --> ... <!-- end -->")
        text = head + found + table + closed + tail
    return text


def main() -> None:
    """Writes pictures and tables."""
    PICTURES.mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        drawing.write(PICTURES / name)
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8"), page), encoding="utf-8")


if __name__ == "__main__":
    main()
