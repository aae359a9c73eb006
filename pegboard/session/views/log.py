"""The log of the game: one line per action.

`GET /api/story` returns the whole log; the `state` message has only the latest lines.
"""

from collections.abc import Callable, Iterable, Sequence

from pegboard.cribbage.actions import Claim, Peg, verb_of
from pegboard.cribbage.events import Corrected, Event, Scored, TakenBack
from pegboard.cribbage.game import Action
from pegboard.cribbage.rules import Rules
from pegboard.narration.events import Line, lines, narrate
from pegboard.schema.table import LogLine, Move, MoveLog
from pegboard.session.table import Table

LOG_LINES = 30


def move_log(table: Table, can_undo_at: Callable[[int], bool]) -> MoveLog:
    """Returns the lines of the log for the actions in effect, oldest first.

    Args:
        table: table that the game is on.
        can_undo_at: returns whether people may undo down to and including an index.
    """
    moves: list[Move] = []
    totals = list(table.rules.handicap[: table.rules.sides])
    for at, (action, events) in enumerate(table.history):
        sentences = narrate(events, table.names)
        before, totals = totals, scores_after(totals, events, table.rules)
        if sentences:
            moves.append(
                {
                    "at": at,
                    "seat": getattr(action, "seat", None),
                    "verb": verb_of(action),
                    "lines": sentences,
                    "can_undo": can_undo_at(at),
                    "points": _points(table, action),
                    "scores": totals if totals != before else None,
                }
            )
    return {"game": table.game, "seq": table.seq, "moves": moves}


def scores_after(totals: Sequence[int], events: Iterable[Event], rules: Rules) -> list[int]:
    """Returns the score of each side after some events.

    Args:
        totals: scores before the events.
        events: the events, in order.
        rules: rules of the game.
    """
    after = list(totals)
    for event in events:
        match event:
            case Scored(seat, item):
                after[rules.side_of(seat)] += item.points
            case Corrected(seat, score):
                after[rules.side_of(seat)] = score
            case TakenBack(seat, points):
                after[rules.side_of(seat)] -= points
    return after


def _points(table: Table, action: Action) -> int | None:
    """Returns the points of a log line if people may edit them; None otherwise."""
    if table.kind.has_real_cards and isinstance(action, Peg | Claim) and action.points > 0:
        return action.points
    return None


def latest_lines(table: Table, limit: int = LOG_LINES, *, leave_out: int = 0) -> list[Line]:
    """Returns the latest log lines, oldest first.

    It reads the history from the end, so it takes no longer in a long game.

    Args:
        table: table that the game is on.
        limit: largest number of lines.
        leave_out: number of latest actions to ignore.
    """
    latest: list[Line] = []
    for _, events in reversed(table.history[: len(table.history) - leave_out]):
        latest = lines(events, table.names) + latest
        if len(latest) >= limit:
            break
    return latest[-limit:]


def line_message(line: Line) -> LogLine:
    """Returns a log line as a message."""
    return {"seat": line.seat, "text": line.text, "short": line.short, "scored": line.scored}
