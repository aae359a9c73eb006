"""LED strips: one file for each kind, and the file's name is the scheme of its address.

A file here has a function `open(rest, length)` that returns a `devices.ports.Strip`; `rest` is
what follows the scheme in the address, and length counts pixels. A new kind is one new file. One
that sends colours down a wire, green first, says `WIRED = True`; one whose device limits the
current itself says `HAS_LIMITER = True`, and its `open` takes the order of the colours and the
limit as well; one with a `check(rest)` refuses addresses before they are opened.
"""

import re
from importlib import import_module
from pkgutil import iter_modules

from pegboard.devices.ports import Address, Strip
from pegboard.devices.strips._faults import StripFault
from pegboard.devices.strips._ws2812 import Reordered
from pegboard.errors import DeviceMissing

_EEPROM = re.compile(r"/dev/spidev10\.\d+")
"""The port of a Raspberry Pi 5's boot EEPROM."""


def open_strip(address: str, length: int, order: str = "GRB", limit_mA: int | None = None) -> Strip:
    """Opens a strip by address, such as `spi:/dev/spidev0.0` or `memory:`.

    Args:
        address: a scheme, a colon, and what that scheme wants to know.
        length: pixels in the chain.
        order: which colour the LEDs take first, second and third; where there is no wire it does
            not matter.
        limit_mA: the most that the LEDs may draw; guarded once more by a device that can do so.

    Raises:
        DeviceMissing: there is no such scheme, or no such device.
    """
    scheme, _, rest = address.partition(":")
    if scheme not in schemes():
        raise DeviceMissing(
            Address.NO_SUCH_STRIP, address=repr(address), known=", ".join(schemes())
        )
    module = import_module(f"{__name__}.{scheme}")
    strip: Strip
    if getattr(module, "HAS_LIMITER", False):
        strip = module.open(rest, length, order, limit_mA)
        return strip
    strip = module.open(rest, length)
    if order != "GRB" and getattr(module, "WIRED", False):
        return Reordered(strip, order)
    return strip


def check_strip(address: str) -> None:
    """Checks the address of a strip that has a known scheme, or `auto`; opens nothing.

    Raises:
        DeviceMissing: no machine has a strip there.
    """
    scheme, _, rest = address.partition(":")
    if (found := _EEPROM.match(rest)) is not None:
        raise DeviceMissing(StripFault.SPI_EEPROM, path=found[0])
    if scheme in schemes():
        module = import_module(f"{__name__}.{scheme}")
        if (check := getattr(module, "check", None)) is not None:
            check(rest)


def schemes() -> tuple[str, ...]:
    """Returns the supported strip schemes."""
    found = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))
