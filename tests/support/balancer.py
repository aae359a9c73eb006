"""A balancer of TCP connections on loopback: each goes to one of several servers that is there."""

import asyncio
from contextlib import suppress

from tests.support.relay import Relay


class Balancer(Relay):
    """Runs on a thread of its own until `close`; takes the servers in turn.

    Args:
        ports: of the servers.
    """

    def __init__(self, *ports: int) -> None:
        self._ports = list(ports)
        super().__init__()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes it on to the next server that is there."""
        ends = [writer]
        try:
            for _ in self._ports:
                self._ports.append(self._ports.pop(0))
                with suppress(OSError):
                    there, to = await asyncio.open_connection("127.0.0.1", self._ports[-1])
                    ends.append(to)
                    both = [
                        asyncio.ensure_future(_pump(*pair))
                        for pair in ((reader, to), (there, writer))
                    ]
                    try:
                        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                    finally:
                        for task in both:
                            task.cancel()
                        await asyncio.gather(*both, return_exceptions=True)
                    return
        finally:
            for each in ends:
                each.transport.abort()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while content := await reader.read(65536):
            writer.write(content)
            await writer.drain()
