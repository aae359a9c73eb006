"""Connections of boards: `protocol/hall_side.py` over the WebSocket `/api/board`.

Connections are independent: a slow board does not delay the others.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from pegboard.chain.condition import Announcement
from pegboard.errors import DeviceError
from pegboard.hall.protocol.hall_side import HallSide
from pegboard.hall.service import sending
from pegboard.hall.service.join_code import JoinCode
from pegboard.hall.service.relay import Relay
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall_link.messages import Adopt, Adopted, Cards, FromHall, Look, Post, Refused, Seat
from pegboard.host.logfmt import log_event
from pegboard.http.admission import trust
from pegboard.tournament.codes import EventFault

log = logging.getLogger(__name__)

HELLO_S = 10.0
"""Seconds within which a board must send its hello."""
CONNECTIONS_MOST = 4
"""Maximum number of connections per key (a cloned SD card makes two); the oldest is closed."""
MESSAGES_PER_S = 50.0
"""Sustained rate limit of one connection; further messages wait."""
BURST = 100.0
NO_SEAT = Seat()
CLOSE_RETRY, CLOSE_POLICY = 1013, 1008
"""WebSocket close codes: try again later; policy violation (timeout, revoked key)."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A connected board's report about itself, and the hall's time of the report."""

    announced: Announcement
    heard: float


class ConnectedBoard:
    """The connections of one board, and its latest report about itself."""

    def __init__(self) -> None:
        self.sockets: list[WebSocket] = []
        self.announced: Announcement | None = None
        self.heard = 0.0
        """Time of the report by the hall's clock, in seconds since 1970."""


class BoardConnections:
    """All boards that are or were connected. Use from one event loop only.

    Args:
        store_thread: thread of the hall's store.
        key: public key of the hall, 32 bytes.
        join_code: the code with which new boards join.
        now: clock in seconds since 1970.
        on_presence: called with a board's id when it connects, sends a message or disconnects.
    """

    def __init__(
        self,
        store_thread: StoreThread,
        key: bytes,
        join_code: JoinCode,
        now: Callable[[], float],
        on_presence: Callable[[str], None],
    ) -> None:
        self._store_thread, self._key, self._join_code = store_thread, key, join_code
        self._now, self._on_presence = now, on_presence
        self.boards: dict[str, ConnectedBoard] = {}
        self._seats: dict[str, Seat] = {}
        self._sends: set[asyncio.Task[bool]] = set()
        self.relay = Relay(store_thread, self._sockets, lambda: self.present().keys())
        """Relays messages between boards."""
        self.on_signed: Callable[[], Awaitable[None]] | None = None
        """Called after cards signed at a board are committed, or refused with a notice."""

        self.on_adopt: Callable[[str, int], Awaitable[Adopted]] | None = None
        """Called with board and table when a board requests a table."""

    async def serve(self, socket: WebSocket) -> None:
        """Serves one connection until it ends."""
        address = socket.client.host if socket.client else ""
        side = await self._store_thread.run(
            lambda hall: HallSide(
                hall,
                self._key,
                secrets.token_hex(16),
                partial(self._join_code.admit, hall, address),
            )
        )
        await socket.accept()
        try:
            await self._converse(socket, side)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the board disconnected, or the server closed an oversized message
        except TimeoutError:
            await sending.close(socket, CLOSE_POLICY)
        except DeviceError as error:
            log_event(log, "hall.store", logging.ERROR, code=str(error.code), says=str(error))
            await sending.close(socket, CLOSE_RETRY)
        finally:
            self._remove(side.board, socket)

    def present(self) -> dict[str, Presence]:
        """Returns the connected boards."""
        return {
            id: Presence(board.announced, board.heard)
            for id, board in self.boards.items()
            if board.sockets and board.announced is not None
        }

    def set_seats(self, seats: dict[str, Seat]) -> None:
        """Sends each board its changed seat; a board without a game gets an empty seat."""
        before, self._seats = self._seats, seats
        for id, board in self.boards.items():
            seat = seats.get(id, NO_SEAT)
            for socket in board.sockets if before.get(id, NO_SEAT) != seat else ():
                task = asyncio.create_task(sending.try_send(socket, seat))
                self._sends.add(task)
                task.add_done_callback(self._sends.discard)

    async def disconnect(self, board: str) -> None:
        """Closes the connections of a board."""
        for socket in list(self.boards[board].sockets) if board in self.boards else ():
            await sending.close(socket, CLOSE_POLICY)

    async def _converse(self, socket: WebSocket, side: HallSide) -> None:
        await sending.send(socket, side.welcome())
        allowed, last = BURST, asyncio.get_running_loop().time()
        while not side.closed:
            async with asyncio.timeout(None if side.board else HELLO_S):
                text = await _received(socket)
            greets = not side.board
            answer = await self._answer(side, text)
            if side.board and not isinstance(answer, Refused):
                for oldest in self._record_message(side, socket, greets=greets):
                    await sending.close(oldest, CLOSE_RETRY)
            if answer is not None:
                await sending.send(socket, answer)
            if greets and side.board and side.board in self._seats:
                await sending.send(socket, self._seats[side.board])
            news = isinstance(answer, Cards) and answer.code in ("", EventFault.OVER_BEFORE)
            if news and self.on_signed is not None:
                await self.on_signed()
            now = asyncio.get_running_loop().time()
            allowed = min(BURST, allowed + (now - last) * MESSAGES_PER_S) - 1
            last = now
            if allowed < 0:
                await asyncio.sleep(-allowed / MESSAGES_PER_S)
        await sending.close(socket, 1000)

    async def _answer(self, side: HallSide, text: bytes) -> FromHall | None:
        reply = await self._store_thread.receive(side, text)
        if isinstance(reply, Look | Post):
            return await self.relay.answer(side.board, reply)
        if isinstance(reply, Adopt):
            return None if self.on_adopt is None else await self.on_adopt(side.board, reply.table)
        return reply

    def _sockets(self, board: str) -> list[WebSocket]:
        connected = self.boards.get(board)
        return connected.sockets if connected is not None else []

    def _record_message(
        self, side: HallSide, socket: WebSocket, *, greets: bool
    ) -> list[WebSocket]:
        """Records a message of a board; returns its connections beyond the maximum."""
        connected = self.boards.setdefault(side.board, ConnectedBoard())
        if greets:
            trust(socket.scope)
            connected.sockets.append(socket)
            connected.heard = self._now()
            log_event(log, "hall.board", board=side.board)
        connected.announced = side.announced
        self._on_presence(side.board)
        return connected.sockets[:-CONNECTIONS_MOST] if greets else []

    def _remove(self, board: str, socket: WebSocket) -> None:
        connected = self.boards.get(board)
        if connected is not None and socket in connected.sockets:
            connected.sockets.remove(socket)
            self._on_presence(board)


async def _received(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes = message.get("text") or message.get("bytes") or b""
    return text.encode() if isinstance(text, str) else text
