"""Writes the files of boxes; see the package docstring."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hardware.enclosure.dxf import dxf
from hardware.enclosure.listed import listed
from hardware.enclosure.plates import plates
from hardware.enclosure.prints import brackets, grid
from hardware.enclosure.solid import stl, triangles
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.box import BUTTONS, Options, box
from pegboard.board.panel.collisions import box_doubts
from pegboard.errors import ConfigError

USUAL = Options()


def make(
    folder: Path,
    names: Sequence[str] = (),
    material_mm: float = USUAL.material_mm,
    kerf_mm: float = USUAL.kerf_mm,
) -> list[Path]:
    """Writes the boxes of the given layouts, or of all that come with pegboard.

    Args:
        folder: existing output folder.
        names: names of layouts, or paths of layout files.
        material_mm: thickness of the plates, measured.
        kerf_mm: width of the laser cut.

    Returns:
        The files written.

    Raises:
        ConfigError: a layout cannot be read.
    """
    files: dict[str, bytes] = {}
    for name in names or layout_names():
        layout = load_layout(name)
        cells = grid(layout)
        for size in BUTTONS:
            plan = box(layout, Options(size, material_mm, kerf_mm))
            cut, prints = plates(plan), (*cells, *brackets(plan))
            stem = f"{layout.name}-{size}"
            files[f"{stem}.dxf"] = dxf(cut, kerf_mm)
            files[f"{stem}.md"] = listed(plan, cut, prints).encode()
            for part in prints:
                if (file := f"{part.name}.stl") not in files:
                    files[file] = stl(triangles(part.cuboids))
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return [folder / file for file in files]


def main(args: list[str]) -> int:
    """Runs the command line.

    Returns:
        The exit code: 0; 1 if something collides in a box, 2 if a layout cannot be read.
    """
    parser = argparse.ArgumentParser(prog="python -m hardware.enclosure.make")
    parser.add_argument("folder", type=Path)
    parser.add_argument("layouts", nargs="*", help="names or files; without any, all")
    parser.add_argument(
        "--material", type=_within(2.5, 3.5), default=USUAL.material_mm, metavar="MM"
    )
    parser.add_argument("--kerf", type=_within(0, 0.5), default=USUAL.kerf_mm, metavar="MM")
    words = parser.parse_args(args)
    words.folder.mkdir(parents=True, exist_ok=True)
    try:
        written = make(words.folder, words.layouts, words.material, words.kerf)
        doubts = [
            f"{name}: {doubt}"
            for name in words.layouts or layout_names()
            for doubt in box_doubts(load_layout(name))
        ]
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    print(*written, sep="\n")
    if doubts:
        print(*doubts, sep="\n", file=sys.stderr)
    return 1 if doubts else 0


def _within(low: float, high: float) -> Callable[[str], float]:
    """Returns a parser of millimetres within bounds, for the command line."""

    def read(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be {low:g} to {high:g} mm, got {text}")
        return value

    return read


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
