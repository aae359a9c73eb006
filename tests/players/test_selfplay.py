"""Whole games between players."""

from random import Random

import pytest

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import (
    Action,
    Cut,
    Deal,
    Discard,
    Go,
    Rules,
    State,
    View,
    apply,
    new_game,
)
from pegboard.cribbage.notation import format_action, parse_action
from pegboard.errors import IllegalAction
from pegboard.players import Player, by_name
from pegboard.players.selfplay import deal_actions, play_game
from tests.support.games import RULE_VARIANTS

SIMPLE, CHANCE = by_name("simple"), by_name("random")


def played(
    players: list[Player], seed: int, rules: Rules | None = None, dealer: int = 0
) -> tuple[list[Action], State]:
    steps = list(play_game(players, Random(seed), rules, dealer))
    return [action for action, _ in steps], steps[-1][1].state


@pytest.mark.parametrize("rules", RULE_VARIANTS, ids=str)
@pytest.mark.parametrize("player", [SIMPLE, CHANCE], ids=["simple", "random"])
def test_game_is_played_to_its_end(player: Player, rules: Rules) -> None:
    for seed in range(3):
        actions, end = played([player] * rules.players, seed, rules, dealer=seed % rules.players)
        assert end.over and max(end.scores) == rules.target and end.winner is not None
        state = new_game(rules, seed % rules.players)
        for action in actions:  # it is a record like any other
            state = apply(state, parse_action(format_action(action))).state
        assert state == end


def test_same_seed_gives_the_same_game() -> None:
    assert played([SIMPLE, CHANCE], 7) == played([SIMPLE, CHANCE], 7)
    assert played([SIMPLE, CHANCE], 7) != played([SIMPLE, CHANCE], 8)


def test_same_seed_gives_every_player_the_same_cards() -> None:
    def cards(players: list[Player]) -> list[Deal | Cut]:
        return [a for a in played(players, 7)[0] if isinstance(a, Deal | Cut)][:12]

    assert cards([SIMPLE, CHANCE]) == cards([CHANCE, SIMPLE]) == cards([SIMPLE, SIMPLE])


@pytest.mark.parametrize(("players", "left"), [(2, 40), (3, 36), (4, 32)])
def test_shuffle_is_a_permutation(players: int, left: int) -> None:
    deal, cut = deal_actions(Rules(players=players), 1, Random(1))
    assert deal.hands is not None and deal.dealer == 1
    out = [card for hand in deal.hands for card in hand]
    out += [deal.crib_card] if deal.crib_card else []
    assert len(set(out)) == 52 - left and cut.card not in out and set(out) < set(DECK)


def test_simple_player_beats_random_player() -> None:
    winners = [played([SIMPLE, CHANCE], seed, dealer=seed % 2)[1].winner for seed in range(20)]
    assert winners.count(0) >= 18


def test_player_count_must_match_the_seats() -> None:
    with pytest.raises(ValueError, match="1 players for 2 seats"):
        list(play_game([SIMPLE], Random(1), Rules()))


def test_illegal_action_of_a_player_is_refused() -> None:
    class Rogue:
        name = "rogue"

        def choose(self, view: View, rng: Random) -> Action:
            assert isinstance(view.legal[0], Discard)
            return Go(view.seat)

    with pytest.raises(IllegalAction):
        list(play_game([SIMPLE, Rogue()], Random(1)))
