"""LED strips: one module per kind; its name is the scheme of the address.

A module here has a function `open(rest, length)` that returns a `devices.ports.Strip`; `rest` is
what follows the scheme in the address, `length` the number of pixels. A module
that sends colours down a wire, green first, sets `WIRED = True`; one whose device limits the
current itself sets `HAS_LIMITER = True`, and its `open` also takes the colour order and the
limit; one with a `check(rest)` refuses addresses before they are opened.
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
        address: `SCHEME:REST`.
        length: number of pixels in the chain.
        order: colour order of the LEDs, such as `GRB`; ignored where there is
            no wire.
        limit_mA: current limit of the LEDs, also enforced by the device if it can.

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
    """Checks the address of a strip without opening it; ignores unknown schemes and `auto`.

    Raises:
        DeviceMissing: no machine can have a strip there.
    """
    scheme, _, rest = address.partition(":")
    if (match := _EEPROM.match(rest)) is not None:
        raise DeviceMissing(StripFault.SPI_EEPROM, path=match[0])
    if scheme in schemes():
        module = import_module(f"{__name__}.{scheme}")
        if (check := getattr(module, "check", None)) is not None:
            check(rest)


def schemes() -> tuple[str, ...]:
    """Returns the supported strip schemes."""
    names = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))
