"""The `--json` output for a layout."""

from dataclasses import asdict
from typing import Any

from pegboard.board.layout import Layout
from pegboard.board.panel.building import cuts, usual_pitch
from pegboard.board.panel.cutting import cut_list


def facts(layout: Layout) -> dict[str, Any]:
    """Returns the `--json` output for a layout."""
    return {
        "name": layout.name,
        "tracks": layout.tracks,
        "holes": layout.holes,
        "pixels": layout.length,
        "width_mm": layout.width_mm,
        "height_mm": layout.height_mm,
        "drill_mm": layout.drill_mm,
        "leds_per_m": layout.leds_per_m,
        "strip_mm": layout.strip_mm,
        "pitch_mm": round(usual_pitch(layout), 3),
        "extras": [{"shows": str(extra), "lamps": len(extra.pixels)} for extra in layout.extras],
        "pieces": [
            {"first_pixel": cut.first_pixel, "leds": cut.leds, "holds": list(cut.holds)}
            for cut in cuts(layout)
        ],
        "cut_list": [asdict(place) for place in (cut_list(layout) if layout.leds_per_m else ())],
    }
