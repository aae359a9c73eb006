"""Hands that were dealt are seen, also where their backs are as grey as the table."""

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
def test_hands_before_both_seats_are_a_deal(back: tuple[int, int, int] | None) -> None:
    changes, packs, seen = MotionDetector(), DealDetector(2, SeatZones(2)), []
    for number in range(6):
        changes.observe(table(back if number > 1 else None), number * 0.5)
        seen.append(packs.detect(changes, number == 0, None))
    assert seen[:3] == [False] * 3
    assert any(seen) == (back is not None)


def test_cards_that_are_gathered_are_no_deal() -> None:
    changes, packs = MotionDetector(), DealDetector(2, SeatZones(2))

    def seen(*backs: tuple[int, int, int] | None) -> list[bool]:
        found = []
        for back in backs:
            changes.observe(table(back), max(0.0, changes.now) + 0.5)
            found.append(packs.detect(changes, False, None))
        return found

    assert any(seen(None, None, WHITE, WHITE, WHITE, WHITE))
    packs.await_deal()
    assert not any(seen(WHITE, WHITE, WHITE, None, None, None, None)), "the table is bare again"
    assert any(seen(WHITE, WHITE, WHITE, WHITE))


def test_a_card_that_only_lies_there_leaves_it_to_the_arms_who_deals() -> None:
    changes, packs = MotionDetector(), DealDetector(2, SeatZones(2))

    def deal(laid: list[list[float]]) -> tuple[float, ...]:
        for number, since in enumerate(laid):
            image = table(None)
            if number % 2:
                image[420:, 560:640] = WHITE  # an arm from the bottom
            changes.observe(image, max(0.0, changes.now) + 0.5)
            packs.detect(changes, number == 0, None)
            packs.note_laid(since)
        return packs.dealer_log_probs

    assert deal([[0.5]] * 8)[0] > -0.1
    assert deal([*[[0.5]] * 7, [0.5, 9.0]]) == (math.log(0.5), math.log(0.5)), "it laid a card"


def test_an_arm_that_rests_beside_the_deck_is_no_hand_that_was_taken_up() -> None:
    changes, packs = MotionDetector(), DealDetector(2, SeatZones(2))

    def seen(*boxes: tuple[tuple[int, int, int, int], ...]) -> list[bool]:
        found = []
        for lying in boxes:
            image = table(None)
            for left, top, right, bottom in lying:
                image[top:bottom, left:right] = WHITE
            changes.observe(image, max(0.0, changes.now) + 0.5)
            found.append(packs.detect(changes, False, None))
        return found

    hand, pack, arm = *PACKS, (580, 0, 660, 200)
    assert not any(seen((), (), (pack, arm), (pack, arm), (pack,), (pack,), (pack,)))
    assert any(seen((pack, hand), (pack, hand), (pack,), (pack,))), "a hand is taken up at once"


ARMS = {
    "bottom": (600, 420, 680, 720), "left": (0, 320, 400, 400),
    "top": (600, 0, 680, 300), "right": (880, 320, 1280, 400),
}  # fmt: skip


def reached(*edges: str) -> DealDetector:
    """Returns what is seen where arms come from these edges, one after the other."""
    changes, packs = MotionDetector(), DealDetector(2, SeatZones(2))
    for number, edge in enumerate(("", *edges)):
        for arm in (edge, "") if edge else ("",):
            image = table(None)
            if arm:
                left, top, right, bottom = ARMS[arm]
                image[top:bottom, left:right] = WHITE
            changes.observe(image, max(0.0, changes.now) + 0.5)
            packs.detect(changes, number == 0, None)
    return packs


@pytest.mark.parametrize(
    ("edges", "sideways"),
    [
        (["left"] * 3 + ["right"] * 2, True),
        (["left"] * 4 + ["bottom"] * 4, False),
        (["bottom"] * 3 + ["top"] * 3, False),
        (["right"], False),
    ],
)
def test_two_players_who_sit_at_the_left_and_right_are_seen_by_their_arms(
    edges: list[str], sideways: bool
) -> None:
    assert reached(*edges).is_sideways is sideways


def test_arms_belong_to_the_seats_that_sit_at_their_edges() -> None:
    packs = reached(*["right"] * 4)
    zones = packs._zones
    for turned, dealer in ((90, 0), (270, 1)):
        zones.turn(turned)
        packs.assign_seats()
        assert packs.dealer_log_probs.index(max(packs.dealer_log_probs)) == dealer
    packs.turn(90)  # the right edge is at the bottom then
    zones.turn(0)
    packs.assign_seats()
    assert packs.dealer_log_probs.index(max(packs.dealer_log_probs)) == 0
