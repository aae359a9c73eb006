"""The boards' door, `/api/board`: the conversation of `protocol/hall_side.py` on a WebSocket.

Each connection waits for itself alone: a board that is slow to read, or to speak, holds up nobody.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from pegboard.chain.condition import Announced
from pegboard.errors import DeviceError
from pegboard.hall.protocol.hall_side import HallSide
from pegboard.hall.service import sending
from pegboard.hall.service.join_code import JoinCode
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall.service.relay import Relay
from pegboard.hall_link.messages import Adopt, Adopted, Cards, FromHall, Look, Post, Refused, Seat
from pegboard.host.logfmt import tell
from pegboard.http.admission import trust

log = logging.getLogger(__name__)

HELLO_S = 10.0
"""Seconds for a board to say hello."""
CONNECTIONS_MOST = 4
"""Connections of one key: a cloned card makes two; beyond that the oldest goes."""
MESSAGES_PER_S = 50.0
"""Messages of one connection that are read in a second, in the long run; the rest waits."""
BURST = 100.0
NO_SEAT = Seat()
CLOSE_RETRY, CLOSE_POLICY = 1013, 1008
"""Close codes: it may come back later; it did not speak, or not read."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A board that is connected: its own words about itself, and when it said them."""

    announced: Announced
    heard: float


class ConnectedBoard:
    """The connections of one board, and its own words about itself."""

    def __init__(self) -> None:
        self.sockets: list[WebSocket] = []
        self.announced: Announced | None = None
        self.heard = 0.0
        """When it said that, by the hall's clock."""


class BoardConnections:
    """All boards that are connected, or were. Use from one event loop only.

    Args:
        keeper: of the hall.
        key: the hall's public key.
        joining: lets new boards join.
        now: seconds since 1970.
        changed: is told the id of a board that came, spoke or went.
    """

    def __init__(
        self,
        keeper: StoreThread,
        key: bytes,
        joining: JoinCode,
        now: Callable[[], float],
        on_presence: Callable[[str], None],
    ) -> None:
        self._keeper, self._key, self._joining = keeper, key, joining
        self._now, self._on_presence = now, on_presence
        self.boards: dict[str, ConnectedBoard] = {}
        self._seats: dict[str, Seat] = {}
        self._sends: set[asyncio.Task[bool]] = set()
        self.relay = Relay(keeper, self._sockets, lambda: self.present().keys())
        """Passes on what boards write to each other."""
        self.on_signed: Callable[[], Awaitable[None]] | None = None
        """Is told that a board has signed cards."""

        self.on_adopt: Callable[[str, int], Awaitable[Adopted]] | None = None
        """Answers a board that asks for a table."""

    async def serve(self, socket: WebSocket) -> None:
        """Serves one connection until it ends."""
        address = socket.client.host if socket.client else ""
        side = await self._keeper.run(
            lambda hall: HallSide(
                hall, self._key, secrets.token_hex(16), partial(self._joining.admit, hall, address)
            )
        )
        await socket.accept()
        try:
            await self._converse(socket, side)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone; RuntimeError: the server closed it, for a message too long
        except TimeoutError:
            await sending.close(socket, CLOSE_POLICY)
        except DeviceError as error:
            tell(log, "hall.store", logging.ERROR, code=str(error.code), says=str(error))
            await sending.close(socket, CLOSE_RETRY)
        finally:
            self._remove(side.board, socket)

    def present(self) -> dict[str, Presence]:
        """Returns the boards that are connected."""
        return {
            id: Presence(there.announced, there.heard)
            for id, there in self.boards.items()
            if there.sockets and there.announced is not None
        }

    def set_seats(self, seats: dict[str, Seat]) -> None:
        """Tells every board who plays there now; one that is not named hears that nobody does."""
        before, self._seats = self._seats, seats
        for id, there in self.boards.items():
            seat = seats.get(id, NO_SEAT)
            for socket in there.sockets if before.get(id, NO_SEAT) != seat else ():
                task = asyncio.create_task(sending.try_send(socket, seat))
                self._sends.add(task)
                task.add_done_callback(self._sends.discard)

    async def disconnect(self, board: str) -> None:
        """Ends the connections of a board whose key does not count any more."""
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
            if isinstance(answer, Cards) and not answer.code and self.on_signed is not None:
                await self.on_signed()
            now = asyncio.get_running_loop().time()
            allowed = min(BURST, allowed + (now - last) * MESSAGES_PER_S) - 1
            last = now
            if allowed < 0:
                await asyncio.sleep(-allowed / MESSAGES_PER_S)
        await sending.close(socket, 1000)

    async def _answer(self, side: HallSide, text: bytes) -> FromHall | None:
        said = await self._keeper.receive(side, text)
        if isinstance(said, Look | Post):
            return await self.relay.answer(side.board, said)
        if isinstance(said, Adopt):
            return None if self.on_adopt is None else await self.on_adopt(side.board, said.table)
        return said

    def _sockets(self, board: str) -> list[WebSocket]:
        there = self.boards.get(board)
        return there.sockets if there is not None else []

    def _record_message(self, side: HallSide, socket: WebSocket, *, greets: bool) -> list[WebSocket]:
        """Notes that a board spoke; returns the connections of it that are too many."""
        there = self.boards.setdefault(side.board, ConnectedBoard())
        if greets:
            trust(socket.scope)
            there.sockets.append(socket)
            there.heard = self._now()
            tell(log, "hall.board", board=side.board)
        there.announced = side.announced
        self._on_presence(side.board)
        return there.sockets[:-CONNECTIONS_MOST] if greets else []

    def _remove(self, board: str, socket: WebSocket) -> None:
        there = self.boards.get(board)
        if there is not None and socket in there.sockets:
            there.sockets.remove(socket)
            self._on_presence(board)


async def _received(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes = message.get("text") or message.get("bytes") or b""
    return text.encode() if isinstance(text, str) else text
