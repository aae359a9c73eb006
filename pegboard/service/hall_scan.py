"""Scan for a hall's QR code with the board's camera."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from pegboard.camera.client import CameraClient
from pegboard.errors import DeviceError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.scanned import parse_scanned


class HallCodeScanner:
    """Scanner for a hall's code, one picture at a time. Use from one event loop only.

    Args:
        camera_client: the camera; the code is decoded in its process.
        joined: returns the address of the hall that this board has joined; empty without one.
    """

    def __init__(self, camera_client: CameraClient, joined: Callable[[], str]) -> None:
        self._camera_client, self._joined = camera_client, joined
        self.picture: bytes | None = None
        """The latest picture, JPEG."""

    @property
    def present(self) -> bool:
        """True if there is a camera."""
        return self._camera_client.is_present

    async def scan(self) -> dict[str, Any] | None:
        """Returns the `url`, `code` and `table` in a hall's QR code; None if none is in view.

        Raises:
            ConfigError: the code in view is not a hall's, or leads to this machine.
            DeviceError: there is no camera, or it gives no picture.
        """
        if not self.present:
            raise DeviceError(HallLink.NO_CAMERA)
        text, self.picture = await self._camera_client.scan()
        return asdict(parse_scanned(text, self._joined())) if text else None
