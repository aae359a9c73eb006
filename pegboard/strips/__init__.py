"""LED strips: one file for each kind, and the file's name is the scheme of its address.

A file here has a function `open(rest, length)` that returns a `pegboard.ports.Strip`; `rest` is
what follows the scheme in the address, and length counts pixels. A new kind is one new file.
"""

from importlib import import_module
from pkgutil import iter_modules

from pegboard.errors import DeviceMissing
from pegboard.ports import Strip


def open_strip(address: str, length: int) -> Strip:
    """Opens a strip by address, such as `spi:/dev/spidev0.0` or `memory:`.

    Args:
        address: a scheme, a colon, and what that scheme wants to know.
        length: pixels in the chain.

    Raises:
        DeviceMissing: there is no such scheme, or no such device.
    """
    scheme, _, rest = address.partition(":")
    if scheme not in schemes():
        raise DeviceMissing(f"no strip {address!r}: there are {', '.join(schemes())}")
    strip: Strip = import_module(f"{__name__}.{scheme}").open(rest, length)
    return strip


def schemes() -> tuple[str, ...]:
    """The kinds of strip there are."""
    found = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))
