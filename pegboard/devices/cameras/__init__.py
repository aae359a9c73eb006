"""Cameras: one module per kind; its name is the scheme of the address.

    open_camera("files:/home/ann/pictures")    -> pegboard/devices/cameras/files.py
    open_camera("v4l:/dev/video0")             -> pegboard/devices/cameras/v4l.py

The address `files:` alone is the folder of sample pictures that comes with pegboard. A module here
has a function `open(rest)` that returns a `Source`; one with a `check(rest)` refuses addresses
before they are opened. Adding a kind takes one new module.
"""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple, Protocol, runtime_checkable

from pegboard.devices.ports import Address, Camera
from pegboard.errors import Code, DeviceMissing

SAMPLES = Path(__file__).parent / "samples"
"""Pictures of hands, rendered by our own code: the simulated board's camera."""
SAMPLE_DEAL = SAMPLES / "deal.mp4"
"""A film of a whole deal, rendered by our own code; see `pegboard.vision.films.sample`."""

ADDRESS = "PEGBOARD_CAMERA"
"""Environment variable with a camera's address, which may contain a password: a process's arguments
are public."""

NOT_CAMERAS = frozenset({"discovery", "film", "pictures"})
"""Other modules of this folder."""


class Source(Camera, Protocol):
    """A camera, and whether its pictures form a stream."""

    live: bool
    """True for a stream, which shows the same table repeatedly; False for separate pictures."""


class Focus(NamedTuple):
    """The distance at which a camera sees sharply."""

    metres: float
    is_fixed: bool
    """False for autofocus."""


@runtime_checkable
class Focusing(Protocol):
    """A camera with adjustable focus."""

    def fix_focus(self, metres: float) -> bool:
        """Fixes the focus at a distance in metres; 0 turns autofocus on.

        Returns False if this camera cannot do that.
        """

    def focus(self) -> Focus | None:
        """Returns the current focus; None if this camera does not report it."""


class Lens(Code):
    """Codes of `DeviceError` for the focus of a camera."""

    NOT_SET = (
        "focus-not-set",
        "camera {camera}: its focus cannot be set from here",
        "turn the ring of its lens, or fix the focus in the camera's own settings; focus_m = 0 "
        "under [camera] leaves it alone",
    )


def open_camera(address: str) -> Source:
    """Opens the camera at `address`, `SCHEME:REST`.

    Raises:
        DeviceMissing: no such kind of camera, or nothing there; the message says what to do.
    """
    scheme, colon, rest = address.partition(":")
    if colon and scheme in schemes():
        camera: Source = import_module(f"{__name__}.{scheme}").open(rest)
        return camera
    supported = ", ".join(f"{name}:" for name in schemes())
    raise DeviceMissing(Address.NO_SUCH_CAMERA, address=repr(address), known=supported)


def check_camera(address: str) -> None:
    """Checks the address of a camera without opening it; ignores unknown schemes.

    Raises:
        DeviceMissing: no machine can have a camera there.
    """
    scheme, _, rest = address.partition(":")
    if scheme not in schemes():
        import_module(f"{__name__}._network").check_plain(address)
    else:
        module = import_module(f"{__name__}.{scheme}")
        if (check := getattr(module, "check", None)) is not None:
            check(rest)


def schemes() -> tuple[str, ...]:
    """Returns the supported camera schemes."""
    names = (module.name for module in iter_modules(__path__))
    return tuple(sorted(n for n in names if not n.startswith("_") and n not in NOT_CAMERAS))
