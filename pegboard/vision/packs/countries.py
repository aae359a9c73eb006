"""The packs of French suits that are read, and what their aces and court cards are called.

Sources: A. Pollett's table of indices by country, and pictures of packs. Ranks count from 0, the
ace, to 12, the king.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pegboard.vision.glyphs import GLYPHS, OTHER, RANKS

ACE, JACK, QUEEN, KING = 0, 10, 11, 12
LETTERED = (ACE, JACK, QUEEN, KING)
"""Ranks that have a letter; the glyphs of the others are numbers in every pack."""
Table = npt.NDArray[np.float64]

UNKNOWN = "unknown"
"""Code of a pack that is none of ours: its numbers are read, its letters are not."""
_OTHERS = 0.6
"""Share of the letters of an unknown pack that are none of ours."""


@dataclass(frozen=True)
class Pack:
    """The letters of one country's packs.

    Attributes:
        code: of the pack; a value of the setting `camera.deck`.
        letters: by rank, the glyphs in use with their shares.
    """

    code: str
    letters: Mapping[int, Mapping[str, float]]


def _pack(code: str, ace: str, jack: str, queen: str, king: str) -> Pack:
    """Returns a pack; the glyphs of a rank are separated by spaces and equally frequent."""
    names = [name.split() for name in (ace, jack, queen, king)]
    return Pack(
        code,
        {
            rank: {glyph: 1 / len(glyphs) for glyph in glyphs}
            for rank, glyphs in zip(LETTERED, names, strict=True)
        },
    )


PACKS = {
    pack.code: pack
    for pack in (
        _pack("english", "A", "J", "Q", "K"),
        _pack("french", "1 A", "V", "D", "R"),
        _pack("german", "A", "B", "D", "K"),
        _pack("dutch", "A", "B", "V", "H"),
        _pack("scandinavian", "E A 1", "Kn B", "D", "K"),
        _pack("polish", "A", "W", "D", "K"),
    )
}
CODES = (*PACKS, UNKNOWN)
"""Every pack there may be, in the order of all that is said of them."""


def glyphs_of(code: str) -> Table:
    """Returns how often each rank is printed as each glyph, (RANKS, GLYPHS); rows add up to 1."""
    table = np.zeros((RANKS, len(GLYPHS)))
    for rank in range(RANKS):
        if rank not in LETTERED:
            table[rank, rank] = 1
        elif code in PACKS:
            for glyph, share in PACKS[code].letters[rank].items():
                table[rank, GLYPHS.index(glyph)] = share
        else:
            letters = [n for n in range(OTHER) if n not in range(1, JACK)]
            table[rank, letters] = (1 - _OTHERS) / len(letters)
            table[rank, OTHER] = _OTHERS
    return table


PRINTED = np.stack([glyphs_of(code) for code in CODES])
"""How often each pack prints each rank as each glyph, (CODES, RANKS, GLYPHS)."""
