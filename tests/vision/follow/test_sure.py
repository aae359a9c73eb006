"""Plays whose place in the order is not sure."""

from pegboard.cribbage import Action, parse_action
from pegboard.vision.follow.sure import Orders


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
