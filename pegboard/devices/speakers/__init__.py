"""Speakers: one module per kind; its name is the scheme of the address.

A module here has a function `open(rest, volume, device)` that returns a `devices.ports.Speaker`;
`rest` is what follows the scheme in the address, volume is 0 to 1, and `device` is the sound device
(see `devices.sound_cards`). Adding a kind takes one new module.
"""

from importlib import import_module
from pkgutil import iter_modules

from pegboard.devices.ports import Address, Speaker
from pegboard.devices.sound_cards import DEFAULT
from pegboard.errors import ConfigError, DeviceMissing


def open_speaker(address: str, volume: float = 0.5, device: str = DEFAULT) -> Speaker:
    """Opens a speaker by address, such as `espeak:` or `mock:`.

    Args:
        address: `SCHEME:REST`.
        volume: 0 to 1.
        device: address of the sound device, if the scheme uses one.

    Raises:
        DeviceMissing: there is no such scheme, or no speech program, or the sound device or
            output file is invalid.
    """
    scheme, _, rest = address.partition(":")
    if scheme not in schemes():
        raise DeviceMissing(
            Address.NO_SUCH_SPEAKER, address=repr(address), known=", ".join(schemes())
        )
    try:
        speaker: Speaker = import_module(f"{__name__}.{scheme}").open(rest, volume, device)
    except ConfigError as error:
        raise DeviceMissing(error.code, **error.facts) from error
    return speaker


def schemes() -> tuple[str, ...]:
    """Returns the supported speaker schemes."""
    names = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))
