"""LEDs on the USB board with our firmware: any computer, no root, no timing problems.

    serial:                           the only board plugged in
    serial:/dev/ttyACM0               the board at that port

Options follow after commas:

    budget=1500                       current limit in mA, enforced by the board

The board enforces the lowest of three current limits: this, `[board] max_mA`, and the one
built into its firmware. It needs the colour order too, because red, green and
blue draw different currents.

Only changes are sent. A frame is complete when the board reports that it starts transmission to the
LEDs, so the wire sets the pace. The buttons of the same board are the inputs `serial:`.
"""

from contextlib import suppress

from pegboard.devices.strips._address import Options
from pegboard.devices.strips._ws2812 import check_frame
from pegboard.devices.usb_board.client import FirmwareBoard, acquire, release
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
        rest: port and options.
        length: number of pixels in the chain.
        order: colour order of the LEDs, such as `GRB`.
        limit_mA: current limit; None leaves it to the firmware.

    Raises:
        DeviceMissing: it is missing or unusable; the message says what to do.
    """
    options = Options("serial", rest, ("budget",))
    limits_mA = (options.number("budget"), limit_mA, _NO_LIMIT)
    budget_mA = min(limit for limit in limits_mA if limit is not None)
    if not 1 <= length <= MAX_PIXELS:
        raise DeviceMissing(SerialLeds.PIXELS, address=options.address, most=MAX_PIXELS)
    board = acquire(options.first)
    try:
        board.set_up(pixels=length, budget_mA=budget_mA, order=Order[order])
        board.ready()
    except BaseException:
        release(board)
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
            DeviceLost: the strip was closed, or the board unplugged.
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
        release(board)
