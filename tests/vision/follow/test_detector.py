"""Card detection in regions, and card outlines from a single index."""

import math

import numpy as np
import pytest

from pegboard.vision.crops import Spot
from pegboard.vision.follow.tracking.detection import Detection
from pegboard.vision.follow.tracking.detector import (
    ANGLES,
    card_ratio,
    detect_in_regions,
    with_card_outline,
)
from pegboard.vision.outlines import Outline, card_outline, index_outline

WIDTH, HEIGHT, INDEX = 100.0, 140.0, 30.0


def index_spots(turn: float) -> tuple[Spot, Spot]:
    """Returns the two indices of a card at (300, 200)."""
    up = math.sin(turn), -math.cos(turn)
    right, down = 0.43 * WIDTH, 0.47 * HEIGHT - INDEX / 2
    dx, dy = -up[1] * right - up[0] * down, up[0] * right - up[1] * down
    one = Spot(300 - dx, 200 - dy, *up, INDEX)
    return one, Spot(300 + dx, 200 + dy, -up[0], -up[1], INDEX)


def detection(corners: Outline) -> Detection:
    return Detection(np.full(52, 1 / 52), 0.95, corners, INDEX)


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.6, 3.1])
def test_card_outline_follows_from_either_index(turn: float) -> None:
    one, other = index_spots(turn)
    whole = detection(card_outline(one, other))
    ratio = card_ratio([whole])
    assert ratio == pytest.approx(WIDTH / INDEX, rel=0.05)
    for spot in (one, other):
        found = with_card_outline(detection(index_outline(spot)), ratio)
        assert found.corners == index_outline(spot)
        assert math.dist(found.middle, (300, 200)) < 0.05 * HEIGHT
        assert found.height == pytest.approx(HEIGHT, rel=0.05)
    assert with_card_outline(whole, ratio).outline == whole.corners


def test_card_outline_needs_known_ratio() -> None:
    bare = detection(index_outline(index_spots(0.0)[0]))
    assert card_ratio([bare]) is None
    assert with_card_outline(bare, None).outline == bare.corners


class RedSquareDetector:
    """Detects a red square as a card, and records the shapes of pictures."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def reset(self) -> None:
        self.shapes = []

    def detect(self, image: np.ndarray, index_px: float | None = None) -> list[Detection]:
        self.shapes.append(image.shape)
        rows, columns = np.nonzero(image[:, :, 2] > 150)
        if not len(rows):
            return []
        x, y = float(columns.mean()), float(rows.mean())
        half = WIDTH / 2
        box = ((x - half, y - 70), (x + half, y - 70), (x + half, y + 70), (x - half, y + 70))
        return [detection(box)]


def test_scans_alternate_angles_and_map_detections_back() -> None:
    image = np.zeros((720, 1280, 3), np.uint8)
    image[340:360, 590:610, 2] = 255
    recent = [detection(((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)))]
    detector = RedSquareDetector()
    for number in range(len(ANGLES)):
        (found,), _ = detect_in_regions(detector, image, [(560, 300, 640, 400)], recent, number)
        assert found.middle == pytest.approx((599.5, 349.5), abs=1.5)
    assert detector.shapes[0] != detector.shapes[1] == detector.shapes[2]
