"""Whole games between two boards, on good and bad networks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pegboard.cribbage.events import StarterCut
from pegboard.cribbage.game import Counted, apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.rules import Rules
from pegboard.remote.messages import open_envelope
from tests.remote.pairs import Pair

pytestmark = pytest.mark.group("hall")


@settings(max_examples=1, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_game_is_equal_on_both_boards(seed: int) -> None:
    pair = Pair(seed, target=61)
    pair.exchange()
    ann, ben = pair.games
    while not (ann.is_ended and ben.is_ended):
        moved = [pair.act(seat) for seat in pair.rng.sample(range(2), 2)]
        pair.exchange()
        assert any(moved) or ann.is_ended
        assert ann.saved.lines == ben.saved.lines and not ann.saved.fault and not ben.saved.fault
        known_cards = [{*game.saved.deal.cards.values()} for game in pair.games if game.saved.deal]
        hands = [{str(card) for card in game.saved.hand} for game in pair.games]
        assert not known_cards[0] & hands[1] and not known_cards[1] & hands[0], (
            "nobody sees the other's hand"
        )
    assert ann.state.over and ann.saved.checked == ben.saved.checked == ann.saved.deal.number  # type: ignore[union-attr]
    state = new_game(Rules(2, target=61), ann.saved.dealer or 0)
    for line in ann.saved.lines:
        state = apply(state, parse_action(line)).state
    assert state.scores == ann.state.scores and max(state.scores) == 61


def test_show_counts_kept_hands() -> None:
    """Counts the kept hands and the crib, with the starter separate."""
    pair = Pair(3)
    pair.until("play")
    ann, ben = pair.games
    thrown = {*ann.saved.discards, *ben.saved.discards}
    hands = [{*game.saved.hand} for game in pair.games]
    pair.until("deal")
    assert ann.saved.dealer is not None
    state, counted, starter = new_game(ann.rules, ann.saved.dealer), [], None
    for line in ann.saved.lines:
        state, events = apply(state, parse_action(line))
        counted += [event for event in events if isinstance(event, Counted)]
        starter = next((e.card for e in events if isinstance(e, StarterCut)), starter)
    *shown, crib = counted
    assert [{*each.cards} for each in sorted(shown, key=lambda hand: hand.seat)] == hands
    assert crib.crib and {*crib.cards} == thrown
    assert starter is not None and starter not in {*thrown, *hands[0], *hands[1]}


class BadNetwork(RuleBasedStateMachine):
    """Loses, duplicates and reorders envelopes, and cuts the power of boards."""

    @initialize(seed=st.integers(0, 10**6))
    def begin(self, seed: int) -> None:
        self.pair = Pair(seed, target=61)
        self.air: list[tuple[int, str]] = []
        self.rounds = 0

    @rule(seat=st.integers(0, 1))
    def act(self, seat: int) -> None:
        self.pair.act(seat)

    @rule()
    def shuffle(self) -> None:
        if self.rounds < 8:  # the shuffle is slow
            self.rounds += self.pair.shuffle_all()

    @rule(seat=st.integers(0, 1))
    def send(self, seat: int) -> None:
        self.air += [(1 - seat, text) for text in self.pair.boxes[seat].next_envelopes()]

    @precondition(lambda self: self.air)
    @rule(place=st.integers(0, 10), twice=st.booleans(), lost=st.booleans())
    def arrive(self, place: int, twice: bool, lost: bool) -> None:
        to, text = self.air.pop(place % len(self.air))
        for _ in range(0 if lost else 1 + twice):
            self.pair.games[to].receive(open_envelope(text))

    @rule(seat=st.integers(0, 1))
    def lose_power(self, seat: int) -> None:
        self.pair.restart(seat)

    @invariant()
    def boards_agree(self) -> None:
        if hasattr(self, "pair"):
            one, two = (game.saved.lines for game in self.pair.games)
            shared = min(len(one), len(two))
            assert one[:shared] == two[:shared]
            assert not any(game.saved.fault for game in self.pair.games)

    def teardown(self) -> None:
        if hasattr(self, "pair"):
            for box in self.pair.boxes:
                box.resend_all()
            self.pair.exchange()
            assert self.pair.games[0].saved.lines == self.pair.games[1].saved.lines


TestBadNetwork = BadNetwork.TestCase
TestBadNetwork.settings = settings(max_examples=6, stateful_step_count=60, deadline=None)
