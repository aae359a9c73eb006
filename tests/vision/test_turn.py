"""Rotation of pictures, places and outlines is consistent, also with the seats."""

import numpy as np
import pytest

from pegboard.config import ROTATIONS
from pegboard.vision.follow.zones import SeatZones
from pegboard.vision.turn import (
    turned_array,
    turned_image,
    turned_outline,
    turned_place,
    turned_size,
)

WIDTH, HEIGHT = 64, 32
CARD = ((40.0, 4.0), (60.0, 4.0), (60.0, 12.0), (40.0, 12.0))


@pytest.mark.parametrize("degrees", ROTATIONS)
def test_turned_outline_matches_turned_picture(degrees: int) -> None:
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    image[4:12, 40:60] = 255
    turned = turned_image(image, degrees)
    assert np.array_equal(turned, turned_array(image, degrees))
    assert turned.shape[1::-1] == turned_size((WIDTH, HEIGHT), degrees)
    rows, columns = np.nonzero(turned[..., 0])
    outline = turned_outline(CARD, (WIDTH, HEIGHT), degrees)
    (left, top), (right, bottom) = np.min(outline, axis=0), np.max(outline, axis=0)
    assert (left, right) == (columns.min(), columns.max() + 1)
    assert (top, bottom) == (rows.min(), rows.max() + 1)
    back = turned_image(turned, -degrees % 360)
    assert np.array_equal(back, image)


@pytest.mark.parametrize(
    ("degrees", "place"), [(0, (0.5, 0.9)), (90, (0.9, 0.5)), (180, (0.5, 0.1)), (270, (0.1, 0.5))]
)
def test_turned_picture_has_seat_0_at_bottom(degrees: int, place: tuple[float, float]) -> None:
    zones = SeatZones(2)
    zones.turn(degrees)
    assert zones.turned == degrees
    seats = zones.log_probs(place)
    assert seats.index(max(seats)) == 0
    x, y = turned_place(place, degrees)
    assert (round(x, 9), round(y, 9)) == (0.5, 0.9)
