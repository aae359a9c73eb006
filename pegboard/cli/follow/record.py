"""The game record of what was told."""

from collections.abc import Sequence

from pegboard.cribbage import (
    Action,
    Deal,
    Header,
    IllegalAction,
    Record,
    Rules,
    apply,
    new_game,
)


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
