"""Offers: scores, known starters, and problems with counted cards."""

import pytest

from pegboard.cribbage.actions import Peg
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.game import State, apply
from pegboard.cribbage.notation import format_action
from pegboard.session.counting.corrections import settle_starter
from pegboard.session.counting.offer import Offer, new_offer, pegging_actions
from tests.support.games import LINES_TO_SHOW, SHOW_STATE, state_after

NAMES = ("Ann", "Bob")


def offer(
    cards: str, starter: str | None, state: State = SHOW_STATE, names: tuple[str, ...] = NAMES
) -> Offer:
    turned = None if starter is None else Card.parse(starter)
    return new_offer(
        state, id="x", source="camera", cards=parse_cards(cards), starter=turned, names=names
    )


def test_offer_counts_the_hand_that_was_played() -> None:
    assert SHOW_STATE.stage_name == "show"
    made = offer("4H7C8S2S5S", "5S")
    assert (made.seat, made.problem) == (1, None) and made.points


def test_offer_uses_the_known_starter_unseen() -> None:
    assert offer("4H7C8S2S", None).starter == Card.parse("5S")


def test_known_starter_overrides_the_guess() -> None:
    made = offer("4H7C8S2S5S", "4H")
    assert made.starter == Card.parse("5S") and made.problem is None


@pytest.mark.parametrize(
    ("names", "who"),
    [(NAMES, "Ann"), (("Ann",), "Ann"), pytest.param((), "Player 1", id="()-seat 0")],
    ids=str,
)
def test_offer_names_a_card_played_by_another_seat(names: tuple[str, ...], who: str) -> None:
    made = offer("4H7C8SKD5S", "5S", names=names)
    assert str(made.problem) == f"KD was played by {who} in this deal, so it cannot be in this hand"
    assert made.score is None
    assert made.for_seat(0, False).problem is not None, "4H is the other’s"
    assert "4H was played by" in str(made.for_seat(0, False).problem)


def test_offer_refuses_played_cards_in_the_crib() -> None:
    counted = state_after(*LINES_TO_SHOW, manual=False)  # the rules count hands that were laid open
    made = offer("4H6C8DTD5S", "5S", counted)
    assert made.crib and "4H was played by Bob" in str(made.problem)
    assert made.for_seat(1, False).problem is None, "his own"


def test_offer_refuses_the_starter_in_a_hand() -> None:
    made = offer("5S7C8S2S", "6D")
    assert str(made.problem) == "5S is the starter of this deal, so it cannot be in the hand"


def test_offer_asks_about_a_different_starter() -> None:
    made = offer("4HKDQD2S6D", "6D")
    assert made.question == "known" and "was 5S, and here it is 6D" in str(made.problem)
    assert settle_starter(made, Card.parse("6D")).problem is None


@pytest.mark.parametrize(
    ("cards", "starter", "problem"),
    [
        ("", None, "no card was recognised"),
        ("4H7C8S", None, "3 of 5 cards found"),
        ("4H7C8S2SKDQD", None, "6 cards found"),
        ("4H7C8S2S", "4H", "the same card appears twice"),
    ],
)
def test_offer_reports_an_incomplete_hand(cards: str, starter: str | None, problem: str) -> None:
    assert problem in str(offer(cards, starter, state_after()).problem)


def test_hand_starts_a_deal_that_was_passed() -> None:
    passed = state_after("deal 0", "deal 1", manual=False)
    assert passed.stage_name == "cut" and passed.pone == 0
    does = pegging_actions(passed, offer("4H 5C 5D 6S", "5S", passed))
    assert [format_action(action) for action in does] == ["cut 5S", "hand 0 4H5C5D6S"]
    state = passed
    for action in does:
        state = apply(state, action).state
    assert state.scores == (23, 0)
    # Against the computer the board knows every card: nothing is laid open from outside.
    dealt = state_after("deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D", "discard 0 7H8H", "discard 1 2D8D")
    assert pegging_actions(dealt, offer("4H 5C 5D 6S", "9S", dealt)) == (Peg(1, 14),)
