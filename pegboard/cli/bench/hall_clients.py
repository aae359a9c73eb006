"""Simulated clients of a hall: boards that play, and onlookers.

They are cheap, and their cost is measured separately from that of the hall.
"""

import asyncio
import json
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from websockets.asyncio.client import ClientConnection, connect

from pegboard.chain.feed import Feed
from pegboard.chain.keys import SigningKey
from pegboard.cribbage.notation import format_action
from pegboard.cribbage.rules import Rules
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import FromBoard, encode
from pegboard.players import by_name
from pegboard.players.selfplay import play_game

ACTION_S = 7.7
"""Seconds between two actions of a board, so that a game takes a quarter of an hour."""
GAMES = 8
"""Number of different games, played repeatedly."""


def games(rng: Random) -> list[list[str]]:
    """Returns the actions of some games between computer players."""
    players = [by_name("beginner"), by_name("beginner")]
    return [
        [format_action(action) for action, _ in play_game(players, rng, Rules(), number % 2)]
        for number in range(GAMES)
    ]


@dataclass(slots=True)
class Timings:
    """Measured delays in seconds, one per action."""

    acknowledged: list[float] = field(default_factory=list)
    seen_s: list[float] = field(default_factory=list)
    actions: int = 0


class SimulatedPlayer:
    """A board with a journal in memory.

    Args:
        lines: actions of the games that it plays.
        rng: decides where it starts, and its thinking times.
        measured: receives its timings.
    """

    def __init__(self, lines: Sequence[list[str]], rng: Random, measured: Timings) -> None:
        self.key = SigningKey()
        self.feed = Feed(self.key.id, 1)
        self._lines, self._rng, self._measured = lines, rng, measured
        self._game, self._number = rng.randrange(len(lines)), 0
        self._games = 0
        self._side: BoardSide | None = None
        self._socket: ClientConnection | None = None
        self.done = asyncio.Event()
        """Set while the hall has acknowledged all entries."""

    def play_next(self) -> None:
        """Plays the next action of its game."""
        lines = self._lines[self._game]
        if self._number >= len(lines):
            self._games, self._number = self._games + 1, 0
            self._game = self._rng.randrange(len(self._lines))
            lines = self._lines[self._game]
        game, now = f"{self.key.id[:6]}-{self._games}", time.time()
        line = lines[self._number]
        self._number += 1
        header = f"players 2\ndealer {self._game % 2}\n"
        row = (game, self._number, f"{game}-{self._number}", now, "button", line)
        self.feed.add(game, (now, "computer", header), [row])
        self._measured.actions += 1
        self.done.clear()

    async def join(self, address: str, code: str) -> None:
        """Joins the hall and connects."""
        url = f"ws{address.removeprefix('http')}/api/board"
        self._side = BoardSide(self.feed, self.key, code=code, name=f"Board {self.key.id[:4]}")
        self._socket = await connect(url, proxy=None, compression=None, open_timeout=60)
        for _ in range(2):
            await self._answer(self._side.receive(await self._socket.recv(), time.time()))

    async def send(self) -> None:
        """Sends unacknowledged entries, unless some are in flight."""
        assert self._side is not None
        await self._answer(self._side.next_entries())

    async def receive(self) -> None:
        """Receives messages until the connection ends."""
        assert self._side is not None and self._socket is not None
        async for message in self._socket:
            before = self._side.acknowledged
            answer = self._side.receive(message, time.time())
            now = time.time()
            for item in self.feed.items[before : self._side.acknowledged]:
                self._measured.acknowledged.append(now - item.at)
            await self._answer(answer)
            if not self._side.behind:
                self.done.set()

    async def play(self, speed: float, until: float) -> None:
        """Plays until a given time; a game at `speed` 1 takes a quarter of an hour."""
        await asyncio.sleep(self._rng.random() * ACTION_S / speed)
        while time.monotonic() < until:
            self.play_next()
            await self.send()
            await asyncio.sleep((0.5 + self._rng.random()) * ACTION_S / speed)

    async def close(self) -> None:
        """Disconnects."""
        if self._socket is not None:
            await self._socket.close()

    async def _answer(self, answer: FromBoard | None) -> None:
        if answer is not None and self._socket is not None:
            await self._socket.send(encode(answer).decode())


class Onlooker(asyncio.Protocol):
    """An onlooker, who receives frames and answers pings; one that parses them measures delays."""

    def __init__(self, measured: Timings | None) -> None:
        self._measured, self._buffer = measured, bytearray()
        self._open = False
        self._last: dict[str, float] = {}
        self.messages = 0
        self.ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Requests the live tables."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        host = "{}:{}".format(*transport.get_extra_info("peername")[:2])
        request = (
            *("GET /api/live HTTP/1.1", f"Host: {host}", "Upgrade: websocket"),
            *("Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            *("Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==", "", ""),
        )
        transport.write("\r\n".join(request).encode())

    def data_received(self, data: bytes) -> None:
        """Parses frames no further than necessary."""
        self._buffer += data
        if not self._open:
            head = self._buffer.find(b"\r\n\r\n")
            if head < 0:
                return
            self._open = True
            del self._buffer[: head + 4]
        while (frame := self._frame()) is not None:
            opcode, content = frame
            if opcode == 9:
                self._transport.write(bytes((0x8A, 0x80 | len(content))) + bytes(4) + content)
            elif opcode == 1:
                self.messages += 1
                if self._measured is not None:
                    self._read(self._measured, content)

    def connection_lost(self, exc: Exception | None) -> None:
        """Marks the connection as closed."""
        self.ended = True

    def close(self) -> None:
        """Closes the connection."""
        self._transport.abort()

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            (size,) = struct.unpack_from("!H" if start == 4 else "!Q", buffer, 2)
        if len(buffer) < start + size:
            return None
        content = bytes(buffer[start : start + size]) if self._measured or size < 126 else b""
        opcode = buffer[0] & 15
        del buffer[: start + size]
        return opcode, content

    def _read(self, measured: Timings, content: bytes) -> None:
        now, message = time.time(), json.loads(content)
        for key, part in message["parts"].items():
            game = part.get("game") if key.startswith("board ") else None
            if game and self._last.get(key) != game["at"]:
                if not message["all"]:
                    measured.seen_s.append(now - game["at"])
                self._last[key] = game["at"]
