"""What a hall keeps of its events beside their decisions: shown events, timers, hidden standings.

Nothing here is a part of an event, so nothing of it is exported or undone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pegboard.hall.hall import SECRETS, Hall
from pegboard.hall.store.key_values import KeyValues

RUNNING = KeyValues("running", list[str])
"""The events that go on, under no key; all others of an event, under its id."""
HIDDEN = KeyValues("hidden", int)
TIMER, PAUSE = KeyValues("timer", float), KeyValues("pause", float)
FINISHED = KeyValues("over", dict[str, list[str]])
MATCHES = "matches"
FINISHED_MOST = 200
"""Games of a board that are remembered as over before."""


@dataclass(frozen=True, slots=True)
class EventStatus:
    """The notes of one event.

    Attributes:
        hidden: True while only the director sees the standings.
        until: when the round's time is up, in seconds since 1970; None without a timer that runs.
        left: seconds that are left of a round that pauses; None of one that does not.
        secret: of a duplicate night; empty for any other event.
        before: each board's games that were over before the present round was drawn, or before
            a match was called there, and those that were counted in a match.
    """

    hidden: bool = False
    until: float | None = None
    left: float | None = None
    secret: str = ""
    before: dict[str, list[str]] = field(default_factory=dict)


def read_status(hall: Hall, event: str) -> EventStatus:
    """Reads the notes of an event."""
    return EventStatus(
        HIDDEN.get(hall.store, event) is not None,
        TIMER.get(hall.store, event),
        PAUSE.get(hall.store, event),
        (SECRETS.get(hall.store, event) or b"").decode(),
        finished_before(hall, event),
    )


def save_hidden(hall: Hall, event: str, *, hidden: bool) -> None:
    """Notes that the standings are hidden, or not."""
    HIDDEN.put(hall.store, 1 if hidden else None, event)


def save_timer(
    hall: Hall, event: str, until: float | None = None, left: float | None = None
) -> None:
    """Notes when the round's time is up, or what is left of it in a pause; nothing for no timer."""
    TIMER.put(hall.store, until, event)
    PAUSE.put(hall.store, left, event)


def save_finished(hall: Hall, event: str, round: int, over: dict[str, list[str]]) -> None:
    """Notes the games of each board that are over when a round is drawn."""
    FINISHED.put(hall.store, over, f"{event} {round}")


def save_finished_before_matches(hall: Hall, event: str, over: dict[str, list[str]]) -> None:
    """Notes the games of each board that are over when matches are called."""
    key = f"{event} {MATCHES}"
    known = FINISHED.get(hall.store, key) or {}
    merged = {board: _merged(known.get(board, ()), games) for board, games in over.items()}
    FINISHED.put(hall.store, {**known, **merged}, key)


def finished_before(hall: Hall, event: str) -> dict[str, list[str]]:
    """Returns the games of each board that are none of those that are played now; see `Notes`."""
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
    """Notes the events that go on, the first one first."""
    RUNNING.put(hall.store, events)


def stored_running(hall: Hall) -> list[str]:
    """Returns the events that were begun or let go on, in order; the newest one if none was."""
    known = hall.store.events()
    noted = RUNNING.get(hall.store)
    running = known[-1:] if noted is None else noted
    return list(dict.fromkeys(event for event in running if event in known))


def read_running(hall: Hall) -> list[str]:
    """Returns the events that go on, each with its consolation after it."""
    known, found = hall.store.events(), []
    for event in stored_running(hall):
        beside = hall.state(event).consolation
        found += [event, beside] if beside in known else [event]
    return list(dict.fromkeys(found))
