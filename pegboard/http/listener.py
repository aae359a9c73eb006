"""The socket that a service listens on."""

import socket

from pegboard.errors import Code, DeviceError

PORTS_TRIED = 50
UNREAD_MS = 30_000
"""Milliseconds until a connection ends whose client takes nothing of what it is sent."""


class WebPort(Code):
    """Codes of `DeviceError` for a page that cannot be served."""

    TROUBLE = "web-port-trouble", "web: {host}:{port}: {why}"
    NONE_FREE = "web-no-port", "web: no free port from {first} to {last} on {host}"


class NetworkPort(Code):
    """Codes of `DeviceError` for a page that phones on the network cannot open."""

    NOT_FREE = (
        "network-port-not-free",
        "Phones cannot be let in: another program has port {port} on this network",
        "end that program, or set another port under [web] in the configuration file",
    )


def listen(host: str, port: int) -> socket.socket:
    """Returns a listening socket on the port, or on the next free one.

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


def listen_beside(own: socket.socket) -> socket.socket:
    """Returns a socket that listens on the network, on the port of one that listens on loopback.

    A connection to loopback stays with `own`, the more specific of the two. Linux lets two sockets
    of the same user listen on one port if both say so; a program that does not is still refused.

    Raises:
        DeviceError: another program listens there.
    """
    port: int = own.getsockname()[1]
    listener = _unbound(socket.AF_INET)
    try:
        for each in own, listener:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(("0.0.0.0", port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise DeviceError(NetworkPort.NOT_FREE, port=port) from error
    return listener


def _unbound(family: socket.AddressFamily) -> socket.socket:
    """Returns a socket with the options of every listener."""
    # Named in full, or asyncio would not send small answers at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # Not SO_REUSEADDR alone decides: a port that another service listens on is refused.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Each connection has it from here: a client that reads nothing is not kept for ever.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
    return listener
