"""Parsing and grouping of IP addresses."""

import time
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path

Address = IPv4Address | IPv6Address

INTERFACES = Path("/proc/net/if_inet6")
"""IPv6 addresses of this machine: address, index, prefix length (all hexadecimal), and more."""
NETWORKS_CACHE_S = 10.0


def parse_address(host: str) -> Address | None:
    """Parses a numeric address; returns None if the text is not one.

    IPv4-mapped addresses, as sockets on `::` report them, become IPv4: `::ffff:127.0.0.1` is
    127.0.0.1.
    """
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_loopback(host: str) -> bool:
    """Returns whether an address is a loopback address."""
    address = parse_address(host)
    return address is not None and address.is_loopback


def network_key(host: str) -> str:
    """Returns the key under which connections from one device or network are counted together.

    It is the whole address for IPv4; for IPv6 the /64 prefix, where a device may use any number
    of addresses.
    """
    address = parse_address(host)
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network((int(address), 64), strict=False))
    return str(address) if address is not None else host


def own_networks(interfaces: Path = INTERFACES) -> frozenset[IPv6Network]:
    """Returns the IPv6 networks of this machine; none if they cannot be read."""
    found = set()
    try:
        for line in interfaces.read_text(encoding="ascii").splitlines():
            digits, _, length, *_ = line.split()
            found.add(IPv6Network((int(digits, 16), int(length, 16)), strict=False))
    except (OSError, ValueError):
        return frozenset()
    return frozenset(found)


class Neighbours:
    """The IPv6 networks of this machine; in these, one /64 contains everybody, not one client.

    Args:
        interfaces: list of this machine's addresses; see `INTERFACES`.
    """

    def __init__(self, interfaces: Path = INTERFACES) -> None:
        self._interfaces = interfaces
        self._networks: frozenset[IPv6Network] = frozenset()
        self._read_at = -NETWORKS_CACHE_S

    def include(self, address: Address) -> bool:
        """Returns whether an address is link-local or in a network of this machine."""
        if isinstance(address, IPv4Address):
            return False
        if address.is_link_local:
            return True
        if time.monotonic() - self._read_at >= NETWORKS_CACHE_S:
            self._networks, self._read_at = own_networks(self._interfaces), time.monotonic()
        return any(address in network for network in self._networks)


NEIGHBOURS = Neighbours()


def client_key(host: str, neighbours: Neighbours = NEIGHBOURS) -> str:
    """Returns the key of one client: the address of a neighbour, otherwise its `network_key`."""
    address = parse_address(host)
    if address is not None and neighbours.include(address):
        return str(address)
    return network_key(host)
