"""Input sources: one module per kind; its name is the scheme of the address.

    gpio:              buttons on the Raspberry Pi's pins
    gpio:mock          the same on simulated pins, which a program can press
    serial:            buttons and dials on the USB board
    evdev:             a USB keypad
    keyboard:          the keys of the terminal
    script:FILE        a timed list of presses

A module here has a function `open(rest, seats, pins, through)` that returns a
`pegboard.devices.ports.InputSource`; `rest` is what follows the scheme. Adding a kind takes one new
module.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from pegboard.devices.ports import Address, InputSource, Pressable
from pegboard.errors import DeviceMissing


def open_inputs(
    address: str,
    seats: int,
    pins: Mapping[str, int] | None = None,
    *,
    inputs: Mapping[str, int] | None = None,
    keys: Mapping[str, int] | None = None,
    through: Pressable | None = None,
) -> InputSource:
    """Opens an input source by address; it posts nothing until its `start`.

    Args:
        address: `SCHEME:REST`.
        seats: seats that have buttons.
        pins: for `gpio:`, BCM pin by button name, where it differs from the default.
        inputs: for `serial:`, board input by button name, where it differs from the default.
        keys: for `evdev:`, key code by button name, where it differs from the default.
        through: for `keyboard:` and `script:`, the board whose buttons they press; without one
            they post presses themselves.

    Raises:
        DeviceMissing: there is no such scheme, or no such device; the message says what to do.
        ConfigError: the wiring is impossible.
        NotationError: the script cannot be read.
    """
    scheme, _, rest = address.partition(":")
    if scheme not in schemes():
        supported = ", ".join(f"{scheme}:" for scheme in schemes())
        raise DeviceMissing(Address.NO_SUCH_BUTTONS, address=repr(address), known=supported)
    module = import_module(f"{__name__}.{scheme}")
    wired = {"serial": inputs, "evdev": keys}.get(scheme, pins)
    source: InputSource = module.open(rest, seats, wired or {}, through)
    return source


def schemes() -> tuple[str, ...]:
    """Returns the supported input schemes."""
    names = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))
