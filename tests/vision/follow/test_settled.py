"""What people said about a deal: it stands, and the cards are read accordingly."""

from itertools import pairwise

import numpy as np
import pytest

from pegboard.cribbage import Action, Card, parse_action
from pegboard.vision.follow.seen.glimpse import exchanged
from pegboard.vision.follow.seen.suits import NUMBER
from pegboard.vision.follow.seen.visits import Visits
from pegboard.vision.follow.settled import CERTAIN, Settled
from pegboard.vision.follow.sure import told_apart
from tests.vision.follow.test_show import visit

LINES = [parse_action(line) for line in ("deal 1", "cut 7H", "play 0 TC")]
PLAY = LINES[2]


def fixed(visits: Visits, seen: dict[Action, float]) -> float:
    """The time at which the play is taken to have happened."""
    settled = Settled()
    settled.fix(LINES, [2], visits, seen, 99.0)
    action, at = settled.fixed[2]
    assert action == PLAY
    return at


def test_a_line_happened_when_it_was_believed_to_or_its_card_was_seen_first() -> None:
    visits = Visits()
    assert fixed(visits, {}) == 99.0
    visits.all = [visit("TC", 300, 100, 20.0, 40.0), visit("TC", 600, 100, 50.0)]
    assert fixed(visits, {}) == 20.0, "it was laid open later"
    assert fixed(visits, {PLAY: 21.0}) == 21.0


def test_a_line_is_not_earlier_than_those_before_it() -> None:
    """A card that was entered may have been misread somewhere long before."""
    settled, visits = Settled(), Visits()
    visits.all = [visit("TC", 300, 100, 20.0, 21.0), visit("TC", 600, 100, 50.0)]
    settled.fix(LINES, [2], visits, {LINES[0]: 10.0, LINES[1]: 40.0}, 99.0)
    assert settled.fixed == {2: (PLAY, 50.0)}
    settled.fix(LINES, [2], visits, {LINES[1]: 60.0}, 99.0)
    assert settled.fixed == {2: (PLAY, 99.0)}


def test_a_card_that_people_affirm_is_never_its_twin_again() -> None:
    visits = Visits()
    visits.all = [visit("TS", 300, 100, 20.0, sure=0.9), visit("TS", 800, 100, 30.0)]
    fixed(visits, {PLAY: 20.0})
    assert [str(each.card) for each in visits.all] == ["TC", "TS"], "the other is another card"
    club, spade = (visits.all[0].logs[NUMBER[Card.parse(card)]] for card in ("TC", "TS"))
    assert club - spade == pytest.approx(CERTAIN)


@pytest.mark.parametrize("card", ["KC", "KS"])
def test_a_black_court_card_that_people_affirm_is_sure(card: str) -> None:
    visits = Visits()
    visits.all = [visit(card, 300, 100, 20.0, sure=0.6)]
    lines = [*LINES[:2], parse_action(f"play 0 {card}")]
    assert not told_apart(Card.parse(card), visits.all)
    Settled().fix(lines, [2], visits, {lines[2]: 20.0}, 99.0)
    assert told_apart(Card.parse(card), visits.all)


@pytest.mark.parametrize(
    ("corrections", "seen_then"),
    [
        (("9C", "5D"), {"9C": "5D", "5D": "9C"}),
        (("9C", "5D", "9C"), {"9C": "9C", "5D": "5D"}),
        (("9C", "5D", "8H"), {"9C": "8H", "8H": "9C", "5D": "5D"}),
        (("9C", "5D", "8H", "9C"), {"9C": "9C", "5D": "5D", "8H": "8H"}),
    ],
)
def test_a_correction_is_corrected(corrections: tuple[str, ...], seen_then: dict[str, str]) -> None:
    """The card that lies there, and looks at it from then on, follow the last word."""
    settled, visits = Settled(), Visits()
    visits.all = [visit("9C", 300, 100, 20.0)]
    for was, now in pairwise(corrections):
        told, said = ([parse_action(f"play 1 {card}")] for card in (was, now))
        settled.correct(told, said, {0}, visits)
        assert str(visits.all[0].card) == now
    for card, taken in seen_then.items():
        assert str(exchanged(visit(card, 0, 0, 0.0).glimpse, settled.mistaken).card) == taken


def test_pips_say_nothing_against_people() -> None:
    visits = Visits()
    visits.all = [visit("TS", 300, 100, 20.0)]
    visits.all[0].pips = np.array([-3.0, -3.0, -3.0, 6.0])
    fixed(visits, {PLAY: 20.0})
    assert str(visits.all[0].card) == "TC"


def test_a_card_that_was_told_elsewhere_was_not_misread() -> None:
    """Somebody puts two plays into their order, one after the other."""
    settled, visits = Settled(), Visits()
    visits.all = [visit("5D", 300, 100, 20.0), visit("9C", 600, 100, 30.0)]
    told = [parse_action("play 1 9C"), parse_action("play 1 5D")]
    settled.correct(told, [told[1], told[1]], {0}, visits)
    assert [str(each.card) for each in visits.all] == ["5D", "9C"]
    assert not settled.mistaken


def test_twins_of_which_one_is_corrected_were_taken_for_each_other() -> None:
    settled, visits = Settled(), Visits()
    visits.all = [visit("KS", 300, 100, 20.0), visit("KC", 600, 100, 30.0)]
    told = [parse_action("play 1 KS"), parse_action("play 0 KC")]
    settled.correct(told, [told[0], parse_action("play 0 KS")], {1}, visits)
    assert [str(each.card) for each in visits.all] == ["KC", "KS"]
