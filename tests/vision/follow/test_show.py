"""Hands and cribs laid open, and cards that were laid twice."""

import math
from collections.abc import Sequence

import numpy as np

from pegboard.cribbage import Card, parse_action
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.beliefs import explain
from pegboard.vision.follow.crib import crib_of
from pegboard.vision.follow.evidence import Arrival
from pegboard.vision.follow.judging import taken_for
from pegboard.vision.follow.moves import (
    LIFTED,
    TAKEN,
    brief,
    laid_later,
    laid_upon,
    left_soon,
    lifted_alone,
    read_anew,
    shown,
)
from pegboard.vision.follow.seen.change import Before
from pegboard.vision.follow.seen.glimpse import Glimpse
from pegboard.vision.follow.seen.visit import Visit
from pegboard.vision.follow.show import hands_shown, laid_open, laid_together, laid_whole
from pegboard.vision.follow.sure import read_well

WIDE, TALL = 80.0, 112.0
PLAYS = "1 8C, 0 AS, 1 8S, 0 AC, 1 4C, 0 AD, 1 3C, 0 3D".split(", ")


def visit(
    card: str, x: float, y: float, first: float, gone: float | None = None, sure: float = 0.97
) -> Visit:
    """A card that was seen twice at a place; `sure` is how much of the odds it has."""
    odds = np.full(52, (1 - sure) / 51)
    odds[DECK.index(Card.parse(card))] = sure
    corners = ((x, y), (x + WIDE, y), (x + WIDE, y + TALL), (x, y + TALL))
    found = Visit(Glimpse(odds, 0.95, corners), first, first, np.zeros(52))
    found.add(found.glimpse, first)
    found.add(found.glimpse, first + 0.2)
    found.gone, found.still = gone, first + 0.5
    return found


def deal(plays: Sequence[str] = PLAYS) -> Belief:
    """The likeliest explanation of a deal of which every play was seen."""
    found = [Arrival(1.0, ((Card.parse("7H"), -0.01),), 0.98, (-0.7, -0.7))]
    for number, line in enumerate(plays):
        play = parse_action(f"play {line}")
        assert hasattr(play, "seat") and hasattr(play, "card")
        logs = (-0.02, -4.0) if play.seat == 0 else (-4.0, -0.02)
        found.append(Arrival(3.0 + 2 * number, ((play.card, -0.01),), 0.98, logs))
    return explain(found, (-0.02, -4.0), 0.0, {})[0]


def by_height(visit: Visit) -> int:
    return int(visit.glimpse.middle[1] < 360)


def row(cards: str, at: float, y: float = 100.0) -> list[Visit]:
    return [visit(card, 300.0 + 90 * n, y, at) for n, card in enumerate(cards.split())]


def test_the_back_of_a_card_that_is_read_badly_is_none_of_a_hand() -> None:
    back = visit("TS", 700, 100, 5.0)
    back.doubt = 0.2
    lying = [back, *row("8C 8S 4C 3C", 40.0)]
    cards = tuple(map(Card.parse, "3C 4C 8C 8S".split()))
    assert not back.clear and laid_open(deal(), lying, lying, by_height) == {1: cards}
    clear = [visit("TS", 700, 100, 5.0), *lying[1:]]
    assert laid_open(deal(), clear, clear, by_height) == {}


def test_a_hand_that_lies_open_as_it_was_played_is_what_it_is() -> None:
    lying = row("8C 8S 4C 3C", 40.0)
    belief = deal()
    cards = tuple(map(Card.parse, "3C 4C 8C 8S".split()))
    assert laid_open(belief, lying, lying, by_height) == {1: cards}
    assert hands_shown(belief, lying) == {1} and laid_whole(belief, lying, 1)
    assert not laid_whole(belief, lying[:3], 1)


def test_a_card_that_lies_open_is_believed_more_than_what_was_read_in_the_pile() -> None:
    lying = row("8C 8S 9D 3C", 40.0)  # 4C was read when it was played
    pile = [visit("4C", 300, 90, 11.0, 20.0)]
    found = laid_open(deal(), [*pile, *lying], lying, by_height)
    assert Card.parse("9D") in found[1] and Card.parse("4C") not in found[1]


def test_of_a_card_and_its_twin_that_counts_which_was_read_more_often() -> None:
    lying = [*row("8C 8S 3C", 40.0), visit("4S", 600, 100, 40.0, sure=0.6)]
    pile = [visit("4C", 300, 90, 11.0, 20.0), visit("4C", 300, 120, 21.0, 30.0)]
    assert Card.parse("4C") in laid_open(deal(), [*pile, *lying], lying, by_height)[1]


def test_a_card_taken_for_the_starter_that_lies_in_a_hand_was_played() -> None:
    belief = deal(["1 9C", *PLAYS[1:]])  # 7H was played first, and the starter seen then
    lying = row("7H 8S 4C 3C", 40.0)
    assert set(laid_open(belief, lying, lying, by_height)[1]) == {v.card for v in lying}
    lying[0].first = 1.0  # it lies where it lay from the first
    assert laid_open(belief, lying, lying, by_height) == {}


def test_four_cards_laid_side_by_side_at_once_are_a_hand() -> None:
    belief = deal()
    mine, other = row("AS AC AD 3D", 40.0), row("8C 8S 4C 3C", 44.0, y=400.0)
    starter, late = visit("7H", 660, 100, 40.5), visit("KD", 660, 400, 50.0)
    hands = laid_together(belief, [*mine, starter, *other, late])
    assert {frozenset(v.card for v in hand) for hand in hands} == {
        frozenset(v.card for v in hand) for hand in (mine, other)
    }
    assert laid_together(belief, mine[:3]) == []
    assert laid_together(deal(PLAYS[:-1]), mine) == [], "somebody still has a card"


def test_a_pile_that_was_not_taken_up_is_no_hand() -> None:
    belief = deal()
    pile = [visit("8C", 300, 100, 3.0), visit("8S", 330, 100, 7.0), visit("4C", 360, 100, 11.0)]
    assert laid_open(belief, pile, [*pile, visit("KD", 500, 100, 40.0)], by_height) == {}
    assert hands_shown(belief, pile) == set()


def test_a_card_of_the_crib_that_was_read_as_one_that_was_played_is_asked_for() -> None:
    belief = deal()
    clear = row("TC 4H 5H", 60.0)
    twin = visit("8S", 600, 100, 60.0, sure=0.9)  # it was played: this must be another eight
    assert crib_of(belief, clear, 70.0) is None
    twin.logs[DECK.index(Card.parse("8D"))] = twin.logs.max() - 1.5
    assert crib_of(belief, [*clear, twin], 60.5) is None, "another look may tell"
    found = crib_of(belief, [*clear, twin], 70.0)
    assert found is not None and not found.sure
    assert set(found.crib.cards) == {*(v.card for v in clear), Card.parse("8D")}


def test_a_card_laid_once_more_and_alone_was_taken_back() -> None:
    slip = visit("KD", 300, 100, 10.0, 12.5)
    other, again = visit("5C", 300, 100, 13.0), visit("KD", 400, 100, 20.0)
    assert laid_later(slip, [slip, other, again]) and brief(slip, [slip, other, again]) > 0.5
    assert not laid_later(slip, [slip, other])


def test_cards_that_are_laid_open_together_were_not_taken_back() -> None:
    played = [visit("KD", 300, 100, 10.0, 12.5), visit("5C", 400, 100, 14.0, 30.0)]
    shown = [visit("KD", 300, 300, 40.0), visit("5C", 400, 300, 40.5)]
    assert not laid_later(played[0], [*played, *shown])


def test_a_card_that_is_only_read_anew_under_another_was_not_taken_back() -> None:
    played = visit("KD", 300, 100, 10.0, 12.5)
    above, anew = visit("5C", 320, 100, 12.4), visit("KD", 305, 100, 15.0)
    assert not laid_later(played, [played, above, anew])
    elsewhere = visit("KD", 340, 100, 15.0)
    assert laid_later(played, [played, above, elsewhere])
    elsewhere.under = {visit("TC", 350, 100, 14.5)}
    assert not laid_later(played, [played, above, elsewhere, *elsewhere.under])


def test_a_card_that_was_also_read_as_its_twin_is_not_sure() -> None:
    club, spade = visit("3C", 300, 100, 10.0), visit("3S", 300, 100, 10.0)
    card = club.card
    assert read_well(card, [club], {card})
    assert not read_well(card, [club, spade], {card})
    assert read_well(card, [club, spade], {card, spade.card})
    assert not read_well(card, [spade], {card})


def test_a_card_exchanged_before_anybody_else_plays_was_taken_back() -> None:
    slip = visit("KD", 300, 100, 10.0, 13.5)
    slip.still = 13.4  # longer than a card that is taken back at once
    instead, answer = visit("5C", 300, 100, 13.6), visit("9H", 700, 100, 16.0)
    again = visit("KD", 330, 100, 20.0)
    assert brief(slip, [slip, instead, answer, again]) > 0.5
    assert brief(slip, [slip, instead, answer]) == 0, "it was never laid again"
    before = visit(str(answer.card), 900, 100, slip.first - 5, slip.first + 1)
    moved = visit(str(answer.card), 930, 100, slip.first + 1)
    among = [slip, before, moved, instead, again]
    assert brief(slip, among) > 0.5, "what only moved was not laid"
    taken_back = visit(str(answer.card), 900, 100, 2.0, 4.0)
    played = visit(str(answer.card), 900, 100, 12.0)
    assert brief(slip, [slip, taken_back, played, instead, again]) == 0, "that was laid anew"
    ghost = visit("6D", 310, 110, 11.0, 13.5)
    ghost.doubt = 0.7
    assert brief(slip, [slip, ghost, instead, again]) > 0.5, "what was hardly read was not laid"
    early = visit("9H", 700, 100, 11.5)
    assert brief(slip, [slip, early, instead, again]) == 0, "it was answered"


def test_a_card_that_soon_went_for_good_is_not_seen_again_by_a_doubtful_look() -> None:
    back, again = visit("TH", 1150, 400, 10.0, 19.0), visit("TH", 800, 560, 40.0)
    assert left_soon(back, [back]) and not left_soon(back, [back, again])
    again.doubt = 0.4
    assert left_soon(back, [back, again])


def test_a_card_read_as_its_twin_once_and_far_oftener_right_is_sure() -> None:
    clubs = [visit("3C", 300 + 100 * n, 100, 10.0 + n) for n in range(3)]
    spade = visit("3S", 300, 100, 20.0, sure=0.6)
    assert read_well(clubs[0].card, [*clubs, spade], {clubs[0].card})
    assert not read_well(spade.card, [*clubs, spade], {spade.card}), "that it is not"


def test_a_card_whose_place_is_bare_again_was_taken_back_but_no_pile_and_no_hand() -> None:
    under = visit("5H", 300, 300, 1.0)
    above = visit("9C", 330, 300, 10.0, gone=12.0)
    alone = visit("9C", 330, 300, 10.0, gone=12.0)
    for each in (above, alone):
        each.lifted = True
    assert brief(above, [under, above]) == TAKEN
    assert brief(alone, [alone]) == LIFTED
    under.gone = 12.0
    assert brief(above, [under, above]) == 0.0, "the pile was taken"
    beside = visit("2D", 430, 300, 9.5, gone=12.5)
    assert brief(alone, [alone, beside]) == 0.0, "a hand was"
    stays = visit("2D", 430, 300, 9.5)
    assert brief(alone, [alone, stays]) == TAKEN


def test_a_card_exchanged_in_its_place_was_taken_back_though_its_pile_covers_it_later() -> None:
    first, between = visit("QC", 300, 300, 10.0, gone=14.0), visit("7C", 300, 300, 14.0, gone=21.0)
    again = visit("QC", 300, 300, 21.0)
    assert laid_later(first, [first, between, again])


def test_a_card_misread_elsewhere_does_not_hide_that_one_was_laid_again() -> None:
    first, again = visit("TH", 300, 100, 45.0, gone=47.0), visit("TH", 345, 100, 54.5)
    between = visit("2H", 310, 100, 49.0)
    queen, ghost = visit("QH", 300, 500, 51.5), visit("QH", 310, 90, 54.5)
    assert laid_later(first, [first, between, queen, again, ghost])
    queen.gone = 52.0
    assert not laid_later(first, [first, between, queen, again, ghost]), "the queen moved there"


def test_a_card_first_seen_in_a_hand_laid_open_is_known_as_such() -> None:
    played = [visit("3C", 300, 500, 10.0, gone=20.0), visit("5H", 330, 500, 12.0, gone=20.0)]
    hand = row("3C QS 5H", 40.0, y=300.0)
    assert shown(hand[1], [*played, *hand])
    assert not shown(hand[0], [*played, *hand]), "it was seen before"
    pushed = [visit("3C", 700, 500, 20.5), visit("5H", 720, 500, 20.5)]
    fresh = visit("QS", 330, 500, 20.5)
    assert not shown(fresh, [*played, *pushed, fresh]), "a pile was pushed aside"


def test_two_cards_that_seem_to_lie_each_upon_the_other_tell_nothing() -> None:
    one, other = visit("9D", 300, 100, 10.0), visit("3S", 320, 100, 12.0)
    one.under = {other}
    assert laid_upon(one, [one, other]) == {Card.parse("3S")}
    other.under = {one}
    assert laid_upon(one, [one, other]) == laid_upon(other, [one, other]) == set()
    other.under = set()
    one.before = Before(
        np.zeros((1, 1), np.uint8), np.ones((1, 1), np.bool_), np.s_[0:1, 0:1], 90.0, 11.0
    )
    assert laid_upon(one, [one, other]) == {Card.parse("3S")}
    one.before = one.before._replace(at=13.0)
    assert laid_upon(one, [one, other]) == set(), "it lay there before the card"
    one.before = None
    relaid = visit("3S", 320, 100, 40.0)
    one.under, other.under = {relaid}, set()
    assert laid_upon(one, [one, other, relaid]) == set(), "hands are laid in any order"


def test_a_hand_is_known_in_which_a_doubtful_card_lies_beside_its_twin() -> None:
    """Three were seen to be played; the fourth, either ace, can only be the other one."""
    belief = deal("1 8C, 0 AS, 1 8S, 0 3D, 1 4C".split(", "))
    lying = row("8C 8S 4C 4S", 40.0)
    doubtful = lying[3]
    doubtful.logs[DECK.index(Card.parse("4C"))] = doubtful.logs.max() - 0.2
    assert not doubtful.clear and doubtful.either >= 0.75
    cards = tuple(sorted(map(Card.parse, "8C 8S 4C 4S".split()), key=DECK.index))
    assert laid_open(belief, lying, lying, by_height) == {1: cards}
    doubtful.logs[DECK.index(Card.parse("9H"))] = doubtful.logs.max()
    assert laid_open(belief, lying, lying, by_height) == {}


def test_a_crib_after_a_hand_is_no_play() -> None:
    played = [visit("3C", 300, 500, 10.0, gone=20.0), visit("5H", 330, 500, 12.0, gone=20.0)]
    hand = row("3C 5H", 40.0, y=300.0)
    crib = row("KC QH 7S 8S", 60.0)
    assert all(shown(each, [*played, *hand, *crib]) for each in crib)
    assert not shown(crib[0], [*played, *crib]), "nobody has laid a hand open: a camera was covered"
    assert not shown(crib[0], [*played, *hand, *crib[:3]])


def test_a_ghost_that_goes_with_its_card_makes_no_pile() -> None:
    taken, ghost = visit("KD", 300, 300, 10.0, gone=12.0), visit("KS", 305, 310, 10.5, gone=12.5)
    taken.lifted = True
    assert brief(taken, [taken, ghost]) == LIFTED
    assert lifted_alone(taken, [taken, ghost]) == 12.0
    other = visit("5S", 380, 300, 9.0, gone=12.5)
    assert brief(taken, [taken, ghost, other]) == 0.0
    assert lifted_alone(taken, [taken, ghost, other]) == math.inf


def test_a_card_that_was_only_covered_was_neither_taken_up_nor_laid() -> None:
    under, again = visit("KD", 300, 300, 5.0, gone=10.0), visit("KD", 302, 300, 14.0)
    slip = visit("TC", 330, 360, 10.0, gone=13.5)
    slip.still, slip.lifted = 13.4, True
    instead, later = visit("7C", 330, 360, 14.6), visit("TC", 420, 360, 25.0)
    assert lifted_alone(slip, [slip, visit("KD", 300, 300, 5.0, gone=13.4)]) == math.inf
    covered = visit("KD", 300, 300, 5.0, gone=13.4)
    assert lifted_alone(slip, [slip, covered, again]) == 13.5
    assert brief(slip, [under, slip, again, instead, later]) == TAKEN


def test_a_card_that_lay_there_for_good_is_read_anew() -> None:
    first, again = visit("7S", 300, 300, 10.0, gone=14.0), visit("7S", 303, 300, 14.2)
    assert read_anew(again, [first, again]) and not read_anew(first, [first, again])
    assert not read_anew(visit("7S", 600, 300, 14.2), [first]), "elsewhere it came anew"
    first.lifted = True
    first.gone = first.still = 11.0
    assert not read_anew(again, [first, again]), "it was taken back before"


def test_a_card_covered_by_its_twin_at_once_was_played() -> None:
    """As after a go, when one seat plays both."""
    under, first = visit("9C", 300, 300, 1.0), visit("2S", 320, 300, 10.0, gone=12.0)
    under.last = 13.0
    covering = visit("2H", 330, 300, 12.0)
    assert brief(first, [under, first, covering]) == 0.0


def test_a_card_read_as_its_twin_when_it_had_just_come_is_that_card() -> None:
    card = visit("KS", 300, 100, 20.0)
    again, later = visit("KC", 310, 90, 20.8), visit("KC", 300, 100, 23.0)
    beside, other = visit("KC", 420, 100, 20.8), visit("KH", 300, 100, 20.8)
    assert taken_for(card, [card, again]) == {Card.parse("KC")}
    assert taken_for(again, [card, again]) == {Card.parse("KS")}
    for twin in (later, beside, other):
        assert not taken_for(card, [card, twin]), twin
