from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.actions import Action, Correct, Peg, Penalty, Undo
from pegboard.cribbage.game import Rules, apply, new_game
from pegboard.cribbage.notation import Header, Record, format_record, parse_action, parse_record
from pegboard.cribbage.replay import ReplayStep, fold_undos, replay, replay_steps
from pegboard.errors import IllegalAction
from tests.support import strategies
from tests.support.strategies import random_action


def actions(*lines: str) -> list[Action]:
    return [parse_action(line) for line in lines]


def test_undo_reverts_the_latest_action_not_yet_undone() -> None:
    written = actions("peg 0 1", "peg 0 2", "undo", "peg 0 3", "undo", "undo", "peg 1 4")
    assert fold_undos(written) == ((6, Peg(1, 4)),)
    assert replay(Rules(), 0, written).scores == (0, 4)
    score_history = [moment.state.scores[0] for moment in replay_steps(Rules(), 0, written)]
    assert score_history == [1, 3, 1, 4, 1, 0, 0]


def test_undo_crosses_deals_and_the_end_of_a_game() -> None:
    written = actions("deal 0", "cut 5H", "deal 1", "peg 0 121")
    assert replay(Rules(), 0, written).over
    back = [*written, *actions("undo", "undo")]
    assert replay(Rules(), 0, back).stage_name == "play"
    assert list(replay_steps(Rules(), 0, back))[-1].state == replay(Rules(), 0, written[:2])


def test_undo_without_actions_is_refused() -> None:
    written = actions("peg 0 1", "undo", "undo")
    with pytest.raises(IllegalAction, match="nothing to undo"):
        fold_undos(written)
    with pytest.raises(IllegalAction, match="nothing to undo"):
        replay(Rules(), 0, written)
    steps = []
    with pytest.raises(IllegalAction, match="nothing to undo"):
        for moment in replay_steps(Rules(), 0, written):
            steps.append(moment)
    assert [moment.action for moment in steps] == [Peg(0, 1), Undo()]
    assert steps[-1].state == new_game(Rules()) and steps[-1].events == ()


def test_empty_record_is_a_new_game() -> None:
    assert replay(Rules(3), 2, []) == new_game(Rules(3), 2)


def played(rules: Rules, dealer: int, rng: Random) -> list[ReplayStep]:
    """Returns a whole game that mixes open and table deals, manual entries and undos."""
    history = [new_game(rules, dealer)]
    steps: list[ReplayStep] = []
    while not history[-1].over:
        table, chance = rng.random() < 0.5, rng.random()
        action: Action
        if chance < 0.02 and len(history) > 1:
            history.pop()
            steps.append(ReplayStep(Undo(), history[-1], ()))
            continue
        if chance < 0.04:
            seat, points = rng.randrange(rules.players), rng.randint(1, 5)
            kinds: list[Action] = [Peg(seat, points), Penalty(seat, points), Correct(seat, points)]
            action = rng.choice(kinds)
        else:
            action = random_action(history[-1], rng, table)
        state, events = apply(history[-1], action)
        history.append(state)
        steps.append(ReplayStep(action, state, events))
    return steps


@settings(max_examples=60, deadline=None)
@given(strategies.rules(), st.integers(0, 2**32), st.data())
def test_replay_reproduces_the_events_of_a_played_game(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    dealer = data.draw(st.integers(0, rules.players - 1))
    steps = played(rules, dealer, Random(seed))
    record = Record(Header(rules, dealer), tuple(moment.action for moment in steps))
    text = format_record(record)
    read = parse_record(text)
    assert read == record and format_record(read) == text
    assert list(replay_steps(read.header.rules, read.header.dealer, read.actions)) == steps
