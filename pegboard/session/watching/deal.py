"""The present deal as a camera can see it: its lines, and how other lines take their place.

Points that people enter stand among the lines, and stay where they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pegboard.cribbage.events import Event, Warned
from pegboard.cribbage.game import (
    Action,
    Crib,
    Cut,
    Deal,
    Go,
    Hand,
    Play,
    State,
    apply,
)
from pegboard.errors import IllegalAction

History: TypeAlias = Sequence[tuple[Action, Sequence[Event]]]
"""The actions of a game that count, each with its events; see `Table.history`."""
VISIBLE = (Deal, Cut, Play, Go, Crib)
"""Actions that a camera sees. A hand that is laid open is the cards that its seat played."""


@dataclass(frozen=True, slots=True)
class DealLines:
    """The lines of one deal that a camera can see.

    Attributes:
        indices: of each, in the history of the game.
        actions: the lines; the first is the deal.
    """

    indices: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()


def lines_from(history: History, begin: int) -> DealLines:
    """Returns the lines of the deal that begins at a place of the history; none if none does.

    It is asked for at every picture, so the rest of the game is not looked at.
    """
    places: list[int] = []
    if not (begin < len(history) and isinstance(history[begin][0], Deal)):
        return DealLines()
    for place in range(begin, len(history)):
        action, _ = history[place]
        if places and isinstance(action, Deal):
            break
        if isinstance(action, VISIBLE):
            places.append(place)
    return DealLines(tuple(places), tuple(history[place][0] for place in places))


def last_deal_index(history: History) -> int | None:
    """Returns the place of the latest deal; None if there is none."""
    places = reversed(range(len(history)))
    return next((place for place in places if isinstance(history[place][0], Deal)), None)


def visible(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Returns the actions without hands: they are the cards that were played."""
    return tuple(action for action in actions if not isinstance(action, Hand))


def common_prefix(one: Sequence[Action], other: Sequence[Action]) -> int:
    """Returns how many lines two deals have in common from the beginning.

    The order of the cards in a crib is nothing.
    """
    same = 0
    for a, b in zip(one, other, strict=False):
        cribs = isinstance(a, Crib) and isinstance(b, Crib) and set(a.cards) == set(b.cards)
        if a != b and not cribs:
            break
        same += 1
    return same


def merge_tail(tail: Sequence[Action], new_lines: Sequence[Action]) -> list[Action]:
    """Returns what takes the place of the end of the history.

    Args:
        tail: actions from the first line that changes.
        new_lines: the lines that are to stand from there on; what else is in the tail is kept.
    """
    left = list(new_lines)
    new: list[Action] = []
    for number, action in enumerate(tail):
        if isinstance(action, Deal) and number:
            return [*new, *left, *tail[number:]]
        if not isinstance(action, VISIBLE):
            new.append(action)
        elif left:
            new.append(left.pop(0))
    return [*new, *left]


def refit(state: State, tail: Iterable[Action]) -> list[Action]:
    """Returns the actions as they can follow a state: gos that it needs are said, others are not.

    Raises:
        IllegalAction: one of them is not possible any more.
    """
    fitted: list[Action] = []
    for action in tail:
        if isinstance(action, Go):
            try:
                state = apply(state, action).state
            except IllegalAction:
                continue
        else:
            gos, state = _after(state, action)
            fitted += gos
        fitted.append(action)
    return fitted


def _after(state: State, action: Action) -> tuple[list[Action], State]:
    """Returns the gos that an action needs before it, and the state after it."""
    gos: list[Action] = []
    while True:
        try:
            return gos, apply(state, action).state
        except IllegalAction:
            if (
                not isinstance(action, Play)
                or state.turn is None
                or len(gos) == state.rules.players
            ):
                raise
            gos.append(Go(state.turn))
            state = apply(state, gos[-1]).state


def warnings(events: Iterable[Event]) -> list[Warned]:
    """Returns what contradicts in the events of an action."""
    return [event for event in events if isinstance(event, Warned)]
