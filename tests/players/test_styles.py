"""Playing styles: greedy seats, and inferring the style from the cards played."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.game import Play, Rules, State, view
from pegboard.players import by_name
from pegboard.players.engine import inference
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import facts_of, knowledge
from pegboard.players.engine.many import BatchPlay
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.styles import (
    EXPERT,
    GREEDY,
    UNKNOWN,
    Styled,
    greediest,
    others_greedy,
)
from pegboard.players.engine.tables import tables
from pegboard.players.expert.player import Expert
from pegboard.players.selfplay import play_game
from tests.players.test_judging import dealt

pytestmark = pytest.mark.group("rules")


def _choices(players: int, seed: int) -> list[State]:
    """Yields states of random games in which a seat has a choice of cards."""
    found = []
    game = play_game([by_name("random")] * players, Random(seed), Rules(players=players))
    for state in (step.state for _, step in game):
        if state.stage_name != "play" or state.turn is None:
            continue
        legal = view(state, state.turn).legal
        if len([one for one in legal if isinstance(one, Play)]) > 1:
            found.append(state)
    return found


@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4]))
@settings(max_examples=8, deadline=None)
def test_greedy_model_matches_the_greedy_player(seed: int, players: int) -> None:
    greedy = by_name("greedy")
    for state in _choices(players, seed):
        assert state.turn is not None
        seat_view = view(state, state.turn)
        play = greedy.choose(seat_view, Random(1))
        assert isinstance(play, Play)
        found = greediest(knowledge(seat_view).play, facts_of(seat_view, 1), np.array([0]))
        assert found.tolist() == [play.card.rank - 1], seat_view


@pytest.mark.parametrize("seats", [2, 3])
def test_each_seat_plays_its_own_style(seats: int) -> None:
    """Greedy seats take points; others follow the net, at the same tables."""
    chance = np.random.default_rng(seats)
    plays, known = dealt(seats, chance)
    greedy = chance.random((len(plays.turn), seats)) < 0.5
    net = judge(seats, False)
    chooser, differences = Styled(net, greedy), []

    def check(plays: BatchPlay) -> None:
        if len(going := plays.unfinished):
            chosen = chooser.best(plays, known, going)
            takes = greedy[going, plays.turn[going]]
            by_net = net.best(plays, known, going)
            at_once = greediest(plays, known, going)
            assert np.array_equal(chosen, np.where(takes, at_once, by_net))
            differences.append((by_net != at_once).sum())

    play_out(plays, known, chooser, check)
    assert sum(differences) > 100


def test_no_greedy_seats_gives_the_plain_net_estimate() -> None:
    one, known = dealt(2, np.random.default_rng(7))
    other = one.select(np.arange(len(one.turn)))
    play_out(one, known, judge(2, False))
    play_out(other, known, Styled(judge(2, False), np.zeros(other.points.shape, np.bool_)))
    assert np.array_equal(one.points, other.points)


@pytest.mark.parametrize("style", ["greedy", "expert"])
def test_cards_reveal_the_style(style: str) -> None:
    """Over some games the actual style becomes the likelier one."""
    players = [by_name("greedy" if style == "greedy" else "reference"), by_name(style)]
    likely = []
    for seed in range(2):
        for _, step in play_game(players, Random(seed), Rules(target=61)):
            state = step.state
            if state.stage_name == "play" and state.turn == 0:
                seat_view = view(state, 0)
                if len(seat_view.played[1]) == 3 and len(seat_view.hand) > 0:
                    keeping = tables(2, False).keeping[int(seat_view.dealer == 1)]
                    odds = knowledge(seat_view).hands(1, keeping)
                    joint = inference.posterior_odds(seat_view, odds, UNKNOWN)
                    assert joint.sum() == pytest.approx(1) and joint.shape == (2, 1820)
                    likely.append(joint.sum(axis=1))
    mean = np.array(likely).mean(axis=0)
    assert len(likely) > 5
    assert mean[GREEDY if style == "greedy" else EXPERT] > 0.6, mean


def test_partner_is_not_modelled_as_greedy() -> None:
    chance = np.random.default_rng(1)
    rules = Rules(players=4, partners=True)
    found = others_greedy(rules, 1, (0.25,) * 4, 80, chance)
    assert found.sum(axis=0).tolist() == [20, 0, 20, 0]
    assert others_greedy(Rules(), 0, (0.0, 0.5), 10, chance).sum(axis=0).tolist() == [0, 5]


def test_expert_changes_some_choices_for_a_style() -> None:
    changed = 0
    for seed in range(1):
        for state in _choices(2, seed):
            assert state.turn is not None
            seen, rng = view(state, state.turn), Random(1)
            one = Expert().choose(seen, rng)
            changed += one != Expert(styles=(1.0,)).choose(seen, rng)
            assert one == Expert().choose(seen, rng) and one in seen.legal
    assert changed
