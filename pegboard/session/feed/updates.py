"""Collects what changed: many changes in one turn of the event loop are published once."""

import asyncio
from collections.abc import Callable


class Updates:
    """For one event loop."""

    def __init__(self) -> None:
        """Starts without changes."""
        self._listeners: list[Callable[[], None]] = []
        self._due = False

    def connect(self, listener: Callable[[], None]) -> None:
        """Calls a listener after every turn of the loop in which something changed."""
        self._listeners.append(listener)

    def changed(self) -> None:
        """Notes that something changed; never waits."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._publish)

    def _publish(self) -> None:
        self._due = False
        for listener in self._listeners:
            listener()
