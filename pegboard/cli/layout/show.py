"""`pegboard layout show`: prints panel, holes and strip pieces of a board."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from pegboard.board.layout_files import load_layout
from pegboard.board.panel.building import cuts, usual_pitch
from pegboard.board.panel.cutting import HEAD, cut_list, joint_note
from pegboard.board.panel.drawing import template
from pegboard.cli.layout.facts import facts
from pegboard.cli.line import Json, print_lines
from pegboard.errors import PegboardError


def show_command(
    name: Annotated[str, typer.Argument(help="Name or file of a layout.")] = "two-track",
    svg: Annotated[Path | None, typer.Option(help="SVG file to write its template to.")] = None,
    as_json: Json = False,
) -> int:
    """Prints what a layout consists of and returns the exit code."""
    try:
        layout = load_layout(name)
        if svg:
            svg.write_text(template(layout), encoding="utf-8")
    except (PegboardError, OSError) as error:
        print_lines(f"pegboard: {error}", to=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(facts(layout)))
        return 0
    print(f"{layout.name}: {layout.tracks} tracks of {layout.holes} holes")
    print(f"panel      {layout.width_mm:g} x {layout.height_mm:g} mm")
    print(f"holes      {len(list(layout.lamps()))} of {layout.drill_mm:g} mm, ", end="")
    print(f"{usual_pitch(layout):.2f} mm apart along a street")
    print(f"pixels     {layout.length}")
    if layout.extras:
        print(f"lamps      {', '.join(f'{len(e.pixels)} for {e}' for e in layout.extras)}")
    pieces = Counter(cut.leds for cut in cuts(layout))
    if layout.leds_per_m:
        wide = f"{layout.strip_mm:g} mm wide"
        print(f"strip      {layout.leds_per_m} LEDs a metre, {wide}, cut into ", end="")
        print(", ".join(f"{n} of {leds}" for leds, n in sorted(pieces.items(), reverse=True)))
    print("data line, from its beginning:")
    for number, cut in enumerate(cuts(layout), 1):
        last = cut.first_pixel + cut.leds - 1
        print(f"  {number:>2}  pixels {cut.first_pixel} to {last}: {'; '.join(cut.holds)}")
    if layout.leds_per_m:
        print("where to cut, LEDs of a strip counted from 1 where the data comes in:")
        rows = [HEAD, *(place.cells() for place in cut_list(layout))]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            line = "  ".join(cell.ljust(n) for cell, n in zip(row, widths, strict=True))
            print(f"  {line}".rstrip())
        if note := joint_note(layout):
            print(note)
    return 0
