"""Rewrites a layout file for a board wired differently.

The order of the pieces along the data line can differ, and so can the end at which the data
enters each. Only those values change: comments, distances and other keys stay as they are.
(If rows and extras alternate in the file, each kind is grouped.)
"""

from copy import deepcopy
from typing import NamedTuple

import tomlkit
from tomlkit.items import Item, Table

from pegboard.board.layout import Layout, Piece

_ENDS = (("first_hole", "last_hole"), ("first_lamp", "last_lamp"), ("from_mm", "to_mm"))


class Found(NamedTuple):
    """Actual position of a piece on the data line."""

    piece: Piece
    first_pixel: int
    turned: bool
    """True if the data enters at the other end."""


def rewire(text: str, name: str, found: list[Found]) -> str:
    """Returns the layout file's text with every piece at its actual position.

    Args:
        text: content of the file.
        name: name of the file, for errors.
        found: every piece of the layout, each once.

    Raises:
        ConfigError: the pieces overlap like that.
    """
    places = {each.piece.first_pixel: each for each in found}
    document = tomlkit.parse(text)
    for table in [*document.get("row", ()), *document.get("extra", ())]:
        place = places[table["first_pixel"]]
        _put(table, "first_pixel", tomlkit.item(place.first_pixel))
        for one, other in _ENDS if place.turned else ():
            if one in table and other in table:
                first, last = deepcopy(table[one]), deepcopy(table[other])
                _put(table, one, last)
                _put(table, other, first)
    changed = tomlkit.dumps(document)
    Layout.parse(changed, name)
    return changed


def _put(table: Table, key: str, value: Item) -> None:
    """Replaces a value and keeps the comment behind it."""
    value.trivia.comment_ws = value.trivia.comment = ""
    table[key] = value
