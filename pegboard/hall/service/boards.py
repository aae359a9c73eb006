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
from pegboard.hall.service import telling
from pegboard.hall.service.joining import Joining
from pegboard.hall.service.keeper import Keeper
from pegboard.hall.service.letters import Letters
from pegboard.hall_link.messages import Adopt, Adopted, Cards, FromHall, Look, Post, Refused, Seat
from pegboard.host.logfmt import log_event
from pegboard.http.admission import trust

log = logging.getLogger(__name__)

HELLO_S = 10.0
"""Seconds for a board to say hello."""
EACH = 4
"""Connections of one key: a cloned card makes two; beyond that the oldest goes."""
MESSAGES_PER_S = 50.0
"""Messages of one connection that are read in a second, in the long run; the rest waits."""
BURST = 100.0
NOBODY = Seat()
AGAIN, TOO_SLOW = 1013, 1008
"""Close codes: it may come back later; it did not speak, or not read."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A board that is connected: its own words about itself, and when it said them."""

    announced: Announced
    heard: float


class Connected:
    """The connections of one board, and its own words about itself."""

    def __init__(self) -> None:
        self.sockets: list[WebSocket] = []
        self.announced: Announced | None = None
        self.heard = 0.0
        """When it said that, by the hall's clock."""


class Boards:
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
        keeper: Keeper,
        key: bytes,
        joining: Joining,
        now: Callable[[], float],
        changed: Callable[[str], None],
    ) -> None:
        self._keeper, self._key, self._joining = keeper, key, joining
        self._now, self._changed = now, changed
        self.known: dict[str, Connected] = {}
        self._seats: dict[str, Seat] = {}
        self._telling: set[asyncio.Task[bool]] = set()
        self.letters = Letters(keeper, self._sockets, lambda: self.present().keys())
        """Passes on what boards write to each other."""
        self.signed: Callable[[], Awaitable[None]] | None = None
        """Is told that a board has signed cards."""

        self.adopt: Callable[[str, int], Awaitable[Adopted]] | None = None
        """Answers a board that asks for a table."""

    async def serve(self, socket: WebSocket) -> None:
        """Serves one connection until it ends."""
        address = socket.client.host if socket.client else ""
        side = await self._keeper.do(
            lambda hall: HallSide(
                hall, self._key, secrets.token_hex(16), partial(self._joining.admit, hall, address)
            )
        )
        await socket.accept()
        try:
            await self._talk(socket, side)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone; RuntimeError: the server closed it, for a message too long
        except TimeoutError:
            await telling.close(socket, TOO_SLOW)
        except DeviceError as error:
            log_event(log, "hall.store", logging.ERROR, code=str(error.code), says=str(error))
            await telling.close(socket, AGAIN)
        finally:
            self._gone(side.board, socket)

    def present(self) -> dict[str, Presence]:
        """Returns the boards that are connected."""
        return {
            id: Presence(there.announced, there.heard)
            for id, there in self.known.items()
            if there.sockets and there.announced is not None
        }

    def seat(self, seats: dict[str, Seat]) -> None:
        """Tells every board who plays there now; one that is not named hears that nobody does."""
        before, self._seats = self._seats, seats
        for id, there in self.known.items():
            seat = seats.get(id, NOBODY)
            for socket in there.sockets if before.get(id, NOBODY) != seat else ():
                task = asyncio.create_task(telling.tell(socket, seat))
                self._telling.add(task)
                task.add_done_callback(self._telling.discard)

    async def revoked(self, board: str) -> None:
        """Ends the connections of a board whose key does not count any more."""
        for socket in list(self.known[board].sockets) if board in self.known else ():
            await telling.close(socket, TOO_SLOW)

    async def _talk(self, socket: WebSocket, side: HallSide) -> None:
        await telling.send(socket, side.welcome())
        allowed, last = BURST, asyncio.get_running_loop().time()
        while not side.closed:
            async with asyncio.timeout(None if side.board else HELLO_S):
                text = await _received(socket)
            greets = not side.board
            answer = await self._answer(side, text)
            if side.board and not isinstance(answer, Refused):
                for oldest in self._heard(side, socket, greets=greets):
                    await telling.close(oldest, AGAIN)
            if answer is not None:
                await telling.send(socket, answer)
            if greets and side.board and side.board in self._seats:
                await telling.send(socket, self._seats[side.board])
            if isinstance(answer, Cards) and not answer.code and self.signed is not None:
                await self.signed()
            now = asyncio.get_running_loop().time()
            allowed = min(BURST, allowed + (now - last) * MESSAGES_PER_S) - 1
            last = now
            if allowed < 0:
                await asyncio.sleep(-allowed / MESSAGES_PER_S)
        await telling.close(socket, 1000)

    async def _answer(self, side: HallSide, text: bytes) -> FromHall | None:
        said = await self._keeper.receive(side, text)
        if isinstance(said, Look | Post):
            return await self.letters.answer(side.board, said)
        if isinstance(said, Adopt):
            return None if self.adopt is None else await self.adopt(side.board, said.table)
        return said

    def _sockets(self, board: str) -> list[WebSocket]:
        there = self.known.get(board)
        return there.sockets if there is not None else []

    def _heard(self, side: HallSide, socket: WebSocket, *, greets: bool) -> list[WebSocket]:
        """Notes that a board spoke; returns the connections of it that are too many."""
        there = self.known.setdefault(side.board, Connected())
        if greets:
            trust(socket.scope)
            there.sockets.append(socket)
            there.heard = self._now()
            log_event(log, "hall.board", board=side.board)
        there.announced = side.announced
        self._changed(side.board)
        return there.sockets[:-EACH] if greets else []

    def _gone(self, board: str, socket: WebSocket) -> None:
        there = self.known.get(board)
        if there is not None and socket in there.sockets:
            there.sockets.remove(socket)
            self._changed(board)


async def _received(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes = message.get("text") or message.get("bytes") or b""
    return text.encode() if isinstance(text, str) else text
