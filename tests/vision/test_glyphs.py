"""Glyph columns of the index net."""

import numpy as np
import pytest

from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.read import by_glyph


def test_by_glyph_extends_english_rows() -> None:
    ranks = np.arange(RANKS + 5.0)[None]
    [row] = by_glyph(ranks)
    assert row[:RANKS].tolist() == ranks[0, :RANKS].tolist()
    assert row[len(GLYPHS) :].tolist() == ranks[0, RANKS:].tolist()
    assert (row[RANKS : len(GLYPHS)] < -100).all()


@pytest.mark.parametrize("n", [0, 1, 3])
def test_by_glyph_keeps_full_rows(n: int) -> None:
    rows = np.arange(n * (len(GLYPHS) + 5.0)).reshape(n, len(GLYPHS) + 5)
    assert np.array_equal(by_glyph(rows), rows)
