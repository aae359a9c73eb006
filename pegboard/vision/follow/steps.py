"""Remembers where each action leads, so that explaining a deal anew costs little.

Explanations share most of their actions, with each other and with those of the look before. States
are told apart by identity: one that was reached here once is the same object ever after.
"""

from __future__ import annotations

from typing import NamedTuple

from pegboard.cribbage import Action, Deal, IllegalAction, Rules, State, apply, new_game
from pegboard.cribbage.events import Warned

MOST = 20_000
"""Actions that are remembered."""


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
