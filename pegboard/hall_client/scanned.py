"""QR codes of a hall that a board's camera reads.

    http://192.168.1.20:8131/#code=482913         on the director's page: joins the hall
    http://192.168.1.20:8131/player#table=3       on a table's sign: requests the table

On a phone they open a page of the hall. All other codes are refused.
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
    """The content of a hall's code.

    Attributes:
        url: address of the hall.
        code: code to join; empty on a table's sign.
        table: number of the table; 0 on the director's page.
    """

    url: str
    code: str
    table: int


def parse_scanned(text: str) -> ScannedCode:
    """Parses a code.

    Raises:
        ConfigError: the code is not a hall's; its content is not reported, since it may contain a
            password.
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
