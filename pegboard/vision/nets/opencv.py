"""Runs a net on OpenCV, which is there in any case."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from pegboard.vision.nets.port import Array


class OpenCvNet:
    """A net on OpenCV's own engine; threads are set by `cv2.setNumThreads`.

    OpenCV 5 has two engines; on one thread its older one, the only one of OpenCV 4, runs these
    small nets in two thirds of the time. Both give the same answers.
    """

    def __init__(self, weights: Path) -> None:
        """Loads an ONNX file."""
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        more = () if engine is None else (engine,)
        self._net = cv2.dnn.readNetFromONNX(str(weights), *more)

    def run(self, pictures: Array) -> Array:
        """Returns what the net makes of some pictures; see `Net`."""
        self._net.setInput(pictures)
        return np.array(self._net.forward(), np.float32)  # the engine writes into its own again
