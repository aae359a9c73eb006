"""Random club nights, compared with a director who uses paper and pencil."""

from random import Random

import pytest

from tests.support.reference_event import compare_with_paper

KINDS = {
    "enter", "draw", "typed result", "correction", "card corrected", "forfeit", "rename",
    "late arrival", "leave", "undo",
}  # fmt: skip


def test_random_nights_match_paper() -> None:
    rng = Random(45)
    assert set().union(*(compare_with_paper(rng) for _ in range(300))) == KINDS


@pytest.mark.group("hall")
def test_many_random_nights_match_paper() -> None:
    """Compares 4,000 nights; `python -m tests.tools.random_nights` compares 100,000."""
    rng = Random("nights 0")
    for _ in range(4_000):
        compare_with_paper(rng)
