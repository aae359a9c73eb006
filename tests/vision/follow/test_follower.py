"""The end of a film: all remaining lines are emitted."""

from pegboard.cribbage import Play
from pegboard.vision.follow.follower import Follower
from tests.vision.follow.test_show import track


class BlindDetector:
    """Detects nothing; tests add the tracks."""

    def reset(self) -> None:
        pass

    def detect(self, image: object, index_px: float | None = None) -> list[object]:
        raise AssertionError("nothing is to be read")


def follower_seeing(places: dict[str, tuple[int, int]]) -> Follower:
    """Returns a follower that has seen a starter, and then all these cards at once."""
    follower = Follower(BlindDetector(), 2)  # type: ignore[arg-type]
    follower._start_deal(0.0, saw_deal=True)
    follower._arms = (-0.7, -0.7)
    cards = [track(card, *place, 3.0) for card, place in places.items()]
    follower._tracker.tracks = [track("7H", 640, 340, 1.0), *cards]
    follower._tracker.scans += 1
    follower._inference.size = (1280, 720)
    return follower


FOUR = {"8C": (300, 340), "8S": (310, 345), "2C": (500, 340), "KD": (320, 100)}
MORE = {"3D": (500, 100), "4H": (420, 100), "AD": (400, 340), "9S": (600, 100)}


def test_finish_emits_every_unsure_line() -> None:
    """Each of four simultaneous cards waits for the one before it."""
    events = [line for line in follower_seeing(FOUR).finish() if isinstance(line.action, Play)]
    assert {str(line.action.card) for line in events} == {*FOUR}  # type: ignore[union-attr]
    assert not any(line.is_sure for line in events)


def test_finish_emits_whole_unsure_deal() -> None:
    follower = follower_seeing(FOUR | MORE)
    events = [line.action for line in follower.finish()]
    best = follower._inference.hypotheses[0]
    assert sum(isinstance(action, Play) for action in events) == 8
    assert tuple(events) == best.actions
