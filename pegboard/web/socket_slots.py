"""Slots for WebSockets: reserved for clients that may act, shared fairly among watchers.

A quarter of the slots is reserved for the board and its devices. One address can have eight
watchers; a ninth evicts the oldest of them. When all watcher slots are taken, the address with
the most loses one to an address with fewer. A client that may act evicts a watcher if no other
slot is free.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pegboard.http.addresses import client_key, is_loopback
from pegboard.pairing.viewer import Viewer

MAX_SOCKETS = 200
"""Maximum number of WebSockets; further ones are asked to retry later."""
MAX_WATCHERS_PER_ADDRESS = 8
"""Maximum number of watchers per address."""


@dataclass(eq=False, slots=True)
class Slot:
    """The slot of one open WebSocket; `evicted` is set once another client gets the slot."""

    address: str
    """Address of the client; empty if it may act or is on this machine, which removes the limit."""
    acts: bool
    evicted: asyncio.Event = field(default_factory=asyncio.Event)


class SocketSlots:
    """The slots of one application. Use from one event loop only."""

    def __init__(self, limit: int = MAX_SOCKETS) -> None:
        """Creates `limit` free slots."""
        self.most = limit
        self._most_watchers = limit - limit // 4
        self._slots: dict[Slot, None] = {}
        """Open slots in order of arrival."""

    def __len__(self) -> int:
        """Returns the number of slots in use."""
        return len(self._slots)

    def acquire(self, viewer: Viewer, host: str) -> Slot | None:
        """Returns a slot for a new WebSocket; None if none is free.

        Args:
        viewer: the client.
        host: its address; on this machine a proxy may stand for many clients.
        """
        place = Slot(
            "" if viewer.may_act or is_loopback(host) else client_key(host), viewer.may_act
        )
        if not self._make_room(place):
            return None
        self._slots[place] = None
        return place

    def release(self, place: Slot) -> None:
        """Releases a slot; ignores one that was already released."""
        self._slots.pop(place, None)

    def _make_room(self, new: Slot) -> bool:
        watchers = [place for place in self._slots if not place.acts]
        full = len(self._slots) >= self.most
        if new.acts:
            return not full or self._evict_first(watchers)
        same = [place for place in watchers if place.address == new.address]
        if new.address and len(same) >= MAX_WATCHERS_PER_ADDRESS:
            return self._evict_first(same)
        if not full and len(watchers) < self._most_watchers:
            return True
        held = Counter(place.address for place in watchers if place.address)
        address, most = next(iter(held.most_common(1)), ("", 0))
        if most <= held[new.address] + 1:
            return False
        return self._evict_first(place for place in watchers if place.address == address)

    def _evict_first(self, candidates: Iterable[Slot]) -> bool:
        first = next(iter(candidates), None)
        if first is None:
            return False
        self.release(first)
        first.evicted.set()
        return True
