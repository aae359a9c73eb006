"""Reads the cards in a picture and measures how well they can be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import pyramid
from pegboard.vision.detect import Detector
from pegboard.vision.measures import Measures
from pegboard.vision.quality import measure
from pegboard.vision.recognise import Reading


class Reader(Protocol):
    """Protocol of card readers."""

    def read(self, image: npt.NDArray[np.uint8]) -> Reading:
        """Returns the cards in a picture."""


class Examiner:
    """Recogniser plus a detector, which finds indices to measure even if no card is read.

    Not thread-safe.
    """

    def __init__(self, recogniser: Reader) -> None:
        """Loads a second copy of the detection net, used only for camera checks."""
        self._recogniser = recogniser
        self._detector = Detector(Path(__file__).parent / "corners.onnx")

    def read(self, image: npt.NDArray[np.uint8]) -> Reading:
        """Returns the cards in a picture: (height, width, 3) BGR `uint8`."""
        return self._recogniser.read(image)

    def measure(self, image: npt.NDArray[np.uint8], reading: Reading) -> Measures:
        """Returns measurements of how well the cards in a picture can be seen."""
        outlines = [sighting.corners for sighting in reading.sightings]
        return measure(image, self._detector.find(pyramid(image)), outlines)
