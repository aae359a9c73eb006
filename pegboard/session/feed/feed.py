"""The feed of a game: moves, the state from each perspective, and frames for the LED strip.

Within the process, moves, states and frames are plain objects. JSON is made only at the
socket, once per perspective.

A slow watcher delays nobody. Each watcher has two slots, for the update and for the frame.
Publishing fills every slot and never waits; a slow watcher gets only the latest state, with all
moves since its last one.

Watchers may see different states, depending on the viewer's perspective (any hashable value). The
state is computed once per perspective in use, not per watcher.
"""

import asyncio
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pegboard.pairing.viewer import BOARD, Viewer
from pegboard.session.feed.presence import Presence
from pegboard.session.feed.state import StateCache, StateFrame
from pegboard.session.feed.types import Feed, GameUpdate, Moved


class _Watcher:
    """One watcher's two slots, and the event that signals new content."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.state: StateFrame | None = None
        self.moves: list[Moved] = []
        """Moves since the last update that was read."""
        self.frame: bytes | None = None
        self.closed = False
        self.bell = asyncio.Event()
        self._last_read: StateFrame | None = None
        """The last state that was read."""

    def put_state(self, state: StateFrame, moves: Sequence[Moved] = ()) -> None:
        """Puts a state into the slot, unless it is the one already read."""
        for move in moves:
            if move.is_undo and (done := [each for each in self.moves if not each.is_undo]):
                self.moves.remove(done[-1])
            self.moves.append(move)
        if self.state is not None or state is not self._last_read:
            self.state = state
            self.bell.set()

    def put_frame(self, frame: bytes | None) -> None:
        """Puts a frame into the slot."""
        if frame is not None:
            self.frame = frame
            self.bell.set()

    def close(self) -> None:
        """Ends the feed after its content has been read."""
        self.closed = True
        self.bell.set()

    async def read(self) -> Feed:
        while True:
            await self.bell.wait()
            self.bell.clear()
            # Yield the state first, so that the reader knows what the frame shows.
            if self.state is not None:
                self._last_read, self.state = self.state, None
                moves, self.moves = self.moves, []
                yield GameUpdate(self._last_read, tuple(moves))
            if self.frame is not None:
                frame, self.frame = self.frame, None
                yield frame
            if self.closed and self.state is None and self.frame is None:
                return


class GameFeed:
    """Publishes updates and frames to any number of watchers. Use from one event loop only."""

    def __init__(
        self,
        perspective_of: Callable[[Viewer], Hashable] = lambda viewer: None,
        state_for: Callable[[Any], Mapping[str, Any]] = lambda perspective: {},
        presence: Presence | None = None,
    ) -> None:
        """Starts without watchers.

        Args:
            perspective_of: returns a viewer's perspective; equal perspectives get the same state.
            state_for: returns the state from a perspective.
            presence: counts the pages of each device.
        """
        self._perspective_of, self._states = perspective_of, StateCache(state_for)
        self._presence = presence
        self._watchers: set[_Watcher] = set()
        self._is_published = False
        self._frame: bytes | None = None
        self._closed = False

    def __len__(self) -> int:
        """Returns the number of watchers."""
        return len(self._watchers)

    @property
    def viewers(self) -> list[Viewer]:
        """The viewer of each subscription; one with two subscriptions appears twice."""
        return [watcher.viewer for watcher in self._watchers]

    def publish(self, moves: Sequence[Moved] = ()) -> None:
        """Publishes the state, to each watcher from its perspective. Non-blocking.

        Args:
            moves: done since the last publication.
        """
        self._states.advance()
        self._is_published = True
        for watcher in self._watchers:
            watcher.put_state(self._states.get(self._perspective_of(watcher.viewer)), moves)

    def publish_frame(self, pixels: bytes) -> None:
        """Publishes the frame sent to the strip. Non-blocking."""
        self._frame = pixels
        for watcher in self._watchers:
            watcher.put_frame(pixels)

    def close(self) -> None:
        """Ends every feed after its remaining content."""
        self._closed = True
        for watcher in self._watchers:
            watcher.close()

    def disconnect(self, device: str) -> None:
        """Ends the feeds of a device that was removed or must reconnect with other rights."""
        for watcher in self._watchers:
            if watcher.viewer.device == device:
                watcher.state = watcher.frame = None
                watcher.close()

    @contextmanager
    def subscribe(self, viewer: Viewer = BOARD) -> Iterator[Feed]:
        """Subscribes while the context is open, starting with the latest publications."""
        watcher = _Watcher(viewer)
        if self._is_published:
            watcher.put_state(self._states.get(self._perspective_of(viewer)))
        watcher.put_frame(self._frame)
        if self._closed:
            watcher.close()
        self._watchers.add(watcher)
        if self._presence is not None:
            self._presence.open_page(viewer.device)
        try:
            yield watcher.read()
        finally:
            self._watchers.discard(watcher)
            if self._presence is not None:
                self._presence.close_page(viewer.device)
