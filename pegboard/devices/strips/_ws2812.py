"""Frames for WS2812 LEDs: their size, the order of the colours, and the one-wire code as SPI bits.

Pure functions, without device or clock. Every wired strip sends green first, as a WS2812
expects. For other colour orders `Reordered` swaps the colours beforehand, so that no strip has
to know.

A WS2812 tells 0 from 1 by the time the line is high. An SPI port sends bits at a steady clock, so
four of them encode one LED bit, and twelve bytes a pixel:

    WS2812B-V5, SK6812    0 = 1000   1 = 1100     3.00 to 3.33 MHz
    older WS2812B         0 = 1000   1 = 1110     3.16 to 3.33 MHz

`code_for` chooses by the data sheets and refuses a clock at which neither fits: an LED that reads a
0 as a 1 not only shows a wrong colour, it draws more current than the limit allows.

The port of a Raspberry Pi rests for one clock after each byte, with the line low (seen on a Pi 3
and a Pi 4, with DMA too: rpi_ws281x #499, dotnet/iot #1901). Four bits fill bytes evenly, so the
rest only makes every second pause a clock longer. That is outside the data sheet, but harmless:
an LED waits for the next pulse until a pause is long enough for a reset. The common three-bit
encoding has pulses that span two bytes: the rest cuts them in two, and every LED is
wrong.
"""

from itertools import permutations
from typing import NamedTuple

from pegboard.devices.ports import Strip

ORDERS = tuple("".join(order) for order in permutations("GRB"))
"""Values of `[board] order`: the colour order of the LEDs."""

_SENT = "GRB"

Span = tuple[float, float]
"""Minimum and maximum time in nanoseconds, inclusive."""


class Chip(NamedTuple):
    """The timing from a chip's data sheet."""

    name: str
    t0h: Span
    t0l: Span
    t1h: Span
    t1l: Span
    reset_us: float
    """Low time in microseconds after which a frame is latched."""


CHIPS = {
    chip.name: chip
    for chip in (
        # Worldsemi WS2812B-V5/W, V6.1 (2022); WS2812C and WS2812B-2020 have the same times.
        Chip("ws2812b-v5", (220, 380), (580, 1000), (580, 1000), (580, 1000), 280),
        # Worldsemi WS2812B (2013): 0.4/0.85 us and 0.8/0.45 us, each +-150 ns.
        Chip("ws2812b-2013", (250, 550), (700, 1000), (650, 950), (300, 600), 50),
        # Shenzhen Normand SK6812: 0.3/0.9 us and 0.6/0.6 us, each +-150 ns.
        Chip("sk6812", (150, 450), (750, 1050), (450, 750), (450, 750), 80),
    )
}
"""Supported LEDs, by name."""

USUAL_CHIP = "ws2812b-v5"
USUAL_HZ = {"ws2812b-v5": 3_200_000, "sk6812": 3_200_000, "ws2812b-2013": 3_250_000}
"""Clock to request, in hertz; the clock of every Raspberry Pi is close enough below it."""


class Code(NamedTuple):
    """SPI bits for a 0 and for a 1, first bit first."""

    zero: str
    one: str

    @property
    def bits(self) -> int:
        """SPI bits per LED bit, hence SPI bytes per LED byte."""
        return len(self.zero)

    def clocks(self, chip: Chip) -> tuple[float, float] | None:
        """Returns the slowest and fastest clock within a chip's data sheet, in hertz."""
        times = (
            (self.zero.count("1"), chip.t0h),
            (self.zero.count("0"), chip.t0l),
            (self.one.count("1"), chip.t1h),
            (self.one.count("0"), chip.t1l),
        )
        slowest = max(1e9 * count / longest for count, (_, longest) in times)
        fastest = min(1e9 * count / shortest for count, (shortest, _) in times)
        return (slowest, fastest) if slowest <= fastest else None


CODES = (Code("1000", "1100"), Code("1000", "1110"))
"""Codes without pulses across byte boundaries, so that a rest after a byte splits none."""


def code_for(chip: Chip, clock_hz: float) -> Code:
    """Returns the code whose timing at this clock is within the chip's data sheet.

    Args:
        chip: timing of the LEDs.
        clock_hz: actual clock of the port.

    Raises:
        ValueError: there is none; the message names usable clocks.
    """
    for code in CODES:
        clocks = code.clocks(chip)
        if clocks and clocks[0] <= clock_hz <= clocks[1]:
            return code
    spans = [clocks for code in CODES if (clocks := code.clocks(chip))]
    usable = " or ".join(f"{low / 1e6:.2f} to {high / 1e6:.2f} MHz" for low, high in spans)
    raise ValueError(
        f"at {clock_hz / 1e6:.3f} MHz no code is within the data sheet of {chip.name} LEDs; "
        f"{usable} would be"
    )


_DMA_FROM = 96
"""Minimum bytes for DMA in the Pi's driver; shorter transfers rest after every byte."""


class Encoder:
    """Encodes frames as SPI bytes, for a chain of one length at one clock.

    A transfer starts and ends with a full reset. Some ports hold the line high between
    transfers (seen on a Pi 5): its falling edge at the next start is an extra bit to the LEDs,
    which only a reset discards. Without it every LED is off by one bit.
    """

    def __init__(self, length: int, code: Code, clock_hz: float, reset_us: float) -> None:
        """Prepares the lookup tables.

        Args:
            length: number of pixels in the chain.
            code: encoding of a bit.
            clock_hz: actual clock of the port, which determines the length of the reset.
            reset_us: minimum reset of the chips in microseconds; 10 % is added.
        """
        self.length = length
        self.bits = code.bits
        """SPI bits per LED bit."""
        self._tables = _tables(code)
        self.pause = int(1.1 * reset_us * 1e-6 * clock_hz / 8) + 1
        """Zero bytes before the first pixel and after the last."""
        self._body = slice(self.pause, self.pause + 3 * length * code.bits)
        self.size = max(self._body.stop + self.pause, _DMA_FROM)
        """Size of a transfer in bytes."""

    def encode(self, frame: bytes) -> bytes:
        """Returns one transfer: a reset, green, red and blue of every pixel, and a reset.

        Args:
            frame: red, green, blue for each pixel.
        """
        out = bytearray(self.size)
        step = 3 * self.bits
        for place, channel in enumerate((1, 0, 2)):  # on the wire green comes first
            values = frame[channel::3]
            for k, table in enumerate(self._tables):
                start = self._body.start + place * self.bits + k
                out[start : self._body.stop : step] = values.translate(table)
        return bytes(out)


def _tables(code: Code) -> tuple[bytes, ...]:
    """Returns a lookup table for each SPI byte of an LED byte.

    Each has all 256 values, most significant bit first.
    """
    wide = [
        int("".join(code.one if bit == "1" else code.zero for bit in f"{value:08b}"), 2)
        for value in range(256)
    ]
    return tuple(
        bytes(word >> 8 * (code.bits - 1 - k) & 0xFF for word in wide) for k in range(code.bits)
    )


def check_frame(frame: bytes, length: int) -> None:
    """Raises ValueError unless the frame has three bytes for each pixel."""
    if len(frame) != 3 * length:
        raise ValueError(f"a frame of {len(frame)} bytes for {length} pixels, not {3 * length}")


def reordered(frame: bytes, order: str) -> bytes:
    """Returns the frame that, sent green first, shows the right colours in this order."""
    if order == _SENT:
        return frame
    out = bytearray(len(frame))
    for slot, colour in zip(_SENT, order, strict=True):
        out["RGB".index(slot) :: 3] = frame["RGB".index(colour) :: 3]
    return bytes(out)


class Reordered:
    """A strip that reorders the colours; otherwise like the wrapped one."""

    def __init__(self, strip: Strip, order: str) -> None:
        """Wraps `strip`, whose LEDs expect the colours in `order`."""
        self._strip, self._order = strip, order
        self.length = strip.length

    def show(self, frame: bytes) -> None:
        """Lights the chain; see `ports.Strip`."""
        # The strip itself refuses incomplete pixels.
        self._strip.show(frame if len(frame) % 3 else reordered(frame, self._order))

    def close(self) -> None:
        """Closes the strip."""
        self._strip.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._strip, name)
