"""Notifications to systemd, over the datagram socket that `sd_notify(3)` describes.

Without systemd there is no such socket, and nothing is sent.
"""

import logging
import os
import socket

log = logging.getLogger(__name__)


class Systemd:
    """The notification socket of systemd, opened once at the start.

    A new socket for each message would fail when the process is out of file descriptors, and the
    watchdog would then kill a live service.
    """

    def __init__(self) -> None:
        """Opens the socket if `NOTIFY_SOCKET` is set."""
        address = os.environ.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        if address.startswith(("/", "@")):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
        # A leading @ stands for the zero byte of an abstract socket.
        self._address = address.replace("@", "\0", 1) if address.startswith("@") else address

    def notify(self, *lines: str) -> bool:
        """Sends lines to systemd: `READY=1`, `WATCHDOG=1`, `STOPPING=1`, `STATUS=…`.

        Never raises: a game continues without systemd. The address is resolved for each message,
        because systemd recreates its socket when it restarts.

        Returns:
            True if systemd received it.
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
        """Closes the socket; later messages are dropped."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def watchdog_s() -> float | None:
    """Returns systemd's watchdog interval in seconds; None without a watchdog."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None  # the interval is meant for another process
    try:
        span = int(os.environ["WATCHDOG_USEC"]) / 1e6
    except (KeyError, ValueError):
        return None
    return span if span > 0 else None
