"""What everybody may look at, in parts: each encoded once, with the version that changed it.

A cursor is the run of this process and a version. A page that was away, or slow, gets the parts
that have changed since, each as it is now. What changes is shown together after a short pause,
which grows with the time that it takes to tell everybody.
"""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

PAUSE_S = 0.03
"""Seconds between two messages at least."""
LONGEST_PAUSE_S = 1.0
MESSAGES_MOST = 16
"""Messages that are kept for those who have the same cursor."""
SHARE = 2.0
"""The pause is so many times as long as telling everybody took."""


class Scoreboard:
    """The parts, and those who wait for the next change. Use from one event loop only."""

    def __init__(self) -> None:
        self.run = secrets.token_hex(4)
        self.version = 0
        self.pause_s = PAUSE_S
        self._broadcast_s = 0.0
        """Seconds that it took to tell everybody the last time."""
        self._parts: dict[str, tuple[Any, bytes]] = {}
        """The content of each part, and its JSON."""
        self._changed: dict[str, int] = {}
        self._published_version = 0
        self._published_at = 0.0
        """When it was shown last, on the loop's clock."""
        self._wakeup = asyncio.Event()
        self._due: asyncio.TimerHandle | None = None
        self._messages: dict[tuple[int, int], str] = {}
        self._closed = False

    def put(self, key: str, content: Any) -> None:
        """Shows a part from now on; nothing changes if it is the same as before."""
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
        """Returns one message: what has changed since a cursor; everything for one of another run.

        It has `cursor`, `all` and `parts`.
        """
        key = (self._version_of(cursor), self.version)
        if key not in self._messages:
            if len(self._messages) > MESSAGES_MOST:
                self._messages.clear()
            self._messages[key] = self._message(key[0])
        return self._messages[key]

    @property
    def cursor(self) -> str:
        """The present one."""
        return f"{self.run}-{self.version}"

    def changes(self, cursor: str = "") -> tuple[dict[str, Any], bool]:
        """Returns the parts of `since` as values, and whether there are no others."""
        known = self._version_of(cursor)
        parts = {key: self._parts[key][0] for key, at in self._changed.items() if at > known}
        return msgspec.to_builtins(parts), known == 0

    async def wait_since(self, cursor: str) -> str | None:
        """Returns the next message after a cursor; None once the hall closes."""
        return self.since(cursor) if await self.has_more(cursor) else None

    async def has_more(self, cursor: str) -> bool:
        """Returns True once there is more after a cursor; False once the hall closes."""
        while self._version_of(cursor) >= self._published_version:
            if self._closed:
                return False
            await self._wakeup.wait()
        return True

    def _version_of(self, cursor: str) -> int:
        """Returns the version that a cursor stands for; 0 for one of another run."""
        run, _, number = cursor.partition("-")
        fits = run == self.run and number.isdecimal() and len(number) < 16
        return min(int(number), self.version) if fits else 0

    def close(self) -> None:
        """Ends all waiting."""
        self._closed = True
        if self._due is not None:
            self._due.cancel()
        self._wakeup.set()

    def _message(self, known: int) -> str:
        news = {key: self._parts[key][1] for key, at in self._changed.items() if at > known}
        parts: Mapping[str, msgspec.Raw] = {key: msgspec.Raw(text) for key, text in news.items()}
        message = {"type": "hall", "cursor": self.cursor, "all": known == 0, "parts": parts}
        return msgspec.json.encode(message).decode()

    def _publish(self) -> None:
        loop = asyncio.get_running_loop()
        self._due, self._published_version, self._published_at = None, self.version, loop.time()
        bell, self._wakeup = self._wakeup, asyncio.Event()
        bell.set()
        # Those who waited run before this does: what that takes decides how soon the next is told.
        loop.call_soon(loop.call_soon, self._set_pause, self._published_at)

    def _set_pause(self, began: float) -> None:
        # What was slow once was held up, by a garbage collection for one; only slow twice is work.
        before, self._broadcast_s = self._broadcast_s, asyncio.get_running_loop().time() - began
        self.pause_s = min(LONGEST_PAUSE_S, max(PAUSE_S, SHARE * min(before, self._broadcast_s)))
