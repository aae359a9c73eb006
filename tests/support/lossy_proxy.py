"""A loopback proxy between boards and hall that drops, duplicates, delays and cuts.

It knows WebSocket frames as far as it must: an acknowledgement is dropped as a whole, and a message
is doubled as a whole, as networks, proxies and programs that try again do.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random

from tests.support.relay import Relay

ACK = b'{"type":"ack"'


class LossyProxy(Relay):
    """Runs on its own thread until `close`.

    Args:
        port: of the hall.
        seed: of everything that goes wrong.
        drop: share of acknowledgements that never arrive.
        double: share of a board's messages that arrive twice.
        cut: share of messages after which the connection ends.
        delay_s: the longest that a message is held up.
    """

    def __init__(
        self,
        port: int,
        seed: int,
        *,
        drop: float = 0.3,
        double: float = 0.1,
        cut: float = 0.05,
        delay_s: float = 0.02,
    ) -> None:
        self._hall, self._rng = port, Random(seed)
        self._drop, self._double, self._cut, self._delay_s = drop, double, cut, delay_s
        self.dropped = self.doubled = self.cuts = 0
        super().__init__()

    def stop_faults(self) -> None:
        """Stops injecting faults."""
        self._drop = self._double = self._cut = self._delay_s = 0.0

    async def handle_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forwards a connection to the hall, injecting faults."""
        try:
            there, to_hall = await asyncio.open_connection("127.0.0.1", self._hall)
        except OSError:
            writer.close()
            return
        both = [
            asyncio.ensure_future(self._pump(reader, to_hall, from_board=True)),
            asyncio.ensure_future(self._pump(there, writer, from_board=False)),
        ]
        with suppress(asyncio.CancelledError):
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        for each in (writer, to_hall):
            each.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_board: bool
    ) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            async for frame, content in _frames(reader):
                await asyncio.sleep(self._rng.random() * self._delay_s)
                chance = self._rng.random()
                if not from_board and content.startswith(ACK) and chance < self._drop:
                    self.dropped += 1
                    continue
                writer.write(frame)
                if from_board and chance < self._double:
                    writer.write(frame)
                    self.doubled += 1
                await writer.drain()
                if self._rng.random() < self._cut:
                    self.cuts += 1
                    return


async def _frames(reader: asyncio.StreamReader) -> AsyncIterator[tuple[bytes, bytes]]:
    """Yields whole WebSocket frames, with the payload of unmasked ones."""
    while True:
        head = await reader.readexactly(2)
        size = head[1] & 0x7F
        more = await reader.readexactly({126: 2, 127: 8}.get(size, 0))
        length = int.from_bytes(more) if more else size
        masked = head[1] & 0x80
        mask = await reader.readexactly(4 if masked else 0)
        body = await reader.readexactly(length)
        yield head + more + mask + body, b"" if masked else body
