"""Likelihood of each pack, given one index."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.packs.countries import ACE, JACK
from pegboard.vision.packs.printed import PRINTED

Row = npt.NDArray[np.float64]

CLEAR = 0.6
"""Minimum presence and glyph probability of an index that counts as evidence."""
_MISREAD = 0.01
"""Share of clear-looking indices whose glyph is misread."""
_UNSEEN = 0.25
"""Share of clear-looking areas beside an index that give no evidence of the rank."""


_MEANT_OTHERWISE = 0.05
"""Share of indices printed so that they look like another glyph, such as a Q shaped like a 9."""
_PIPS, _FIGURES = slice(1, JACK), slice(JACK, RANKS)
"""Ranks with several pips, and with a figure. Aces are in neither: some are as ornate as
figures."""


class Face(NamedTuple):
    """Evidence that one index gives about the pack."""

    glyph: int
    """The likeliest glyph, a number in `GLYPHS`."""
    suit: int
    logs: Row
    """Log likelihood of each pack, (CODES,)."""


def softmax(logits: Row) -> Row:
    """Converts logits to probabilities that sum to 1."""
    grown = np.exp(logits - logits.max())
    return np.asarray(grown / grown.sum())


def contradiction(ranks: Row, around: Row) -> float:
    """Returns the probability, 0..1, that an index is contradicted by the pips or figure beside it.

    Args:
        ranks: probability of each rank by the index.
        around: logits of the ranks by the area beside it; all 0 if not read.
    """
    beside = softmax(around)
    pips, figures = float(beside[_PIPS].sum()), float(beside[_FIGURES].sum())
    rank = int(ranks.argmax())
    if rank == ACE:
        return 0.0
    expected, unexpected = (pips, figures) if rank < JACK else (figures, pips)
    wrong = _MEANT_OTHERWISE * unexpected
    return wrong / (wrong + (1 - _MEANT_OTHERWISE) * expected)


def face_of(glyphs: Row, suits: Row, around: Row, presence: float) -> Face | None:
    """Returns an index's evidence about the pack; None if the index is unclear or a number.

    The glyph and the picture beside it count as independent: each is read with the other masked.

    Args:
        glyphs: logits of `GLYPHS`.
        suits: logits of the four suits.
        around: logits of the 13 ranks by the pips or the figure beside the index; all 0 if not
        read.
        presence: probability that there is an index at all, 0..1.
    """
    glyph_shares = softmax(glyphs)
    best = int(glyph_shares.argmax())
    if presence < CLEAR or glyph_shares[best] < CLEAR or best in range(1, JACK):
        return None
    printed = (1 - _MISREAD) * glyph_shares + _MISREAD / len(GLYPHS)
    ranks = (1 - _UNSEEN) * softmax(around) + _UNSEEN / RANKS
    likelihoods = np.einsum("prg,r,g->p", PRINTED, ranks, printed)
    return Face(best, int(suits.argmax()), np.log(likelihoods))
