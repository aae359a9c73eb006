"""Settings of the server below the application: the same limits for every service of ours."""

from typing import Any

from pegboard.http.admission import Admission

PING_S = 20.0
"""Seconds between two pings of a WebSocket, and for the pong: a client that is gone is dropped."""


def uvicorn_options(most_bytes: int, admission: Admission | None = None) -> dict[str, Any]:
    """Returns uvicorn's settings, with limits before a message reaches the application.

    Args:
        most_bytes: of a message on a WebSocket.
        admission: counts the connections; a new one if there is none.
    """
    from pegboard.http.protocols import protocols  # loads uvicorn, which only it needs

    return {
        **protocols(admission),
        "ws_max_size": most_bytes,
        "ws_ping_interval": PING_S,
        "ws_ping_timeout": PING_S,
        "ws_per_message_deflate": False,  # costs 300 KiB a client to save nothing on a LAN
        "server_header": False,
        "access_log": False,
        "log_config": None,  # our lines, not its own
    }
