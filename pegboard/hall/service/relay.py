"""Relays messages between boards that play with each other, without reading them.

Nothing is stored for long: boards resend unconfirmed messages. If a hall has several processes, a
message for a board that is connected to another one goes through the store.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from functools import partial
from time import time_ns

from starlette.websockets import WebSocket

from pegboard.hall.hall import Hall
from pegboard.hall.service import sending
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall_link.messages import Away, Look, Post, Present

ENVELOPES = KeyValues("letter", bytes)
"""Stored envelopes; the key has time, receiver, sender and a random suffix."""
EXPIRY_S = 10.0
"""Seconds after which a stored message is deleted; the sender has resent it by then."""
SEND_S = 2.0
"""Timeout in seconds for delivering a message."""
BOARDS_MOST = 500
"""Maximum number of boards in a `Present` message."""


class Relay:
    """Relay of messages between boards. Use from one event loop only.

    Args:
        store_thread: thread of the hall's store.
        sockets: returns the connections of a board.
        present: returns the ids of the boards connected to this process.
    """

    def __init__(
        self,
        store_thread: StoreThread,
        sockets: Callable[[str], Sequence[WebSocket]],
        present: Callable[[], Collection[str]],
    ) -> None:
        self._store_thread, self._sockets, self._present = store_thread, sockets, present
        self.remote_boards: Collection[str] = ()
        """Ids of boards connected to other processes of this hall."""

    async def answer(self, board: str, message: Look | Post) -> Present | Away | None:
        """Handles a board's message; returns the reply, if any.

        Raises:
            DeviceError: the store cannot be read.
        """
        if isinstance(message, Look):
            return Present(await self._other_boards(board))
        post = Post(board, message.letter)
        sockets = self._sockets(message.board)
        if sockets and await sending.try_send(sockets[-1], post, within_s=SEND_S):
            return None
        if message.board not in self.remote_boards:
            return Away(message.board)
        key = f"{time_ns():020} {message.board} {board} {secrets.token_hex(4)}"
        await self._store_thread.run(
            lambda hall: ENVELOPES.put(hall.store, message.letter.encode(), key)
        )
        return None

    async def deliver_stored(self) -> None:
        """Delivers stored messages of other processes to boards connected here.

        Raises:
            DeviceError: the store cannot be read.
        """
        for key, envelope in sorted((await self._store_thread.run(_waiting)).items()):
            at, to, sender, _ = key.split(" ")
            sockets = self._sockets(to)
            old = time_ns() - int(at) > EXPIRY_S * 1e9
            if sockets or old:
                await self._store_thread.run(partial(_delete, key))
            if sockets and not old:
                await sending.try_send(
                    sockets[-1], Post(sender, envelope.decode()), within_s=SEND_S
                )

    async def _other_boards(self, board: str) -> tuple[tuple[str, str], ...]:
        connected = {*self._present(), *self.remote_boards} - {board}
        boards = await self._store_thread.run(lambda hall: hall.store.boards())
        named = [
            (joined.id, joined.name)
            for joined in boards
            if joined.id in connected and joined.revoked is None
        ]
        return tuple(sorted(named, key=lambda board: board[1])[:BOARDS_MOST])


def _delete(key: str, hall: Hall) -> None:
    ENVELOPES.put(hall.store, None, key)


def _waiting(hall: Hall) -> dict[str, bytes]:
    return ENVELOPES.all(hall.store)
