"""The page on the network: a second listener beside the one on loopback, while it is wanted."""

import asyncio
import socket
from contextlib import suppress

from pegboard.http.listener import listen_on_network
from pegboard.http.server import Connection, Server

LEAVE_S = 1.0
"""Seconds for a client to read that its connection ends; then it is cut."""


class NetworkListener:
    """Opens the port of a service to the network, and closes it. Use from one event loop only."""

    def __init__(self, own: socket.socket) -> None:
        """Listens on loopback only.

        Args:
            own: the service's socket, on loopback.
        """
        self._own, self._loopback = own, own.getsockname()[0]
        self._server: Server | None = None
        self._listening: asyncio.Server | None = None

    def serve_by(self, server: Server) -> None:
        """Takes the server whose connections these are."""
        self._server = server

    @property
    def is_open(self) -> bool:
        """True while the network is let in."""
        return self._listening is not None

    async def open(self) -> None:
        """Listens on the network as well; does nothing where it does already.

        Raises:
            DeviceError: another program has the port there.
        """
        assert self._server is not None, "serve_by() comes first"
        if self._listening is None:
            self._listening = await self._server.add(listen_on_network(self._own))

    def close(self) -> None:
        """Ends the listening and every connection that came from the network.

        An answer that is on its way is still sent; what is left after a second is cut.
        """
        if self._listening is None or self._server is None:
            return
        self._server.remove(self._listening)
        self._listening = None
        leaving = self._from_network()
        for connection in leaving:
            with suppress(RuntimeError):  # it is closing by itself
                connection.shutdown()
        asyncio.get_running_loop().call_later(LEAVE_S, self._cut, leaving)

    def _cut(self, leaving: set[Connection]) -> None:
        # One that was accepted in the very turn in which the listening ended was not among them.
        for connection in leaving if self.is_open else leaving | self._from_network():
            connection.transport.abort()

    def _from_network(self) -> set[Connection]:
        assert self._server is not None
        connections = self._server.server_state.connections
        return {each for each in connections if self._is_from_network(each)}

    def _is_from_network(self, connection: Connection) -> bool:
        """Returns whether a connection came in by another address than the one on loopback."""
        name = connection.transport.get_extra_info("sockname")
        return bool(name) and name[0] != self._loopback
