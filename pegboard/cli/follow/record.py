"""The printed lines, and the game record made from them."""

from collections.abc import Sequence

from pegboard.cribbage import (
    Action,
    Deal,
    Go,
    Header,
    IllegalAction,
    Record,
    Rules,
    Undo,
    apply,
    new_game,
)
from pegboard.vision.follow.line_event import LineEvent


def without_gos(events: Sequence[LineEvent], standing: list[Action]) -> list[LineEvent]:
    """Returns the events without gos, which no camera sees but which belong in the record.

    Args:
        events: new events.
        standing: all standing lines, including gos; updated in place.
    """
    visible = []
    for event in events:
        if isinstance(event.action, Undo):
            line = standing.pop()
        else:
            line = event.action
            standing.append(line)
        if not isinstance(line, Go):
            visible.append(event)
    return visible


def record_of(players: int, actions: Sequence[Action]) -> Record:
    """Returns the game record of those actions that the rules allow.

    A line that contradicts an earlier one may stand if a question was not answered.
    """
    dealer = next((action.dealer for action in actions if isinstance(action, Deal)), 0)
    header = Header(Rules(players), dealer)
    state, accepted = new_game(header.rules, dealer), []
    for action in actions:
        try:
            state = apply(state, action).state
        except IllegalAction:
            continue
        accepted.append(action)
    return Record(header, tuple(accepted))
