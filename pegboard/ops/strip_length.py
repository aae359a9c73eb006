"""The number of LEDs on the strip, as counted in `pegboard light test`.

The length of a WS2812 strip cannot be queried. The count is stored in the state folder, and the
doctor compares it with the layout in use.
"""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from pegboard.host.state_file import StateFile, spaced
from pegboard.storage.paths import as_owner
from pegboard.storage.state_names import STRIP


class StripLength(Struct, frozen=True):
    """Content of the file."""

    leds: Annotated[int, Meta(ge=0)] | None = None


def _file(folder: Path) -> StateFile[StripLength]:
    return StateFile(folder / STRIP, StripLength, mode=0o644, encode=spaced)


def save_length(folder: Path, leds: int) -> None:
    """Stores the count in the state folder.

    Raises:
        DeviceError: the file cannot be written.
    """
    with as_owner(folder):
        _file(folder).write(StripLength(leds))


def saved_length(folder: Path) -> int | None:
    """Returns the count of the latest test; None if there is none, or the file is damaged."""
    return _file(folder).read_or(StripLength()).leds
