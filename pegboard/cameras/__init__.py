"""Where pictures come from: one file a kind of camera, found by the scheme of its address.

    open_camera("files:/home/ann/pictures")    -> pegboard/cameras/files.py

The address `files:` alone is the folder of sample pictures that comes with pegboard.
"""

from importlib import import_module
from pathlib import Path

from pegboard.errors import DeviceMissing
from pegboard.ports import Camera

SAMPLES = Path(__file__).parent / "samples"
"""Pictures of hands, rendered by our own code: the simulated board's camera."""


def open_camera(address: str) -> Camera:
    """Opens the camera at `address`, `SCHEME:REST`.

    Raises:
        DeviceMissing: no such kind of camera, or nothing there.
    """
    scheme, colon, rest = address.partition(":")
    if colon and scheme in schemes():
        camera: Camera = import_module(f"pegboard.cameras.{scheme}").open(rest)
        return camera
    raise DeviceMissing(f"camera {address!r}: write one of {', '.join(f'{s}:' for s in schemes())}")


def schemes() -> tuple[str, ...]:
    """The kinds of camera there are."""
    return ("files",)
