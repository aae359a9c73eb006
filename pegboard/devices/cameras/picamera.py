"""The Raspberry Pi's own camera on its ribbon cable, through picamera2 (libcamera).

Raspberry Pi OS ships picamera2; a copy from pip breaks with the next system update. A virtual
environment sees the system's only if it was made with --system-site-packages.
"""

from concurrent.futures import TimeoutError as NotInTime
from importlib import import_module
from typing import Any

from pegboard.devices.cameras import Focus
from pegboard.devices.cameras._stream import Pictures
from pegboard.devices.ports import Image
from pegboard.errors import Code, Common, DeviceLost, DeviceMissing

SIZE = 1280, 960
READ_S = 4.0
"""Seconds without a picture after which a camera is lost."""
MANUAL, CONTINUOUS = 0, 2
"""libcamera's AfModeEnum, for camera modules that can focus."""
_FARTHEST_M = 100.0


class RibbonCamera(Code):
    """Codes of `DeviceMissing` for a camera on the ribbon cable."""

    NO_NUMBER = "ribbon-no-number", "camera {camera}: must be a number, or nothing, after the colon"
    NO_LIBRARY = (
        "ribbon-no-library",
        "camera {camera}: {why}",
        "`sudo apt install python3-picamera2`, and make the virtual environment with `python3 -m "
        "venv --system-site-packages`",
    )
    NOT_FOUND = (
        "ribbon-not-found",
        "camera {camera}: {n} found",
        "check the ribbon cable, and the output of `rpicam-hello --list-cameras`",
    )
    NOT_OPENED = "ribbon-not-opened", "camera {camera}: {why}", "is another program using it?"


def open(rest: str) -> "PiCamera":
    """Returns the camera at `picamera:REST`: its number, by default 0.

    Raises:
        DeviceMissing: no such camera, or picamera2 is not installed.
    """
    check(rest)
    return PiCamera(int(rest or 0))


def check(rest: str) -> None:
    """Checks an address on any machine; raises DeviceMissing if it is not a number."""
    if rest and not rest.isdecimal():
        raise DeviceMissing(RibbonCamera.NO_NUMBER, camera=f"picamera:{rest}")


class PiCamera:
    """A Raspberry Pi camera; returns its newest picture."""

    live = True

    def __init__(self, number: int) -> None:
        self.name = f"picamera:{number}"
        self._closed = self._is_fixed = False
        try:
            library: Any = import_module("picamera2").Picamera2
        except ImportError as error:
            raise DeviceMissing(RibbonCamera.NO_LIBRARY, camera=self.name, why=error) from None
        count = len(library.global_camera_info())
        if number >= count:
            raise DeviceMissing(RibbonCamera.NOT_FOUND, camera=self.name, n=count)
        self._camera: Any = None
        try:
            self._camera = library(number)
            self._start()
        except (RuntimeError, OSError) as error:
            if self._camera is not None:
                self._camera.close()
            raise DeviceMissing(RibbonCamera.NOT_OPENED, camera=self.name, why=error) from None

    def _start(self) -> None:
        # libcamera's RGB888 lies in memory as blue-green-red, which is what OpenCV wants.
        main = {"size": SIZE, "format": "RGB888"}
        self._camera.configure(self._camera.create_video_configuration(main=main, buffer_count=3))
        if "AfMode" in self._camera.camera_controls:
            self._camera.set_controls({"AfMode": CONTINUOUS})
        self._camera.start()

    def read(self) -> Image:
        """Returns the next picture.

        Raises:
            DeviceLost: closed, or no picture came in time.
        """
        if self._closed:
            raise DeviceLost(Common.CLOSED, device=f"camera {self.name}")
        try:
            return self._camera.capture_array("main", wait=False).get_result(timeout=READ_S)
        except NotInTime:
            raise DeviceLost(Pictures.LATE, camera=self.name, seconds=READ_S) from None
        except RuntimeError as error:
            raise DeviceLost(Pictures.TROUBLE, camera=self.name, why=error) from None

    def fix_focus(self, metres: float) -> bool:
        """Fixes the focus at a distance in metres, 0: autofocus; returns False if it cannot."""
        limits = self._camera.camera_controls.get("LensPosition")
        if limits is None:
            return False
        self._is_fixed = metres > 0
        if self._is_fixed:  # libcamera counts dioptres
            dioptres = min(limits[1], max(limits[0], 1 / metres))
            self._camera.set_controls({"AfMode": MANUAL, "LensPosition": dioptres})
        else:
            self._camera.set_controls({"AfMode": CONTINUOUS})
        return True

    def focus(self) -> Focus | None:
        """Returns the current focus; None if this module cannot focus."""
        if "LensPosition" not in self._camera.camera_controls:
            return None
        try:
            metadata = self._camera.capture_metadata(wait=False).get_result(timeout=READ_S)
        except (NotInTime, RuntimeError):
            return None
        dioptres = metadata.get("LensPosition")
        if dioptres is None:
            return None
        metres = min(_FARTHEST_M, 1 / dioptres) if dioptres > 0 else _FARTHEST_M
        return Focus(metres, self._is_fixed)

    def close(self) -> None:
        """Stops the camera; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._camera.stop()
            self._camera.close()
