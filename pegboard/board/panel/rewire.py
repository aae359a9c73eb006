"""A layout file for a board that was wired otherwise than the file says.

What can be otherwise is the order of the pieces along the data line, and at which end the data
enters each. Both are put right in the text itself, so that whatever else somebody wrote into the
file stays: comments, distances, keys that belong to others.
"""

import re
import tomllib
from typing import NamedTuple

from pegboard.board.layout import Layout, Piece

_TABLE = re.compile(r"^\s*\[\[\s*(row|extra)\s*\]\]\s*(#.*)?$")
_LINE = re.compile(r"^(\s*(\w+)\s*=\s*)([^#]*?)(\s*(?:#.*)?)$")
_ENDS = (("first_hole", "last_hole"), ("first_lamp", "last_lamp"), ("from_mm", "to_mm"))


class Found(NamedTuple):
    """Where a piece really is on the data line."""

    piece: Piece
    first_pixel: int
    turned: bool
    """Whether the data enters at the other end."""


def rewire(text: str, name: str, found: list[Found]) -> str:
    """The text of the layout file with every piece where it was found.

    Args:
        text: the file.
        name: of the file, for errors.
        found: every piece of the layout, each once.

    Raises:
        ConfigError: the pieces overlap like that.
    """
    places = {each.piece.first_pixel: each for each in found}
    blocks = _blocks(text)
    for number, block in enumerate(blocks[1:], 1):
        (tables,) = tomllib.loads("\n".join(block)).values()
        blocks[number] = _moved(block, places[tables[0]["first_pixel"]])
    changed = "\n".join(line for block in blocks for line in block)
    Layout.parse(changed, name)
    return changed


def _blocks(text: str) -> list[list[str]]:
    """The lines before the first table, and those of each table."""
    blocks: list[list[str]] = [[]]
    for line in text.split("\n"):
        if _TABLE.match(line):
            blocks.append([])
        blocks[-1].append(line)
    return blocks


def _moved(block: list[str], found: Found) -> list[str]:
    values = {match[2]: match[3] for line in block if (match := _LINE.match(line))}
    values["first_pixel"] = str(found.first_pixel)
    if found.turned:
        for one, other in _ENDS:
            if one in values and other in values:
                values[one], values[other] = values[other], values[one]
    return [
        f"{match[1]}{values[match[2]]}{match[4]}" if (match := _LINE.match(line)) else line
        for line in block
    ]
