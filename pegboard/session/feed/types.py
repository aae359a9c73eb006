"""The types of everything that leaves a session: updates of the game, frames, and JSON messages."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from pegboard.cribbage.events import Event
from pegboard.session.feed.state import StateFrame

JsonObject = dict[str, Any]
"""One JSON object, as it goes over the wire."""


@dataclass(frozen=True, slots=True)
class Moved:
    """An action that was done, or a change of the history.

    Attributes:
        game: the game's id.
        events: of the action; none after a change of the history.
        is_undo: whether actions were taken back, or others took their place.
        has_scored: whether a score changed.
    """

    game: str
    events: tuple[Event, ...] = ()
    is_undo: bool = False
    has_scored: bool = False


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """The game for one watcher: its state now, and the moves since the update before.

    Attributes:
        frame: the state; `frame.state` is the value, `frame.text_after` the message.
        moves: done since the watcher's last update, without those undone meanwhile.
    """

    frame: StateFrame
    moves: tuple[Moved, ...] = ()

    @property
    def state(self) -> Any:
        """The state from the perspective of the watcher."""
        return self.frame.state


Feed = AsyncIterator[GameUpdate | bytes]
"""Updates and frames in order; bytes are a frame (3 bytes a pixel)."""
