"""The number of LEDs on the strip, as a person counted them in `pegboard light test`.

WS2812 LEDs cannot be asked. The state folder keeps the count, and the doctor compares it with the
layout in use.
"""

import json
from contextlib import suppress
from pathlib import Path

from pegboard.host import atomic_file
from pegboard.storage.paths import as_owner

FILE = "strip.json"
LARGEST = 100
"""Bytes of a file that is read."""


def save_length(folder: Path, leds: int) -> None:
    """Saves the count in the state folder.

    Raises:
        DeviceError: it could not be written.
    """
    with as_owner(folder):
        atomic_file.save(folder / FILE, json.dumps({"leds": leds}).encode(), mode=0o644)


def saved_length(folder: Path) -> int | None:
    """Returns the count of the latest test; None before the first one, or of a damaged file."""
    with suppress(OSError, ValueError, RecursionError, KeyError, TypeError):
        with (folder / FILE).open("rb") as file:
            leds = json.loads(file.read(LARGEST))["leds"]
        if type(leds) is int and leds >= 0:
            return leds
    return None
