"""One writer, many watchers, and no watcher can slow the writer or another watcher.

Each watcher has two slots, one for the state and one for the frame. Publishing puts the latest
into every slot and never waits; a watcher that reads too slowly finds only the latest there.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager


class _Watcher:
    """The two slots of one reader, and the bell that says that something lies in them."""

    def __init__(self, state: str | None, frame: bytes | None) -> None:
        self.state = state
        self.frame = frame
        self.closed = False
        self.bell = asyncio.Event()
        if state is not None or frame is not None:
            self.bell.set()

    async def read(self) -> AsyncIterator[str | bytes]:
        while True:
            await self.bell.wait()
            self.bell.clear()
            # The state goes first: a reader then knows what the frame shows.
            if self.state is not None:
                state, self.state = self.state, None
                yield state
            if self.frame is not None:
                frame, self.frame = self.frame, None
                yield frame
            if self.closed and self.state is None and self.frame is None:
                return


class Hub:
    """Hands states and frames to any number of watchers. For one event loop; not for threads."""

    def __init__(self) -> None:
        self._watchers: set[_Watcher] = set()
        self._state: str | None = None
        self._frame: bytes | None = None
        self._closed = False

    def __len__(self) -> int:
        """How many are watching."""
        return len(self._watchers)

    def state(self, text: str) -> None:
        """Publishes a `state` message, as JSON text. Never waits."""
        self._state = text
        for watcher in self._watchers:
            watcher.state = text
            watcher.bell.set()

    def frame(self, pixels: bytes) -> None:
        """Publishes the frame that was handed to the strip. Never waits."""
        self._frame = pixels
        for watcher in self._watchers:
            watcher.frame = pixels
            watcher.bell.set()

    def close(self) -> None:
        """Ends every feed once it has given what it still holds."""
        self._closed = True
        for watcher in self._watchers:
            watcher.closed = True
            watcher.bell.set()

    @contextmanager
    def watch(self) -> Iterator[AsyncIterator[str | bytes]]:
        """A feed that begins with what was published last; open until the context ends."""
        watcher = _Watcher(self._state, self._frame)
        if self._closed:
            watcher.closed = True
            watcher.bell.set()
        self._watchers.add(watcher)
        try:
            yield watcher.read()
        finally:
            self._watchers.discard(watcher)
