"""Films play the same deal at any number of pictures a second."""

import pytest

from pegboard.cribbage import DECK
from pegboard.vision.films.rate import at_rate, events_at_rate
from pegboard.vision.films.scene import Arm, Event, Lying, Moment
from pegboard.vision.training.render.layouts import Place

CARD = Lying(DECK[0], Place(0.0, 0.0, 0.0), "play0")
MOMENTS = [
    Moment(()),
    Moment((), (Arm(0, 0.0, 1.0, moving=True),)),
    Moment((CARD,), (Arm(0, 0.0, 0.0, moving=True),)),
    Moment((CARD,)),
]


def test_at_two_pictures_a_second_nothing_changes() -> None:
    events = [Event("play 0 AC", 2, 3)]
    assert at_rate(MOMENTS, 2) == MOMENTS
    assert events_at_rate(events, 2) == events


@pytest.mark.parametrize("fps", [3, 5, 8, 10])
def test_an_event_is_told_with_the_first_picture_that_shows_it(fps: int) -> None:
    pictures = at_rate(MOMENTS, fps)
    [event] = events_at_rate([Event("play 0 AC", 2, 3)], fps)
    assert [bool(each.cards) for each in pictures].index(True) == event.placed
    resting = [bool(each.cards) and not each.arms for each in pictures]
    assert resting.index(True) == event.frame
    assert event.placed / fps == pytest.approx(1.0, abs=1 / fps)


def test_an_arm_goes_straight_from_place_to_place() -> None:
    ys = [arm.y for each in at_rate(MOMENTS, 10) for arm in each.arms]
    assert ys == pytest.approx([1.0, 0.8, 0.6, 0.4, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert events_at_rate([Event("deal 0", 0)], 10)[0].frame == -1, "it never rests"
