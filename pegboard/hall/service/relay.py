"""The letters between boards that play with each other; the hall passes them on unread.

It keeps none: a board sends again what the other has not confirmed. Where several processes are one
hall, a letter for a board that is connected to another of them goes through the store.
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
"""By time, receiver, sender and chance."""
EXPIRY_S = 10.0
"""Seconds after which a letter in the store is thrown away: it was sent again meanwhile."""
SEND_S = 2.0
"""Seconds for a board to read a letter: the one that wrote it waits so long at most."""
BOARDS_MOST = 500
"""Boards of which one is told that they are there."""


class Relay:
    """Passes letters on. Use from one event loop only.

    Args:
        keeper: of the hall.
        sockets: returns the connections of a board.
        present: returns the ids of the boards that are connected here.
    """

    def __init__(
        self,
        store_thread: StoreThread,
        sockets: Callable[[str], Sequence[WebSocket]],
        present: Callable[[], Collection[str]],
    ) -> None:
        self._store_thread, self._sockets, self._present = store_thread, sockets, present
        self.remote_boards: Collection[str] = ()
        """Boards that are connected to another process of this hall."""

    async def answer(self, board: str, asked: Look | Post) -> Present | Away | None:
        """Does what a board asks for; returns the answer, if there is one.

        Raises:
            DeviceError: the store cannot be read.
        """
        if isinstance(asked, Look):
            return Present(await self._other_boards(board))
        post = Post(board, asked.letter)
        sockets = self._sockets(asked.board)
        if sockets and await sending.try_send(sockets[-1], post, within_s=SEND_S):
            return None
        if asked.board not in self.remote_boards:
            return Away(asked.board)
        key = f"{time_ns():020} {asked.board} {board} {secrets.token_hex(4)}"
        await self._store_thread.run(
            lambda hall: ENVELOPES.put(hall.store, asked.letter.encode(), key)
        )
        return None

    async def deliver_stored(self) -> None:
        """Passes on what other processes have left in the store for boards that are here.

        Raises:
            DeviceError: the store cannot be read.
        """
        for key, letter in sorted((await self._store_thread.run(_waiting)).items()):
            at, to, sender, _ = key.split(" ")
            sockets = self._sockets(to)
            old = time_ns() - int(at) > EXPIRY_S * 1e9
            if sockets or old:
                await self._store_thread.run(partial(_delete, key))
            if sockets and not old:
                await sending.try_send(sockets[-1], Post(sender, letter.decode()), within_s=SEND_S)

    async def _other_boards(self, board: str) -> tuple[tuple[str, str], ...]:
        there = {*self._present(), *self.remote_boards} - {board}
        known = await self._store_thread.run(lambda hall: hall.store.boards())
        named = [
            (joined.id, joined.name)
            for joined in known
            if joined.id in there and joined.revoked is None
        ]
        return tuple(sorted(named, key=lambda board: board[1])[:BOARDS_MOST])


def _delete(key: str, hall: Hall) -> None:
    ENVELOPES.put(hall.store, None, key)


def _waiting(hall: Hall) -> dict[str, bytes]:
    return ENVELOPES.all(hall.store)
