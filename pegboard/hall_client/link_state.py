"""The connection between a board and its hall, as people see it."""

import socket
from dataclasses import dataclass

from pegboard.config import HallLinkConfig
from pegboard.errors import PegboardError
from pegboard.hall_client.membership import NAME_LENGTH

IN_FLIGHT_MOST = 20
"""Entries that a connected board need not speak of: they are being sent."""


@dataclass(frozen=True, slots=True)
class HallState:
    """The connection as people see it.

    Attributes:
        url: of the hall.
        connected: True while it answers.
        to_send: entries that it has not acknowledged.
        fault: why it is not connected; None if it is.
    """

    url: str
    connected: bool
    to_send: int
    fault: PegboardError | None


def board_name(config: HallLinkConfig) -> str:
    """Returns the name by which a hall calls this board."""
    name = socket.gethostname() if config.name == "auto" else config.name
    return name[:NAME_LENGTH]
