"""Computer players choose well and see only their own cards."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.cards import DECK, Card, Rank, Suit, parse_cards
from pegboard.cribbage.game import (
    Claim,
    Cut,
    Deal,
    Dealing,
    Discard,
    Discarding,
    Go,
    Muggins,
    Play,
    Playing,
    Rules,
    Showing,
    State,
    apply,
    new_game,
    view,
)
from pegboard.cribbage.scoring import hand_points
from pegboard.errors import ConfigError
from pegboard.players import LEVELS, by_name
from pegboard.players.crib_means import CRIB_MEANS
from pegboard.players.selfplay import play_game
from pegboard.players.simple import crib_mean, hand_mean

SIMPLE, CHANCE = by_name("simple"), by_name("random")


def dealt(seat0: str, seat1: str, *, dealer: int = 0, rules: Rules | None = None) -> State:
    hands = (parse_cards(seat0), parse_cards(seat1))
    return apply(new_game(rules or Rules(), dealer), Deal(dealer, hands)).state


def discards(hand: str, *, dealer: bool) -> set[str]:
    """Returns the discards of `simple`; the other hand is arbitrary."""
    cards = parse_cards(hand)
    other = "".join(str(card) for card in DECK if card not in cards)[:12]
    action = SIMPLE.choose(view(dealt(hand, other, dealer=0 if dealer else 1), 0), Random(1))
    assert isinstance(action, Discard)
    return {str(card) for card in action.cards}


def playing(hand: str, pile: str, *, other: int = 4, least: int = 1, starter: str = "QD") -> State:
    """Returns a state in which seat 0 holds `hand` and plays on seat 1's `pile`."""
    mine, laid = parse_cards(hand), parse_cards(pile)
    spare = [card for card in DECK if card not in (*mine, *laid, Card.parse(starter))]
    stage = Playing(
        kept=((*mine, *spare[: 4 - len(mine)]), (*laid, *spare[8 : 8 + other])),
        discards=((spare[20], spare[21]), (spare[22], spare[23])),
        crib=tuple(spare[20:24]),
        starter=Card.parse(starter),
        turn=0,
        left=(len(mine), other),
        plays=(
            *((0, card) for card in spare[: 4 - len(mine)]),
            *((1, card) for card in laid),
        ),
        reset=4 - len(mine),
        count=sum(card.value for card in laid),
        out=(),
        least=(1, least),
    )
    return replace(new_game(Rules()), stage=stage)


def plays(state: State) -> str:
    action = SIMPLE.choose(view(state, 0), Random(1))
    assert isinstance(action, Play)
    return str(action.card)


def test_by_name_finds_every_player() -> None:
    assert [by_name(name).name for name in LEVELS] == list(LEVELS)
    with pytest.raises(ConfigError, match="must be one of random, novice, beginner"):
        by_name("deep")


@pytest.mark.parametrize(
    ("hand", "dealer", "away"),
    [
        ("5H5D5CJS2HKD", False, {"2H", "KD"}),  # 29 is near
        ("4H5D6C6S9HKD", False, {"9H", "KD"}),
        ("2H3H6H9HKHKD", True, {"KH", "KD"}),
        ("AH2D3C4S5H5D", False, {"AH", "2D"}),
        ("7H8D8C9STHKD", False, {"TH", "KD"}),
    ],
)
def test_players_choose_expected_discards(hand: str, dealer: bool, away: set[str]) -> None:
    assert discards(hand, dealer=dealer) == away


def test_five_is_discarded_only_to_own_crib() -> None:
    assert discards("2S3C4S5DKCKD", dealer=True) == {"4S", "5D"}
    assert discards("2S3C4S5DKCKD", dealer=False) == {"2S", "KC"}


@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ("5H4DKCQS", "", "4D"),  # no five is led, and no ten
        ("7H9DKC2S", "8H", "7H"),  # fifteen
        ("9H2D", "KHTD2S", "9H"),  # thirty-one
        ("AH9D", "KHTDAS", "AH"),  # a pair; 9 would be 30
        ("4HJD", "2S3H6D", "4H"),  # fifteen
        ("TH7D", "8H3D", "7D"),  # 18, not the 21 that any ten makes thirty-one
    ],
)
def test_players_choose_expected_cards(hand: str, pile: str, card: str) -> None:
    assert plays(playing(hand, pile)) == card


def test_count_of_21_is_left_to_a_seat_that_said_go() -> None:
    # 21 is safe where the other holds no card that fits.
    assert plays(playing("THAD", "KHAS", least=11)) == "AD"  # the pair
    assert plays(playing("TH7D", "8H3D", other=1, least=11)) == "TH"
    assert plays(playing("TH7D", "8H3D", other=1)) == "7D"


def test_single_legal_action_is_taken() -> None:
    state = playing("KH", "TDQHJS", other=1)
    assert view(state, 0).legal == (Go(0),)
    assert SIMPLE.choose(view(state, 0), Random(1)) == Go(0)


def hidden_worlds(seed: int) -> Iterator[tuple[State, State]]:
    """Yields states for seat 0 to act in, each with one that differs only in hidden cards."""
    rng = Random(seed)
    for _, step in play_game([SIMPLE, SIMPLE], rng, dealer=seed % 2):
        state = step.state
        seat_view = view(state, 0)
        if seat_view.legal and state.stage_name in ("discard", "play"):
            yield state, another_world(state, rng)


def another_world(state: State, rng: Random) -> State:
    """Returns the state with the cards hidden from seat 0 dealt anew."""
    stage = state.stage
    seat_view = view(state, 0)
    known_cards = {
        *seat_view.hand,
        *seat_view.discards,
        *(card for _, card in seat_view.plays),
        seat_view.starter,
    }
    deck = [card for card in DECK if card not in known_cards]
    rng.shuffle(deck)
    if isinstance(stage, Playing):
        assert stage.kept is not None
        played_cards = stage.played_by(1)
        fresh = [deck.pop() for _ in range(4 - len(played_cards))]
        away = (deck.pop(), deck.pop())
        return state.at(
            replace(
                stage,
                kept=(stage.kept[0], (*played_cards, *fresh)),
                discards=(stage.discards[0], away),
                crib=(*stage.discards[0], *away),
            )
        )
    assert isinstance(stage, Discarding)
    other = tuple(deck.pop() for _ in range(seat_view.hand_sizes[1]))
    away_there = stage.discards[1] and (deck.pop(), deck.pop())
    return state.at(
        replace(stage, hands=(seat_view.hand, other), discards=(seat_view.discards, away_there))
    )


@pytest.mark.parametrize(
    "name",
    # The strongest think for seconds: `make test-rules` asks them too.
    [
        pytest.param(
            name, marks=[pytest.mark.group("rules")] if name in ("expert", "reference") else []
        )
        for name in LEVELS
    ],
)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5, deadline=None)
def test_players_cannot_see_hidden_cards(name: str, seed: int) -> None:
    player = by_name(name)
    worlds = list(hidden_worlds(seed))
    assert worlds
    for one, other in worlds:
        assert view(one, 0) == view(other, 0)
        chosen = [player.choose(view(world, 0), Random(seed)) for world in (one, other)]
        assert chosen[0] == chosen[1] and chosen[0] in view(one, 0).legal


def test_random_player_takes_every_legal_action() -> None:
    state = dealt("2H3H6H9HKHKD", "AC2C3C4C5C6C")
    seen, rng = view(state, 0), Random(3)
    assert {CHANCE.choose(seen, rng) for _ in range(400)} == set(seen.legal)


def test_players_claim_the_value_of_their_hand() -> None:
    rules = Rules(muggins=True)
    claims = []
    for action, step in play_game([SIMPLE, SIMPLE], Random(5), rules):
        claims += [action] if isinstance(action, Claim) else []
        if isinstance(step.state.stage, Showing | Dealing):
            assert step.state.stage.missed.points == 0
    assert len(claims) > 20


def test_unseen_points_are_not_claimed() -> None:
    state = new_game(Rules())
    for action in (Deal(0), Cut(Card.parse("5H")), Claim(1, 4)):
        state = apply(state, action).state
    assert SIMPLE.choose(view(state, 0), Random(1)) == Claim(0, 0)


def test_muggins_is_called_as_high_as_allowed() -> None:
    legal = (Muggins(0, 1), Muggins(0, 2))
    seat_view = replace(view(new_game(Rules(muggins=True)), 0), legal=legal)
    assert SIMPLE.choose(seat_view, Random(1)) == Muggins(0, 2)


@pytest.mark.parametrize(("a", "b"), [(5, 5), (10, 13), (1, 7)])
def test_crib_table_matches_published_values(a: int, b: int) -> None:
    two = (Card(Rank(a), Suit.CLUBS), Card(Rank(b), Suit.DIAMONDS))
    rest = [card for card in DECK if card not in two]
    total = sum(
        hand_points((*two, x, y), starter, True)
        for x, y in combinations(rest, 2)
        for starter in rest
        if starter not in (x, y)
    )
    assert CRIB_MEANS[a - 1][b - 1] == pytest.approx(total / 58_800, abs=0.005)
    assert CRIB_MEANS[a - 1][b - 1] == CRIB_MEANS[b - 1][a - 1] == crib_mean(two)


def test_crib_means_match_simulation() -> None:
    kept_cards = parse_cards("5H5D5CJS")
    starters = parse_cards("5S4S")
    assert hand_mean(kept_cards, starters) == (29 + 15) / 2
    assert 4.0 < crib_mean(parse_cards("5H")[:1]) < 8.0
