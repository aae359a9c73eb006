"""A USB camera, or any other Video4Linux device such as /dev/video0."""

import os
from pathlib import Path

import cv2

from pegboard.devices.cameras._stream import Capture, StreamCamera
from pegboard.devices.cameras.found import cameras
from pegboard.errors import Code, DeviceMissing

WIDTH, HEIGHT = 1280, 960
"""Asked for; a driver without this size takes the nearest it has."""


class UsbCamera(Code):
    """Codes of `DeviceMissing` for a camera on USB."""

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


def open(rest: str) -> StreamCamera:
    """Returns the camera at `v4l:REST`; without REST, /dev/video0."""
    path = Path(rest or "/dev/video0")
    return StreamCamera(f"v4l:{path}", lambda: _opened(path))


def _opened(path: Path) -> Capture:
    if not path.exists():
        there = ", ".join(each.best for each in cameras()) or "none"
        raise DeviceMissing(UsbCamera.NOT_FOUND, camera=f"v4l:{path}", there=there)
    if not os.access(path, os.R_OK | os.W_OK):
        raise DeviceMissing(UsbCamera.GROUP, camera=f"v4l:{path}")
    capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise DeviceMissing(UsbCamera.NOT_OPENED, camera=f"v4l:{path}")
    # Packed by the camera: unpacked, USB 2 carries this size five times a second at best.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    return capture
