"""Moved plays and doubtful twins."""

import pytest

from pegboard.cribbage import Action, Card, parse_action
from pegboard.vision.follow.certainty import OrderHistory, is_suit_sure
from pegboard.vision.follow.emitter import EventEmitter
from pegboard.vision.follow.tracking.suits import CARD_NUMBER, TWIN_NUMBER, log_odds_against_twin
from pegboard.vision.follow.tracking.track import Track
from pegboard.vision.follow.tracking.tracker import Tracker
from tests.vision.follow.test_show import deal, track


def lines(*texts: str) -> list[Action]:
    return [parse_action(text) for text in texts]


def test_moved_lines_need_higher_margin() -> None:
    orders = OrderHistory()
    first = lines("cut 7H", "play 1 8C", "play 0 AS", "play 1 8S", "play 0 AC")
    assert orders.find_moved(first, 0) == set()
    second = lines("cut 7H", "play 1 8S", "play 0 AS", "play 1 8C", "play 0 AC")
    assert orders.find_moved(second, 4) == {*second[1:]}
    assert orders.find_moved(first, 0) == {*second[1:]}, "nor when they are put back"


def test_line_corrected_at_once_is_not_moved() -> None:
    orders = OrderHistory()
    orders.find_moved(lines("cut 7H", "play 1 8C", "play 0 AC"), 0)
    assert orders.find_moved(lines("cut 7H", "play 1 8C", "play 0 AS"), 1) == set()
    assert orders.find_moved(lines("cut 7H", "play 1 8C", "play 0 AC"), 1) == set()


def nearly_twin(card: str, gap: float) -> Track:
    """Returns a confirmed card with little evidence against its twin."""
    found = track(card, 100.0, 100.0, 3.0, sure=1 - 1e-6)
    number = CARD_NUMBER[Card.parse(card)]
    found.log_odds[TWIN_NUMBER[number]] = found.log_odds[number]
    lean = log_odds_against_twin(Card.parse(card), found.calibrated)
    found.log_odds[TWIN_NUMBER[number]] -= (gap - lean) * 1.6  # two hits of one card
    assert log_odds_against_twin(Card.parse(card), found.calibrated) == pytest.approx(gap, abs=0.1)
    return found


@pytest.mark.parametrize(
    ("card", "gap", "apart"),
    [
        ("QS", 5.0, False),
        ("QC", 5.0, False),
        ("QC", 11.0, True),
        ("QH", 5.0, True),
        ("9C", 5.0, True),
    ],
)
def test_black_court_cards_need_higher_log_odds(card: str, gap: float, apart: bool) -> None:
    assert is_suit_sure(Card.parse(card), [nearly_twin(card, gap)]) == apart


def test_doubtful_court_card_is_unsure_without_question() -> None:
    hypothesis = deal(["1 8C", "0 QS"])
    tracker = Tracker()
    tracker.tracks = [
        track("7H", 600, 300, 1.0),
        track("8C", 300, 100, 3.0),
        nearly_twin("QS", 5.0),
    ]
    emitter = EventEmitter(tracker, 2)
    emitter.start_deal(saw_deal=True)
    _, events = emitter.emit([hypothesis], (), tracker.tracks, 9.0)
    assert [(str(line.action.card), line.is_sure) for line in events[1:]] == [  # type: ignore[union-attr]
        ("7H", True),
        ("8C", True),
        ("QS", False),
    ]
    assert all(question is None for question in emitter.questions.values())
    _, events = EventEmitter(tracker, 2).emit([hypothesis], (3,), tracker.tracks, 9.0)
    assert events[3].is_sure, "a person said so"
