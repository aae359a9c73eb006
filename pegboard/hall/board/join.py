"""Joins a hall with the code that its director's page shows: one short conversation."""

import time
from pathlib import Path

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from pegboard.errors import DeviceError, WireError
from pegboard.hall.board.codes import HallLink
from pegboard.hall.board.membership import (
    KEY_FILE,
    Membership,
    door_of,
    full_url,
    keep_membership,
)
from pegboard.hall.chain.feed import Feed
from pegboard.hall.protocol.board_side import BoardSide
from pegboard.hall.protocol.messages import written
from pegboard.hall.store.key_file import load_key

WAIT_S = 15.0
ANSWER_BYTES = 64 * 1024
"""The longest message of a hall that is read."""


def join_hall(folder: Path, url: str, code: str, name: str) -> Membership:
    """Joins a hall, and writes down which; a board that runs there connects by itself.

    Args:
        folder: the board's state folder.
        url: of the hall.
        code: from the director's page.
        name: what the hall is to call this board.

    Returns:
        The hall that was joined.

    Raises:
        ConfigError: the address is none.
        DeviceError: the hall does not answer, or a file cannot be written.
        WireError: the hall refuses.
    """
    url = full_url(url)
    door = door_of(url, "URL")
    key = load_key(folder / KEY_FILE)
    side = BoardSide(Feed(key.id, 0), key, code=code, name=name)
    try:
        with connect(
            door, open_timeout=WAIT_S, max_size=ANSWER_BYTES, compression=None, proxy=None
        ) as connection:
            hello = side.receive(connection.recv(WAIT_S), time.time())
            assert hello is not None, "the first message is a welcome, and it is answered"
            connection.send(written(hello).decode())
            side.receive(connection.recv(WAIT_S), time.time())
    except WireError:
        raise
    except (OSError, WebSocketException, TimeoutError) as error:
        raise DeviceError(HallLink.AWAY, hall=url, n=0) from error
    assert side.greeted is not None
    joined = Membership(url, side.greeted.hex())
    keep_membership(folder, joined)
    return joined
