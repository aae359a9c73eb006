"""Rechecking rotated pictures: cards seen in some passes only."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.vision.assemble import CardCandidate
from pegboard.vision.confidence import CERTAIN, RIVAL
from pegboard.vision.outlines import Outline
from pegboard.vision.pips import NO_PIPS
from pegboard.vision.recheck import ANGLES_DEG, recheck, rotate, transformed

PICTURE = np.zeros((300, 400, 3), np.uint8)


def candidate(
    card: int, confidence: float, at: float = 100.0, size: float = 100.0
) -> CardCandidate:
    """Returns a card at a place; of size 100 it is 70 pixels wide, with a 14-pixel index."""
    wide, tall = 0.7 * size, size
    corners = ((at, at), (at + wide, at), (at + wide, at + tall), (at, at + tall))
    odds = np.full(52, (1 - confidence) / 51)
    odds[card] = confidence
    return CardCandidate(card, confidence, corners, odds, 0.14 * size, NO_PIPS)


class Looks:
    """Returns prepared results, one per pass, in the coordinates of the given picture."""

    def __init__(self, *answers: list[CardCandidate]) -> None:
        self._answers = list(answers)
        self.shapes: list[tuple[int, ...]] = []

    def __call__(self, image: np.ndarray) -> list[CardCandidate]:
        self.shapes.append(image.shape)
        return self._answers.pop(0)


def confidences(first: list[CardCandidate], *rotated: list[CardCandidate]) -> dict[int, float]:
    return {f.card: f.confidence for f in recheck(PICTURE, first, Looks(*rotated))}


def test_card_seen_in_every_pass_has_mean_confidence() -> None:
    confidence = confidences([candidate(3, 0.6)], [candidate(3, 0.9)], [candidate(3, 0.9)])
    assert confidence == {3: pytest.approx(0.8)}


def test_card_seen_once_stays_in_doubt() -> None:
    for once in (0.35, 0.6, 0.99):
        confidence = confidences(
            [candidate(3, 0.95), candidate(8, once, 200)], [candidate(3, 0.95)], [candidate(3, 0.9)]
        )
        assert RIVAL < confidence[8] < CERTAIN
        assert confidence[3] >= CERTAIN


def test_card_seen_only_rotated_is_kept() -> None:
    confidence = confidences(
        [candidate(3, 0.7)], [candidate(3, 0.9), candidate(8, 0.5, 200)], [candidate(3, 0.9)]
    )
    assert RIVAL < confidence[8] < CERTAIN


def test_card_deep_inside_another_is_dropped() -> None:
    king = candidate(12, 0.95)._replace(has_both=True)
    inside = candidate(10, 0.45, at=125)
    assert confidences([king, inside], [king], [king])[10] == 0.0
    beside = candidate(10, 0.45, at=165)
    assert confidences([king, beside], [king], [king])[10] > RIVAL
    covered = king._replace(has_both=False)  # covered by another card
    assert confidences([covered, inside], [covered], [covered])[10] > RIVAL


def test_index_of_other_size_is_dropped() -> None:
    king, giant = candidate(12, 0.95), candidate(10, 0.45, at=200, size=190)
    assert confidences([king, giant], [king], [king])[10] == 0.0
    larger = candidate(10, 0.45, at=200, size=170)
    assert confidences([king, larger], [king], [king])[10] > RIVAL


def test_rotated_pictures_contain_whole_picture() -> None:
    looks = Looks([], [])
    recheck(PICTURE, [candidate(3, 0.7)], looks)
    assert len(looks.shapes) == len(ANGLES_DEG)
    assert all(high > 300 and wide > 400 for high, wide, _ in looks.shapes)


@given(
    st.integers(60, 500),
    st.integers(60, 500),
    st.floats(-30, 30),
    st.tuples(st.floats(0.1, 0.9), st.floats(0.1, 0.9)),
)
def test_rotated_places_map_back(
    height: int, width: int, angle: float, place: tuple[float, float]
) -> None:
    """Maps a dot in a rotated picture back to its place."""
    x, y = int(place[0] * width), int(place[1] * height)
    image = np.zeros((height, width, 3), np.uint8)
    image[y - 2 : y + 3, x - 2 : x + 3] = 255
    rotated, back = rotate(image, angle)
    rows, columns = np.nonzero(rotated[:, :, 0] > 100)
    dot: Outline = ((float(columns.mean()), float(rows.mean())),) * 4
    assert transformed(dot, back)[0] == pytest.approx((x, y), abs=0.6)
