"""The port of the board on USB: found by name, opened for one program, and what can be wrong."""

import os
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any

import serial

from pegboard.errors import DeviceMissing
from pegboard.i18n import say

BY_ID = Path("/dev/serial/by-id")
USB_NAME = "pegboard"
"""In the names that our firmware gives the USB port."""
WRITE_S = 1.0
"""A board that takes nothing for so long is lost."""
TROUBLE = (serial.SerialException, OSError, termios.error)
"""Exceptions of an open port; `termios.error` is no OSError."""
FLASH = say(
    "hold its BOOTSEL button while plugging it in, and copy build/firmware/pegboard.uf2 (`make "
    "firmware`) onto the drive that appears"
)


def find(folder: Path = BY_ID) -> Path:
    """Returns the port of the board, by the names that USB gives it.

    Raises:
        DeviceMissing: there is none, or there are several.
    """
    found = sorted(path for path in folder.glob("*") if USB_NAME in path.name.lower())
    if not found:
        name_it = say(
            "name its port as in serial:/dev/ttyACM0 if it is. A new Raspberry Pi Pico: {flash}",
            flash=FLASH,
        )
        wrong = say("no board with our firmware is plugged in")
        raise DeviceMissing(say("serial: {wrong}; {cure}", wrong=wrong, cure=name_it))
    if len(found) > 1:
        choose = say("choose {names}", names=" or ".join(f"serial:{path}" for path in found))
        wrong = say("there are {n} boards", n=len(found))
        raise DeviceMissing(say("serial: {wrong}: {cure}", wrong=wrong, cure=choose))
    return found[0]


def open_port(asked: str, name: str) -> Any:
    """Opens a port.

    Args:
        asked: its path; empty for the board that is plugged in.
        name: of the board, for errors.

    Raises:
        DeviceMissing: it cannot be opened; the message says what to do.
    """
    path = asked or str(find())
    try:
        # Exclusive: two programs on one port would each get half of every packet.
        return serial.Serial(path, timeout=0, write_timeout=WRITE_S, exclusive=True)
    except (*TROUBLE, ValueError) as error:
        raise DeviceMissing(f"{name}: {cure(path, error)}") from error


def shut(port: Any) -> None:
    """Closes a port, whatever state it is in."""
    with suppress(*TROUBLE):
        port.reset_output_buffer()  # else closing waits for a board that reads nothing
    with suppress(*TROUBLE):
        port.close()


def cure(path: str, error: Exception) -> str:
    """Returns what is wrong with a port that cannot be opened, and what to do."""
    if not Path(path).exists():
        others = sorted(f"serial:{each}" for each in Path("/dev").glob("ttyACM*"))
        there = f"there is {', '.join(others)}" if others else "is the board plugged in?"
        return f"there is no {path}; {there} (`serial:` alone finds our board)"
    number = getattr(error, "errno", None)
    if number in (1, 13):
        return (
            f"{path} may not be opened: add your user to the group dialout (`sudo usermod -aG "
            "dialout $USER`) and log in again"
        )
    if number in (11, 16):
        return (
            f"{path} is used by another program (another pegboard, a serial monitor?): close it; "
            f"`sudo fuser -v {path}` says which"
        )
    return f"{path} is no serial port ({os.strerror(number) if number else error})"
