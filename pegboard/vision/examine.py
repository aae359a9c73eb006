"""Reads a picture and measures it: its cards, and how well they can be seen."""

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
    """Interface of anything that reads cards."""

    def read(self, image: npt.NDArray[np.uint8]) -> Reading:
        """Returns the cards in a picture."""


class Examiner:
    """A recogniser, and the corner net alone: if no card is read there may still be indices.

    Not for two threads at a time.
    """

    def __init__(self, recogniser: Reader) -> None:
        """Loads the corner net again, as only a camera check needs it."""
        self._recogniser = recogniser
        self._detector = Detector(Path(__file__).parent / "corners.onnx")

    def read(self, image: npt.NDArray[np.uint8]) -> Reading:
        """Returns the cards in a picture: (height, width, 3) BGR `uint8`."""
        return self._recogniser.read(image)

    def measure(self, image: npt.NDArray[np.uint8], reading: Reading) -> Measures:
        """Returns measurements of how well a picture's cards can be seen."""
        outlines = [sighting.corners for sighting in reading.sightings]
        return measure(image, self._detector.find(pyramid(image)), outlines)
