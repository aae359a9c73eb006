"""Every error pegboard raises on purpose.

An error quotes what was wrong and says what would be right. The tree::

    PegboardError
    ├── IllegalAction (ValueError)    the rules forbid it now
    ├── NotationError (ValueError)    a text cannot be read: a card, an action, a record
    ├── ConfigError (ValueError)      a setting is unknown or out of range
    ├── DeviceError (OSError)         a strip, an input or a camera failed
    │   ├── DeviceMissing             it is not there
    │   └── DeviceLost                it was there and went away
    └── WireError (ValueError)        the microcontroller sent nonsense

Unreadable and forbidden are different errors: ``play 0 ZZ`` is a `NotationError`,
``play 0 5H`` out of turn is an `IllegalAction`.
"""

_QUOTED = 60


def quoted(text: str) -> str:
    """Returns a text as an error quotes it.

    Never more than a line of it, and nothing unprintable.
    """
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")


class PegboardError(Exception):
    """The root of the tree: catch this to catch everything pegboard raises on purpose."""


class IllegalAction(PegboardError, ValueError):
    """The rules forbid the action in this state; the state is unchanged."""


class NotationError(PegboardError, ValueError):
    """A text cannot be read.

    Attributes:
        line: the line of the record it stands on, counted from 1; None for a single text.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class ConfigError(PegboardError, ValueError):
    """A setting is unknown or out of range; the message names the key and the file."""


class DeviceError(PegboardError, OSError):
    """A strip, an input or a camera failed."""


class DeviceMissing(DeviceError):
    """The device is not there."""


class DeviceLost(DeviceError):
    """The device was there and went away."""


class WireError(PegboardError, ValueError):
    """The other end of the wire sent what the protocol does not allow."""
