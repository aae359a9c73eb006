"""The codes of a hall that a board's camera reads: the director's, and the sign of a table.

    http://192.168.1.20:8131/#code=482913         on the director's page: a board joins with it
    http://192.168.1.20:8131/player#table=3       on the sign of a table: a board takes its place

A phone that reads one of them comes to a page of the hall. Everything else is refused.
"""

import re
from dataclasses import dataclass

from pegboard.errors import ConfigError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.membership import websocket_url

ADDRESS_MOST = 200
_CODE = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?P<port>:[0-9]{1,5})?/"
    r"(?:#code=(?P<code>[0-9]{6})|player#table=(?P<table>[1-9][0-9]{0,3}))"
)


@dataclass(frozen=True, slots=True)
class ScannedCode:
    """What a code of a hall says.

    Attributes:
        url: of the hall.
        code: with which boards join; empty on the sign of a table.
        table: its number; 0 on the director's page.
    """

    url: str
    code: str
    table: int


def parse_scanned(text: str) -> ScannedCode:
    """Returns what a code says.

    Raises:
        ConfigError: it is none of a hall's. Nothing of it is told: it may hold a password.
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
    return ScannedCode(url, found["code"] or "", int(found["table"] or 0))
