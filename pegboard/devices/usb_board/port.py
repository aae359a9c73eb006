"""The port of the USB board: found by name, opened exclusively, with its faults."""

import os
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any

import serial

from pegboard.errors import Code, DeviceMissing

BY_ID = Path("/dev/serial/by-id")
USB_NAME = "pegboard"
"""Part of the USB names set by our firmware."""
WRITE_S = 1.0
"""Write timeout in seconds, after which a board is lost."""
TROUBLE = (serial.SerialException, OSError, termios.error)
"""Exceptions of an open port; `termios.error` is not an OSError."""


class UsbBoard(Code):
    """Codes of `DeviceMissing` and `DeviceLost` for the USB board."""

    NONE = (
        "usb-none",
        "no pegboard is connected by USB",
        "if one is, name its port, such as serial:/dev/ttyACM0. For a new Raspberry Pi Pico: hold "
        "its BOOTSEL button while plugging it in, then copy pegboard-firmware-….uf2 (from the "
        "release, or by `make firmware`) onto the drive that appears",
    )
    SEVERAL = "usb-several", "{n} boards are connected", "choose {names}"
    NO_PORT = (
        "usb-no-port",
        "{port} does not exist",
        "is the board plugged in? (`serial:` alone finds our board)",
    )
    OTHER_PORT = (
        "usb-other-port",
        "{port} does not exist",
        "found: {others} (`serial:` alone finds our board)",
    )
    GROUP = (
        "usb-group",
        "no permission to open {port}",
        "add your user to the group dialout (`sudo usermod -aG dialout $USER`) and log in again",
    )
    IN_USE = (
        "usb-in-use",
        "{port} is in use by another program (another pegboard, a serial monitor?)",
        "close it; `sudo fuser -v {port}` shows which",
    )
    NO_SERIAL_PORT = "usb-no-serial-port", "{port} is not a serial port ({why})"
    UNPLUGGED = (
        "usb-unplugged",
        "{name}: the board was unplugged or lost power",
        "it resumes by itself when it is back",
    )
    # --- protocol
    SILENT = "usb-silent", "{name}: no answer"
    PICTURE_LATE = "usb-picture-late", "{name}: the frame was not accepted within {seconds:g} s"
    NO_RESTART = "usb-no-restart", "{name}: it did not accept the command to restart"
    LINK = "usb-link", "{name}: {why}"
    NOT_OURS = (
        "usb-not-ours",
        "{name}: {why}: is our firmware on it?",
        "if not: hold its BOOTSEL button while plugging it in, then copy pegboard-firmware-….uf2 "
        "(from the release, or by `make firmware`) onto the drive that appears",
    )
    OTHER_PROTOCOL = (
        "usb-other-protocol",
        "{name}: {why}",
        "install this version's firmware on it. Run `pegboard firmware restart --update` (or hold "
        "its BOOTSEL button while plugging it in), then copy pegboard-firmware-….uf2 onto the "
        "drive that appears",
    )


def find_port(folder: Path = BY_ID) -> Path:
    """Returns the board's port, found by its USB names.

    Raises:
        DeviceMissing: there is none, or there are several.
    """
    ports = sorted(path for path in folder.glob("*") if USB_NAME in path.name.lower())
    if not ports:
        raise DeviceMissing(UsbBoard.NONE)
    if len(ports) > 1:
        names = " or ".join(f"serial:{path}" for path in ports)
        raise DeviceMissing(UsbBoard.SEVERAL, n=len(ports), names=names)
    return ports[0]


def open_port(path: str) -> Any:
    """Opens a port.

    Args:
        path: path of the port; empty for the only board plugged in.

    Raises:
        DeviceMissing: it cannot be opened; the message says what to do.
    """
    path = path or str(find_port())
    try:
        # Exclusive: two programs on one port would each get parts of packets.
        return serial.Serial(path, timeout=0, write_timeout=WRITE_S, exclusive=True)
    except (*TROUBLE, ValueError) as error:
        raise trouble(path, error) from error


def shut(port: Any) -> None:
    """Closes a port in any state."""
    with suppress(*TROUBLE):
        port.reset_output_buffer()  # otherwise closing blocks on a board that does not read
    with suppress(*TROUBLE):
        port.close()


def trouble(path: str, error: Exception) -> DeviceMissing:
    """Returns the reason and cure for a port that cannot be opened."""
    if not Path(path).exists():
        ports = sorted(f"serial:{name}" for name in Path("/dev").glob("ttyACM*"))
        if ports:
            return DeviceMissing(UsbBoard.OTHER_PORT, port=path, others=", ".join(ports))
        return DeviceMissing(UsbBoard.NO_PORT, port=path)
    number = getattr(error, "errno", None)
    if number in (1, 13):
        return DeviceMissing(UsbBoard.GROUP, port=path)
    if number in (11, 16):
        return DeviceMissing(UsbBoard.IN_USE, port=path)
    why = os.strerror(number) if number else error
    return DeviceMissing(UsbBoard.NO_SERIAL_PORT, port=path, why=why)
