"""The listening sockets of a service."""

import socket

from pegboard.errors import Code, DeviceError

PORTS_TRIED = 50
UNREAD_MS = 30_000
"""Milliseconds after which a connection is closed if its client acknowledges no data."""


class WebPort(Code):
    """Codes of `DeviceError` for a page that cannot be served."""

    TROUBLE = "web-port-trouble", "web: {host}:{port}: {why}"
    NONE_FREE = "web-no-port", "web: no free port from {first} to {last} on {host}"


class NetworkPort(Code):
    """Codes of `DeviceError` for a page that cannot be served on the network."""

    NOT_FREE = (
        "network-port-not-free",
        "Phones cannot be let in: another program has port {port} on this network",
        "end that program, or set another port under [web] in the configuration file",
    )


def listen(host: str, port: int) -> socket.socket:
    """Opens a listening socket on the port, or on the next free one.

    Raises:
        DeviceError: the host is not an address of this machine, or no port is free.
    """
    for number in (port,) if port == 0 else range(port, min(port + PORTS_TRIED, 65536)):
        listener = _unbound(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            listener.bind((host, number))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno == 98:
                continue
            why = error.strerror or error
            raise DeviceError(WebPort.TROUBLE, host=host, port=number, why=why) from error
        return listener
    raise DeviceError(WebPort.NONE_FREE, first=port, last=port + PORTS_TRIED - 1, host=host)


def listen_on_network(loopback: socket.socket) -> socket.socket:
    """Opens a socket on all IPv4 interfaces, on the same port as a loopback socket.

    Connections to loopback stay with `loopback`, the more specific binding. With SO_REUSEPORT Linux
    lets two sockets of one user share a port; other users' programs are still refused.

    Raises:
        DeviceError: another program uses the port.
    """
    port: int = loopback.getsockname()[1]
    listener = _unbound(socket.AF_INET)
    try:
        for sock in loopback, listener:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(("0.0.0.0", port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise DeviceError(NetworkPort.NOT_FREE, port=port) from error
    return listener


def _unbound(family: socket.AddressFamily) -> socket.socket:
    """Returns a new socket with the options that all listeners share."""
    # asyncio sets TCP_NODELAY only if the protocol is given explicitly.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # On Linux this still refuses a port on which another service listens.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Accepted connections inherit this option, which drops clients that never read.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
    return listener
