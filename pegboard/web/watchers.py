"""Places of WebSockets: kept for those who may act, and shared fairly among those who watch.

A quarter of the places is kept for the board and its devices. One address has at most eight
watchers: one more, and its oldest goes. Where all places for watchers are taken, the address that
has most of them gives one to an address that has fewer. Who may act takes a watcher's place where
there is no other.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pegboard.http.addresses import is_loopback, network_key
from pegboard.pairing.viewer import Viewer

SOCKETS = 200
"""The most WebSockets; further ones are told to come back later."""
WATCHERS = 8
"""The most watchers of one address."""


@dataclass(eq=False, slots=True)
class Place:
    """One open WebSocket. `ended` is set once its place is another's."""

    address: str
    """Empty for one that no limit of an address holds for: it may act, or it is on this machine."""
    acts: bool
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Places:
    """The open WebSockets of one application. Use from one event loop only."""

    def __init__(self, most: int = SOCKETS) -> None:
        """Starts without any; there may be `most` at once."""
        self.most = most
        self._most_watchers = most - most // 4
        self._taken: dict[Place, None] = {}
        """In order of arrival."""

    def __len__(self) -> int:
        """Returns the number of open WebSockets."""
        return len(self._taken)

    def enter(self, viewer: Viewer, host: str) -> Place | None:
        """Returns a place for a new WebSocket; None if there is none.

        Args:
            viewer: who it is.
            host: the address it comes from; on this machine a proxy may stand for many.
        """
        place = Place("" if viewer.acts or is_loopback(host) else network_key(host), viewer.acts)
        if not self._make_room(place):
            return None
        self._taken[place] = None
        return place

    def leave(self, place: Place) -> None:
        """Gives a place back; ignores one that is gone."""
        self._taken.pop(place, None)

    def _make_room(self, new: Place) -> bool:
        watchers = [place for place in self._taken if not place.acts]
        full = len(self._taken) >= self.most
        if new.acts:
            return not full or self._end_first(watchers)
        same = [place for place in watchers if place.address == new.address]
        if new.address and len(same) >= WATCHERS:
            return self._end_first(same)
        if not full and len(watchers) < self._most_watchers:
            return True
        held = Counter(place.address for place in watchers if place.address)
        address, most = next(iter(held.most_common(1)), ("", 0))
        if most <= held[new.address] + 1:
            return False
        return self._end_first(place for place in watchers if place.address == address)

    def _end_first(self, those: Iterable[Place]) -> bool:
        first = next(iter(those), None)
        if first is None:
            return False
        self.leave(first)
        first.ended.set()
        return True
