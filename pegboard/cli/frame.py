"""`pegboard frame`: draws a position on a layout, or the template for building it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pegboard.board.color import OKABE_ITO, for_leds, milliamps
from pegboard.board.layout_files import load_layout
from pegboard.board.panel import drawing
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.cli.line import LayoutName
from pegboard.devices.strips.terminal import cells_of, plain
from pegboard.errors import PegboardError


def frame_command(
    pegs: Annotated[
        list[str] | None, typer.Argument(help="Front and rear peg of each track, such as 45,33.")
    ] = None,
    layout: LayoutName = "two-track",
    dealer: Annotated[int | None, typer.Option(help="Track of the dealer.")] = None,
    turn: Annotated[int | None, typer.Option(help="Track of the player to act.")] = None,
    template: Annotated[bool, typer.Option("--template", help="Draw the holes to drill.")] = False,
    svg: Annotated[Path | None, typer.Option(help="SVG file to write the drawing to.")] = None,
) -> int:
    """Draws a position in plain characters, or as full-size SVG.

    Returns:
        The exit code: 0, or 2 with one line on stderr.
    """
    try:
        board = load_layout(layout)
        pairs = tuple(_pair(text) for text in pegs or ()) or ((0, 0),) * board.tracks
        scene = Scene.of(pairs, dealer_track=dealer, turn_track=turn, target=board.holes)
        picture = render(scene, board, OKABE_ITO, 0.0)
        sent = for_leds(picture)
        if svg:
            text = drawing.template(board) if template else drawing.lit(board, picture)
            svg.write_text(text, encoding="utf-8")
        elif template:
            print(drawing.template(board), end="")
        else:
            print(plain(sent, cells_of(board)), end="")
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
