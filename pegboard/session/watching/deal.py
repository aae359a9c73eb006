"""The current deal as a camera can see it, as a list of actions, and its revision.

Points that people enter between these actions keep their position.
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
"""Actions in effect, each with its events; see `Table.history`."""
VISIBLE = (Deal, Cut, Play, Go, Crib)
"""Actions that a camera sees. A `Hand` is not among them: its cards are the seat's plays."""


@dataclass(frozen=True, slots=True)
class DealLines:
    """Those actions of one deal that a camera can see, called its lines.

    Attributes:
        indices: index of each line in the game's history.
        actions: the lines; the first is the deal.
    """

    indices: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()


def lines_from(history: History, begin: int) -> DealLines:
    """Returns the lines of the deal starting at an index of the history; empty if none does.

    Called for every picture, so it does not scan the rest of the game.
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
    """Returns the index of the latest deal, or None."""
    places = reversed(range(len(history)))
    return next((place for place in places if isinstance(history[place][0], Deal)), None)


def visible(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Returns the actions without `Hand`s, which only repeat cards that were played."""
    return tuple(action for action in actions if not isinstance(action, Hand))


def common_prefix(one: Sequence[Action], other: Sequence[Action]) -> int:
    """Returns the length of the common prefix of two deals, each a sequence of lines.

    The order of the cards in a crib is irrelevant.
    """
    same = 0
    for a, b in zip(one, other, strict=False):
        cribs = isinstance(a, Crib) and isinstance(b, Crib) and set(a.cards) == set(b.cards)
        if a != b and not cribs:
            break
        same += 1
    return same


def merge_tail(tail: Sequence[Action], new_lines: Sequence[Action]) -> list[Action]:
    """Returns the history's new tail: the new lines, merged with what the camera does not see.

    Args:
        tail: the actions from the first changed line on.
        new_lines: the new lines; other actions of the tail are kept.
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
    """Returns the actions adapted to a changed state, with gos inserted or dropped as needed.

    Raises:
        IllegalAction: an action is no longer possible.
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
    """Returns the gos that must come before an action, and the state after the action."""
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
    """Returns the warnings among the events of an action."""
    return [event for event in events if isinstance(event, Warned)]
