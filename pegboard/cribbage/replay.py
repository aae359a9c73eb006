"""Replay of a game from its actions: the state after each, with undo.

Undo is no operation of the game: states never change, so taking an action back means continuing
from the state before it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pegboard.cribbage.actions import Action, Undo
from pegboard.cribbage.codes import Illegal
from pegboard.cribbage.events import Event
from pegboard.cribbage.game import apply
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.state import State, new_game
from pegboard.errors import IllegalAction


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A game after one line of its record; an undo has no events."""

    action: Action
    state: State
    events: tuple[Event, ...]


def fold_undos(actions: Iterable[Action]) -> tuple[tuple[int, Action], ...]:
    """Removes undone actions: returns those that count, each with its index in the record.

    An undo takes back the latest action not yet taken back, across deals and a finished game.

    Raises:
        IllegalAction: there is nothing to take back.
    """
    remaining: list[tuple[int, Action]] = []
    for place, action in enumerate(actions):
        if isinstance(action, Undo):
            if not remaining:
                raise IllegalAction(Illegal.NOTHING_TO_UNDO)
            remaining.pop()
        else:
            remaining.append((place, action))
    return tuple(remaining)


def undone(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Returns the undone actions that may be redone, the next one last.

    These are the actions taken back since the last other action; redoing one leaves the rest.


    Raises:
        IllegalAction: there is nothing to take back.
    """
    remaining: list[Action] = []
    taken_back: list[Action] = []
    for action in actions:
        if isinstance(action, Undo):
            if not remaining:
                raise IllegalAction(Illegal.NOTHING_TO_UNDO)
            taken_back.append(remaining.pop())
            continue
        if taken_back and taken_back[-1] == action:
            taken_back.pop()
        else:
            taken_back.clear()
        remaining.append(action)
    return tuple(taken_back)


def replay_steps(rules: Rules, dealer: int, actions: Iterable[Action]) -> Iterator[ReplayStep]:
    """Replays a record line by line, undo lines included.

    Raises:
        IllegalAction: a line is forbidden; those before it have been given.
    """
    history = [new_game(rules, dealer)]
    for action in actions:
        if isinstance(action, Undo):
            if len(history) == 1:
                raise IllegalAction(Illegal.NOTHING_TO_UNDO)
            history.pop()
            yield ReplayStep(action, history[-1], ())
        else:
            state, events = apply(history[-1], action)
            history.append(state)
            yield ReplayStep(action, state, events)


def replay(rules: Rules, dealer: int, actions: Sequence[Action]) -> State:
    """Returns the state at the end of a record.

    Raises:
        IllegalAction: an action is forbidden.
    """
    state = new_game(rules, dealer)
    for _, action in fold_undos(actions):
        state = apply(state, action).state
    return state
