"""`pegboard layout check`: checks that a board can be built from its layout."""

import json
import sys
from typing import Annotated

import typer

from pegboard.board.layout_files import load_layout
from pegboard.board.panel.building import doubts
from pegboard.board.panel.collisions import box_doubts
from pegboard.cli.line import Json, print_lines
from pegboard.errors import PegboardError


def check_command(
    file: Annotated[str, typer.Argument(help="File or name of a layout.")], as_json: Json = False
) -> int:
    """Prints the problems in building a layout and its box, and returns the exit code."""
    try:
        layout = load_layout(file)
    except PegboardError as error:
        print_lines(f"pegboard: {error}", to=sys.stderr)
        return 2
    problems = [*doubts(layout), *box_doubts(layout)]
    if as_json:
        print(json.dumps({"layout": layout.name, "doubts": problems}))
    else:
        for doubt in problems:
            print_lines(f"{file}: {doubt}")
        if not problems:
            print_lines(f"{file}: {layout.tracks} tracks, {layout.length} pixels: it can be built")
    return 1 if problems else 0
