"""Cache of state transitions, which makes searching a deal again cheap.

Hypotheses share most of their actions, with each other and with those of the scan before. States
are compared by identity: the same actions always lead to the same object.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from pegboard.cribbage import Action, Card, Deal, IllegalAction, Rules, State, apply, new_game
from pegboard.cribbage.events import Warned
from pegboard.cribbage.state import Playing

MAX_TRANSITIONS = 20_000
"""Number of cached transitions at which the cache is cleared."""
ANY_CARD_FITS = 21
"""Highest count at which every card can be played."""
_MAX_COUNT = 31


class Transition(NamedTuple):
    """The state after an action, and whether it contradicts an earlier action."""

    state: State
    is_contradiction: bool


class TransitionCache:
    """Cache of the states that actions lead to. Not thread-safe."""

    def __init__(self) -> None:
        """Creates the initial, empty state."""
        self._transitions: dict[tuple[int, Action], tuple[State, Transition | None]] = {}
        self._dealt: dict[tuple[int, int], State] = {}

    def after_deal(self, players: int, dealer: int) -> State:
        """Returns the state after a deal. Call it first: it clears an overgrown cache."""
        if len(self._transitions) > MAX_TRANSITIONS:
            self._transitions, self._dealt = {}, {}
        state = self._dealt.get((players, dealer))
        if state is None:
            state = apply(new_game(Rules(players), dealer), Deal(dealer)).state
            self._dealt[players, dealer] = state
        return state

    def after(self, state: State, action: Action) -> Transition | None:
        """Returns the transition of an action; None if the rules refuse it."""
        key = id(state), action
        cached = self._transitions.get(key)
        if cached is None:
            try:
                step = apply(state, action)
            except IllegalAction:
                found = None
            else:
                warned = any(isinstance(event, Warned) for event in step.events)
                found = Transition(step.state, warned)
            cached = self._transitions[key] = (
                state,
                found,
            )  # the reference to the state prevents reuse of its id
        return cached[1]


def may_play(stage: Playing, seat: int, card: Card) -> bool:
    """Returns whether the rules may accept a play; a cheap test before applying it."""
    if stage.count > ANY_CARD_FITS and stage.plays[-1][0] == stage.turn:
        return True  # the count may have been reset after gos that nobody saw
    return stage.turn == seat and stage.count + card.value <= _MAX_COUNT


@cache
def log_go_probability(count: int, cards: int) -> float:
    """Returns the log probability that a seat holding `cards` cards cannot play any of them."""
    values = [min(rank, 10) for rank in range(1, 14)]
    share = sum(value > _MAX_COUNT - count for value in values) / 13
    return max(-5.0, cards * math.log(max(share, 1e-3))) if cards else 0.0
