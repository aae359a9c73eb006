"""Admission control: limits of open connections per address and per group.

A connection is counted before it has sent anything, so only its address is known. There are three
groups with separate limits:

    local      this machine
    trusted    addresses from which a paired device has sent a valid token since the start
    strangers  all others

When a group is full, its oldest connection without a request in progress is closed: an idle one,
or one that is slow to send its request. So a client that sends its request at once is served
however many others are idle. If all are busy, the address with most of them loses the WebSocket
that has been silent longest, to an address with fewer. Otherwise the new connection is refused.

An IPv6 address may have few connections, and its /64 many: a whole club may share one, and one
guest may have any number of addresses in it. On a network of this machine the /64 does not count.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address

from starlette.types import Scope

from pegboard.http.addresses import (
    NEIGHBOURS,
    Neighbours,
    client_key,
    is_loopback,
    parse_address,
)

MOST_TRUSTED = 128
"""Maximum number of trusted addresses; the least recently used is forgotten first."""
CONNECTION = "connection"
"""Key of a request's connection in the `state` of its scope."""


@dataclass(frozen=True, slots=True)
class Group:
    """The maximum number of connections of a group.

    Attributes:
        total: of the whole group.
        per_address: of one IPv4 address, behind which there may be several clients.
        per_ipv6: of one IPv6 address; `per_address` by default.
        per_network: of one /64 of IPv6 that is not this machine's; `total` by default.
    """

    total: int
    per_address: int
    per_ipv6: int = 0
    per_network: int = 0


# The totals stay below 1,024, the default limit of open files of a process.
LOCAL = Group(total=384, per_address=384)
TRUSTED = Group(total=256, per_address=64)
STRANGERS = Group(total=256, per_address=24, per_ipv6=8, per_network=128)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a server: one per group, and how many trusted addresses it remembers."""

    local: Group = LOCAL
    trusted: Group = TRUSTED
    strangers: Group = STRANGERS
    most_trusted: int = MOST_TRUSTED


LIMITS = Limits()


class Connection:
    """An open connection; `busy` while a request is in progress."""

    def __init__(
        self,
        admission: "Admission",
        address: str,
        network: str,
        group: Group,
        end: Callable[[], None],
    ) -> None:
        """Stores the connection's address, network and group; see `Admission.enter`."""
        self.address, self.network, self.group, self.end = address, network, group, end
        self.busy = self.is_socket = False
        self.heard_s = 0.0
        """Monotonic time of a WebSocket's last message, or of its start."""
        self.is_device = False
        """True once a paired device has authenticated on it."""
        self._admission = admission

    def hear(self) -> None:
        """Records that the connection is a WebSocket whose client has just sent something."""
        self.busy = self.is_socket = True
        self.heard_s = time.monotonic()

    def trust(self) -> None:
        """Marks the connection and its address as those of a paired device."""
        self.is_device = True
        self._admission.trust(self.address)

    def leave(self) -> None:
        """Frees the connection's place; does nothing if it was freed already."""
        self._admission.leave(self)


class Admission:
    """Admission control of one server. Use from one event loop only."""

    def __init__(
        self,
        is_local: Callable[[str], bool] = is_loopback,
        limits: Limits = LIMITS,
        neighbours: Neighbours = NEIGHBOURS,
    ) -> None:
        """Starts without connections.

        Args:
            is_local: returns whether an address belongs to this machine.
            limits: maximum number of connections of each group.
            neighbours: addresses on a network of this machine.
        """
        self._is_local, self._limits, self._neighbours = is_local, limits, neighbours
        self._open: dict[Connection, None] = {}
        """Open connections, in order of arrival."""
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
        parsed = parse_address(host)
        address, network = str(parsed or host), client_key(host, self._neighbours)
        local, trusted, strangers = self._limits.local, self._limits.trusted, self._limits.strangers
        group = (
            local if self._is_local(host) else trusted if address in self._trusted else strangers
        )
        in_group = [connection for connection in self._open if connection.group is group]
        from_network = [connection for connection in in_group if connection.network == network]
        from_address = [connection for connection in from_network if connection.address == address]
        is_ipv6 = isinstance(parsed, IPv6Address)
        for rivals, most in (
            (from_address, (is_ipv6 and group.per_ipv6) or group.per_address),
            (from_network, (is_ipv6 and group.per_network) or group.total),
            (in_group, group.total),
        ):
            if len(rivals) >= most:
                if not self._close_idle_one(rivals) and not self._close_socket(rivals, address):
                    return None
                break
        connection = Connection(self, address, network, group, end)
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
        """Frees the place of a connection; does nothing if it was freed already."""
        self._open.pop(connection, None)

    def _close_idle_one(self, connections: Iterable[Connection]) -> bool:
        for connection in connections:
            if not connection.busy:
                self._close(connection)
                return True
        return False

    def _close_socket(self, connections: Sequence[Connection], address: str) -> bool:
        """Closes the longest silent WebSocket of the address with most, if `address` has fewer."""
        held = Counter(connection.address for connection in connections)
        holder, most = held.most_common(1)[0]
        sockets = [each for each in connections if each.address == holder and each.is_socket]
        if most <= held[address] + 1 or not sockets:
            return False
        self._close(min(sockets, key=lambda connection: connection.heard_s))
        return True

    def _close(self, connection: Connection) -> None:
        self.leave(connection)
        connection.end()


def trust(scope: Scope) -> None:
    """Marks the address from which a request came as that of a paired device."""
    connection = scope.get("state", {}).get(CONNECTION)
    if isinstance(connection, Connection):
        connection.trust()
