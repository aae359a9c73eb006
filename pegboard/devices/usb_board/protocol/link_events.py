"""Events of the link to the USB board, as `Link.tick` and `Link.receive` return them."""

from dataclasses import dataclass

from pegboard.devices.usb_board.protocol.messages import InputChange, Report, Welcome
from pegboard.errors import WireError


@dataclass(frozen=True, slots=True)
class Ready:
    """The board is configured; it may be so again after a reset."""

    welcome: Welcome


@dataclass(frozen=True, slots=True)
class Shown:
    """The board has this picture, and it leaves for the LEDs."""

    frame: bytes


@dataclass(frozen=True, slots=True)
class Heard:
    """An input changed. Each change is told once."""

    change: InputChange
    at: float
    """When, in the host's time."""
    initial: bool
    """It was so before anybody listened: not a change."""


@dataclass(frozen=True, slots=True)
class Reported:
    """How the board is."""

    report: Report


@dataclass(frozen=True, slots=True)
class Restarting:
    """The board took the order to begin anew."""


@dataclass(frozen=True, slots=True)
class Failed:
    """It is over; a new link is wanted."""

    why: WireError


LinkEvent = Ready | Shown | Heard | Reported | Restarting | Failed
