"""Hints: the best move, explained in players' terms without hidden cards."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.analysis.explain import Hint, hint
from pegboard.cribbage.cards import DECK, Card, Cards, parse_cards
from pegboard.cribbage.game import (
    Cutting,
    Deal,
    Discarding,
    Go,
    Playing,
    Rules,
    State,
    apply,
    new_game,
    view,
)
from pegboard.cribbage.state import Pegs
from pegboard.players import by_name
from pegboard.players.coach import weigh, within
from pegboard.players.selfplay import play_game
from pegboard.players.simple import hand_mean
from pegboard.players.weighing.race import scaled
from tests.support.games import mid_play


def hint_for(state: State, seat: int = 0) -> Hint:
    found = hint(view(state, seat), Random(1))
    assert found is not None
    return found


def dealt(
    hand: str, *, dealer: int = 1, scores: tuple[int, int] = (0, 0), target: int = 121
) -> State:
    mine = parse_cards(hand)
    other = tuple(card for card in DECK if card not in mine)[:6]
    state = new_game(Rules(target=target), dealer)
    state = replace(state, pegs=tuple(Pegs(score, 0) for score in scores))
    return apply(state, Deal(dealer, (mine, other))).state


def cards(text: str) -> set[Card]:
    return {*parse_cards(text)}


@pytest.mark.parametrize(
    ("hand", "dealer", "away"),
    [
        ("5H5D5CJS2HKD", 1, "2HKD"),  # three fives and a jack: 29 is near, 2 K is rubbish
        ("4H5D6C6S9HKD", 1, "9HKD"),
        ("2H3H6H9HKHKD", 0, "KHKD"),
        ("7H8D8C9STHKD", 1, "THKD"),
    ],
)
def test_clear_discards_are_explained(hand: str, dealer: int, away: str) -> None:
    found = hint_for(dealt(hand, dealer=dealer))
    assert {*found.cards} == cards(away)


def test_discard_explanation_mentions_the_crib() -> None:
    found = hint_for(dealt("5H5D5CJS2HKD"))
    hand = parse_cards("5H5D5CJS2HKD")
    mean = hand_mean(parse_cards("5H5D5CJS"), [card for card in DECK if card not in hand])
    away = found.options[0].parts
    assert away is not None and not away.own
    expected = f"Throw 2♥ K♦: hand {mean:.1f} − crib {away.crib:.1f}; next best −"
    assert found.text.startswith(expected)
    other = found.options[1]
    behind, doubt = found.options[0].points - other.points, within(other.doubt)
    assert 0 < doubt <= 0.2
    assert found.text == f"{expected}{behind:.1f} ± {doubt:.1f} points."
    assert " + crib " in hint_for(dealt("5H5D5CJS2HKD", dealer=0)).text
    assert len(found.options) == 15


@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ("8H3C", "8C", "8H"),  # a pair of his lead
        ("6H5C", "TC9D6S", "6H"),  # 31 and not 30
        ("5H9C", "JC", "5H"),  # fifteen
        ("4C4D5DKH", "", "4C"),  # a five is never led, and a four cannot be made fifteen
    ],
)
def test_clear_plays_are_explained(hand: str, pile: str, card: str) -> None:
    assert hint_for(mid_play(hand, pile)).cards == (Card.parse(card),)


def test_play_explanation_mentions_points_and_replies() -> None:
    assert "it makes thirty-one 2" in hint_for(mid_play("6H5C", "TC9D6S")).text
    lead = hint_for(mid_play("4C4D5DKH", ""))
    assert lead.text.startswith("Lead 4♣: ")
    text = hint_for(mid_play("5H9C", "JC")).text
    assert text.startswith("Play 5♥: ") and "more than the 9♣; it makes fifteen 2" in text


def test_figures_state_their_error_margin() -> None:
    assert [within(doubt) for doubt in (0.0, 0.001, 0.05, 0.051)] == [0, 0.1, 0.1, 0.2]
    text = hint_for(mid_play("6H5C", "TC9D6S")).text
    assert re.match(r"Play 6♥: \d\.\d ± 0\.\d points more than the 5♣; it makes thirty-one 2", text)


def test_forced_choice_is_explained_as_forced() -> None:
    assert hint_for(mid_play("2H", "JC")).text == "2♥ is the only card that can be played."
    found = hint_for(mid_play("KH", "TCQD9S"))
    assert found == Hint(Go(0), (), "No card can be played: say go.")
    assert hint_for(mid_play("2H2C", "JC")).text == "Play 2♥: the others are the same."
    assert hint(view(new_game(Rules()), 0), Random(1)) is None


def test_chances_replace_points_near_the_end() -> None:
    options = weigh(view(dealt("5H5D5CJS2HKD", scores=(118, 60)), 0), Random(1), looks=2)
    assert options[0].behind == 0 and all(0 <= (one.behind or 0) <= 1 for one in options)
    assert len(options) == 15
    # A game to 61 is the end of a game to 121.
    short = view(dealt("5H5D5CJS2HKD", scores=(30, 20), target=61), 0)
    assert scaled(short).scores == (90, 80)
    same = weigh(view(dealt("5H5D5CJS2HKD", scores=(90, 80)), 0), Random(1))
    assert [one.behind for one in weigh(short, Random(1))] == [one.behind for one in same]


def other_world(state: State, seat: int, rng: Random) -> State:
    """Returns the same state to one seat, with the hidden cards dealt anew."""
    stage = state.stage
    other = 1 - seat
    if isinstance(stage, Discarding):
        own_cards: Cards = (*stage.hands[seat], *stage.discards[seat])
        rest = [card for card in DECK if card not in own_cards]
        rng.shuffle(rest)
        many = len(stage.hands[other])
        hands = list(stage.hands)
        hands[other] = tuple(rest[:many])
        away = list(stage.discards)
        away[other] = tuple(rest[many : many + len(away[other])])
        return state.at(replace(stage, hands=tuple(hands), discards=tuple(away)))
    assert isinstance(stage, Playing) and stage.kept is not None
    played_cards = stage.played_by(other)
    known_cards = {*stage.kept[seat], *stage.discards[seat], *played_cards, stage.starter}
    rest = [c for c in DECK if c not in known_cards and c.value >= stage.least[other]]
    rng.shuffle(rest)
    hidden = tuple(rest[: 4 - len(played_cards)])
    away2 = tuple(card for card in DECK if card not in known_cards and card not in hidden)[:2]
    hands = list(stage.kept)
    hands[other] = (*played_cards, *hidden)
    discards = list(stage.discards)
    discards[other] = away2
    crib = (*discards[0], *discards[1])
    return state.at(replace(stage, kept=tuple(hands), discards=tuple(discards), crib=crib))


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), stop=st.integers(1, 90))
def test_hint_never_uses_hidden_cards(seed: int, stop: int) -> None:
    state = new_game(Rules())
    for number, (_, step) in enumerate(play_game([by_name("simple")] * 2, Random(seed))):
        state = step.state
        if (number >= stop and isinstance(state.stage, Discarding | Playing)) or state.over:
            break
    if not isinstance(state.stage, Discarding | Playing):
        return
    seat = state.turn if state.turn is not None else 0
    rng = Random(seed)
    worlds = [other_world(state, seat, rng) for _ in range(3)]
    seat_view = view(state, seat)
    assert all(view(world, seat) == seat_view for world in worlds)
    hints = [hint(view(world, seat), Random(1)) for world in (state, *worlds)]
    assert hints.count(hints[0]) == len(hints)
    assert not isinstance(state.stage, Cutting)
