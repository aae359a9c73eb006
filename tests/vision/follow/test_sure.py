"""Plays whose place in the order is not sure."""

from pegboard.cribbage import Action, parse_action
from pegboard.vision.follow.sure import Orders, out_of_order
from pegboard.vision.follow.visits import Visit
from tests.vision.follow.test_show import PLAYS, deal, visit

X = {"0": 300.0, "1": 700.0}


def lines(*texts: str) -> list[Action]:
    return [parse_action(text) for text in texts]


def seen() -> dict[str, Visit]:
    """One visit for each play, in order."""
    found = {}
    for number, line in enumerate(PLAYS):
        seat, card = line.split()
        found[card] = visit(card, X[seat] + 30 * number, 100, 3.0 + 2 * number)
    return found


def test_plays_that_were_seen_in_order_are_in_order() -> None:
    assert out_of_order(deal(), [*seen().values()]) == set()


def test_a_play_that_follows_a_card_seen_later_is_not_sure() -> None:
    found = seen()
    found["8S"] = visit("8S", 700, 100, 4.0)  # before 0 AS, at 5.0
    assert out_of_order(deal(), [*found.values()]) == set(lines("play 1 8S"))


def test_a_card_laid_once_more_after_a_while_is_not_sure_nor_is_the_next_play() -> None:
    found = seen()
    slip = visit("AC", 330, 100, 4.2, 7.2)
    slip.still = 7.0
    found["AC"] = visit("AC", 500, 100, 9.8)
    assert set(lines("play 0 AC", "play 1 4C")) <= out_of_order(deal(), [slip, *found.values()])
    slip.still = slip.first + 1.5  # taken back at once: it was not played then
    assert out_of_order(deal(), [slip, *found.values()]) == set()


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
