"""TCP relays on loopback, each on its own thread."""

import asyncio
import threading
from abc import ABC, abstractmethod
from contextlib import suppress


class Relay(ABC):
    """Runs until `close`; set attributes before calling this class's `__init__`."""

    def __init__(self) -> None:
        self.port = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(10)

    @property
    def address(self) -> str:
        """URL of the relay, for a board's configuration."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Stops the relay and its thread."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    @abstractmethod
    async def handle_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Serves one connection."""

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self.handle_connection, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Balancer(Relay):
    """Distributes connections round-robin over the servers that answer.

    Args:
        ports: of the servers.
    """

    def __init__(self, *ports: int) -> None:
        self._ports = list(ports)
        super().__init__()

    async def handle_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forwards to the next server that answers."""
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
