"""Settings of uvicorn, shared by all pegboard services."""

from typing import Any

from pegboard.http.admission import Admission

PING_S = 20.0
"""Interval of WebSocket pings, and timeout of the pong, in seconds."""


def uvicorn_options(most_bytes: int, admission: Admission | None = None) -> dict[str, Any]:
    """Returns uvicorn's settings, including limits enforced before the application runs.

    Args:
        most_bytes: maximum size of a WebSocket message.
        admission: limits the connections; a new one by default.
    """
    from pegboard.http.protocols import protocols  # imports uvicorn, which nothing else here needs

    return {
        **protocols(admission),
        "ws_max_size": most_bytes,
        "ws_ping_interval": PING_S,
        "ws_ping_timeout": PING_S,
        "ws_per_message_deflate": False,  # it costs 300 KiB per client, and saves nothing on a LAN
        "server_header": False,
        "access_log": False,
        "log_config": None,  # keep our log format
    }
