"""Publishes to many watchers; a slow one delays neither the writer nor the others.

Each watcher has two slots, one for the state and one for the frame. Publishing puts the latest
into every slot and never waits; a watcher that reads too slowly finds only the latest there.

Watchers may see different states. A viewer's perspective decides, any hashable value; the state
is made and encoded once for each perspective in use, not for each watcher.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pegboard.session.feed.presence import Presence
from pegboard.session.feed.state import StateCache, StateFrame
from pegboard.session.feed.viewer import BOARD, Viewer


class _Watcher:
    """The two slots of one reader, and the event that signals new content."""

    def __init__(self, viewer: Viewer, changes: bool) -> None:
        self.viewer, self.changes = viewer, changes
        self.state: str | StateFrame | None = None
        self.frame: bytes | None = None
        self.closed = False
        self.bell = asyncio.Event()
        self._has: StateFrame | None = None
        """The last state that was read."""

    def put_state(self, state: str | StateFrame | None) -> None:
        """Puts a state into the slot, unless it is the one already read."""
        if state is None or (self.state is None and state is self._has):
            return
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

    async def read(self) -> AsyncIterator[str | bytes]:
        while True:
            await self.bell.wait()
            self.bell.clear()
            # The state goes first: a reader then knows what the frame shows.
            if self.state is not None:
                state, self.state = self.state, None
                yield self._text(state)
            if self.frame is not None:
                frame, self.frame = self.frame, None
                yield frame
            if self.closed and self.state is None and self.frame is None:
                return

    def _text(self, state: str | StateFrame) -> str:
        if isinstance(state, str):
            return state
        has, self._has = self._has, state
        return state.change if self.changes and state.follows(has) else state.whole


class Hub:
    """Sends states and frames to any number of watchers. Use from one event loop only."""

    def __init__(
        self,
        sight: Callable[[Viewer], Hashable] = lambda viewer: None,
        tell: Callable[[Any], Mapping[str, Any]] = lambda sight: {},
        presence: Presence | None = None,
    ) -> None:
        """Starts without watchers.

        Args:
            sight: a viewer's perspective; equal perspectives get the same state.
            tell: the state from a perspective.
            presence: counts the pages of each device.
        """
        self._sight, self._states = sight, StateCache(tell)
        self._presence = presence
        self._watchers: set[_Watcher] = set()
        self._state: str | None = None
        self._told = False
        self._frame: bytes | None = None
        self._closed = False

    def __len__(self) -> int:
        """Returns the number of watchers."""
        return len(self._watchers)

    @property
    def viewers(self) -> list[Viewer]:
        """The viewers, once for each subscription."""
        return [watcher.viewer for watcher in self._watchers]

    def publish_state(self) -> None:
        """Publishes the state again, to each watcher from its perspective. Non-blocking."""
        self._states.advance()
        self._told = True
        for watcher in self._watchers:
            watcher.put_state(self._states.of(self._sight(watcher.viewer)))

    def publish_text(self, text: str) -> None:
        """Publishes one `state` message to all, as JSON text. Non-blocking."""
        self._state = text
        for watcher in self._watchers:
            watcher.put_state(text)

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

    def end(self, device: str) -> None:
        """Ends the feeds of a device: it was removed, or must reconnect with other rights."""
        for watcher in self._watchers:
            if watcher.viewer.device == device:
                watcher.state = watcher.frame = None
                watcher.close()

    @contextmanager
    def watch(
        self, viewer: Viewer = BOARD, *, changes: bool = False
    ) -> Iterator[AsyncIterator[str | bytes]]:
        """Opens a feed that begins with the latest publications, until the context ends.

        Args:
            viewer: who watches.
            changes: whether it wants to be told only what is different; see `session.feed.state`.
        """
        watcher = _Watcher(viewer, changes)
        watcher.put_state(self._states.of(self._sight(viewer)) if self._told else self._state)
        watcher.put_frame(self._frame)
        if self._closed:
            watcher.close()
        self._watchers.add(watcher)
        if self._presence is not None:
            self._presence.enter(viewer.device)
        try:
            yield watcher.read()
        finally:
            self._watchers.discard(watcher)
            if self._presence is not None:
                self._presence.leave(viewer.device)
