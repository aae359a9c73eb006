"""The uvicorn server, changed to stop at once and to leave signals to the service."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import uvicorn

POLL_S = 0.05
"""Seconds between checks for connections accepted while the server was stopping."""


Connection = Any
"""A uvicorn protocol for HTTP or WebSocket, with `transport` and `shutdown()`."""


class Server(uvicorn.Server):
    """A uvicorn server that the service shuts down in its own order."""

    def __init__(
        self, config: uvicorn.Config, on_start: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Creates a server; `startup` starts it.

        Args:
            config: settings of uvicorn.
            on_start: called once the server is ready.
        """
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts serving."""
        await super().startup(sockets)
        if self.started and self._on_start is not None:
            await self._on_start()

    async def add(self, listener: socket.socket) -> asyncio.Server:
        """Starts serving another socket."""

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
        """Stops listening on a socket; its connections stay open."""
        server.close()
        self.servers.remove(server)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures no signals, because the service has its own handlers."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops listening and closes all connections, including those just accepted.

        uvicorn misses a connection accepted in this iteration of the event loop. If it sent no
        request, uvicorn would wait for its timeout.
        """
        ending = asyncio.create_task(self._end_late(set(self.server_state.connections)))
        try:
            await super().shutdown(sockets)
        finally:
            ending.cancel()

    async def _end_late(self, ended: set[object]) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            late = self.server_state.connections - ended
            for connection in late:
                connection.shutdown()
            ended |= late
