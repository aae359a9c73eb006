"""What is printed in an index, and the rows of the net that reads it."""

import numpy as np
import pytest

from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.read import by_rank


def row_of(glyph: str, *, ranks_only: bool = False) -> np.ndarray:
    """Returns the net's row for an index that is plainly this glyph of the first suit."""
    glyphs = np.full(RANKS if ranks_only else len(GLYPHS), -4.0)
    glyphs[GLYPHS.index(glyph)] = 6.0
    return np.concatenate([glyphs, [3.0, 0, 0, 0], [5.0]])[None]


@pytest.mark.parametrize("rank, glyph", list(enumerate(GLYPHS[:RANKS])))
def test_rows_of_ranks_are_taken_as_they_are(rank: int, glyph: str) -> None:
    row = row_of(glyph, ranks_only=True)
    assert np.array_equal(by_rank(row), row)


@pytest.mark.parametrize("glyph, rank", [("A", 0), ("10", 9), ("D", 11), ("R", 12), ("1", 0)])
def test_rows_of_glyphs_become_rows_of_ranks(glyph: str, rank: int) -> None:
    row = by_rank(row_of(glyph))
    assert row.shape == (1, RANKS + 5)
    assert row[0, :RANKS].argmax() == rank
    assert row[0, RANKS:].tolist() == [3, 0, 0, 0, 5]
