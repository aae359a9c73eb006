"""Corrections of single cards of an offer."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.camera.reading import CardReading, DetectedCard
from pegboard.cribbage.cards import DECK, Card, parse_cards
from pegboard.cribbage.scoring import score_hand
from pegboard.errors import NotationError
from pegboard.session.counting.corrections import change_starter, correct_card
from pegboard.session.counting.offer import Offer, new_offer
from tests.support.games import SHOW_STATE, state_after

CARDS = st.sampled_from(DECK)


def seen_offer(cards: str, starter: str | None = None, *, showing: bool = False) -> Offer:
    sightings = tuple(
        DetectedCard(card, 0.99, ((n, 0.0), (n + 9.0, 0.0), (n + 9.0, 9.0), (n, 9.0)))
        for n, card in enumerate(parse_cards(cards))
    )
    turned = None if starter is None else Card.parse(starter)
    reading = CardReading(sightings, True, turned, b"", 100, 50)
    state = SHOW_STATE if showing else state_after()
    return new_offer(
        state,
        id="x",
        source="camera",
        cards=reading.cards,
        starter=turned,
        reading=reading,
        names=("A", "B"),
    )


def c(text: str) -> Card:
    return Card.parse(text)


HAND = seen_offer("5H5DJS5C5S", "5S")


@given(CARDS, CARDS)
def test_correction_changes_one_card_and_rescores(card: Card, really: Card) -> None:
    others = [each for each in HAND.all_cards if each != card]
    if card not in HAND.all_cards or really in others:
        with pytest.raises(NotationError):
            correct_card(HAND, card, really)
        return
    right = correct_card(HAND, card, really)
    assert set(right.all_cards) == {*others, really}
    assert (right.starter == really) == (card == HAND.starter)
    assert right.starter is not None
    assert right.score == score_hand(right.cards, right.starter)
    places = {sighting.corners: sighting.card for sighting in right.sightings}
    for sighting in HAND.sightings:
        expected = really if sighting.card == card else sighting.card
        assert places[sighting.corners] == expected
    assert not right.certain


def test_confirmation_resolves_only_that_card() -> None:
    doubtful = replace(HAND, doubtful=(c("5D"), c("JS")))
    assert doubtful.question == "card"
    right = correct_card(doubtful, c("5D"), c("5D"))
    assert right.doubtful == (c("JS"),) and right.cards == HAND.cards
    assert correct_card(right, c("JS"), c("QS")).question == "claim", "the seats count themselves"


def test_correction_can_be_reverted() -> None:
    there = correct_card(HAND, c("5D"), c("6D"))
    assert c("5D") in next(s.others for s in there.sightings if s.card == c("6D"))
    back = correct_card(there, c("6D"), c("5D"))
    assert (back.cards, back.score) == (HAND.cards, HAND.score)


def test_correction_adds_and_removes_cards() -> None:
    few = seen_offer("5H5DJS5C")
    assert "4 of 5 cards found" in str(few.problem)
    five = correct_card(few, None, c("5S"))
    assert five.question == "starter" and len(five.sightings) == 4
    assert change_starter(five, c("5S")).points == 29
    assert correct_card(five, c("5S"), None).cards == few.cards
    corrected = correct_card(HAND, c("5S"), None)
    assert corrected.starter is None and "4 of 5 cards found" in str(corrected.problem)
    with pytest.raises(NotationError, match="name the card"):
        correct_card(HAND, None, None)
    with pytest.raises(NotationError, match="6S is not among"):
        change_starter(HAND, c("6S"))


def test_changed_starter_returns_the_former_to_the_hand() -> None:
    turned = change_starter(HAND, c("JS"))
    assert turned.starter == c("JS") and c("5S") in turned.cards and len(turned.cards) == 4
    assert change_starter(HAND, c("5S")).cards == HAND.cards


def test_known_starter_is_used_once_in_the_hand() -> None:
    """5S was cut in this deal; the camera misread it."""
    misread = seen_offer("4H7C8S2S5C", "5C", showing=True)
    assert misread.starter == c("5C") and not misread.certain
    right = correct_card(misread, c("5C"), c("5S"))
    assert right.starter == c("5S") and right.problem is None and right.points
    other = correct_card(seen_offer("4H7C8S6DKD", "KD", showing=True), c("6D"), c("5S"))
    assert other.starter == c("5S") and c("KD") in other.cards


def test_four_cards_and_known_starter_can_be_counted() -> None:
    hand = seen_offer("4H7C8S2S", showing=True)
    assert hand.starter == c("5S") and hand.problem is None and hand.certain
    five = correct_card(hand, None, c("9D"))
    assert str(five.problem) == "5 cards besides 5S found, and 4 are needed: remove one"
    assert correct_card(five, c("9D"), None).points == hand.points


def test_unseen_known_starter_is_not_part_of_the_hand() -> None:
    turned = change_starter(seen_offer("4H7C8S2S", showing=True), c("2S"))
    assert c("5S") not in turned.all_cards and "4 of 5 cards found" in str(turned.problem)
