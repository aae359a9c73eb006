"""This board's identity at an MQTT broker: twelve hexadecimal digits in the state folder."""

import logging
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from pegboard.host.atomic_file import atomic_write, save
from pegboard.storage.state_names import BOARD_ID

log = logging.getLogger(__name__)


def board_id(folder: Path) -> str:
    """Returns this board's identity, creating it if necessary."""
    file = folder / BOARD_ID
    with suppress(OSError, ValueError):
        text = file.read_text(encoding="ascii").strip()
        if len(text) == 12 and all(letter in "0123456789abcdef" for letter in text):
            return text
    made = uuid4().hex[:12]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        atomic_write(file, made.encode())
    except OSError as error:
        log.warning("board id: %s", error.strerror or error)
    return made


def renew_board_id(folder: Path) -> str:
    """Replaces this board's identity, as needed on a cloned SD card; returns the new one.

    Raises:
        DeviceError: the identity cannot be written; the old one stays.
    """
    made = uuid4().hex[:12]
    save(folder / BOARD_ID, made.encode())
    return made
