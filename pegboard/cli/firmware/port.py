"""Connection to the USB board for commands."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Annotated

import typer

from pegboard.config import Config
from pegboard.devices.usb_board.client import FirmwareBoard, acquire, release
from pegboard.devices.usb_board.port import UsbBoard
from pegboard.errors import DeviceError
from pegboard.ops.control_socket import borrowed_strip
from pegboard.storage.paths import state_folder

Port = Annotated[str, typer.Option(help="Serial port; by default the board is found by its name.")]


@contextmanager
def connected(port: str) -> Iterator[FirmwareBoard]:
    """Yields a connected board; borrows it from a running service until the block ends.

    Raises:
        DeviceError: there is no board, or another program uses it.
    """
    with ExitStack() as until:
        try:
            board = until.enter_context(_joined(port))
        except DeviceError as refused:
            if refused.code != UsbBoard.IN_USE:
                raise
            try:
                until.enter_context(borrowed_strip(state_folder(Config())))
            except DeviceError as error:
                raise refused from error
            board = until.enter_context(_joined(port))
        yield board


@contextmanager
def _joined(port: str) -> Iterator[FirmwareBoard]:
    board = acquire(port.removeprefix("serial:"))
    try:
        board.set_up()
        board.ready()
        yield board
    finally:
        release(board)
