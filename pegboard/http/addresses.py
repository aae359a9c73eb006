"""Parsing and grouping of IP addresses."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address


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
    """Returns the key under which connections from one device or network are counted.

    The whole address for IPv4; the /64 prefix for IPv6, within which one device may use any number
    of addresses.
    """
    address = parse_address(host)
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network((int(address), 64), strict=False))
    return str(address) if address is not None else host
