"""The cut for the deal: lowest deals, ace low, all who tie for lowest cut again."""

import doctest
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegboard.cribbage.first_deal
from pegboard.cribbage.cards import DECK, Card, Rank, Suit, parse_cards
from pegboard.cribbage.first_deal import FirstDeal, first_deal
from pegboard.errors import IllegalAction
from tests.support import strategies

PLAYERS = st.sampled_from((2, 3, 4))


@pytest.mark.parametrize(
    ("rounds", "dealer"),
    [
        (["AH2C"], 0),
        (["KHAC"], 1),  # the ace is low
        (["KHQC"], 1),
        (["TDJDQDKD"], 0),  # tens and court cards differ here, though all count ten
        (["9H4C4S", "QDKD"], 1),
        (["9H4C4S", "KDQD"], 2),
        (["4H9C4S", "KDQD"], 2),
        (["4H4C4S", "7D7S2D"], 2),
        (["4H4C4S4D", "7D7S9D8D", "JHTS"], 1),
        (["4H4C", "4S4D", "2C2D", "AC2H"], 0),
    ],
)
def test_lowest_cut_deals(rounds: list[str], dealer: int) -> None:
    first = first_deal(len(parse_cards(rounds[0])))
    for cards in rounds:
        assert first.dealer is None
        first = first.after(parse_cards(cards))
    assert first.dealer == dealer
    assert [tuple(card for _, card in cut) for cut in first.rounds] == list(
        map(parse_cards, rounds)
    )


@pytest.mark.parametrize(
    ("cards", "why"),
    [("4H", "2 seats must cut one card each, got 1"), ("4H5H6H", "got 3"), ("", "got 0")],
)
def test_each_seat_cuts_a_card(cards: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        first_deal(2).after(parse_cards(cards))


def test_invalid_cut_is_refused() -> None:
    four = Card.parse("4H")
    with pytest.raises(IllegalAction, match="4H is cut twice"):
        first_deal(2).after((four, four))
    with pytest.raises(IllegalAction, match="the cut is decided: seat 0 deals"):
        first_deal(2).after(parse_cards("AH2H")).after(parse_cards("AH"))


@given(PLAYERS, st.data())
def test_single_round_decides(players: int, data: st.DataObject) -> None:
    cards = data.draw(strategies.distinct_cards(players))
    first = first_deal(players).after(cards)
    ranks = [card.rank for card in cards]
    # Who cuts again, or deals: exactly the seats nobody cut lower than.
    assert first.cutting == tuple(s for s in range(players) if not any(r < ranks[s] for r in ranks))
    assert (first.dealer is None) == (ranks.count(min(ranks)) > 1)
    assert first.rounds == (tuple(enumerate(cards)),)


@given(PLAYERS, st.randoms(use_true_random=False))
def test_cutting_terminates_and_dealer_has_the_lowest_card(players: int, rng: Random) -> None:
    first = first_deal(players)
    while first.dealer is None:
        seats = first.cutting
        first = first.after(tuple(rng.sample(DECK, len(seats))))
        assert set(first.cutting) <= set(seats)
    for cut in first.rounds:
        assert dict(cut)[first.dealer].rank == min(card.rank for _, card in cut)
    last = [card.rank for _, card in first.rounds[-1]]
    assert last.count(min(last)) == 1


@given(PLAYERS, st.data())
def test_cut_is_symmetric_in_suits_and_seats(players: int, data: st.DataObject) -> None:
    cards = data.draw(strategies.distinct_cards(players))
    order = data.draw(st.permutations(range(players)))
    first = first_deal(players).after(cards)
    moved = first_deal(players).after(tuple(cards[seat] for seat in order))
    assert {order[seat] for seat in moved.cutting} == set(first.cutting)
    suits = tuple(Card(card.rank, suit) for card, suit in zip(cards, Suit, strict=False))
    assert first_deal(players).after(suits).cutting == first.cutting


def test_every_pair_of_ranks_is_decided() -> None:
    for one in Rank:
        for other in Rank:
            cards = (Card.parse(f"{one.letter}H"), Card.parse(f"{other.letter}S"))
            expected = (0, 1) if one == other else (0,) if one < other else (1,)
            assert first_deal(2).after(cards).cutting == expected


def test_first_deal_is_a_value() -> None:
    assert first_deal(4) == FirstDeal((0, 1, 2, 3)) and first_deal(4).dealer is None
    assert doctest.testmod(pegboard.cribbage.first_deal).failed == 0
