"""The lines that are printed, and the game record of what was told."""

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


def without_gos(told: Sequence[LineEvent], standing: list[Action]) -> list[LineEvent]:
    """Returns what was told but for gos, which no camera sees; the record has them.

    Args:
        told: what is newly told.
        standing: every line that stands, gos as well; kept up to date here.
    """
    kept = []
    for each in told:
        if isinstance(each.action, Undo):
            line = standing.pop()
        else:
            line = each.action
            standing.append(line)
        if not isinstance(line, Go):
            kept.append(each)
    return kept


def record_of(players: int, actions: Sequence[Action]) -> Record:
    """Returns a game record of what was told; what the rules refuse is left out.

    A line that contradicts an earlier one may stand where nobody answered a question.
    """
    dealer = next((action.dealer for action in actions if isinstance(action, Deal)), 0)
    header = Header(Rules(players), dealer)
    state, kept = new_game(header.rules, dealer), []
    for action in actions:
        try:
            state = apply(state, action).state
        except IllegalAction:
            continue
        kept.append(action)
    return Record(header, tuple(kept))
