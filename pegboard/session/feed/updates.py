"""Collects what changed: many changes in one turn of the event loop are published once."""

import asyncio
from collections.abc import Callable


class Updates:
    """Combines changes into one call per turn. Use from one event loop only."""

    def __init__(self) -> None:
        """Starts without changes."""
        self._listeners: list[Callable[[], None]] = []
        self._due = False

    def connect(self, listener: Callable[[], None]) -> None:
        """Adds a listener, called after every turn of the loop with a change."""
        self._listeners.append(listener)

    def changed(self) -> None:
        """Records a change; non-blocking."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._publish)

    def _publish(self) -> None:
        self._due = False
        for listener in self._listeners:
            listener()
