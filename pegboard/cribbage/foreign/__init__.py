"""Conversion of other programs' games into records."""

from collections.abc import Callable

from pegboard.cribbage.codes import Foreign
from pegboard.cribbage.foreign import halscrib, tagged
from pegboard.cribbage.notation import Record
from pegboard.errors import NotationError

READERS: dict[str, tuple[Callable[[str], bool], Callable[[str], Record]]] = {
    "tagged": (tagged.is_tagged, tagged.read),
    "halscrib": (halscrib.is_halscrib, halscrib.read),
}
"""The notations by name: how each is recognised, and how it is read."""


def read_foreign(text: str) -> Record:
    """Reads a game in another program's notation.

    Raises:
        NotationError: the notation is unknown, or this is no game of cribbage; `line` is where.
    """
    for is_one, read in READERS.values():
        if is_one(text):
            return read(text)
    raise NotationError(Foreign.UNKNOWN, known=", ".join(READERS))
