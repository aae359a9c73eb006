"""Random legal and illegal actions, and random games under any rules."""

import copy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pegboard.cribbage.cards import DECK, Card, Suit
from pegboard.cribbage.game import (
    Action,
    Claim,
    Correct,
    Corrected,
    Crib,
    Cut,
    Cutting,
    Deal,
    Discard,
    Discarding,
    Event,
    Go,
    Hand,
    IllegalAction,
    Muggins,
    Peg,
    Penalty,
    Play,
    Playing,
    Rules,
    Scored,
    State,
    TakenBack,
    Undo,
    Won,
    apply,
    legal_actions,
    new_game,
    view,
)
from pegboard.cribbage.notation import (
    Header,
    Record,
    format_action,
    format_record,
    parse_action,
    parse_record,
)
from pegboard.cribbage.replay import fold_undos, replay, replay_steps
from pegboard.cribbage.scoring import Kind
from tests.support import strategies
from tests.support.strategies import random_action, random_game

SEATS = st.integers(-1, 4)
POINTS = st.integers(-1, 130)
ANY_ACTION: st.SearchStrategy[Action] = st.one_of(
    st.builds(Deal, SEATS),
    st.builds(
        Deal, SEATS, st.lists(strategies.distinct_cards(6), min_size=2, max_size=2).map(tuple)
    ),
    st.builds(Discard, SEATS, strategies.distinct_cards(2)),
    st.builds(Cut, strategies.cards),
    st.builds(Play, SEATS, strategies.cards),
    st.builds(Go, SEATS),
    st.builds(Hand, SEATS, strategies.distinct_cards(4)),
    st.builds(Crib, strategies.distinct_cards(4)),
    st.builds(Claim, SEATS, POINTS),
    st.builds(Muggins, SEATS, POINTS),
    st.builds(Peg, SEATS, POINTS),
    st.builds(Correct, SEATS, POINTS),
    st.builds(Penalty, SEATS, POINTS),
    st.just(Undo()),
)


def check_pegs(state: State) -> None:
    for front, rear in state.pegs:
        assert 0 <= rear <= front <= state.rules.target
    at_target = [side for side, pegs in enumerate(state.pegs) if pegs.front == state.rules.target]
    assert at_target == ([state.winner] if state.over else [])


def moved(rules: Rules, scores: list[int], events: tuple[Event, ...]) -> None:
    """Adds the points of the events to the scores of the sides."""
    for event in events:
        match event:
            case Scored(seat, item):
                assert item.points > 0
                scores[rules.side_of(seat)] += item.points
            case TakenBack(seat, points):
                scores[rules.side_of(seat)] -= points
            case Corrected(seat, score):
                scores[rules.side_of(seat)] = score
            case _:
                pass


class Games(RuleBasedStateMachine):
    """A game with open and table deals, manual entries, undo and illegal actions."""

    @initialize(rules=strategies.rules(), seed=st.integers(0, 2**32), table=st.booleans())
    def start(self, rules: Rules, seed: int, table: bool) -> None:
        self.rng, self.table = Random(seed), table
        self.options = rules
        self.dealer = self.rng.randrange(rules.players)
        self.written: list[Action] = []
        self.history = [new_game(rules, self.dealer)]
        self.scores = [pegs.front for pegs in self.history[0].pegs]

    def do(self, action: Action) -> None:
        state, events = apply(self.history[-1], action)
        self.written.append(action)
        self.history.append(state)
        moved(self.options, self.scores, events)
        assert sum(isinstance(event, Won) for event in events) == state.over

    @precondition(lambda self: not self.history[-1].over)
    @rule(steps=st.integers(1, 12))
    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            if self.history[-1].over:
                break
            self.do(random_action(self.history[-1], self.rng, self.table))

    @precondition(lambda self: not self.history[-1].over)
    @rule(data=st.data())
    def enter_by_hand(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.options.players - 1))
        points = data.draw(st.integers(1, 20))
        kinds: list[Action] = [Peg(seat, points), Penalty(seat, points), Correct(seat, points)]
        self.do(data.draw(st.sampled_from(kinds)))

    @rule(action=ANY_ACTION)
    def try_anything(self, action: Action) -> None:
        state = self.history[-1]
        before = copy.deepcopy(state)
        try:
            self.do(action)
        except IllegalAction as error:
            assert str(error)
        assert state == before

    @precondition(lambda self: len(self.history) > 1)
    @rule()
    def undo(self) -> None:
        self.history.pop()
        self.written.append(Undo())
        self.scores = [pegs.front for pegs in self.history[-1].pegs]

    @invariant()
    def the_awards_are_the_score(self) -> None:
        state = self.history[-1]
        assert self.scores == [pegs.front for pegs in state.pegs]
        assert len(state.scores) == state.rules.players
        check_pegs(state)

    @invariant()
    def everything_called_legal_is(self) -> None:
        state = self.history[-1]
        choices = [a for seat in range(self.options.players) for a in legal_actions(state, seat)]
        for action in self.rng.sample(choices, min(3, len(choices))):
            apply(state, action)

    def teardown(self) -> None:
        if not hasattr(self, "history"):
            return
        assert replay(self.options, self.dealer, self.written) == self.history[-1]
        record = Record(Header(self.options, self.dealer), tuple(self.written))
        text = format_record(record)
        assert parse_record(text) == record
        assert format_record(parse_record(text)) == text
        for action in self.written:
            assert parse_action(format_action(action)) == action


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)

ALL_RULES = [
    Rules(),
    Rules(3),
    Rules(4),
    Rules(4, partners=True),
    Rules(muggins=True),
    Rules(3, muggins=True, manual_count=True),
    Rules(4, partners=True, manual_count=True, target=61),
    Rules(target=61, dealer_bonus=3, handicap=(0, 20)),
]


@pytest.mark.parametrize("table", [False, True], ids=["open", "table"])
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_random_games_end(rules: Rules, table: bool) -> None:
    for seed in range(3):
        scores = [rules.handicap[side] for side in range(rules.sides)]
        written: list[Action] = []
        opening, states = None, []
        for action, (state, events) in random_game(rules, Random(seed), table):
            opening = state.dealer if opening is None else opening
            written.append(action)
            states.append(state)
            moved(rules, scores, events)
            check_pegs(state)
        assert opening is not None
        assert state.over and max(scores) == rules.target
        assert scores == [pegs.front for pegs in state.pegs]
        assert replay(rules, opening, written) == state
        # Undo is the state before.
        cut = len(written) // 2
        undone = [*written, *[Undo()] * (len(written) - cut)]
        assert replay(rules, opening, undone) == states[cut - 1]
        assert fold_undos(undone) == tuple(enumerate(written[:cut]))
        assert [m.state for m in replay_steps(rules, opening, written)] == states


@settings(max_examples=15, deadline=None)
@given(st.permutations(list(Suit)), st.integers(0, 1000), st.sampled_from((2, 3, 4)))
def test_game_is_invariant_under_suit_permutation(
    suits: list[Suit], seed: int, players: int
) -> None:
    exchange = dict(zip(Suit, suits, strict=True))

    def other(card: Card) -> Card:
        return Card(card.rank, exchange[card.suit])

    def exchanged(action: Action) -> Action:
        text = format_action(action)
        for card in DECK:
            text = text.replace(str(card), str(other(card)).lower())
        return parse_action(text)

    state = mirror = None
    for action, (state, _) in random_game(Rules(players), Random(seed)):
        if mirror is None:
            assert isinstance(action, Deal)
            mirror = new_game(Rules(players), action.dealer)
        mirror = apply(mirror, exchanged(action)).state
        assert mirror.pegs == state.pegs and mirror.turn == state.turn


@pytest.mark.parametrize("rules", ALL_RULES[:6], ids=str)
def test_hidden_cards_do_not_affect_views(rules: Rules) -> None:
    """Deals the cards that are hidden from a seat again."""
    rng = Random(7)
    compared = 0
    for _, (state, _) in random_game(rules, rng):
        for seat in range(rules.players):
            for other in (_hidden_exchanged(state, seat, rng) for _ in range(2)):
                if other is not None:
                    assert view(other, seat) == view(state, seat)
                    compared += other != state
        if compared > 300:
            break
    assert compared > 50


def _hidden_exchanged(state: State, seat: int, rng: Random) -> State | None:
    stage = state.stage
    if not isinstance(stage, Discarding | Cutting | Playing):
        return None
    known_cards: set[Card] = set()
    starter = state.starter
    if starter is not None:
        known_cards.add(starter)
    known_cards.update(card for _, card in state.plays)
    hands = stage.kept if isinstance(stage, Playing) else stage.hands
    assert hands is not None
    known_cards.update(hands[seat], stage.discards[seat])
    hidden = [card for card in DECK if card not in known_cards]
    shuffled = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def new(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(shuffled.get(card, card) for card in cards)

    hands, discards = tuple(map(new, hands)), tuple(map(new, stage.discards))
    if isinstance(stage, Playing):
        return state.at(replace(stage, kept=hands, discards=discards, crib=new(stage.crib)))
    if isinstance(stage, Cutting):
        return state.at(replace(stage, hands=hands, discards=discards, crib=new(stage.crib)))
    crib_card = new((stage.crib_card,))[0] if stage.crib_card else None
    return state.at(replace(stage, hands=hands, discards=discards, crib_card=crib_card))


def test_events_reveal_no_hidden_card() -> None:
    rng = Random(3)
    for _, (state, events) in random_game(Rules(3), rng):
        if state.stage_name in ("deal", "over"):
            continue
        open_cards = {card for _, card in state.plays} | {state.starter}
        for event in events:
            if isinstance(event, Scored) and event.item.kind != Kind.HEELS:
                assert set(event.item.cards) <= open_cards or state.stage_name != "play"
