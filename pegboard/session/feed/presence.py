"""Presence of the paired devices, so that the table knows which players are away.

A device counts as away only after a moment without an open page, so that reloading a page or
reconnecting does not make it away.
"""

import asyncio
from collections import Counter
from collections.abc import Callable

AWAY_AFTER_S = 1.0
"""Seconds without a page until a device is away."""


class Presence:
    """The open pages of each device. Use from one event loop only."""

    def __init__(self, on_change: Callable[[], None], away_after_s: float = AWAY_AFTER_S) -> None:
        """Starts without pages; no device counts as away until it has had time to connect.

        Args:
            on_change: called when a device goes away or comes back.
            away_after_s: seconds without a page until a device is away.
        """
        self._on_change, self._away_after_s = on_change, away_after_s
        self._pages: Counter[str] = Counter()
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        """Timers of devices that have no page but are not away yet."""
        self._has_started = False
        asyncio.get_running_loop().call_later(away_after_s, self._start)

    def is_away(self, device: str) -> bool:
        """Returns whether a device has been without an open page for some seconds."""
        return self._has_started and device not in self._pages and device not in self._leaving

    def open_page(self, device: str) -> None:
        """Registers an open page of a device; ignores an empty id."""
        if not device:
            return
        was_away = self.is_away(device)
        self._pages[device] += 1
        if (timer := self._leaving.pop(device, None)) is not None:
            timer.cancel()
        if was_away:
            self._on_change()

    def close_page(self, device: str) -> None:
        """Unregisters a page of a device; ignores an empty id."""
        if not device:
            return
        self._pages[device] -= 1
        if not self._pages[device]:
            del self._pages[device]
            loop = asyncio.get_running_loop()
            self._leaving[device] = loop.call_later(self._away_after_s, self._go_away, device)

    def _go_away(self, device: str) -> None:
        del self._leaving[device]
        self._on_change()

    def _start(self) -> None:
        self._has_started = True
        self._on_change()
