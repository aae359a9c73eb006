"""Deal detection, even with card backs as grey as the table."""

import math

import numpy as np
import numpy.typing as npt
import pytest

from pegboard.vision.follow.tracking.deal_detector import DealDetector
from pegboard.vision.follow.tracking.motion import MotionDetector
from pegboard.vision.follow.zones import SeatZones

Image = npt.NDArray[np.uint8]
GREEN, AS_GREY_AS_GREEN, WHITE = (70, 110, 60), (190, 87, 60), (225, 225, 225)
PACKS = ((560, 80, 660, 220), (560, 500, 660, 640))


def table(back: tuple[int, int, int] | None) -> Image:
    image = np.full((720, 1280, 3), GREEN, np.float64)
    for left, top, right, bottom in PACKS if back else ():
        image[top:bottom, left:right] = back
    noise = np.random.default_rng(3).normal(0, 3, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("back", [WHITE, AS_GREY_AS_GREEN, None])
def test_packets_before_both_seats_are_deal(back: tuple[int, int, int] | None) -> None:
    motion, detector, detected = MotionDetector(), DealDetector(2, SeatZones(2)), []
    for number in range(6):
        motion.observe(table(back if number > 1 else None), number * 0.5)
        detected.append(detector.detect(motion, number == 0, None))
    assert detected[:3] == [False] * 3
    assert any(detected) == (back is not None)


def test_gathered_cards_are_not_deal() -> None:
    motion, detector = MotionDetector(), DealDetector(2, SeatZones(2))

    def detected(*backs: tuple[int, int, int] | None) -> list[bool]:
        found = []
        for back in backs:
            motion.observe(table(back), max(0.0, motion.now) + 0.5)
            found.append(detector.detect(motion, False, None))
        return found

    assert any(detected(None, None, WHITE, WHITE, WHITE, WHITE))
    detector.await_deal()
    assert not any(detected(WHITE, WHITE, WHITE, None, None, None, None)), "the table is bare again"
    assert any(detected(WHITE, WHITE, WHITE, WHITE))


def test_only_new_card_resets_arms() -> None:
    motion, detector = MotionDetector(), DealDetector(2, SeatZones(2))

    def deal(laid: list[list[float]]) -> tuple[float, ...]:
        for number, since in enumerate(laid):
            image = table(None)
            if number % 2:
                image[420:, 560:640] = WHITE  # an arm from the bottom
            motion.observe(image, max(0.0, motion.now) + 0.5)
            detector.detect(motion, number == 0, None)
            detector.note_laid(since)
        return detector.dealer_log_probs

    assert deal([[0.5]] * 8)[0] > -0.1
    assert deal([*[[0.5]] * 7, [0.5, 9.0]]) == (math.log(0.5), math.log(0.5)), "it laid a card"


def test_resting_arm_is_not_hand_taken_up() -> None:
    motion, detector = MotionDetector(), DealDetector(2, SeatZones(2))

    def detected(*boxes: tuple[tuple[int, int, int, int], ...]) -> list[bool]:
        found = []
        for lying in boxes:
            image = table(None)
            for left, top, right, bottom in lying:
                image[top:bottom, left:right] = WHITE
            motion.observe(image, max(0.0, motion.now) + 0.5)
            found.append(detector.detect(motion, False, None))
        return found

    hand, pack, arm = *PACKS, (580, 0, 660, 200)
    assert not any(detected((), (), (pack, arm), (pack, arm), (pack,), (pack,), (pack,)))
    assert any(detected((pack, hand), (pack, hand), (pack,), (pack,))), "a hand is taken up at once"


ARMS = {
    "bottom": (600, 420, 680, 720), "left": (0, 320, 400, 400),
    "top": (600, 0, 680, 300), "right": (880, 320, 1280, 400),
}  # fmt: skip


def detector_after_arms(*edges: str) -> DealDetector:
    """Returns a detector after arms came from some edges, one after the other."""
    motion, detector = MotionDetector(), DealDetector(2, SeatZones(2))
    for number, edge in enumerate(("", *edges)):
        for arm in (edge, "") if edge else ("",):
            image = table(None)
            if arm:
                left, top, right, bottom = ARMS[arm]
                image[top:bottom, left:right] = WHITE
            motion.observe(image, max(0.0, motion.now) + 0.5)
            detector.detect(motion, number == 0, None)
    return detector


@pytest.mark.parametrize(
    ("edges", "sideways"),
    [
        (["left"] * 3 + ["right"] * 2, True),
        (["left"] * 4 + ["bottom"] * 4, False),
        (["bottom"] * 3 + ["top"] * 3, False),
        (["right"], False),
    ],
)
def test_arms_reveal_sideways_seating(edges: list[str], sideways: bool) -> None:
    assert detector_after_arms(*edges).is_sideways is sideways


def test_arms_are_assigned_to_seats_at_their_edges() -> None:
    detector = detector_after_arms(*["right"] * 4)
    zones = detector._zones
    for turned, dealer in ((90, 0), (270, 1)):
        zones.turn(turned)
        detector.assign_seats()
        assert detector.dealer_log_probs.index(max(detector.dealer_log_probs)) == dealer
    detector.turn(90)  # the right edge is at the bottom then
    zones.turn(0)
    detector.assign_seats()
    assert detector.dealer_log_probs.index(max(detector.dealer_log_probs)) == 0
