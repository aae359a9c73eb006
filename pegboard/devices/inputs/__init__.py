"""Input sources: one file for each kind; the file's name is the scheme of its address.

    gpio:              buttons on the Raspberry Pi's pins
    gpio:mock          the same on simulated pins, which a program can press
    serial:            buttons and dials on the USB board
    evdev:             a USB keypad
    keyboard:          the keys of the terminal
    script:FILE        a timed list of presses

A file here has a function `open(rest, seats, pins, through)` that returns a
`pegboard.devices.ports.InputSource`; `rest` is what follows the scheme. A new kind is one new file.
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
    """Opens an input source by address; it is silent until its `start`.

    Args:
        address: a scheme, a colon, and what that scheme wants to know.
        seats: seats that have buttons.
        pins: for `gpio:`, BCM pin by button name where it differs from the usual.
        inputs: for `serial:`, input of the board by button name where it differs from the usual.
        keys: for `evdev:`, key code by button name where it differs from the usual.
        through: for `keyboard:` and `script:`, the board whose buttons they press. Without one
            they post presses themselves.

    Raises:
        DeviceMissing: there is no such scheme, or no such device; the message says what to do.
        ConfigError: the pins cannot be wired like that.
        NotationError: the script cannot be read.
    """
    scheme, _, rest = address.partition(":")
    if scheme not in schemes():
        wanted = ", ".join(f"{scheme}:" for scheme in schemes())
        raise DeviceMissing(Address.NO_SUCH_BUTTONS, address=repr(address), known=wanted)
    module = import_module(f"{__name__}.{scheme}")
    wired = {"serial": inputs, "evdev": keys}.get(scheme, pins)
    source: InputSource = module.open(rest, seats, wired or {}, through)
    return source


def schemes() -> tuple[str, ...]:
    """Returns the supported input schemes."""
    found = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))
