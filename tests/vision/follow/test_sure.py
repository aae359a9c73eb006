"""Plays whose place in the order is not sure, and cards that may be their twins."""

import pytest

from pegboard.cribbage import Action, Card, parse_action
from pegboard.vision.follow.seen.suits import NUMBER, TWIN, against_twin
from pegboard.vision.follow.seen.visit import Visit
from pegboard.vision.follow.seen.visits import Visits
from pegboard.vision.follow.sure import Orders, told_apart
from pegboard.vision.follow.telling import Telling
from tests.vision.follow.test_show import deal, visit


def lines(*texts: str) -> list[Action]:
    return [parse_action(text) for text in texts]


def test_lines_put_elsewhere_by_late_evidence_are_not_sure_any_more() -> None:
    orders = Orders()
    first = lines("cut 7H", "play 1 8C", "play 0 AS", "play 1 8S", "play 0 AC")
    assert orders.moved(first, 0) == set()
    second = lines("cut 7H", "play 1 8S", "play 0 AS", "play 1 8C", "play 0 AC")
    assert orders.moved(second, 4) == {*second[1:]}
    assert orders.moved(first, 0) == {*second[1:]}, "nor when they are put back"


def test_a_line_that_is_mended_at_once_may_be_sure() -> None:
    orders = Orders()
    orders.moved(lines("cut 7H", "play 1 8C", "play 0 AC"), 0)
    assert orders.moved(lines("cut 7H", "play 1 8C", "play 0 AS"), 1) == set()
    assert orders.moved(lines("cut 7H", "play 1 8C", "play 0 AC"), 1) == set()


def close(card: str, gap: float) -> Visit:
    """A card that was read without doubt, but for its twin."""
    found = visit(card, 100.0, 100.0, 3.0, sure=1 - 1e-6)
    number = NUMBER[Card.parse(card)]
    found.logs[TWIN[number]] = found.logs[number]
    lean = against_twin(Card.parse(card), found.fair)
    found.logs[TWIN[number]] -= (gap - lean) * 1.6  # two looks at one card
    assert against_twin(Card.parse(card), found.fair) == pytest.approx(gap, abs=0.1)
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
def test_black_court_cards_are_told_apart_with_more_care(
    card: str, gap: float, apart: bool
) -> None:
    assert told_apart(Card.parse(card), [close(card, gap)]) == apart


def test_a_court_card_that_may_be_its_twin_is_not_sure_and_nobody_is_asked() -> None:
    belief = deal(["1 8C", "0 QS"])
    visits = Visits()
    visits.all = [visit("7H", 600, 300, 1.0), visit("8C", 300, 100, 3.0), close("QS", 5.0)]
    telling = Telling(visits, 2)
    telling.begin(seen=True)
    _, told = telling.tell([belief], (), visits.all, 9.0)
    assert [(str(line.action.card), line.sure) for line in told[1:]] == [  # type: ignore[union-attr]
        ("7H", True),
        ("8C", True),
        ("QS", False),
    ]
    assert all(question is None for question in telling.doubts.values())
    _, told = Telling(visits, 2).tell([belief], (3,), visits.all, 9.0)
    assert told[3].sure, "a person said so"
