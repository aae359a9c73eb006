"""Batch play equals the engine's play, card for card."""

from random import Random

import numpy as np
import pytest

from pegboard.cribbage.actions import Action, Cut, Deal, Discard, Go, Play
from pegboard.cribbage.cards import DECK, Rank
from pegboard.cribbage.events import CountReset, Scored
from pegboard.cribbage.game import Rules, apply, new_game
from pegboard.cribbage.state import Playing, State
from pegboard.cribbage.view import legal_actions
from pegboard.players.engine.many import NONE, BatchPlay

TABLES = 200


def dealt(players: int, rng: Random) -> State:
    """Returns a fresh deal, sometimes of few ranks: pairs, runs, many low cards."""
    rules = Rules(players=players)
    highest = rng.choice((4, 5, 7, 13, 13))
    deck = sorted(DECK, key=lambda card: (card.rank > highest, rng.random()))
    each, away = rules.dealt, rules.laid_away
    hands = [tuple(deck[n * each : (n + 1) * each]) for n in range(players)]
    rest = deck[players * each :]
    rng.shuffle(rest)
    actions: list[Action] = [Deal(0, tuple(hands), rest.pop() if players == 3 else None)]
    actions += [Discard(seat, hand[:away]) for seat, hand in enumerate(hands)]
    state = new_game(rules, 0)
    for action in (*actions, Cut(rest[-1])):
        state = apply(state, action).state
    return state


def counts(state: State) -> list[list[int]]:
    """Returns the number of cards of each rank by seat."""
    stage = state.stage
    assert isinstance(stage, Playing)
    hands = [stage.holds(seat) for seat in range(state.rules.players)]
    return [[sum(card.rank == rank for card in hand) for rank in Rank] for hand in hands]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_batch_play_matches_the_rules(players: int) -> None:
    rng = Random(players)
    states = [dealt(players, rng) for _ in range(TABLES)]
    kept_ranks = np.array([counts(state) for state in states], np.int8)
    many = BatchPlay(kept_ranks, np.ones(TABLES, np.int8))
    pegged = np.zeros((TABLES, players), int)

    def do(table: int, action: Action) -> None:
        step = apply(states[table], action)
        states[table] = step.state
        for event in step.events:
            if event == CountReset(None):
                break
            if isinstance(event, Scored):
                pegged[table, event.seat] += event.item.points

    while len(going := many.unfinished):
        chosen = []
        for table, fits in zip(going, many.fits(going), strict=True):
            while states[table].turn is not None:
                legal = legal_actions(states[table], states[table].turn)
                if not isinstance(legal[0], Go):
                    break
                do(table, legal[0])
            assert states[table].turn == many.turn[table]
            assert states[table].count == many.count[table]
            assert {a.card.rank - 1 for a in legal if isinstance(a, Play)} == set(
                np.flatnonzero(fits)
            )
            action = rng.choice([a for a in legal if isinstance(a, Play)])
            do(table, action)
            chosen.append(action.card.rank - 1)
        many.play(going, np.array(chosen))
    assert (many.turn == NONE).all() and not many.left.any()
    assert {state.stage_name for state in states} == {"deal"}
    assert np.array_equal(many.points, pegged)
    assert pegged.sum() > 4 * TABLES  # and not nothing on both sides
