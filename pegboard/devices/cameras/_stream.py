"""A camera stream that keeps only the newest picture: USB or network.

Drivers and sockets buffer frames that nobody has read, so a look a minute later would begin
with the hand of a minute ago. A separate thread therefore reads every frame, decodes only those
requested, and keeps nothing else. It also prevents a camera that no longer answers from blocking
the look: the caller gives up after a while, and the next look opens the camera again.
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
"""Seconds without a request after which a camera is closed; the next look reopens it."""

Capture = Any
"""A `cv2.VideoCapture`, or in a test what behaves like one."""


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
    """The newest picture of a stream."""

    live = True

    def __init__(self, name: str, opened: Callable[[], Capture], *, idle_s: float = IDLE_S) -> None:
        """Opens the stream at once, so that a missing camera is noticed.

        Args:
            name: the camera's address, for what is said about it.
            opened: opens the stream; raises DeviceMissing where that fails.
            idle_s: seconds after which an unused camera is closed.
        """
        self.name = name
        self._opened, self._idle_s = opened, idle_s
        self._said = threading.Condition()
        self._closed = False
        self._begin()
        # Leaving it open to the end aborts the interpreter: its threads are still in native code.
        atexit.register(self.close)

    def _begin(self) -> None:
        self._image: Image | None = None
        self._lost, self._over = "", False
        self._wanted, self._asked = False, monotonic()
        self._ends = threading.Event()
        taking = (self._opened(), self._ends)
        # A daemon: one stuck in the driver must not keep the process from ending.
        self._thread = threading.Thread(target=self._take, args=taking, daemon=True)
        self._thread.start()

    def _take(self, capture: Capture, ends: threading.Event) -> None:
        """Reads frames until told to stop, then releases the stream. Runs in the thread."""
        lost = ""
        try:
            while not lost and not ends.is_set() and monotonic() - self._asked < self._idle_s:
                if not capture.grab():
                    lost = "no more pictures come; is it still plugged in?"
                elif self._wanted:
                    ok, image = capture.retrieve()
                    if not ok:
                        continue  # one damaged frame of a stream is nothing
                    with self._said:
                        self._image, self._wanted = image, False
                        self._said.notify_all()
        except cv2.error as error:
            lost = str(error)
        finally:
            capture.release()
            with self._said:
                self._lost, self._over = lost, True
                self._said.notify_all()

    def read(self) -> Image:
        """Returns the newest picture.

        Raises:
            DeviceLost: closed, or no picture came in time; close it and open another.
        """
        if self._closed:
            raise DeviceLost(Common.CLOSED, device=f"camera {self.name}")
        with self._said:
            image = self._await()
            if image is None and self._over and not self._lost:  # let go of when idle
                self._begin()
                image = self._await()
        if image is None:
            if self._lost:
                raise DeviceLost(Pictures.TROUBLE, camera=self.name, why=self._lost)
            raise DeviceLost(Pictures.LATE, camera=self.name, seconds=READ_S)
        return image

    def _await(self) -> Image | None:
        self._image, self._wanted, self._asked = None, True, monotonic()
        self._said.wait_for(lambda: self._image is not None or self._over, READ_S)
        image, self._image = self._image, None
        return image

    def close(self) -> None:
        """Releases the stream; a second call does nothing."""
        self._closed = True
        atexit.unregister(self.close)
        self._ends.set()
        self._thread.join(READ_S + 1)
