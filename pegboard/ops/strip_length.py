"""The number of LEDs on the strip, as a person counted them in `pegboard light test`.

WS2812 LEDs cannot be asked. The state folder keeps the count, and the doctor compares it with the
layout in use.
"""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from pegboard.host.state_file import StateFile, spaced
from pegboard.storage.paths import as_owner
from pegboard.storage.state_names import STRIP


class StripLength(Struct, frozen=True):
    """The content of the file; None before the first test."""

    leds: Annotated[int, Meta(ge=0)] | None = None


def _file(folder: Path) -> StateFile[StripLength]:
    return StateFile(folder / STRIP, StripLength, mode=0o644, encode=spaced)


def save_length(folder: Path, leds: int) -> None:
    """Saves the count in the state folder.

    Raises:
        DeviceError: it could not be written.
    """
    with as_owner(folder):
        _file(folder).write(StripLength(leds))


def saved_length(folder: Path) -> int | None:
    """Returns the count of the latest test; None before the first one, or of a damaged file."""
    return _file(folder).read_or(StripLength()).leds
