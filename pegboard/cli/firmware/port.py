"""The USB board to which a command applies."""

import sys
from typing import Annotated

import typer

from pegboard.devices.usb_board.client import FirmwareBoard, join
from pegboard.errors import DeviceError

Port = Annotated[str, typer.Option(help="Serial port; by default the board is found by its name.")]


def joined(port: str) -> FirmwareBoard:
    """Returns the board at a port, connected; release it with `leave`.

    Raises:
        DeviceError: there is none.
    """
    board = join(port.removeprefix("serial:"))
    board.set_up()
    return board


def failed(error: DeviceError) -> int:
    """Prints the reason the board does not answer, and returns the exit code."""
    print(f"pegboard: {error}", file=sys.stderr)
    return 2
