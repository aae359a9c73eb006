"""Playing styles inferred from earlier deals."""

from dataclasses import replace
from random import Random

import pytest

from pegboard.cribbage.game import Rules, State, View, view
from pegboard.players import by_name
from pegboard.players.engine.habits import greedy_seats
from pegboard.players.selfplay import play_game

PRIOR = 0.25
DEALS = 3


def after_deals(*players: str, rules: Rules, seed: int = 1) -> State:
    """Returns a game after some deals, before the next."""
    everybody = [by_name(name) for name in players]
    for _, step in play_game(everybody, Random(seed), rules, 0):
        if len(step.state.past) == DEALS:
            return step.state
    raise AssertionError("the game was too short")


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (("expert", "greedy"), Rules()),
        (("reference", "greedy"), Rules()),
        (("greedy", "expert"), Rules()),
        (("expert", "greedy", "expert"), Rules(players=3)),
        (("expert", "greedy", "expert", "greedy"), Rules(players=4, partners=True)),
    ],
)
def test_few_deals_identify_a_greedy_player(players: tuple[str, ...], rules: Rules) -> None:
    state = after_deals(*players, rules=rules)
    found = greedy_seats(view(state, 0), PRIOR)
    for name, odds in zip(players, found, strict=True):
        assert odds > 0.8 if name == "greedy" else odds < 0.1, (name, found)


def test_style_odds_stay_at_the_prior_without_evidence() -> None:
    seat_view = view(after_deals("expert", "greedy", rules=Rules()), 0)
    assert greedy_seats(replace(seat_view, past=()), PRIOR) == pytest.approx((PRIOR, PRIOR))
    hidden = tuple(replace(deal, kept=((), ())) for deal in seat_view.past)
    assert greedy_seats(replace(seat_view, past=hidden), PRIOR) == pytest.approx((PRIOR, PRIOR))


@pytest.mark.parametrize("prior", [0.0, 1.0])
def test_certainty_about_a_style_is_permanent(prior: float) -> None:
    seat_view = view(after_deals("expert", "greedy", rules=Rules()), 0)
    assert greedy_seats(seat_view, prior) == (prior, prior)


def test_play_out_of_turn_ends_the_evidence_of_a_deal() -> None:
    """Real cards may lie in an illegal order."""
    seat_view = view(after_deals("expert", "greedy", rules=Rules()), 0)
    odd = tuple(replace(deal, plays=deal.plays[1:]) for deal in seat_view.past)
    assert greedy_seats(replace(seat_view, past=odd), PRIOR) == pytest.approx((PRIOR, PRIOR))


def test_every_seat_derives_the_same_habits() -> None:
    state = after_deals("club", "club", rules=Rules())
    views: list[View] = [view(state, seat) for seat in (0, 1)]
    assert views[0].past == views[1].past == state.past
    for deal in state.past:
        assert all(len(cards) == 4 for cards in deal.kept)
        for seat, cards in enumerate(deal.kept):
            assert {card for by, card in deal.plays if by == seat} == set(cards)
