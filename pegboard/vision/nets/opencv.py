"""A net that runs on OpenCV."""

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
"""Longest side of a crop, in pixels; larger inputs go to nets that accept any multiple of 32."""
_LEAST = 32


class OpenCvNet:
    """A net on OpenCV's engine; `cv2.setNumThreads` sets its threads.

    OpenCV 5 has two engines; on one thread the older one, the only one in OpenCV 4, runs these
    small nets in two thirds of the time. Both give the same results.
    """

    def __init__(self, weights: Path) -> None:
        """Stores the path of an ONNX file, which is loaded on the first run."""
        self._weights = weights
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        self._engine = () if engine is None else (engine,)
        self._shape: tuple[int, ...] = ()
        """Shape of the latest input."""

    def run(self, pictures: Array) -> Array:
        """Returns the net's output for a batch; see `Net`."""
        self._shape = pictures.shape
        self._net.setInput(pictures)
        return np.array(self._net.forward(), np.float32)  # the engine reuses its output buffer

    def release(self) -> bool:
        """Frees the buffers of the latest run, up to 60 MiB; returns whether there were any.

        OpenCV keeps the output of every layer for the next run, sized to the input. Running the net
        on a minimal input shrinks them; the weights stay.
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
            _retain_freed_memory()
        _loaded.add(self)
        return cv2.dnn.readNetFromONNX(str(self._weights), *self._engine)


_loaded: WeakSet[OpenCvNet] = WeakSet()


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Options of glibc's mallopt(3)."""


def _retain_freed_memory() -> None:
    """Makes glibc keep freed memory for the next run, which saves 4 % of the time.

    `release_memory` returns it to the system. Does nothing with other C libraries.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_TRIM_THRESHOLD, 512 * 2**20)
        mallopt(_MMAP_THRESHOLD, 32 * 2**20)


def release_memory() -> None:
    """Gives the memory freed by earlier runs back to the system.

    For processes that rarely read pictures: the next reading takes a few milliseconds longer.
    """
    if not any([net.release() for net in list(_loaded)]):
        return
    # glibc only
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
