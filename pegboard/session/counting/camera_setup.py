"""Camera set-up for a page, which gets one picture per request.

The page polls while it is open; after it closes, no pictures are taken. The camera is shared with
counting, and one page at a time can set it up.
"""

import base64
from collections.abc import Callable
from typing import Any, Literal

from pegboard.camera.client import CameraClient
from pegboard.camera.setup_check import CameraCheck
from pegboard.devices.notices import without_password
from pegboard.errors import DeviceError
from pegboard.i18n import _
from pegboard.notice import localize_error
from pegboard.session.counting.counter import CountingSession

LEASE_S = 8.0
"""Seconds without a request after which a page counts as closed, and another may take over."""
CameraCommand = Literal["start", "look", "next", "again", "read"]
"""`start` starts over, `look` measures, `next` takes another still picture, `again` discards the
readings, `read` takes a reading."""

NO_CAMERA = _("There is no camera: choose one in the settings.")
COUNTING = _("The camera is counting a hand; set-up continues when it is done.")
ELSEWHERE = _("Another page is setting up the camera at the moment.")


class CameraSetup:
    """The camera set-up, one page at a time. Use from one event loop only."""

    def __init__(
        self,
        camera_client: CameraClient | None,
        counting: CountingSession,
        clock: Callable[[], float],
        on_change: Callable[[], None],
    ) -> None:
        """Starts without a set-up in progress.

        Args:
            camera_client: client of the camera process; None without a camera.
            counting: the session that shares the camera.
            clock: monotonic seconds.
            on_change: called when the camera fails or recovers.
        """
        self.picture: bytes | None = None
        """The latest picture, JPEG."""
        self._camera_client, self._counting, self._clock = camera_client, counting, clock
        self._on_change = on_change
        self._check: CameraCheck | None = None
        self._page, self._requested_at = "", 0.0

    async def step(self, page: str, wish: CameraCommand) -> dict[str, Any]:
        """Executes a step of the set-up for a page; returns the state of the set-up.

        The result is the report of `CameraCheck` with `cards`, `width`, `height` and `number` of
        the picture; or `{"busy": reason}`, to be retried; or `{"fault": reason}`.
        """
        if self._camera_client is None or not self._camera_client.is_present:
            return {"fault": NO_CAMERA}
        now = self._clock()
        if self._page not in ("", page) and now - self._requested_at < LEASE_S:
            return {"busy": ELSEWHERE}
        fresh = page != self._page or wish == "start" or self._check is None
        self._page, self._requested_at = page, now
        if self._counting.is_reading:
            return {"busy": COUNTING}
        if fresh or self._check is None:
            address = self._camera_client.address
            self._check = CameraCheck(without_password(address), simulated=address == "files:")
        check = self._check
        if wish == "again":
            check.restart()
        was_ok = self._camera_client.is_ok
        try:
            checked = await self._camera_client.check(following=fresh or wish == "next")
        except DeviceError as error:
            return {"fault": localize_error(error)}
        finally:
            self._requested_at = self._clock()
            if self._camera_client.is_ok != was_ok:
                self._on_change()
        if wish == "next":
            check.restart()
        (check.add_reading if wish == "read" else check.add_picture)(checked)
        self.picture = base64.b64decode(checked["picture"])
        picture = {key: checked[key] for key in ("number", "cards", "width", "height")}
        return check.report() | picture
