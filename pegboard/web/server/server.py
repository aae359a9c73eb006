"""uvicorn's server, which stops at once and leaves signals to the service."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import uvicorn

LOOK_AGAIN_S = 0.05
"""Seconds between two looks for connections that came while the server was stopping."""


class Server(uvicorn.Server):
    """A server that the service stops in an order of its own."""

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
