"""Types of the session's output: updates, frames and JSON messages."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from pegboard.cribbage.events import Event
from pegboard.session.feed.state import StateFrame

JsonObject = dict[str, Any]
"""A JSON object as sent over the wire."""


@dataclass(frozen=True, slots=True)
class Moved:
    """An executed action, or a change of the game's history.

    Attributes:
        game: the game's id.
        events: events of the action; empty after a change of the history.
        is_undo: whether actions were undone or replaced.
        has_scored: whether a score changed.
    """

    game: str
    events: tuple[Event, ...] = ()
    is_undo: bool = False
    has_scored: bool = False


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """An update for one watcher: the current state, and the moves since the previous update.

    Attributes:
        frame: the state; `frame.state` is the value, `frame.text_after` the message.
        moves: moves since the watcher's last update, without those undone since.
    """

    frame: StateFrame
    moves: tuple[Moved, ...] = ()

    @property
    def state(self) -> Any:
        """State from the perspective of the watcher."""
        return self.frame.state


Feed = AsyncIterator[GameUpdate | bytes]
"""Updates and frames in the order published; bytes are a frame (3 bytes per pixel)."""
