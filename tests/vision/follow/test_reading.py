"""A card of which one index is read has the outline of a whole card, once its size is known."""

import math

import numpy as np
import pytest

from pegboard.vision.crops import Spot
from pegboard.vision.follow.seen.glimpse import Glimpse
from pegboard.vision.follow.seen.reading import card_ratio, completed
from pegboard.vision.outlines import Outline, card_outline, index_outline

WIDTH, HEIGHT, INDEX = 100.0, 140.0, 30.0


def spots(turn: float) -> tuple[Spot, Spot]:
    """The two indices of a card round (300, 200)."""
    up = math.sin(turn), -math.cos(turn)
    right, down = 0.43 * WIDTH, 0.47 * HEIGHT - INDEX / 2
    dx, dy = -up[1] * right - up[0] * down, up[0] * right - up[1] * down
    one = Spot(300 - dx, 200 - dy, *up, INDEX)
    return one, Spot(300 + dx, 200 + dy, -up[0], -up[1], INDEX)


def glimpse(corners: Outline) -> Glimpse:
    return Glimpse(np.full(52, 1 / 52), 0.95, corners, INDEX)


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.6, 3.1])
def test_either_index_gives_the_outline_of_the_card(turn: float) -> None:
    one, other = spots(turn)
    whole = glimpse(card_outline(one, other))
    ratio = card_ratio([whole])
    assert ratio == pytest.approx(WIDTH / INDEX, rel=0.05)
    for spot in (one, other):
        found = completed(glimpse(index_outline(spot)), ratio)
        assert found.corners == index_outline(spot)
        assert math.dist(found.middle, (300, 200)) < 0.05 * HEIGHT
        assert found.height == pytest.approx(HEIGHT, rel=0.05)
    assert completed(whole, ratio).outline == whole.corners


def test_without_a_whole_card_an_index_is_all_that_is_known() -> None:
    bare = glimpse(index_outline(spots(0.0)[0]))
    assert card_ratio([bare]) is None
    assert completed(bare, None).outline == bare.corners
