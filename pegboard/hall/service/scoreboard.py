"""The public content of a hall, in versioned parts that are encoded once.

A cursor consists of the run of this process and a version. A page that was away or slow gets the
current content of the parts that have changed since its cursor. Changes are batched with a short
pause, which grows with the time that a broadcast takes.
"""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

PAUSE_S = 0.03
"""Minimum seconds between two broadcasts."""
LONGEST_PAUSE_S = 1.0
MESSAGES_MOST = 16
"""Maximum number of encoded messages cached for equal cursors."""
SHARE = 2.0
"""Ratio of the pause to the duration of a broadcast."""


class Scoreboard:
    """The public content, and the tasks that wait for changes. Use from one event loop only."""

    def __init__(self) -> None:
        self.run = secrets.token_hex(4)
        self.version = 0
        self.pause_s = PAUSE_S
        self._broadcast_s = 0.0
        """Duration of the last broadcast, in seconds."""
        self._parts: dict[str, tuple[Any, bytes]] = {}
        """The content of each part, and its JSON."""
        self._changed: dict[str, int] = {}
        self._published_version = 0
        self._published_at = 0.0
        """Time of the last broadcast, by the loop's clock."""
        self._wakeup = asyncio.Event()
        self._due: asyncio.TimerHandle | None = None
        self._messages: dict[tuple[int, int], str] = {}
        self._closed = False

    def put(self, key: str, content: Any) -> None:
        """Sets the content of a part; does nothing if it has not changed."""
        text = msgspec.json.encode(content)
        if key not in self._parts or self._parts[key][1] != text:
            self._parts[key] = content, text
            self._touch(key)

    def _touch(self, key: str) -> None:
        self.version += 1
        self._changed[key] = self.version
        if self._due is None and not self._closed:
            loop = asyncio.get_running_loop()
            wait_s = max(0.0, self._published_at + self.pause_s - loop.time())
            self._due = loop.call_later(wait_s, self._publish)

    def since(self, cursor: str = "") -> str:
        """Returns the message with the changes since a cursor; everything for an unknown cursor.

        The message has the keys `cursor`, `all` and `parts`.
        """
        key = (self._version_of(cursor), self.version)
        if key not in self._messages:
            if len(self._messages) > MESSAGES_MOST:
                self._messages.clear()
            self._messages[key] = self._message(key[0])
        return self._messages[key]

    @property
    def cursor(self) -> str:
        """The current cursor."""
        return f"{self.run}-{self.version}"

    def changes(self, cursor: str = "") -> tuple[dict[str, Any], bool]:
        """Returns the changed parts as values, and whether they are all parts."""
        version = self._version_of(cursor)
        parts = {key: self._parts[key][0] for key, at in self._changed.items() if at > version}
        return msgspec.to_builtins(parts), version == 0

    async def wait_since(self, cursor: str) -> str | None:
        """Waits for the next message after a cursor; returns None once the hall closes."""
        return self.since(cursor) if await self.has_more(cursor) else None

    async def has_more(self, cursor: str) -> bool:
        """Waits for changes after a cursor; returns False once the hall closes."""
        while self._version_of(cursor) >= self._published_version:
            if self._closed:
                return False
            await self._wakeup.wait()
        return True

    def _version_of(self, cursor: str) -> int:
        """Returns the version of a cursor; 0 for an unknown one."""
        run, _, number = cursor.partition("-")
        fits = run == self.run and number.isdecimal() and len(number) < 16
        return min(int(number), self.version) if fits else 0

    def close(self) -> None:
        """Wakes all waiting tasks; later waits return at once."""
        self._closed = True
        if self._due is not None:
            self._due.cancel()
        self._wakeup.set()

    def _message(self, version: int) -> str:
        changed = {key: self._parts[key][1] for key, at in self._changed.items() if at > version}
        parts: Mapping[str, msgspec.Raw] = {key: msgspec.Raw(text) for key, text in changed.items()}
        message = {"type": "hall", "cursor": self.cursor, "all": version == 0, "parts": parts}
        return msgspec.json.encode(message).decode()

    def _publish(self) -> None:
        loop = asyncio.get_running_loop()
        self._due, self._published_version, self._published_at = None, self.version, loop.time()
        bell, self._wakeup = self._wakeup, asyncio.Event()
        bell.set()
        # The waiting tasks run first; the time they take determines the next pause.
        loop.call_soon(loop.call_soon, self._set_pause, self._published_at)

    def _set_pause(self, began: float) -> None:
        # A single slow broadcast may be a garbage collection; only two in a row mean load.
        before, self._broadcast_s = self._broadcast_s, asyncio.get_running_loop().time() - began
        self.pause_s = min(LONGEST_PAUSE_S, max(PAUSE_S, SHARE * min(before, self._broadcast_s)))
