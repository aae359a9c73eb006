"""Notifications to systemd, over the datagram socket that `sd_notify(3)` describes.

Without systemd there is no such socket, and nothing is sent.
"""

import logging
import os
import socket

log = logging.getLogger(__name__)


class Systemd:
    """The way to systemd: one socket, opened at the start and kept.

    A socket of its own for each message could not be had once all files are in use, and then the
    watchdog would end a service that is alive.
    """

    def __init__(self) -> None:
        """Opens the socket if systemd listens; see `NOTIFY_SOCKET`."""
        address = os.environ.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        if address.startswith(("/", "@")):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
        # An address that begins with @ is abstract: no file, a zero byte instead.
        self._address = address.replace("@", "\0", 1) if address.startswith("@") else address

    def tell(self, *lines: str) -> bool:
        """Sends a message: `READY=1`, `WATCHDOG=1`, `STOPPING=1`, `STATUS=…`.

        Never raises: systemd's socket may be gone, and a game continues without it. It may come
        back as another, so the address is looked up for each message.

        Returns:
            True if systemd listens.
        """
        if self._socket is None:
            return False
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            log.warning("systemd cannot be told %s: %s", lines[0], error)
            return False
        return True

    def close(self) -> None:
        """Closes the socket; nothing is told any more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def watchdog_s() -> float | None:
    """Returns systemd's watchdog interval in seconds; None without a watchdog."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None  # it is meant for the process that started us
    try:
        span = int(os.environ["WATCHDOG_USEC"]) / 1e6
    except (KeyError, ValueError):
        return None
    return span if span > 0 else None
