"""A USB camera, or any other Video4Linux device such as /dev/video0."""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path

import cv2

from pegboard.devices.cameras import Focus
from pegboard.devices.cameras._stream import Capture, StreamCamera
from pegboard.devices.cameras.discovery import cameras
from pegboard.errors import Code, DeviceMissing

WIDTH, HEIGHT = 1280, 960
"""Requested size; a driver without it chooses the nearest."""

_QUERY, _GET, _SET = 0xC0445624, 0xC008561B, 0xC008561C
"""Requests VIDIOC_QUERYCTRL, G_CTRL and S_CTRL of linux/videodev2.h."""
_FOCUS_ABSOLUTE, _FOCUS_AUTO = 0x009A090A, 0x009A090C
_QUERIED = struct.Struct("=II32siiiiI8x")
"""struct v4l2_queryctrl: id, type, name, minimum, maximum, step, default, flags."""
_CONTROL = struct.Struct("=Ii")
_DISABLED = 1
_MOST_STEPS = 1023
"""A control with a larger range is in millimetres, as in the USB Video Class. Most cameras have a
few hundred unitless steps, from far to near, as in the kernel's documentation."""
_NEAREST_M, _FARTHEST_M = 0.1, 100.0
"""Distances assigned to the last and first of such steps: rough ones, but a distance found by the
set-up gives the same step again."""


class UsbCamera(Code):
    """Codes of `DeviceMissing` for a camera on USB."""

    NO_PATH = (
        "video-no-path",
        "camera {camera}: must be a path such as /dev/video0, or nothing, after the colon",
    )
    NOT_FOUND = (
        "video-device-not-found",
        "camera {camera}: no such device (found: {there})",
        "plug it in, and run `v4l2-ctl --list-devices` to see its name",
    )
    GROUP = (
        "video-group",
        "camera {camera}: no permission",
        "`sudo usermod -aG video $USER`, then log in again",
    )
    NOT_OPENED = (
        "video-device-not-opened",
        "camera {camera}: cannot be opened",
        "another program is using it, or it is not a capture device (`v4l2-ctl --list-devices` "
        "shows which are)",
    )


def check(rest: str) -> None:
    """Checks an address on any machine; raises DeviceMissing if it is not a path."""
    if rest and not rest.startswith("/"):
        raise DeviceMissing(UsbCamera.NO_PATH, camera=f"v4l:{rest}")


def open(rest: str) -> "VideoDevice":
    """Returns the camera at `v4l:REST`; without REST, /dev/video0."""
    return VideoDevice(Path(rest or "/dev/video0"))


class VideoDevice(StreamCamera):
    """A Video4Linux device; returns its newest picture, and sets its focus."""

    def __init__(self, path: Path) -> None:
        """Opens the device; raises DeviceMissing if that fails."""
        self._path, self._focus_m = path, 0.0
        super().__init__(f"v4l:{path}", self._open)

    def _open(self) -> Capture:
        capture = _opened(self._path)
        if self._focus_m:  # the device may have lost the setting while released
            self.fix_focus(self._focus_m)
        return capture

    def fix_focus(self, metres: float) -> bool:
        """Fixes the focus at a distance in metres, 0: autofocus; returns False if it cannot."""
        self._focus_m = metres
        try:
            with _controls(self._path) as fd:
                low, high, step = _range(fd, _FOCUS_ABSOLUTE)
                automatic = 0 if metres else 1
                with suppress(OSError):  # some cameras have no autofocus
                    _set(fd, _FOCUS_AUTO, automatic)
                if metres:
                    _set(fd, _FOCUS_ABSOLUTE, _steps(metres, low, high, step))
        except OSError:
            return False
        return True

    def focus(self) -> Focus | None:
        """Returns the current focus; None if the device does not report it."""
        try:
            with _controls(self._path) as fd:
                low, high, _ = _range(fd, _FOCUS_ABSOLUTE)
                metres = _metres(_get(fd, _FOCUS_ABSOLUTE), low, high)
                is_fixed = True
                with suppress(OSError):
                    is_fixed = not _get(fd, _FOCUS_AUTO)
        except OSError:
            return None
        return Focus(metres, is_fixed)


@contextmanager
def _controls(path: Path) -> Iterator[int]:
    """Opens the device a second time: its controls are shared by all file descriptors."""
    fd = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        yield fd
    finally:
        os.close(fd)


def _range(fd: int, control: int) -> tuple[int, int, int]:
    """Returns minimum, maximum and step of a control; raises OSError if it does not exist."""
    answer = ioctl(fd, _QUERY, _QUERIED.pack(control, 0, b"", 0, 0, 0, 0, 0))
    _, _, _, low, high, step, _, flags = _QUERIED.unpack(answer)
    if flags & _DISABLED or high <= low:
        raise OSError("the control is disabled")
    return low, high, max(1, step)


def _get(fd: int, control: int) -> int:
    value: int = _CONTROL.unpack(ioctl(fd, _GET, _CONTROL.pack(control, 0)))[1]
    return value


def _set(fd: int, control: int, value: int) -> None:
    ioctl(fd, _SET, _CONTROL.pack(control, value))


def _steps(metres: float, low: int, high: int, step: int) -> int:
    """Returns the focus control value for a distance in metres."""
    value = 1000 * metres if high > _MOST_STEPS else low + (high - low) * _NEAREST_M / metres
    return min(high, max(low, low + step * round((value - low) / step)))


def _metres(value: int, low: int, high: int) -> float:
    """Returns the distance in metres for a focus control value."""
    if high > _MOST_STEPS:
        return max(0.05, value / 1000)
    share = (value - low) / (high - low)
    return min(_FARTHEST_M, _NEAREST_M / share) if share > 0 else _FARTHEST_M


def _opened(path: Path) -> Capture:
    if not path.exists():
        available = ", ".join(camera.best_address for camera in cameras()) or "none"
        raise DeviceMissing(UsbCamera.NOT_FOUND, camera=f"v4l:{path}", there=available)
    if not os.access(path, os.R_OK | os.W_OK):
        raise DeviceMissing(UsbCamera.GROUP, camera=f"v4l:{path}")
    capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise DeviceMissing(UsbCamera.NOT_OPENED, camera=f"v4l:{path}")
    # Compressed by the camera: USB 2 carries at most five raw frames of this size per second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    return capture
