"""`pegboard layout`: the boards there are, what one is made of, and whether it can be built."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.building import cuts, doubts, usual_pitch
from pegboard.board.panel.drawing import template
from pegboard.errors import PegboardError


def list_command(as_json: bool) -> int:
    """Prints the layouts that come with pegboard, one a line; the exit code."""
    layouts = [load_layout(name) for name in layout_names()]
    if as_json:
        print(json.dumps([_facts(layout) for layout in layouts]))
        return 0
    for layout in layouts:
        strip = f"{layout.leds_per_m} LEDs a metre" if layout.leds_per_m else "single LEDs"
        print(
            f"{layout.name:<22}{layout.tracks} tracks, {layout.width_mm:g} x {layout.height_mm:g} "
            f"mm, {layout.length} pixels, {strip}"
        )
    return 0


def show_command(name: str, svg: Path | None, as_json: bool) -> int:
    """Prints what a layout is made of; the exit code."""
    try:
        layout = load_layout(name)
        if svg:
            svg.write_text(template(layout), encoding="utf-8")
    except (PegboardError, OSError) as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(_facts(layout)))
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
        print(f"strip      {layout.leds_per_m} LEDs a metre, cut into ", end="")
        print(", ".join(f"{n} of {leds}" for leds, n in sorted(pieces.items(), reverse=True)))
    print("data line, from its beginning:")
    for number, cut in enumerate(cuts(layout), 1):
        last = cut.first_pixel + cut.leds - 1
        print(f"  {number:>2}  pixels {cut.first_pixel} to {last}: {'; '.join(cut.holds)}")
    return 0


def check_command(file: str, as_json: bool) -> int:
    """Says what would not work out in wood; the exit code."""
    try:
        layout = load_layout(file)
    except PegboardError as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    found = list(doubts(layout))
    if as_json:
        print(json.dumps({"layout": layout.name, "doubts": found}))
    else:
        for doubt in found:
            print(f"{file}: {doubt}")
        if not found:
            print(f"{file}: {layout.tracks} tracks, {layout.length} pixels: it can be built")
    return 1 if found else 0


def _facts(layout: Layout) -> dict[str, Any]:
    return {
        "name": layout.name,
        "tracks": layout.tracks,
        "holes": layout.holes,
        "pixels": layout.length,
        "width_mm": layout.width_mm,
        "height_mm": layout.height_mm,
        "drill_mm": layout.drill_mm,
        "leds_per_m": layout.leds_per_m,
        "pitch_mm": round(usual_pitch(layout), 3),
        "extras": [{"shows": str(extra), "lamps": len(extra.pixels)} for extra in layout.extras],
        "pieces": [
            {"first_pixel": cut.first_pixel, "leds": cut.leds, "holds": list(cut.holds)}
            for cut in cuts(layout)
        ],
    }
