"""Addresses as the network gives them, and what they stand for."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address


def parse_address(host: str) -> Address | None:
    """Returns a numeric address; None if it is none.

    A socket that listens on `::` calls 127.0.0.1 `::ffff:127.0.0.1`; it is 127.0.0.1 here.
    """
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_loopback(host: str) -> bool:
    """Returns whether an address is the machine's own."""
    address = parse_address(host)
    return address is not None and address.is_loopback


def house(host: str) -> str:
    """Returns the key under which connections of one place are counted.

    An address of IPv4; of IPv6 the /64 in which a single device may take any number of addresses.
    """
    address = parse_address(host)
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network((int(address), 64), strict=False))
    return str(address) if address is not None else host
