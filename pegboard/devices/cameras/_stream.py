"""A camera stream that keeps only the newest picture: USB or network.

Drivers and sockets buffer unread frames, so a reading a minute later would start
with the hand of a minute ago. A thread therefore reads every frame, decodes only those
requested, and drops the rest. It also keeps a camera that no longer answers from blocking
the caller, which times out; the next reading opens the camera again.
"""

import atexit
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

import cv2

from pegboard.devices.ports import Image
from pegboard.errors import Code, Common, DeviceLost

READ_S = 4.0
"""Seconds without a frame after which a camera is lost."""
IDLE_S = 60.0
"""Seconds without a request after which a camera is closed; the next reading reopens it."""

Capture = Any
"""A `cv2.VideoCapture` or an equivalent."""


class Pictures(Code):
    """Codes of `DeviceLost` and `DeviceMissing` for a stream."""

    LATE = "picture-late", "camera {camera}: no picture in {seconds:g} s"
    TROUBLE = "camera-trouble", "camera {camera}: {why}"
    NOT_THERE = (
        "stream-not-there",
        "camera {camera}: no pictures at that address",
        "does a browser on this machine show the stream?",
    )


class StreamCamera:
    """A camera that returns the newest picture of a stream."""

    live = True

    def __init__(
        self, name: str, open_capture: Callable[[], Capture], *, idle_s: float = IDLE_S
    ) -> None:
        """Opens the stream at once, so that a missing camera is noticed.

        Args:
            name: address of the camera, for error messages.
            open_capture: opens the stream; raises DeviceMissing if that fails.
            idle_s: seconds after which an unused camera is closed.
        """
        self.name = name
        self._open_capture, self._idle_s = open_capture, idle_s
        self._changed = threading.Condition()
        self._closed = False
        self._open_stream()
        # An open stream at exit aborts the interpreter: its threads are still in native code.
        atexit.register(self.close)

    def _open_stream(self) -> None:
        self._image: Image | None = None
        self._lost, self._over = "", False
        self._is_requested, self._requested_at = False, monotonic()
        self._ends = threading.Event()
        taking = (self._open_capture(), self._ends)
        # A daemon, so that a thread stuck in the driver does not keep the process alive.
        self._thread = threading.Thread(target=self._read_frames, args=taking, daemon=True)
        self._thread.start()

    def _read_frames(self, capture: Capture, ends: threading.Event) -> None:
        """Reads frames until `ends` is set, then releases the stream. Runs in the thread."""
        lost = ""
        try:
            while (
                not lost and not ends.is_set() and monotonic() - self._requested_at < self._idle_s
            ):
                if not capture.grab():
                    lost = "no more pictures come; is it still plugged in?"
                elif self._is_requested:
                    ok, image = capture.retrieve()
                    if not ok:
                        continue  # skip a damaged frame
                    with self._changed:
                        self._image, self._is_requested = image, False
                        self._changed.notify_all()
        except cv2.error as error:
            lost = str(error)
        finally:
            capture.release()
            with self._changed:
                self._lost, self._over = lost, True
                self._changed.notify_all()

    def read(self) -> Image:
        """Returns the newest picture.

        Raises:
            DeviceLost: closed, or no picture came in time; close it and open another.
        """
        if self._closed:
            raise DeviceLost(Common.CLOSED, device=f"camera {self.name}")
        with self._changed:
            image = self._next_image()
            if image is None and self._over and not self._lost:  # released while idle
                self._open_stream()
                image = self._next_image()
        if image is None:
            if self._lost:
                raise DeviceLost(Pictures.TROUBLE, camera=self.name, why=self._lost)
            raise DeviceLost(Pictures.LATE, camera=self.name, seconds=READ_S)
        return image

    def _next_image(self) -> Image | None:
        self._image, self._is_requested, self._requested_at = None, True, monotonic()
        self._changed.wait_for(lambda: self._image is not None or self._over, READ_S)
        image, self._image = self._image, None
        return image

    def close(self) -> None:
        """Releases the stream; a second call does nothing."""
        self._closed = True
        atexit.unregister(self.close)
        self._ends.set()
        self._thread.join(READ_S + 1)
