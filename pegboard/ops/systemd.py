"""Notifications to systemd, over the datagram socket that `sd_notify(3)` describes.

Without systemd there is no such socket, and nothing is sent.
"""

import logging
import os
import socket

log = logging.getLogger(__name__)


def notify(*lines: str) -> bool:
    """Sends systemd a message: `READY=1`, `WATCHDOG=1`, `STOPPING=1`, `STATUS=…`.

    Never raises: systemd's socket may be gone, and a game continues without it.

    Returns:
        True if systemd listens.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
            there.setblocking(False)
            # An address that begins with @ is abstract: no file, a zero byte instead.
            there.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
            there.send("\n".join(lines).encode())
    except OSError as error:
        log.warning("systemd cannot be told %s: %s", lines[0], error)
        return False
    return True


def watchdog_s() -> float | None:
    """Returns systemd's watchdog interval in seconds; None without a watchdog."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None  # it is meant for the process that started us
    try:
        span = int(os.environ["WATCHDOG_USEC"]) / 1e6
    except (KeyError, ValueError):
        return None
    return span if span > 0 else None
