"""Public chances to win, which depend only on scores and dealer."""

from dataclasses import replace

import pytest

from pegboard.cribbage.game import apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.state import Pegs, State
from pegboard.hall.live.chances import chances
from pegboard.players.expert.evaluate import between

POSITIONS = [(0, 0), (60, 60), (30, 100), (115, 118), (119, 40), (120, 120)]


def at(scores: tuple[int, ...], dealer: int = 0, target: int = 121) -> State:
    state = new_game(Rules(len(scores), target=target), dealer)
    return replace(state, pegs=tuple(Pegs(score, 0) for score in scores))


@pytest.mark.parametrize("scores", POSITIONS)
@pytest.mark.parametrize("dealer", [0, 1])
def test_chances_match_expert_before_deal(scores: tuple[int, int], dealer: int) -> None:
    state = at(scores, dealer)
    percent, expected = chances(state), between(state).chances
    assert expected is not None and sum(percent) == 100
    assert percent[0] == pytest.approx(100 * expected[0], abs=1.0) and 1 <= percent[0] <= 99


def test_chance_is_certain_only_after_pegging_out() -> None:
    assert chances(at((121, 120))) == (100, 0) and chances(at((90, 121))) == (0, 100)
    assert chances(at((120, 0), 1)) == (99, 1)
    assert chances(at((60, 0), target=61)) == (99, 1)


def test_chances_of_three_and_four_players() -> None:
    three = chances(at((80, 40, 40), 2))
    assert len(three) == 3 and three[0] > three[1] and sum(three) == 100
    assert len(chances(new_game(Rules(4, True), 0))) == 2
    assert chances(new_game(Rules(4), 0)) == (), "nobody has reckoned that"


def test_chances_do_not_depend_on_cards() -> None:
    before = new_game(Rules(2), 0)
    weak, strong = "2C4D7H9SJHKD", "5C5D5HJSJCTD"
    for hands in (f"{weak} {strong}", f"{strong} {weak}"):
        dealt = apply(before, parse_action(f"deal 0 {hands}")).state
        assert chances(dealt) == chances(before)
