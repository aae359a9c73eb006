"""Joins a hall with its code, or requests a table there, in one short conversation."""

import time
from dataclasses import dataclass
from pathlib import Path

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from pegboard.chain.feed import Feed
from pegboard.chain.key_file import load_key
from pegboard.errors import DeviceError, WireError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.membership import (
    Membership,
    full_url,
    read_membership,
    save_membership,
    websocket_url,
)
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import MESSAGE_BYTES, Adopt, Adopted, encode
from pegboard.storage.state_names import BOARD_KEY

WAIT_S = 15.0


@dataclass(frozen=True, slots=True)
class Joined:
    """The joined hall, and its answer to the request for a table, if any."""

    hall: Membership
    answer: Adopted | None


def join_hall(folder: Path, url: str, code: str, name: str, table: int = 0) -> Joined:
    """Joins a hall and saves the membership, to which a running board connects automatically.

    Without a code, only the hall that this board has joined is contacted, identified by its key.

    Args:
        folder: the board's state folder.
        url: address of the hall.
        code: code from the director's page; empty if the board has joined.
        name: display name of this board.
        table: number of the requested table; 0 for none.

    Raises:
        ConfigError: the address is invalid.
        DeviceError: the hall does not answer, a file cannot be written, or the code is missing and
            no hall has been joined.
        WireError: the hall refuses.
    """
    url = full_url(url)
    door = websocket_url(url, "URL")
    key = load_key(folder / BOARD_KEY)
    membership = None if code else read_membership(folder)
    if not code and (membership is None or not membership.hall):
        raise DeviceError(HallLink.NOT_JOINED, hall=url, n=0)
    pinned = bytes.fromhex(membership.hall) if membership is not None else None
    side = BoardSide(Feed(key.id, 0), key, pinned, code=code, name=name)
    try:
        with connect(
            door, open_timeout=WAIT_S, max_size=MESSAGE_BYTES, compression=None, proxy=None
        ) as connection:
            hello = side.receive(connection.recv(WAIT_S), time.time())
            assert hello is not None, "the first message is a welcome, and it is answered"
            connection.send(encode(hello).decode())
            side.receive(connection.recv(WAIT_S), time.time())
            if table:
                connection.send(encode(Adopt(table)).decode())
                until = time.monotonic() + WAIT_S
                while side.adopted is None:
                    side.receive(connection.recv(max(0.0, until - time.monotonic())), time.time())
    except WireError:
        raise
    except (OSError, WebSocketException, TimeoutError) as error:
        raise DeviceError(HallLink.AWAY, hall=url, n=0) from error
    assert side.hall_key is not None
    joined = Membership(url, side.hall_key.hex())
    save_membership(folder, joined)
    return Joined(joined, side.adopted)
