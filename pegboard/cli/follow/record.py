"""Visible lines and game record of a followed film."""

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
from pegboard.vision.follow.judging import Told


def without_gos(emitted: Sequence[Told], standing: list[Action]) -> list[Told]:
    """Returns emitted lines without gos, which no camera sees.

    Args:
        emitted: newly emitted lines.
        standing: all current lines, including gos; updated.
    """
    visible = []
    for emission in emitted:
        if isinstance(emission.action, Undo):
            line = standing.pop()
        else:
            line = emission.action
            standing.append(line)
        if not isinstance(line, Go):
            visible.append(emission)
    return visible


def record_of(players: int, actions: Sequence[Action]) -> Record:
    """Returns a game record of the legal actions.

    Without answers to questions, lines may contradict earlier ones; these are left out.
    """
    dealer = next((action.dealer for action in actions if isinstance(action, Deal)), 0)
    header = Header(Rules(players), dealer)
    state, legal = new_game(header.rules, dealer), []
    for action in actions:
        try:
            state = apply(state, action).state
        except IllegalAction:
            continue
        legal.append(action)
    return Record(header, tuple(legal))
