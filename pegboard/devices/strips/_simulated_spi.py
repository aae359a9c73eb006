"""A simulated SPI port with LEDs, as strict as a real one.

`Port` implements the part of `spidev.SpiDev` that a strip uses, with the same errors. Faults are
injected by the address (`spi:mock,fail-after=10`) or, in tests, by its methods.
"""

import errno
import time

from pegboard.devices.raspberry_pi import divided_clock
from pegboard.devices.strips._chain import Chain


class Port:
    """A simulated SPI port of a Raspberry Pi, with a core clock of `core_hz`."""

    def __init__(
        self,
        chain: Chain,
        *,
        core_hz: int = 200_000_000,
        bufsiz: int = 65_536,
        fail_after: int | None = None,
        paced: bool = True,
        idles_high: bool = False,
        rests: bool = False,
    ) -> None:
        """Creates a closed port.

        Args:
            chain: the LEDs on the data line.
            core_hz: clock that is divided for SPI; by default that of a Pi 5.
            bufsiz: buffer size of the driver in bytes; longer writes are split.
            fail_after: number of writes that succeed.
            paced: writes take as long as on a wire.
            idles_high: the data line is high between writes.
            rests: the line is low for one clock after each byte.
        """
        self.chain = chain
        self._requested_hz, self._mode = 125_000_000, 0
        self.is_open = False
        self.plugged = True
        self._core_hz, self._bufsiz = core_hz, bufsiz
        self._left, self._paced = fail_after, paced
        self._before = b"\xff" if idles_high else b""
        self._rests = rests

    @property
    def max_speed_hz(self) -> int:
        """Requested clock; settable while the port is open."""
        return self._requested_hz

    @max_speed_hz.setter
    def max_speed_hz(self, hz: int) -> None:
        self._check_open()
        if hz <= 0:
            raise OSError(errno.EINVAL, "Invalid argument")
        self._requested_hz = hz

    @property
    def mode(self) -> int:
        """Polarity and phase of the clock; settable while the port is open."""
        return self._mode

    @mode.setter
    def mode(self, mode: int) -> None:
        self._check_open()
        self._mode = mode

    @property
    def clock_hz(self) -> int:
        """Clock that the driver derives from `max_speed_hz`."""
        return divided_clock(self._core_hz, self.max_speed_hz)

    def open_path(self, path: str) -> None:
        """Opens the port.

        Raises:
            OSError: the port is unplugged.
        """
        if not self.plugged:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        self.is_open = True

    def writebytes2(self, data: bytes) -> None:
        """Sends bytes; returns when they are on the wire.

        Raises:
            OSError: the port is closed or unplugged.
        """
        self._check_open()
        if self._left == 0:
            self.plugged = False
        if not self.plugged:
            raise OSError(errno.ESHUTDOWN, "Cannot send after transport endpoint shutdown")
        payload = bytes(data)
        if self._left is not None:
            self._left -= 1
        if self._paced:
            time.sleep((9 if self._rests else 8) * len(payload) / self.clock_hz)
        # The real driver is called once per piece, with a pause between: the chain
        # takes that for a reset, so every piece starts at the first LED again.
        for start in range(0, len(payload), self._bufsiz):
            piece = payload[start : start + self._bufsiz]
            if len(payload) > self._bufsiz:
                piece += bytes(self.clock_hz // 8000)
            self.chain.receive(self._before + piece, self.clock_hz, rests=self._rests)
            if len(payload) > self._bufsiz:
                _ = self.chain.lit

    def _check_open(self) -> None:
        if not self.is_open:
            raise OSError(errno.EBADF, "Bad file descriptor")

    def close(self) -> None:
        """Closes the port; a second call does nothing."""
        self.is_open = False

    def unplug(self) -> None:
        """Makes every write and every opening fail from now on."""
        self.plugged = False

    def replug(self) -> None:
        """Makes the port work again, after it is reopened."""
        self.plugged, self._left = True, None
