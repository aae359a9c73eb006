"""LEDs on the board with our firmware, on USB: any computer, no root, no timing trouble.

    serial:                           the board that is plugged in
    serial:/dev/ttyACM0               the board at that port

Options follow after commas:

    budget=1500                       mA that the board never lets the LEDs draw

The board limits the current itself, to the lowest of three: this, `[board] max_mA`, and the limit
that its firmware was built with. It is told the order of the colours too, because red, green and
blue draw different currents.

Only what changed is sent. A frame is done when the board says that it begins to leave for the
LEDs, so the pace is the wire's. The buttons of the same board are the inputs `serial:`.
"""

from contextlib import suppress

from pegboard.devices.strips._address import Options
from pegboard.devices.strips._ws2812 import check_frame
from pegboard.devices.usb_board.client import FirmwareBoard, join, leave
from pegboard.devices.usb_board.protocol.messages import MAX_PIXELS, Order
from pegboard.errors import Code, Common, DeviceError, DeviceLost, DeviceMissing


class SerialLeds(Code):
    """Codes for a strip on the USB board."""

    PIXELS = "serial-pixels", "{address}: pixels must be 1 to {most}"


HAS_LIMITER = True
DARK_S = 1.0
"""Seconds `close` waits for the LEDs to turn dark."""
_NO_LIMIT = 0xFFFF


def open(rest: str, length: int, order: str = "GRB", limit_mA: int | None = None) -> "SerialStrip":
    """Opens the LEDs of the board.

    Args:
        rest: the port, and options.
        length: pixels in the chain.
        order: which colour the LEDs take first, second and third.
        limit_mA: what the board never lets the LEDs draw; None leaves it to the firmware.

    Raises:
        DeviceMissing: it is not there, or cannot be used; the message says what to do.
    """
    options = Options("serial", rest, ("budget",))
    limits_mA = (options.number("budget"), limit_mA, _NO_LIMIT)
    budget_mA = min(each for each in limits_mA if each is not None)
    if not 1 <= length <= MAX_PIXELS:
        raise DeviceMissing(SerialLeds.PIXELS, address=options.address, most=MAX_PIXELS)
    board = join(options.first)
    try:
        board.set_up(pixels=length, budget_mA=budget_mA, order=Order[order])
        board.ready()
    except BaseException:
        leave(board)
        raise
    return SerialStrip(board, length)


class SerialStrip:
    """The LEDs of a USB board."""

    def __init__(self, board: FirmwareBoard, length: int) -> None:
        self.length = length
        self._board: FirmwareBoard | None = board

    def show(self, frame: bytes) -> None:
        """Shows a frame; returns when its transmission to the LEDs starts.

        Raises:
            ValueError: the frame has another length.
            DeviceLost: the strip was closed, or the board has gone away.
        """
        check_frame(frame, self.length)
        if self._board is None:
            raise DeviceLost(Common.CLOSED, device="serial: the strip")
        self._board.show(frame)

    def close(self) -> None:
        """Turns the LEDs dark and releases the board; a second call does nothing."""
        board, self._board = self._board, None
        if board is None:
            return
        with suppress(DeviceError):
            board.show(bytes(3 * self.length), wait_s=DARK_S)
        leave(board)
