"""`pegboard layout list`: lists the bundled layouts."""

import json

from pegboard.board.layout_files import layout_names, load_layout
from pegboard.cli.layout.facts import facts
from pegboard.cli.line import Json


def list_command(as_json: Json = False) -> int:
    """Prints the layouts that come with pegboard, one per line, and returns the exit code."""
    layouts = [load_layout(name) for name in layout_names()]
    if as_json:
        print(json.dumps([facts(layout) for layout in layouts]))
        return 0
    for layout in layouts:
        strip = f"{layout.leds_per_m} LEDs a metre" if layout.leds_per_m else "single LEDs"
        print(
            f"{layout.name:<22}{layout.tracks} tracks, {layout.width_mm:g} x {layout.height_mm:g} "
            f"mm, {layout.length} pixels, {strip}"
        )
    return 0
