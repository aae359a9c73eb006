"""State of the connection between a board and its hall, for display."""

import socket
from dataclasses import dataclass

from pegboard.config import HallLinkConfig
from pegboard.errors import PegboardError
from pegboard.hall_client.membership import NAME_LENGTH

IN_FLIGHT_MOST = 20
"""Number of unsent entries up to which a connected board reports none."""


@dataclass(frozen=True, slots=True)
class HallState:
    """State of the connection, for display.

    Attributes:
        url: address of the hall.
        connected: True while the hall answers.
        to_send: number of unacknowledged entries.
        fault: reason for a missing connection; None if connected.
    """

    url: str
    connected: bool
    to_send: int
    fault: PegboardError | None


def board_name(config: HallLinkConfig) -> str:
    """Returns the display name of this board at a hall."""
    name = socket.gethostname() if config.name == "auto" else config.name
    return name[:NAME_LENGTH]
