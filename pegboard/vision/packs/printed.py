"""How often each glyph is printed for each rank, by pack."""

import numpy as np
import numpy.typing as npt

from pegboard.vision.glyphs import GLYPHS, OTHER, RANKS
from pegboard.vision.packs.countries import CODES, JACK, LETTERED, PACKS

Table = npt.NDArray[np.float64]

_OTHERS = 0.6
"""Share of the letters of unknown packs that are not in our list."""


def glyphs_of(code: str) -> Table:
    """Returns how often a pack prints each glyph for each rank, (RANKS, GLYPHS); rows sum to 1."""
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
"""The tables of all packs, (CODES, RANKS, GLYPHS)."""
