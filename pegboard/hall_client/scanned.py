"""QR codes of a hall that a board's camera reads.

    http://192.168.1.20:8131/#code=4f1c…          on the director's page: joins the hall
    http://192.168.1.20:8131/player#table=3       on a table's sign: requests the table

On a phone they open a page of the hall. All other codes are refused, and so are addresses that lead
back to this machine or to its own link: anybody can print a code, and no hall of others is there.
"""

import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address

from pegboard.errors import ConfigError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.membership import websocket_url

ADDRESS_MOST = 200
_CODE = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?P<port>:[0-9]{1,5})?/"
    r"(?:#code=(?P<code>[0-9]{6}|[0-9a-f]{32})|player#table=(?P<table>[1-9][0-9]{0,3}))"
)


@dataclass(frozen=True, slots=True)
class ScannedCode:
    """The content of a hall's code.

    Attributes:
        url: address of the hall.
        code: join code; empty on the sign of a table.
        table: number of the table; 0 on the director's page.
    """

    url: str
    code: str
    table: int


def parse_scanned(text: str, joined: str = "") -> ScannedCode:
    """Parses the text of a QR code.

    Args:
        text: content of the code.
        joined: address of the hall that this board has joined, which is accepted anywhere.

    Raises:
        ConfigError: the code is not a hall's; its content is not reported, since it may contain a
            password. Or it leads to this machine or its own link.
    """
    found = _CODE.fullmatch(text) if len(text) <= ADDRESS_MOST else None
    if found is None:
        raise ConfigError(HallLink.OTHER_CODE)
    port = found["port"] or (":80" if found["scheme"] == "http" else "")
    url = f"{found['scheme']}://{found['host']}{port}"
    try:
        websocket_url(url)
    except ConfigError:
        raise ConfigError(HallLink.OTHER_CODE) from None
    if url != joined and _is_near(found["host"]):
        raise ConfigError(HallLink.NEAR_ADDRESS, host=found["host"])
    return ScannedCode(url, found["code"] or "", int(found["table"] or 0))


def _is_near(host: str) -> bool:
    """Returns whether an address is loopback, link-local, unspecified or multicast.

    That includes the metadata service of cloud machines, 169.254.169.254. Old forms of IPv4
    addresses are recognised: 127.1, 0x7f000001 and 2130706433 are 127.0.0.1.
    """
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(socket.inet_ntoa(socket.inet_aton(name)))
    except OSError:
        try:
            address = ip_address(name.strip("[]"))
        except ValueError:  # a host name
            return False
    address = getattr(address, "ipv4_mapped", None) or address
    return (
        address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or address.is_multicast
    )
