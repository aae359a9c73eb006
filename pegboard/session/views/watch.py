"""The `watch` field of the `state` message, and the cards that the camera sees."""

from pegboard.cribbage.game import Cut, Play
from pegboard.cribbage.notation import format_action
from pegboard.schema.watch import SeenTable, Watch, WatchedLine, WatchQuestion
from pegboard.session.watching.watching import WatchingSession


def watch_message(watching: WatchingSession, names: tuple[str, ...]) -> Watch | None:
    """Returns the `watch` field of the state; None if the table cannot be watched.

    Args:
        watching: table watching.
        names: names of the seats.
    """
    if not watching.is_possible:
        return None
    result = watching.result
    return {
        "on": watching.is_wanted,
        "view": "starting" if result is None else result.view,
        "fps": watching.pace.fps,
        "picture": watching.picture_count if watching.picture is not None else 0,
        "lines": _lines(watching) if watching.is_active else [],
        "question": _question(watching, names),
    }


def _lines(watching: WatchingSession) -> list[WatchedLine]:
    lines, result = watching.sync.deal_lines, watching.result
    believed = {line.action: line for line in (() if result is None else result.lines)}
    found: list[WatchedLine] = []
    for number, (at, action) in enumerate(zip(lines.indices, lines.actions, strict=True)):
        if isinstance(action, Cut | Play):
            line = believed.get(action)
            found.append(
                {
                    "at": at,
                    "action": format_action(action),
                    "seat": action.seat if isinstance(action, Play) else None,
                    "card": str(action.card),
                    "sure": line is None
                    or line.is_sure
                    or not watching.sync.is_from_camera(number),
                    "likely": [] if line is None else [str(card) for card in line.likely],
                }
            )
    return found


def _question(watching: WatchingSession, names: tuple[str, ...]) -> WatchQuestion | None:
    question = watching.question
    if question is None:
        return None
    action, place, lines = question.action, question.index, watching.sync.deal_lines
    stands = place is not None and lines.actions[place : place + 1] == (action,)
    return {
        "id": question.id,
        "code": str(question.code),
        "text": question.text(names),
        "at": lines.indices[place] if stands and place is not None else None,
        "card": str(action.card) if isinstance(action, Cut | Play) else None,
        "seat": action.seat if isinstance(action, Play) else None,
        "answers": [
            {"answer": answer.value, "text": text} for answer, text in question.choices(names)
        ],
    }


def seen_table(watching: WatchingSession) -> SeenTable:
    """Returns the cards that the camera sees now; empty while it does not see the table."""
    result = watching.result
    if result is None:
        return {"picture": 0, "width": 0, "height": 0, "cards": []}
    return {
        "picture": watching.picture_count,
        "width": result.width,
        "height": result.height,
        "cards": [
            {"card": str(each.card), "corners": list(each.corners), "sure": each.is_sure}
            for each in result.cards
        ],
    }
