"""A video file as a camera, for demonstrations and tests."""

from pathlib import Path
from time import monotonic, sleep

import cv2

from pegboard.devices.ports import Image
from pegboard.errors import Code, Common, DeviceError, DeviceLost

FASTEST_FPS = 60.0
WHOLE = 0.9
"""A video that ends before this part of the frames its header promises was cut short."""


class Video(Code):
    """Codes of `DeviceError` and `DeviceLost` for a video."""

    UNPLAYABLE = (
        "video-unplayable",
        "camera {camera}: must be a playable video (AVI, MP4 or MKV)",
    )
    GONE = "video-gone", "camera {camera}: the file no longer exists"
    BREAKS_OFF = (
        "video-breaks-off",
        "camera {camera}: the video breaks off after {n} of {frames:.0f} frames",
    )
    NO_FRAME = "video-no-frame", "camera {camera}: no frame can be read"


class VideoCamera:
    """Plays a video frame by frame, in a loop or once, never faster than it was recorded.

    If the reader is slower than the video, no frame is skipped, so the result does not
    depend on the machine's speed. A file that disappears counts as an unplugged camera.
    """

    live = True

    def __init__(self, path: Path, *, once: bool = False) -> None:
        """Opens a video.

        Args:
            path: the file.
            once: whether its last frame stays at the end, instead of the first one again.

        Raises:
            DeviceError: it cannot be played.
        """
        self.path, self._once = path, once
        self._last: Image | None = None
        self._name = f"files:{path}"
        self._closed = False
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise DeviceError(Video.UNPLAYABLE, camera=self._name)
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._frame_s = 1 / min(fps, FASTEST_FPS) if fps > 0 else 1 / FASTEST_FPS
        self._promised = float(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._shown = 0
        self._next = monotonic()

    def read(self) -> Image:
        """Returns the next frame when it is due.

        Raises:
            DeviceLost: closed, or the file went away or ends too early.
        """
        if self._closed:
            raise DeviceLost(Common.CLOSED, device=f"camera {self._name}")
        if not self.path.is_file():
            raise DeviceLost(Video.GONE, camera=self._name)
        sleep(max(0.0, self._next - monotonic()))
        self._next = monotonic() + self._frame_s
        ok, image = self._capture.read()
        if not ok and self._once and self._last is not None:
            return self._last
        if not ok and self._shown:
            if self._shown < WHOLE * self._promised:
                raise DeviceLost(
                    Video.BREAKS_OFF, camera=self._name, n=self._shown, frames=self._promised
                )
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
            self._shown = 0
            ok, image = self._capture.read()
        if not ok:
            raise DeviceLost(Video.NO_FRAME, camera=self._name)
        self._shown += 1
        self._last = image if self._once else None
        return image

    def close(self) -> None:
        """Releases the file; a second call does nothing."""
        self._closed = True
        self._capture.release()
