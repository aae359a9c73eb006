"""LEDs on an SPI port of any Raspberry Pi, including the 5; no root needed.

    spi:                              the first port, /dev/spidev0.0: data on GPIO 10 (pin 19)
    spi:/dev/spidev1.0                another port
    spi:mock                          simulated, down to the levels on the wire

Options follow after commas:

    chip=ws2812b-v5                   which data sheet: ws2812b-v5, ws2812b-2013, sk6812
    hz=3200000                        the requested clock, which determines the encoding
    core=400                          the core clock in MHz, if it cannot be detected as steady

and for `spi:mock`: `rest=0` (no rest of a clock after each byte), `bufsiz=4096`, `fail-after=10`,
`wants=RGB` (colour order of the LEDs), `idle=high` (the line between transfers) and `missing=1`.
The simulated LEDs decode the waveform, and the page shows the result.

Transfers of more than 4096 bytes are unproven on a Raspberry Pi 5; there are reports that they time
out or garble: Adafruit_CircuitPython_NeoPixel_SPI #37, raspberrypi/linux #5865.

The LEDs must be alone on that port: they have no chip select.
"""

import errno
import fcntl
import os
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pegboard.devices import raspberry_pi
from pegboard.devices.strips._address import Options
from pegboard.devices.strips._chain import Chain
from pegboard.devices.strips._faults import Host, StripFault, fault
from pegboard.devices.strips._simulated_spi import Port
from pegboard.devices.strips._ws2812 import (
    CHIPS,
    ORDERS,
    USUAL_CHIP,
    USUAL_HZ,
    Encoder,
    check_frame,
    code_for,
)
from pegboard.errors import Code, Common, DeviceLost, DeviceMissing

WIRED = True
USUAL_PORT = "/dev/spidev0.0"
_NUMBERED = re.compile(r"/dev/spidev(\d+)\.(\d+)")
_MOCK_CORE_MHZ = 200
"""The simulated machine is a Pi 5."""
_REAL = ("chip", "hz", "core")
_SIMULATED = (*_REAL, "rest", "bufsiz", "fail-after", "wants", "idle", "missing")


class SpiPort(Code):
    """Codes for an SPI port, in addition to those of `_faults`."""

    TROUBLE = "spi-trouble", "spi: {port}: {why}"
    TIMED_OUT = (
        "spi-timed-out",
        "spi: {port}: a frame of {size} bytes timed out",
        "restart; if it happens again, drive the LEDs from a Pico (serial:), which is what boards "
        "of three and four tracks need on a Raspberry Pi 5",
    )
    NO_CORE_CLOCK = "spi-no-core-clock", "{address}: core must be the core clock in MHz, not 0"
    CLOCK = "spi-clock", "spi: a clock of {hz} Hz was requested: {why}"
    MOCK_MISSING = "spi-mock-missing", "spi:mock: simulating a missing strip"
    MOCK_BUFFER = (
        "spi-mock-buffer",
        "spi:mock: a frame is {size} bytes and the buffer {bufsiz}: use bufsiz={wanted}",
    )


class SpiStrip:
    """A chain on an SPI port."""

    def __init__(
        self, device: Any, path: str, encoder: Encoder, hz: int, lock_fd: int | None = None
    ) -> None:
        """Opens the port.

        Args:
            device: a `spidev.SpiDev` or equivalent.
            path: path of the port.
            encoder: encodes frames.
            hz: requested clock in hertz.
            lock_fd: file descriptor that locks the port; closed with it.

        Raises:
            DeviceMissing: the port cannot be opened.
        """
        self.length = encoder.length
        self._device, self._encoder, self._path = device, encoder, path
        self._closed, self._lock_fd = False, lock_fd
        try:
            _open_port(device, path)
            device.mode = 0
            device.max_speed_hz = hz
        except OSError as error:
            self._release()
            why = error.strerror or error
            raise DeviceMissing(SpiPort.TROUBLE, port=path, why=why) from error

    def show(self, frame: bytes) -> None:
        """Lights the chain; returns when the frame is on the wire.

        Raises:
            ValueError: the frame has another length.
            DeviceLost: the strip was closed, or the port is gone.
        """
        check_frame(frame, self.length)
        if self._closed:
            raise DeviceLost(Common.CLOSED, device="spi: the strip")
        try:
            self._device.writebytes2(self._encoder.encode(frame))
        except OSError as error:
            if error.errno == errno.ETIMEDOUT:
                size = self._encoder.size
                raise DeviceLost(SpiPort.TIMED_OUT, port=self._path, size=size) from error
            why = error.strerror or error
            raise DeviceLost(SpiPort.TROUBLE, port=self._path, why=why) from error

    def close(self) -> None:
        """Turns the chain dark and closes the port; a second call does nothing."""
        if self._closed:
            return
        with suppress(DeviceLost):
            self.show(bytes(3 * self.length))
        self._closed = True
        with suppress(OSError):
            self._device.close()
        self._release()

    def _release(self) -> None:
        """Unlocks the port for other programs."""
        if self._lock_fd is not None:
            os.close(self._lock_fd)
            self._lock_fd = None


class SimulatedSpiStrip(SpiStrip):
    """The same chain on a simulated port."""

    def __init__(self, port: Port, encoder: Encoder, hz: int) -> None:
        """Opens the simulated port."""
        self.port = port
        super().__init__(port, "mock", encoder, hz)

    @property
    def lit(self) -> bytes:
        """Colours the LEDs decode from the waveform: red, green, blue for each."""
        return self.port.chain.lit

    def unplug(self) -> None:
        """Makes every use of the strip fail from now on."""
        self.port.unplug()

    def replug(self) -> None:
        """Makes the strip work again."""
        self.port.replug()


def open(rest: str, length: int, *, root: Path = Path("/"), paced: bool = True) -> SpiStrip:
    """Returns a strip on an SPI port.

    Args:
        rest: the port, or `mock`, and options.
        length: number of pixels in the chain.
        root: root of the file system; another folder in tests.
        paced: a simulated port takes as long as a real one.

    Raises:
        DeviceMissing: it cannot work; the message says why and what to do.
    """
    simulated = rest.partition(",")[0] == "mock"
    options = Options("spi", rest, _SIMULATED if simulated else _REAL)
    encoder, hz = _encoder(options, length, root, simulated)
    if simulated:
        return _simulated(options, encoder, hz, paced)
    site = _at(Host(root=root), options, encoder)
    if (error := fault("spi", site)) is not None:
        raise error
    from spidev import SpiDev

    return SpiStrip(SpiDev(), site.path, encoder, hz, claim(site.file(site.path)))


def check(rest: str) -> None:
    """Checks an address on any machine; opens nothing.

    Raises:
        DeviceMissing: no machine can have a strip there.
    """
    simulated = rest.partition(",")[0] == "mock"
    options = Options("spi", rest, _SIMULATED if simulated else _REAL)
    options.text("chip", USUAL_CHIP, CHIPS)
    site = Host(path=options.first)
    if (error := fault("spi", site, (StripFault.SPI_EEPROM,))) is not None:
        raise error


def trouble(
    site: Host, length: int, only: tuple[Code, ...] = (), rest: str = ""
) -> DeviceMissing | None:
    """Returns the fault, with its cure, that keeps `spi:` from driving a strip; opens nothing.

    Args:
        site: machine to inspect.
        length: pixels.
        only: codes of the faults to check; empty for all.
        rest: port and options, as in the address.
    """
    options = Options("spi", rest, _REAL)
    encoder, _ = _encoder(options, length, site.root, simulated=False)
    return fault("spi", _at(site, options, encoder), only)


def frame_bytes(rest: str, length: int, root: Path = Path("/")) -> int:
    """Returns the bytes of one transfer to `spi:REST`.

    Raises:
        DeviceMissing: the address or its clock is invalid.
    """
    encoder, _ = _encoder(Options("spi", rest, _REAL), length, root, simulated=False)
    return encoder.size


def _at(site: Host, options: Options, encoder: Encoder) -> Host:
    """Returns the host with the port, transfer size and clock of an address."""
    is_core_given = options.number("core") is not None
    path = options.first or USUAL_PORT
    return replace(site, path=path, size=encoder.size, is_core_given=is_core_given)


def _open_port(device: Any, path: str) -> None:
    """Opens a port. Debian 12's spidev, 3.6, needs its numbers instead of its path.

    Raises:
        OSError: it cannot be opened.
        DeviceMissing: this spidev cannot open a port of that name.
    """
    if hasattr(device, "open_path"):
        device.open_path(path)
        return
    numbers = _NUMBERED.fullmatch(str(Path(path).resolve()))
    if numbers is None:
        why = "this spidev opens only ports named /dev/spidevB.D: update it"
        raise DeviceMissing(SpiPort.TROUBLE, port=path, why=why)
    device.open(int(numbers[1]), int(numbers[2]))


def _encoder(options: Options, length: int, root: Path, simulated: bool) -> tuple[Encoder, int]:
    """Returns the encoder for the port's actual clock, and the clock to request."""
    chip = CHIPS[options.text("chip", USUAL_CHIP, CHIPS)]
    hz = options.number("hz") or USUAL_HZ[chip.name]
    core_MHz = options.number("core", _MOCK_CORE_MHZ if simulated else None)
    if core_MHz == 0:
        raise DeviceMissing(SpiPort.NO_CORE_CLOCK, address=options.address)
    core = raspberry_pi.core_clock(root)
    clock_hz = hz  # not a Pi: its divisors are unknown, so assume the requested clock
    if core_MHz is not None:
        clock_hz = raspberry_pi.divided_clock(core_MHz * 1_000_000, hz)
    elif core is not None:
        clock_hz = raspberry_pi.divided_clock(core.hz, hz)
    try:
        code = code_for(chip, clock_hz)
    except ValueError as error:
        raise DeviceMissing(SpiPort.CLOCK, hz=hz, why=error) from error
    return Encoder(length, code, clock_hz, chip.reset_us), hz


def _simulated(options: Options, encoder: Encoder, hz: int, paced: bool) -> SimulatedSpiStrip:
    if options.number("missing"):
        raise DeviceMissing(SpiPort.MOCK_MISSING)
    bufsiz = options.number("bufsiz", 65_536) or 1
    site = Host(size=encoder.size)
    if bufsiz < encoder.size:
        raise DeviceMissing(
            SpiPort.MOCK_BUFFER, size=encoder.size, bufsiz=bufsiz, wanted=site.bufsiz_needed
        )
    chip = CHIPS[options.text("chip", USUAL_CHIP)]
    port = Port(
        Chain(encoder.length, order=options.text("wants", "GRB", ORDERS), chip=chip),
        core_hz=1_000_000 * (options.number("core") or _MOCK_CORE_MHZ),
        bufsiz=bufsiz,
        fail_after=options.number("fail-after"),
        paced=paced,
        idles_high=options.text("idle", "low", ("low", "high")) == "high",
        rests=options.text("rest", "1", ("0", "1")) == "1",
    )
    return SimulatedSpiStrip(port, encoder, hz)


def claim(path: Path) -> int:
    """Locks a device; returns a file descriptor that holds the lock until it is closed.

    The kernel lets several programs open an SPI port, and would interleave their frames.

    Raises:
        DeviceMissing: another program has locked it, or it cannot be opened.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        why = error.strerror or str(error)
        raise DeviceMissing(StripFault.UNOPENED, path=str(path), why=why) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise DeviceMissing(StripFault.TAKEN, path=str(path)) from error
    return descriptor
