"""Drawn films at other frame rates."""

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


def test_at_rate_is_identity_at_two_fps() -> None:
    events = [Event("play 0 AC", 2, 3)]
    assert at_rate(MOMENTS, 2) == MOMENTS
    assert events_at_rate(events, 2) == events


@pytest.mark.parametrize("fps", [3, 5, 8, 10])
def test_events_at_rate_name_first_visible_frame(fps: int) -> None:
    pictures = at_rate(MOMENTS, fps)
    [event] = events_at_rate([Event("play 0 AC", 2, 3)], fps)
    assert [bool(moment.cards) for moment in pictures].index(True) == event.placed
    resting = [bool(moment.cards) and not moment.arms for moment in pictures]
    assert resting.index(True) == event.frame
    assert event.placed / fps == pytest.approx(1.0, abs=1 / fps)


def test_at_rate_moves_arm_linearly() -> None:
    ys = [arm.y for moment in at_rate(MOMENTS, 10) for arm in moment.arms]
    assert ys == pytest.approx([1.0, 0.8, 0.6, 0.4, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert events_at_rate([Event("deal 0", 0)], 10)[0].frame == -1, "it never rests"
