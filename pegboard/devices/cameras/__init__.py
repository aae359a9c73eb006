"""Cameras: one file for each kind; the file's name is its scheme.

    open_camera("files:/home/ann/pictures")    -> pegboard/devices/cameras/files.py
    open_camera("v4l:/dev/video0")             -> pegboard/devices/cameras/v4l.py

The address `files:` alone is the folder of sample pictures that comes with pegboard. A file here
has a function `open(rest)` that returns a `Source`; one with a `check(rest)` refuses addresses
before they are opened. A new kind is one new file.
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
"""Environment variable with a camera's address: everybody may read a process's arguments, and the
address may hold a password."""

NOT_CAMERAS = frozenset(
    {
        "answers", "checked", "client", "film", "following", "found", "pictures", "process",
        "reading", "setup_check", "transport", "unit", "view", "watched",
    }
)  # fmt: skip
"""Other modules of this folder."""


class Source(Camera, Protocol):
    """A camera, and whether its pictures form a stream."""

    live: bool
    """A stream shows one table again and again; still pictures are each another one."""


class Focus(NamedTuple):
    """The distance at which a camera sees sharply."""

    metres: float
    is_fixed: bool
    """False for autofocus."""


@runtime_checkable
class Focusing(Protocol):
    """A camera whose focus may be set by a program."""

    def fix_focus(self, metres: float) -> bool:
        """Fixes the focus at a distance; 0 turns autofocus on.

        Returns False if this camera cannot.
        """

    def focus(self) -> Focus | None:
        """Returns the focus of the moment; None if this camera cannot tell."""


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
    known = ", ".join(f"{each}:" for each in schemes())
    raise DeviceMissing(Address.NO_SUCH_CAMERA, address=repr(address), known=known)


def check_camera(address: str) -> None:
    """Checks the address of a camera; opens nothing. Of other words it says nothing.

    Raises:
        DeviceMissing: no machine has a camera there.
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
    found = (module.name for module in iter_modules(__path__))
    return tuple(sorted(n for n in found if not n.startswith("_") and n not in NOT_CAMERAS))
