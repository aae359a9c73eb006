"""Admission control: limits of open connections per address and per group.

A connection is counted before it has sent anything, so only its address is known. There are three
groups with separate limits:

    local      this machine
    trusted    addresses from which a paired device has sent a valid token since the start
    strangers  all others

When a group is full, its oldest connection without a request in progress is closed: an idle one,
or one that is slow to send its request. So a client that sends its request at once is served,
however many others sit idle. A new connection is refused only if all others are busy.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from starlette.types import Scope

from pegboard.http.addresses import is_loopback, network_key

MOST_TRUSTED = 128
"""Maximum number of trusted addresses; the least recently used is forgotten first."""
CONNECTION = "connection"
"""Key of a request's connection in the `state` of its scope."""


@dataclass(frozen=True, slots=True)
class Group:
    """The maximum number of connections of a group, and of one address in it."""

    total: int
    per_address: int


# The totals stay below 1,024, the default limit of open files of a process.
LOCAL = Group(total=384, per_address=384)
TRUSTED = Group(total=256, per_address=64)
STRANGERS = Group(total=256, per_address=24)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server: one per group, and how many trusted addresses it remembers."""

    local: Group = LOCAL
    trusted: Group = TRUSTED
    strangers: Group = STRANGERS
    most_trusted: int = MOST_TRUSTED


LIMITS = Limits()


class Connection:
    """One open connection; `busy` while a request is in progress."""

    def __init__(
        self, admission: "Admission", address: str, group: Group, end: Callable[[], None]
    ) -> None:
        """Stores the connection's place; see `Admission.enter`."""
        self.address, self.group, self.end = address, group, end
        self.busy = False
        self.is_device = False
        """True once a paired device has authenticated on it."""
        self._admission = admission

    def trust(self) -> None:
        """Marks the connection and its address as those of a paired device."""
        self.is_device = True
        self._admission.trust(self.address)

    def leave(self) -> None:
        """Frees its place; does nothing if already freed."""
        self._admission.leave(self)


class Admission:
    """The open connections of one server. Use from one event loop only."""

    def __init__(
        self, is_local: Callable[[str], bool] = is_loopback, limits: Limits = LIMITS
    ) -> None:
        """Creates an admission without connections.

        Args:
            is_local: returns whether an address belongs to this machine.
            limits: maximum number of connections of each group.
        """
        self._is_local, self._limits = is_local, limits
        self._open: dict[Connection, None] = {}
        """In order of arrival."""
        self._trusted: dict[str, None] = {}
        """Addresses of paired devices, most recently used last."""

    def __len__(self) -> int:
        """Returns the number of open connections."""
        return len(self._open)

    def enter(self, host: str, end: Callable[[], None]) -> Connection | None:
        """Admits a new connection; returns None if it must be refused.

        Args:
            host: remote address.
            end: closes the connection at once, when its place is given to another.
        """
        address = network_key(host)
        local, trusted, strangers = self._limits.local, self._limits.trusted, self._limits.strangers
        group = (
            local if self._is_local(host) else trusted if address in self._trusted else strangers
        )
        in_group = [connection for connection in self._open if connection.group is group]
        from_address = [connection for connection in in_group if connection.address == address]
        for rivals, most in ((from_address, group.per_address), (in_group, group.total)):
            if len(rivals) >= most:
                if not self._close_idle_one(rivals):
                    return None
                break
        connection = Connection(self, address, group, end)
        self._open[connection] = None
        return connection

    def trust(self, address: str) -> None:
        """Moves an address, with its open connections, to the trusted group."""
        is_new = address not in self._trusted
        self._trusted.pop(address, None)
        self._trusted[address] = None
        if len(self._trusted) > self._limits.most_trusted:
            del self._trusted[next(iter(self._trusted))]
        if is_new:
            for connection in self._open:
                if connection.address == address and connection.group is self._limits.strangers:
                    connection.group = self._limits.trusted

    def leave(self, connection: Connection) -> None:
        """Frees the place of a connection; does nothing if already freed."""
        self._open.pop(connection, None)

    def _close_idle_one(self, connections: Iterable[Connection]) -> bool:
        for connection in connections:
            if not connection.busy:
                self.leave(connection)
                connection.end()
                return True
        return False


def trust(scope: Scope) -> None:
    """Marks the remote address of a request as that of a paired device."""
    connection = scope.get("state", {}).get(CONNECTION)
    if isinstance(connection, Connection):
        connection.trust()
