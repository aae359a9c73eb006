"""What a hall keeps of its events beside their decisions: shown events, timers, hidden standings.

Nothing here is a part of an event, so nothing of it is exported or undone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from pegboard.hall.hall import SECRET, Hall

RUNNING = "running"
MATCHES = "matches"
OVER_MOST = 200
"""Games of a board that are remembered as over before."""
TIMES = ("timer", "pause")


@dataclass(frozen=True, slots=True)
class Notes:
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


def read_notes(hall: Hall, event: str) -> Notes:
    """Reads the notes of an event."""
    kept = hall.store.kept
    until, left = (_number(kept(f"{name} {event}").get(f"{name} {event}")) for name in TIMES)
    return Notes(
        f"hidden {event}" in kept(f"hidden {event}"),
        until,
        left,
        kept(f"{SECRET}{event}").get(f"{SECRET}{event}", b"").decode(),
        over_before(hall, event),
    )


def keep_hidden(hall: Hall, event: str, *, hidden: bool) -> None:
    """Notes that the standings are hidden, or not."""
    hall.store.keep(f"hidden {event}", b"1" if hidden else None)


def _number(text: bytes | None) -> float | None:
    return None if text is None else msgspec.json.decode(text, type=float)


def keep_timer(
    hall: Hall, event: str, until: float | None = None, left: float | None = None
) -> None:
    """Notes when the round's time is up, or what is left of it in a pause; nothing for no timer."""
    for name, value in zip(TIMES, (until, left), strict=True):
        hall.store.keep(f"{name} {event}", None if value is None else msgspec.json.encode(value))


def keep_over(hall: Hall, event: str, round: int, over: dict[str, list[str]]) -> None:
    """Notes the games of each board that are over when a round is drawn."""
    hall.store.keep(f"over {event} {round}", msgspec.json.encode(over))


def keep_over_matches(hall: Hall, event: str, over: dict[str, list[str]]) -> None:
    """Notes the games of each board that are over when matches are called."""
    name = f"over {event} {MATCHES}"
    known = _over(hall, name)
    merged = {board: _merged(known.get(board, ()), games) for board, games in over.items()}
    hall.store.keep(name, msgspec.json.encode({**known, **merged}))


def over_before(hall: Hall, event: str) -> dict[str, list[str]]:
    """Returns the games of each board that are none of those that are played now; see `Notes`."""
    state = hall.state(event)
    found = _over(hall, f"over {event} {len(state.rounds)}")
    for board, games in _over(hall, f"over {event} {MATCHES}").items():
        found[board] = _merged(found.get(board, ()), games)
    for game in state.match_games:
        found[game.board] = _merged(found.get(game.board, ()), [game.game])
    return found


def _over(hall: Hall, name: str) -> dict[str, list[str]]:
    kept = hall.store.kept(name).get(name, b"{}")
    return msgspec.json.decode(kept, type=dict[str, list[str]])


def _merged(games: Iterable[str], more: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*games, *more]))[-OVER_MOST:]


def keep_running(hall: Hall, events: list[str]) -> None:
    """Notes the events that go on, the first one first."""
    hall.store.keep(RUNNING, msgspec.json.encode(events))


def kept_running(hall: Hall) -> list[str]:
    """Returns the events that were begun or let go on, in order; the newest one if none was."""
    known = hall.store.events()
    kept = hall.store.kept(RUNNING).get(RUNNING)
    running = known[-1:] if kept is None else msgspec.json.decode(kept, type=list[str])
    return list(dict.fromkeys(event for event in running if event in known))


def read_running(hall: Hall) -> list[str]:
    """Returns the events that go on, each with its consolation after it."""
    known, found = hall.store.events(), []
    for event in kept_running(hall):
        beside = hall.state(event).consolation
        found += [event, beside] if beside in known else [event]
    return list(dict.fromkeys(found))
