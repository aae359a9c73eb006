"""The points of the last deal, as they stand on each seat's card."""

from random import Random
from types import SimpleNamespace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from pegboard.cribbage.game import Action, Deal, Event, Rules, State, apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.players import Simple
from pegboard.players.selfplay import play_game
from pegboard.schema.table import DealPoints
from pegboard.session.table import Table
from pegboard.session.views.last_deal import last_deal
from pegboard.session.views.next_step import discard_prompt

History = list[tuple[Action, tuple[Event, ...]]]


def after(state: State, history: History) -> list[DealPoints]:
    """Returns the last deal in the state of a game with this history."""
    return last_deal(cast(Table, SimpleNamespace(state=state, history=history, rules=state.rules)))


def played(*lines: str, rules: Rules | None = None) -> list[DealPoints]:
    state, history = new_game(rules or Rules()), History()
    for line in lines:
        action = parse_action(line)
        state, events = apply(state, action)
        history.append((action, events))
    return after(state, history)


REAL = ["deal 0", "cut JD", "hand 1 2C3D7H9S", "peg 1 3", "hand 0 5H5C5STD", "crib 2H4C8DKH"]


def test_last_deal_has_hand_crib_and_pegging_points() -> None:
    assert played(*REAL[:5]) == [], "no deal is over before its crib is counted"
    [dealer, pone] = played(*REAL)
    assert (dealer["pegging"], pone["pegging"]) == (2, 3), "his heels, and what was entered"
    assert dealer["hand"] == 20 and dealer["crib"] == 0
    assert pone["hand"] == 2 and pone["crib"] is None


def test_last_deal_stays_until_the_next_is_over() -> None:
    before = played(*REAL)
    assert played(*REAL, "peg 0 5", "deal 1", "cut 5D", "hand 0 2C3D7H9S") == before


def test_last_deal_includes_claimed_points() -> None:
    rules = Rules(muggins=True)
    lines = ["deal 0", "cut QD", "claim 1 6", "muggins 0 4", "claim 0 8", "claim 0 2"]
    [dealer, pone] = played(*lines, rules=rules)
    assert dealer == {"hand": 8, "crib": 2, "pegging": 0}
    assert pone == {"hand": 6, "crib": None, "pegging": 0}


@given(st.integers(0, 10_000))
def test_last_deal_points_sum_to_the_score_change(seed: int) -> None:
    history = History()
    begun: tuple[int, ...] = (0, 0)
    for action, step in play_game([Simple(), Simple()], Random(seed)):
        if isinstance(action, Deal):
            begun = tuple(step.state.scores)
        history.append((action, step.events))
        if step.state.stage_name not in ("deal", "over"):
            continue
        message = after(step.state, history)
        sums = [(own["hand"] or 0) + (own["crib"] or 0) + own["pegging"] for own in message]
        gained = [now - then for now, then in zip(step.state.scores, begun, strict=True)]
        assert sums == gained


def test_discard_prompt_names_the_crib_owner() -> None:
    state = apply(new_game(Rules()), parse_action("deal 0")).state
    names = ("Ann", "Ben")
    assert discard_prompt(state, 0, names) == "Throw 2 to your crib"
    assert discard_prompt(state, 1, names) == "Throw 2 to Ann’s crib"
    assert discard_prompt(state, 1, ("You", "Ben")) == "Throw 2 to your crib"
    assert discard_prompt(state, 1, names, {0: "club"}) == "Throw 2 to the computer’s crib"
    four = apply(new_game(Rules(players=4), 3), parse_action("deal 3")).state
    message = discard_prompt(four, 0, ("Ann", "Ben", "Cid", "Dot"))
    assert message == "Throw 1 to Dot’s crib"
