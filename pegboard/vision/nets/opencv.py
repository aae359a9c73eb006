"""Runs a net on OpenCV, which is there in any case."""

from __future__ import annotations

import ctypes
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakSet

import cv2
import numpy as np

from pegboard.vision.nets.port import Array

_WHOLE = 64
"""Longest side in pixels of a crop; larger pictures are for nets that take any multiple of 32."""
_LEAST = 32


class OpenCvNet:
    """A net on OpenCV's own engine; threads are set by `cv2.setNumThreads`.

    OpenCV 5 has two engines; on one thread its older one, the only one of OpenCV 4, runs these
    small nets in two thirds of the time. Both give the same answers.
    """

    def __init__(self, weights: Path) -> None:
        """Takes an ONNX file; loads it when the net first runs, as some never do."""
        self._weights = weights
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        self._engine = () if engine is None else (engine,)
        self._shape: tuple[int, ...] = ()
        """Of the latest input."""

    def run(self, pictures: Array) -> Array:
        """Returns what the net makes of some pictures; see `Net`."""
        self._shape = pictures.shape
        self._net.setInput(pictures)
        return np.array(self._net.forward(), np.float32)  # the engine writes into its own again

    def release(self) -> bool:
        """Frees what the latest run left, up to 60 MiB; the weights stay. Returns whether it did.

        OpenCV keeps the output of every layer for the next run, and fits it to each input. So the
        net is run once on as little as it takes.
        """
        if not self._shape:
            return False
        sides = self._shape[2:] if max(self._shape[2:]) <= _WHOLE else (_LEAST, _LEAST)
        self.run(np.zeros((1, 3, *sides), np.float32))
        self._shape = ()
        return True

    @cached_property
    def _net(self) -> Any:
        if not _loaded:
            _keep_freed_memory()
        _loaded.add(self)
        return cv2.dnn.readNetFromONNX(str(self._weights), *self._engine)


_loaded: WeakSet[OpenCvNet] = WeakSet()


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Options of glibc's mallopt(3)."""


def _keep_freed_memory() -> None:
    """Has what one run freed serve the next: fetched anew from the system it costs 4 % of the time.

    `release_memory` gives it back. Other C libraries than glibc have no such options.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_TRIM_THRESHOLD, 512 * 2**20)
        mallopt(_MMAP_THRESHOLD, 32 * 2**20)


def release_memory() -> None:
    """Frees what the latest runs of all nets left, and gives it back to the system.

    For a process that reads a picture now and then: the next reading takes some milliseconds more.
    """
    if not any([net.release() for net in list(_loaded)]):
        return
    # The allocator of glibc keeps what was freed; others have no such function.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
