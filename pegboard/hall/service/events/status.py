"""The status of events outside their decisions: running events, timers, hidden standings.

It is not part of an event, so it is neither exported nor undone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pegboard.hall.hall import FINISHED, MATCHES, SECRETS, Hall
from pegboard.hall.store.key_values import KeyValues

RUNNING = KeyValues("running", list[str])
"""Running events, under the empty key; the other collections are keyed by event."""
HIDDEN = KeyValues("hidden", int)
TIMER, PAUSE = KeyValues("timer", float), KeyValues("pause", float)
FINISHED_MOST = 200
"""Maximum number of finished games recorded per board."""


@dataclass(frozen=True, slots=True)
class EventStatus:
    """The status of one event.

    Attributes:
        hidden: True while only the director sees the standings.
        until: end of the round's time, in seconds since 1970; None without a running timer.
        left: remaining seconds of a paused round; None if it is not paused.
        secret: secret of a duplicate night; empty for other events.
        before: each board's games that do not belong to the current round or match: those over
            before the draw or call, and those counted in a match.
    """

    hidden: bool = False
    until: float | None = None
    left: float | None = None
    secret: str = ""
    before: dict[str, list[str]] = field(default_factory=dict)


def read_status(hall: Hall, event: str) -> EventStatus:
    """Reads the status of an event."""
    return EventStatus(
        HIDDEN.get(hall.store, event) is not None,
        TIMER.get(hall.store, event),
        PAUSE.get(hall.store, event),
        (SECRETS.get(hall.store, event) or b"").decode(),
        finished_before(hall, event),
    )


def save_hidden(hall: Hall, event: str, *, hidden: bool) -> None:
    """Saves whether the standings are hidden."""
    HIDDEN.put(hall.store, 1 if hidden else None, event)


def save_timer(
    hall: Hall, event: str, until: float | None = None, left: float | None = None
) -> None:
    """Saves the end of the round's time, or the seconds left in a pause; otherwise clears both."""
    TIMER.put(hall.store, until, event)
    PAUSE.put(hall.store, left, event)


def save_finished(hall: Hall, event: str, round: int, over: dict[str, list[str]]) -> None:
    """Saves which games each board had finished when a round was drawn."""
    FINISHED.put(hall.store, over, f"{event} {round}")


def save_finished_before_matches(hall: Hall, event: str, over: dict[str, list[str]]) -> None:
    """Saves which games each board had finished when matches were called."""
    key = f"{event} {MATCHES}"
    finished = FINISHED.get(hall.store, key) or {}
    merged = {board: _merged(finished.get(board, ()), games) for board, games in over.items()}
    FINISHED.put(hall.store, {**finished, **merged}, key)


def finished_before(hall: Hall, event: str) -> dict[str, list[str]]:
    """Returns each board's games that are not of the current round; see `EventStatus.before`."""
    state = hall.state(event)
    found = FINISHED.get(hall.store, f"{event} {len(state.rounds)}") or {}
    for board, games in (FINISHED.get(hall.store, f"{event} {MATCHES}") or {}).items():
        found[board] = _merged(found.get(board, ()), games)
    for game in state.match_games:
        found[game.board] = _merged(found.get(game.board, ()), [game.game])
    return found


def _merged(games: Iterable[str], more: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*games, *more]))[-FINISHED_MOST:]


def save_running(hall: Hall, events: list[str]) -> None:
    """Saves the running events in order."""
    RUNNING.put(hall.store, events)


def stored_running(hall: Hall) -> list[str]:
    """Returns the stored running events in order; the newest event if none are stored."""
    events = hall.store.events()
    noted = RUNNING.get(hall.store)
    running = events[-1:] if noted is None else noted
    return list(dict.fromkeys(event for event in running if event in events))


def read_running(hall: Hall) -> list[str]:
    """Returns the running events, each followed by its consolation."""
    events, found = hall.store.events(), []
    for event in stored_running(hall):
        beside = hall.state(event).consolation
        found += [event, beside] if beside in events else [event]
    return list(dict.fromkeys(found))
