"""Knows where each action leads, so that explaining a deal anew costs little.

Explanations share most of their actions, with each other and with those of the look before. States
are told apart by identity: one that was reached here once is the same object ever after.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from pegboard.cribbage import Action, Card, Deal, IllegalAction, Rules, State, apply, new_game
from pegboard.cribbage.events import Warned
from pegboard.cribbage.state import Playing

MOST = 20_000
"""Actions that are remembered."""
ANY_FITS = 21
"""Count up to which every card can be played."""
_FULL = 31


class Step(NamedTuple):
    """The state after an action, and whether it contradicts what was done before."""

    state: State
    warned: bool


class Steps:
    """Where actions lead. Not for two threads at a time."""

    def __init__(self) -> None:
        """Starts empty."""
        self._known: dict[tuple[int, Action], tuple[State, Step | None]] = {}
        self._begun: dict[tuple[int, int], State] = {}

    def dealt(self, players: int, dealer: int) -> State:
        """Returns the state after a deal. Called first: it forgets what has become too much."""
        if len(self._known) > MOST:
            self._known, self._begun = {}, {}
        state = self._begun.get((players, dealer))
        if state is None:
            state = apply(new_game(Rules(players), dealer), Deal(dealer)).state
            self._begun[players, dealer] = state
        return state

    def after(self, state: State, action: Action) -> Step | None:
        """Returns where an action leads; None if the rules refuse it."""
        key = id(state), action
        known = self._known.get(key)
        if known is None:
            try:
                step = apply(state, action)
            except IllegalAction:
                found = None
            else:
                warned = any(isinstance(event, Warned) for event in step.events)
                found = Step(step.state, warned)
            known = self._known[key] = state, found  # the state is kept, so its id stays its own
        return known[1]


def may_play(stage: Playing, seat: int, card: Card) -> bool:
    """Returns whether the rules may allow a play: cheaper than to ask them."""
    if stage.count > ANY_FITS and stage.plays[-1][0] == stage.turn:
        return True  # the count may have ended, and nobody knows
    return stage.turn == seat and stage.count + card.value <= _FULL


@cache
def log_go(count: int, cards: int) -> float:
    """Returns the log probability that a seat with so many cards cannot play."""
    values = [min(rank, 10) for rank in range(1, 14)]
    share = sum(value > _FULL - count for value in values) / 13
    return max(-5.0, cards * math.log(max(share, 1e-3))) if cards else 0.0
