"""Admission: how many connections each place and all strangers together may hold open.

A connection is counted before it has said anything, so only its address is known. There are three
groups, and none can take the places of another:

    own        the board's own machine
    known      addresses from which a paired device has been heard since the start
    strangers  all others

Where a group is full, the oldest connection that the board is not at work for goes: one that is
idle, or slow to say what it wants. Who connects and asks at once is therefore served, however many
sit there in silence. Only where all of them are at work is the new one refused.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from starlette.types import Scope

from pegboard.http.addresses import house, is_loopback

KNOWN_KEPT = 128
"""The most known addresses; the one not heard of for longest is forgotten first."""
CONNECTION = "connection"
"""Key of a request's connection in the `state` of its scope."""


@dataclass(frozen=True, slots=True)
class Group:
    """The most connections of a group, and of one address in it."""

    all: int
    each: int


# Together fewer than the 1,024 files that a process may open without being asked for more.
OWN = Group(all=384, each=384)
KNOWN = Group(all=256, each=64)
STRANGERS = Group(all=256, each=24)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server: its groups, and how many known addresses it remembers."""

    own: Group = OWN
    known: Group = KNOWN
    strangers: Group = STRANGERS
    known_kept: int = KNOWN_KEPT


LIMITS = Limits()


class Connection:
    """One open connection. `busy` while the board is at work for it."""

    def __init__(
        self, admission: "Admission", address: str, group: Group, end: Callable[[], None]
    ) -> None:
        """Stores its place; see `Admission.enter`."""
        self.address, self.group, self.end = address, group, end
        self.busy = False
        self.is_device = False
        """True once a paired device has been heard on it."""
        self._admission = admission

    def trust(self) -> None:
        """Marks it and its address as those of a paired device."""
        self.is_device = True
        self._admission.trust(self.address)

    def leave(self) -> None:
        """Gives its place back; ignores one that is gone."""
        self._admission.leave(self)


class Admission:
    """The open connections of one server. Use from one event loop only."""

    def __init__(
        self, is_own: Callable[[str], bool] = is_loopback, limits: Limits = LIMITS
    ) -> None:
        """Starts without connections.

        Args:
            is_own: whether an address is the board's own machine.
            limits: the most connections of each group.
        """
        self._is_own, self._limits = is_own, limits
        self._open: dict[Connection, None] = {}
        """In order of arrival."""
        self._known: dict[str, None] = {}
        """Addresses of paired devices, the one heard of last at the end."""

    def __len__(self) -> int:
        """Returns the number of open connections."""
        return len(self._open)

    def enter(self, host: str, end: Callable[[], None]) -> Connection | None:
        """Returns the place of a new connection; None if it is to be refused.

        Args:
            host: the address it comes from.
            end: ends it at once, when its place is given to another.
        """
        address = house(host)
        own, known, strangers = self._limits.own, self._limits.known, self._limits.strangers
        group = own if self._is_own(host) else known if address in self._known else strangers
        there = [each for each in self._open if each.group is group]
        same = [each for each in there if each.address == address]
        for those, most in ((same, group.each), (there, group.all)):
            if len(those) >= most:
                if not self._end_one(those):
                    return None
                break
        connection = Connection(self, address, group, end)
        self._open[connection] = None
        return connection

    def trust(self, address: str) -> None:
        """Counts an address among the known ones, and the connections it has."""
        fresh = address not in self._known
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > self._limits.known_kept:
            del self._known[next(iter(self._known))]
        if fresh:
            for each in self._open:
                if each.address == address and each.group is self._limits.strangers:
                    each.group = self._limits.known

    def leave(self, connection: Connection) -> None:
        """Gives the place of a connection back; ignores one that is gone."""
        self._open.pop(connection, None)

    def _end_one(self, those: Iterable[Connection]) -> bool:
        for each in those:
            if not each.busy:
                self.leave(each)
                each.end()
                return True
        return False


def trust(scope: Scope) -> None:
    """Marks the address a request came from as that of a paired device."""
    connection = scope.get("state", {}).get(CONNECTION)
    if isinstance(connection, Connection):
        connection.trust()
