"""uvicorn's server, which stops at once and leaves signals to the service."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import uvicorn

LOOK_AGAIN_S = 0.05
"""Seconds between two looks for connections that came while the server was stopping."""


Connection = Any
"""A protocol of uvicorn's, for HTTP or a WebSocket: it has a `transport` and a `shutdown()`."""


class Server(uvicorn.Server):
    """A server that the service stops in an order of its own."""

    def __init__(
        self, config: uvicorn.Config, on_start: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Serves nothing yet.

        Args:
            config: uvicorn's settings.
            on_start: called once the server serves.
        """
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to serve."""
        await super().startup(sockets)
        if self.started and self._on_start is not None:
            await self._on_start()

    async def add(self, listener: socket.socket) -> asyncio.Server:
        """Serves one more socket, while the server runs."""

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )
            return made

        loop = asyncio.get_running_loop()
        server = await loop.create_server(protocol, sock=listener, backlog=self.config.backlog)
        self.servers.append(server)
        return server

    def remove(self, server: asyncio.Server) -> None:
        """Serves a socket no longer; its connections stay."""
        server.close()
        self.servers.remove(server)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none: the service has its own handlers."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops listening and ends all connections, those that came in the meantime too.

        One that was accepted in this very turn of the loop is not among those that uvicorn ends.
        It may never ask for anything, and uvicorn would wait for it until its time is up.
        """
        ending = asyncio.create_task(self._end_late(set(self.server_state.connections)))
        try:
            await super().shutdown(sockets)
        finally:
            ending.cancel()

    async def _end_late(self, ended: set[object]) -> None:
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            late = self.server_state.connections - ended
            for connection in late:
                connection.shutdown()
            ended |= late
