"""Events of the link to the USB board, returned by `Link.tick` and `Link.receive`."""

from dataclasses import dataclass

from pegboard.devices.usb_board.protocol.messages import InputChange, Report, Welcome
from pegboard.errors import WireError


@dataclass(frozen=True, slots=True)
class Ready:
    """The board is configured; repeated after each reset."""

    welcome: Welcome


@dataclass(frozen=True, slots=True)
class Shown:
    """The board has this picture, and its transmission to the LEDs has started."""

    frame: bytes


@dataclass(frozen=True, slots=True)
class InputReceived:
    """An input changed. Each change is reported once."""

    change: InputChange
    at: float
    """Time of the change on the host's clock, in seconds."""
    initial: bool
    """True for a state from before the session, which is not a change."""


@dataclass(frozen=True, slots=True)
class StatusReceived:
    """The board's status."""

    report: Report


@dataclass(frozen=True, slots=True)
class Restarting:
    """The board accepted the request to restart."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The link has failed; a new one is needed."""

    why: WireError


LinkEvent = Ready | Shown | InputReceived | StatusReceived | Restarting | Failed
