"""How far the suit of a card is trusted."""

from dataclasses import replace

import numpy as np
import pytest

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.judging import likely_cards
from pegboard.vision.follow.seen.glimpse import Glimpse, exchanged
from pegboard.vision.follow.seen.suits import TWIN, fair_odds, gaps
from pegboard.vision.follow.seen.visit import Visit

OUTLINE = ((0.0, 0.0), (80.0, 0.0), (80.0, 112.0), (0.0, 112.0))


def number(card: str) -> int:
    return DECK.index(Card.parse(card))


def visit(card: str, other: str, sure: float, looks: int = 1) -> Visit:
    """A card that was read so often, each time as two cards."""
    odds = np.full(52, 1e-5)
    odds[number(card)], odds[number(other)] = sure, 1 - sure
    glimpse = Glimpse(odds / odds.sum(), 0.98, OUTLINE, 20.0)
    found = Visit(glimpse, 1.0, 1.0, np.zeros(52))
    for look in range(looks):
        found.add(glimpse, 1.0 + look)
    return found


def test_every_card_has_one_twin() -> None:
    assert [
        str(DECK[TWIN[number(card)]]) for card in ("5C", "TS", "AH", "KD")
    ] == "5S TC AD KH".split()
    assert (TWIN[TWIN] == np.arange(52)).all()


def test_many_looks_say_no_more_about_a_suit_than_one() -> None:
    once, often = visit("9H", "9D", 0.9), visit("9H", "9D", 0.9, looks=5)
    assert often.odds.max() > 0.97 > once.odds.max(), "of the picture they say more"
    assert often.fair.max() == pytest.approx(once.fair.max(), abs=0.01)


def test_a_card_hardly_read_as_a_spade_may_be_a_club_but_no_ace() -> None:
    spade = visit("9S", "9C", 0.6)
    assert str(likely_cards(spade)[0][0]) == "9C" and str(spade.card) == "9S"
    assert str(likely_cards(visit("AS", "AC", 0.6))[0][0]) == "AS"
    assert str(likely_cards(visit("9H", "9D", 0.6))[0][0]) == "9H"


def test_ranks_are_trusted_as_before() -> None:
    logs = visit("9S", "8S", 0.7, looks=3).logs
    grown = np.exp(logs - logs.max())
    fair = fair_odds(logs, 1.96)
    both = [number("9S"), number("9C")]
    assert fair[both].sum() == pytest.approx((grown / grown.sum())[both].sum())
    assert gaps(logs, 1.96)[number("9S")] == pytest.approx(-gaps(logs, 1.96)[number("9C")])


CLUB = np.array([4.0, -2.0, -2.0, 0.0])
"""Log odds of the suits by the pips of a club."""


def whole(spade: Visit, pips: np.ndarray) -> Visit:
    """Looks once more at a card, seen whole."""
    spade.add(replace(spade.glimpse, pips=pips), spade.last + 1)
    return spade


def test_pips_outweigh_an_index_and_are_remembered() -> None:
    found = whole(visit("9S", "9C", 0.9), CLUB)
    assert str(found.card) == "9C" and str(likely_cards(found)[0][0]) == "9C"
    for look in range(4):  # covered now: only the index is seen
        found.add(visit("9S", "9C", 0.9).glimpse, 3.0 + look)
    assert str(likely_cards(found)[0][0]) == "9C"
    assert likely_cards(found)[0][0] != likely_cards(visit("9S", "9C", 0.9))[0][0]


def test_the_clearest_pips_count() -> None:
    found = whole(whole(visit("9S", "9C", 0.9), CLUB), np.array([0.0, 0.0, 0.0, 1.0]))
    assert np.array_equal(found.pips, CLUB)


def test_pips_tell_a_colour_too() -> None:
    """In a deck of four colours a diamond may be blue, and its index pass for a spade's."""
    found = whole(visit("6S", "6D", 0.7), np.array([-5.0, 5.0, -4.0, 0.0]))
    assert str(likely_cards(found)[0][0]) == "6D"


def test_cards_that_people_exchanged_have_no_pips_any_more() -> None:
    glimpse = whole(visit("9S", "9C", 0.9), CLUB).glimpse
    spade, club = number("9S"), number("9C")
    other = exchanged(glimpse, {spade: club, club: spade})
    assert other.odds[club] == glimpse.odds[spade] and not other.pips.any()
    assert exchanged(glimpse, {}).pips is glimpse.pips
