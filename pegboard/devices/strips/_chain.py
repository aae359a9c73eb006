"""A simulated chain of WS2812 LEDs, decoded from the levels on its wire.

The length of a high pulse makes it a 0 or a 1; each LED keeps
the first 24 bits that reach it and passes the rest on; after the line was low for long enough, all
show their colours. Decoding is lazy, so it costs a service nothing.
"""

import re

from pegboard.devices.strips._ws2812 import CHIPS, USUAL_CHIP, Chip

_PULSE = re.compile("(1+)(0*)")


class Chain:
    """A row of LEDs."""

    def __init__(self, length: int, *, order: str = "GRB", chip: Chip | None = None) -> None:
        """Starts with all LEDs dark.

        Args:
            length: LEDs.
            order: colour order of the LEDs, such as `GRB`.
            chip: timing of the LEDs.
        """
        self.length = length
        self.out_of_spec = 0
        """Number of decoded pulses outside the data sheet."""
        self._order = order
        self._chip = chip or CHIPS[USUAL_CHIP]
        self._lit = bytearray(3 * length)
        self._waits: tuple[bytes, float, bool] | None = None

    def receive(self, levels: bytes, clock_hz: float, *, rests: bool = False) -> None:
        """Receives levels at a clock, most significant bit first.

        Args:
            levels: levels of the line, one bit each.
            clock_hz: bit clock.
            rests: the line is low for one extra clock after each byte.
        """
        self._waits = levels, clock_hz, rests

    @property
    def lit(self) -> bytes:
        """Colours of the LEDs: red, green, blue for each."""
        if self._waits is not None:
            (levels, clock_hz, rests), self._waits = self._waits, None
            line = f"{int.from_bytes(levels):0{8 * len(levels)}b}"
            if rests:
                line = "".join(f"{line[at : at + 8]}0" for at in range(0, len(line), 8))
            self._decode(line, 1e9 / clock_hz)
        return bytes(self._lit)

    def _decode(self, line: str, bit_ns: float) -> None:
        chip, bits, latched = self._chip, [], False
        # The chip samples between the longest 0 and the shortest 1.
        looks_ns = (chip.t0h[1] + chip.t1h[0]) / 2
        for high, low in _PULSE.findall(line):
            high_ns, low_ns = len(high) * bit_ns, len(low) * bit_ns
            is_one = high_ns > looks_ns
            latched = low_ns > 1000 * chip.reset_us
            span, pause = (chip.t1h, chip.t1l) if is_one else (chip.t0h, chip.t0l)
            if not (span[0] <= high_ns <= span[1]) or not (
                latched or pause[0] <= low_ns <= pause[1]
            ):
                self.out_of_spec += 1
            bits.append("1" if is_one else "0")
            if latched:
                self._show("".join(bits))
                bits = []

    def _show(self, bits: str) -> None:
        """Updates every LED that received all its 24 bits; later ones keep their colours."""
        whole = min(len(bits) // 24, self.length)
        if not whole:
            return
        data = int(bits[: 24 * whole], 2).to_bytes(3 * whole)
        for place, colour in enumerate(self._order):
            self._lit["RGB".index(colour) : 3 * whole : 3] = data[place::3]
