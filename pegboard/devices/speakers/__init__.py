"""Speakers: one file for each kind, and the file's name is the scheme of its address.

A file here has a function `open(rest, volume)` that returns a `devices.ports.Speaker`; `rest` is
what follows the scheme in the address, and volume is 0 to 1. A new kind is one new file.
"""

from importlib import import_module
from pkgutil import iter_modules

from pegboard.devices.ports import Address, Speaker
from pegboard.errors import DeviceMissing


def open_speaker(address: str, volume: float = 0.5) -> Speaker:
    """Opens a speaker by address, such as `espeak:` or `mock:`.

    Args:
        address: a scheme, a colon, and what that scheme wants to know.
        volume: 0 to 1.

    Raises:
        DeviceMissing: there is no such scheme, or nothing to speak with.
    """
    scheme, _, rest = address.partition(":")
    if scheme not in schemes():
        raise DeviceMissing(
            Address.NO_SUCH_SPEAKER, address=repr(address), known=", ".join(schemes())
        )
    speaker: Speaker = import_module(f"{__name__}.{scheme}").open(rest, volume)
    return speaker


def schemes() -> tuple[str, ...]:
    """Returns the supported speaker schemes."""
    found = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))
