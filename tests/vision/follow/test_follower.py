"""A follower at the end of a film: nothing that it saw is kept back."""

from pegboard.cribbage import Play
from pegboard.vision.follow.follower import Follower
from tests.vision.follow.test_show import track


class Blind:
    """Reads nothing: what was seen is told to the follower."""

    def reset(self) -> None:
        pass

    def detect(self, image: object, index_px: float | None = None) -> list[object]:
        raise AssertionError("nothing is to be read")


def seen(places: dict[str, tuple[int, int]]) -> Follower:
    """Follows a deal of which a starter was seen, and then all these cards at once."""
    follower = Follower(Blind(), 2)  # type: ignore[arg-type]
    follower._start_deal(0.0, saw_deal=True)
    follower._arms = (-0.7, -0.7)
    cards = [track(card, *place, 3.0) for card, place in places.items()]
    follower._tracker.tracks = [track("7H", 640, 340, 1.0), *cards]
    follower._tracker.scans += 1
    follower._inference.size = (1280, 720)
    return follower


FOUR = {"8C": (300, 340), "8S": (310, 345), "2C": (500, 340), "KD": (320, 100)}
MORE = {"3D": (500, 100), "4H": (420, 100), "AD": (400, 340), "9S": (600, 100)}


def test_every_unsure_line_is_told_at_the_end() -> None:
    """Each of four cards seen at once waits for the one before it."""
    told = [line for line in seen(FOUR).finish() if isinstance(line.action, Play)]
    assert {str(line.action.card) for line in told} == {*FOUR}  # type: ignore[union-attr]
    assert not any(line.is_sure for line in told)


def test_a_whole_deal_of_unsure_lines_is_told_at_the_end() -> None:
    follower = seen(FOUR | MORE)
    told = [line.action for line in follower.finish()]
    best = follower._inference.hypotheses[0]
    assert sum(isinstance(action, Play) for action in told) == 8
    assert tuple(told) == best.actions
