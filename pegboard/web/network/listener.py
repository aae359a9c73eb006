"""The listener on the network, open in addition to the loopback one while phones are allowed."""

import asyncio
import socket
from contextlib import suppress

from pegboard.http.listener import listen_on_network
from pegboard.http.server import Connection, Server

LEAVE_S = 1.0
"""Seconds for a client to close its connection before it is aborted."""


class NetworkListener:
    """Listener that opens the service's port to the network. Use from one event loop only."""

    def __init__(self, loopback_socket: socket.socket) -> None:
        """Stores the loopback socket; the network listener is closed.

        Args:
        loopback_socket: the service's socket, on loopback.
        """
        self._loopback_socket, self._loopback = loopback_socket, loopback_socket.getsockname()[0]
        self._server: Server | None = None
        self._listening: asyncio.Server | None = None

    def attach(self, server: Server) -> None:
        """Sets the server whose connections are to be closed."""
        self._server = server

    @property
    def is_open(self) -> bool:
        """True while the network listener is open."""
        return self._listening is not None

    async def open(self) -> None:
        """Starts listening on the network; does nothing if already open.

        Raises:
            DeviceError: another program has the port there.
        """
        assert self._server is not None, "serve_by() comes first"
        if self._listening is None:
            self._listening = await self._server.add(listen_on_network(self._loopback_socket))

    def close(self) -> None:
        """Stops listening and ends every connection from the network.

        Pending responses are still sent; whatever is left after a second is aborted.
        """
        if self._listening is None or self._server is None:
            return
        self._server.remove(self._listening)
        self._listening = None
        leaving = self._from_network()
        for connection in leaving:
            with suppress(RuntimeError):  # the connection is closing already
                connection.shutdown()
        asyncio.get_running_loop().call_later(LEAVE_S, self._abort, leaving)

    def _abort(self, leaving: set[Connection]) -> None:
        # `close` missed any connection that was accepted in the same iteration of the event loop.
        for connection in leaving if self.is_open else leaving | self._from_network():
            connection.transport.abort()

    def _from_network(self) -> set[Connection]:
        assert self._server is not None
        connections = self._server.server_state.connections
        return {each for each in connections if self._is_from_network(each)}

    def _is_from_network(self, connection: Connection) -> bool:
        """Returns whether a connection was accepted on an address other than loopback."""
        name = connection.transport.get_extra_info("sockname")
        return bool(name) and name[0] != self._loopback
