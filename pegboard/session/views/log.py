"""The log: the game so far, line by line, each with the action it came from.

`GET /api/story` is for whoever opens it; the `state` message has only the latest lines.
"""

from collections.abc import Callable
from typing import Any

from pegboard.cribbage.game import Action
from pegboard.cribbage.notation import format_action
from pegboard.narration.events import Line, lines, tell
from pegboard.session.table import Table

LOG_LINES = 30


def move_log(table: Table, can_undo: Callable[[Action], bool]) -> dict[str, Any]:
    """Returns all moves of a game that count, oldest first.

    Args:
        table: the game.
        can_undo: whether people may take back down to an action, with it.

    Returns:
        `{"game", "seq", "deeds": [{"at", "seat", "verb", "lines": […], "may_go"}, …]}`: one deed
        an action that has something to tell. `at` is how many actions stand before it:
        `{"back": {"to": at, "seq": seq}}` takes it back and all that follow. `verb` is the first
        word of its line in the record; the lines tell nothing that is still hidden.
    """
    moves = []
    for at, (action, events) in enumerate(table.history):
        told = tell(events, table.names)
        if told:
            moves.append(
                {
                    "at": at,
                    "seat": getattr(action, "seat", None),
                    "verb": format_action(action).partition(" ")[0],
                    "lines": told,
                    "may_go": can_undo(action),
                }
            )
    return {"game": table.game, "seq": table.seq, "deeds": moves}


def latest_lines(table: Table, most: int = LOG_LINES) -> list[Line]:
    """Returns the latest lines, the last one last.

    Told from the end, so a long game costs no more.
    """
    latest: list[Line] = []
    for _, events in reversed(table.history):
        latest = lines(events, table.names) + latest
        if len(latest) >= most:
            break
    return latest[-most:]


def line_message(line: Line) -> dict[str, Any]:
    """Returns a line as pages get it: `{"seat", "text", "short", "scored"}`; see `Line`."""
    return {"seat": line.seat, "text": line.text, "short": line.short, "scored": line.scored}
