"""LEDs by PWM or PCM of a Raspberry Pi Zero to 4, through rpi_ws281x; needs root.

    ws281x:                           GPIO 18 (pin 12)
    ws281x:21                         GPIO 12, 13, 18, 19 (PWM) or 21 (PCM)
    ws281x:18,dma=10                  the DMA channel; 10 is the library's own choice
    ws281x:mock                       simulated

and for `ws281x:mock`: `code=3` (the library fails to start with -3), `fail-after=10` and
`wants=RGB` (colour order of the LEDs).

The PWM also drives analogue sound. `spi:` needs neither root nor silence, and is the better
choice unless the SPI port is in use. A Raspberry Pi 5 has no such PWM. The service of an
installed board does not run as root, so it cannot use this.
"""

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from pegboard.devices.strips import _simulated_ws281x as simulated
from pegboard.devices.strips._address import Options
from pegboard.devices.strips._faults import PWM_PINS, Host, fault
from pegboard.devices.strips._ws2812 import ORDERS, check_frame
from pegboard.errors import Code, Common, DeviceLost, DeviceMissing

WIRED = True
USUAL_PIN = 18
FREQUENCY_HZ = 800_000
USUAL_DMA = 10
TAKEN_DMA = {**dict.fromkeys((0, 1, 2, 3, 6, 7), "the GPU"), 5: "the SD card"}
"""Using channel 5 destroys the file system (README of rpi_ws281x)."""

CURES = {
    -2: "there is not enough memory: fewer pixels, or close other programs",
    -3: "the library does not know this Raspberry Pi: install its newest version, or use spi: "
    "(data on GPIO 10) or the USB board (serial:)",
    -4: "memory could not be locked: it has to run as root, or use spi:, which needs no root",
    -5: "/dev/mem could not be mapped: it has to run as root, or use spi:, which needs no root",
    -6: "the registers could not be mapped: it has to run as root, or use spi:",
    -7: "the GPIO could not be set up: it has to run as root, or use spi:",
    -8: "the PWM could not be set up: does analogue sound or another program use it?",
    -9: "there is no /dev/vcio: it has to run as root on Raspberry Pi OS, or use spi:",
    -10: "the DMA failed: choose another channel, as ws281x:18,dma=9",
    -11: "that GPIO cannot do it: LEDs go on GPIO 18, 12, 13, 19 or 21",
    -12: "the PCM could not be set up: does an I2S sound card use it?",
}
"""Cure by error code of the library (ws2811.h)."""


class Ws281x(Code):
    """Codes for a pin, in addition to those of `_faults`."""

    LIBRARY = "ws281x-library", "ws281x: {says}"
    NO_PIN = "ws281x-no-pin", "{address}: must name a pin (BCM number), such as ws281x:18"
    DMA_TAKEN = "ws281x-dma-taken", "{address}: DMA channel {channel} belongs to {owner}; use 10"


_CODE = re.compile(r"code (-\d+) \((.*)\)")


class Ws281xStrip:
    """A chain on a PWM or PCM pin."""

    def __init__(self, library: ModuleType | Any, length: int, pin: int, dma: int) -> None:
        """Starts the library.

        Args:
            library: `rpi_ws281x` or an equivalent module.
            length: pixels in the chain.
            pin: BCM number of the pin.
            dma: DMA channel.

        Raises:
            DeviceMissing: it does not start; the message says what to do.
        """
        self.length = length
        self._closed = False
        self._pixels = library.PixelStrip(
            length, pin, FREQUENCY_HZ, dma, False, 255, PWM_PINS.get(pin, 0)
        )
        try:
            self._pixels.begin()
        except RuntimeError as error:
            # The library cleans up at exit, and crashes if `begin` has failed.
            leds, self._pixels._leds = self._pixels._leds, None
            if (bindings := getattr(library, "ws", None)) is not None:
                bindings.delete_ws2811_t(leds)  # avoids a leak warning
            raise DeviceMissing(Ws281x.LIBRARY, says=cure(str(error))) from error

    def show(self, frame: bytes) -> None:
        """Lights the chain.

        Raises:
            ValueError: the frame has another length.
            DeviceLost: the strip was closed, or the library failed.
        """
        check_frame(frame, self.length)
        if self._closed:
            raise DeviceLost(Common.CLOSED, device="ws281x: the strip")
        pixels = self._pixels
        colours = zip(frame[::3], frame[1::3], frame[2::3], strict=True)
        for number, (red, green, blue) in enumerate(colours):
            pixels[number] = red << 16 | green << 8 | blue
        try:
            pixels.show()
        except RuntimeError as error:
            raise DeviceLost(Ws281x.LIBRARY, says=cure(str(error))) from error

    def close(self) -> None:
        """Turns the chain dark and releases the pin; a second call does nothing."""
        if self._closed:
            return
        with suppress(DeviceLost):
            self.show(bytes(3 * self.length))
        self._closed = True
        self._pixels._cleanup()  # the only way to release it before exit


class SimulatedWs281xStrip(Ws281xStrip):
    """The same chain with a simulated library."""

    _pixels: simulated.PixelStrip

    @property
    def lit(self) -> bytes:
        """Colours the LEDs show: red, green, blue for each."""
        return self._pixels.chain.lit

    def unplug(self) -> None:
        """Makes every use of the strip fail from now on."""
        self._pixels.plugged = False

    def replug(self) -> None:
        """Makes the strip work again."""
        self._pixels.plugged = True


def cure(message: str) -> str:
    """Returns the library's message with a cure."""
    match = _CODE.search(message)
    code = int(match[1]) if match else 0
    words = match[2] if match else message
    return f"{words} ({code}): {CURES[code]}" if code in CURES else message


def trouble(site: Host) -> DeviceMissing | None:
    """Returns the fault, with its cure, that keeps `ws281x:` from working; opens nothing."""
    return fault("ws281x", replace(site, pin=USUAL_PIN))


def open(rest: str, length: int, *, root: Path = Path("/")) -> Ws281xStrip:
    """Returns a strip on a PWM or PCM pin.

    Args:
        rest: pin or `mock`, and options.
        length: pixels in the chain.
        root: root of the file system; another folder in tests.

    Raises:
        DeviceMissing: it cannot work; the message says why and what to do.
    """
    if rest.partition(",")[0] == "mock":
        options = Options("ws281x", rest, ("code", "fail-after", "wants"))
        library = simulated.Library(
            code=-(options.number("code") or 0),
            fail_after=options.number("fail-after"),
            order=options.text("wants", "GRB", ORDERS),
        )
        return SimulatedWs281xStrip(library, length, USUAL_PIN, USUAL_DMA)
    options = Options("ws281x", rest, ("dma",))
    first = options.first or str(USUAL_PIN)
    if not (first.isascii() and first.isdecimal()):
        raise DeviceMissing(Ws281x.NO_PIN, address=options.address)
    pin, dma = int(first), options.number("dma", USUAL_DMA) or 0
    if dma in TAKEN_DMA or dma > 14:
        owner = TAKEN_DMA.get(dma, "nobody: there are 0 to 14")
        raise DeviceMissing(Ws281x.DMA_TAKEN, address=options.address, channel=dma, owner=owner)
    if (error := fault("ws281x", Host(root=root, pin=pin))) is not None:
        raise error
    import rpi_ws281x

    return Ws281xStrip(rpi_ws281x, length, pin, dma)
