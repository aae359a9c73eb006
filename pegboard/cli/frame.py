"""`pegboard frame`: a position drawn on a layout, and the template to build that layout from."""

import sys
from pathlib import Path

from pegboard.board.color import OKABE_ITO, for_leds
from pegboard.board.layout_files import load_layout
from pegboard.board.panel import drawing
from pegboard.board.power import milliamps
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.devices.strips.terminal import cells_of, plain
from pegboard.errors import PegboardError


def frame_command(
    pegs: list[str],
    layout_name: str = "two-track",
    *,
    dealer: int | None = None,
    turn: int | None = None,
    template: bool = False,
    svg: Path | None = None,
) -> int:
    """Draws a position in plain characters, or as SVG in true size.

    Args:
        pegs: front and rear peg of each track, as `45,33`; none for a board at the start.
        layout_name: a layout that comes with pegboard, or the path of a layout file.
        dealer: the dealer's track.
        turn: the track whose turn it is.
        template: draw the holes to be drilled instead.
        svg: the file to write; None for characters on standard output.

    Returns:
        The exit code: 0, or 2 with one line on stderr.
    """
    try:
        layout = load_layout(layout_name)
        pairs = tuple(_pair(text) for text in pegs) or ((0, 0),) * layout.tracks
        scene = Scene.of(pairs, dealer_track=dealer, turn_track=turn, target=layout.holes)
        picture = render(scene, layout, OKABE_ITO, 0.0)
        sent = for_leds(picture)
        if svg:
            text = drawing.template(layout) if template else drawing.lit(layout, picture)
            svg.write_text(text, encoding="utf-8")
        elif template:
            print(drawing.template(layout), end="")
        else:
            print(plain(sent, cells_of(layout)), end="")
            print(f"{milliamps(sent):.0f} mA at full brightness")
    except (PegboardError, ValueError, OSError) as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    return 0


def _pair(text: str) -> tuple[int, int]:
    front, comma, rear = text.partition(",")
    if not (comma and front.isdecimal() and rear.isdecimal()):
        raise ValueError(f"not a track's pegs: {text!r} (front and rear, as 45,33)")
    return int(front), int(rear)
