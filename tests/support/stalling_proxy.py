"""A proxy whose WebSockets can stall silently, as those of phones do."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from tests.support.relay import Relay

CHUNK = 65536


class StallingProxy(Relay):
    """Forwards everything until `stall`; runs on its own thread until `close`.

    Args:
        address: of the board or hall behind it.
    """

    def __init__(self, address: str) -> None:
        self._port = urlsplit(address).port
        self._sockets: list[asyncio.Event] = []
        self._answers = asyncio.Event()
        self._answers.set()
        super().__init__()

    def stall(self) -> int:
        """Stalls all open WebSockets without closing them; returns their number.

        New ones wait until `resume`. Other connections are not affected.
        """
        swallowed = list(self._sockets)
        self._sockets.clear()
        for act in (self._answers.clear, *(dead.set for dead in swallowed)):
            self._loop.call_soon_threadsafe(act)
        return len(swallowed)

    def resume(self) -> None:
        """Forwards new WebSockets again; stalled ones stay dead."""
        self._loop.call_soon_threadsafe(self._answers.set)

    async def handle_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forwards a connection."""
        there, to_there = await asyncio.open_connection("127.0.0.1", self._port)
        dead = asyncio.Event()
        both = [
            asyncio.ensure_future(self._pump(reader, to_there, dead, asks=True)),
            asyncio.ensure_future(self._pump(there, writer, dead)),
        ]
        with suppress(asyncio.CancelledError):
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        for each in (writer, to_there):
            each.transport.abort()

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        dead: asyncio.Event,
        *,
        asks: bool = False,
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if asks and b"upgrade: websocket" in data.lower():
                    await self._answers.wait()
                    self._sockets.append(dead)
                if dead.is_set():
                    continue
                writer.write(data)
                await writer.drain()
            if dead.is_set():
                await asyncio.Event().wait()  # the other side hears nothing of the end
