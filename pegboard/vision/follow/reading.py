"""Reads the cards of a picture for the follower: every possible card with all its odds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegboard.vision.follow.visits import KEPT, Glimpse
from pegboard.vision.recognise import Recogniser


class TableReader:
    """A recogniser that tells what else each card could be. Not for two threads at a time."""

    def __init__(self, recogniser: Recogniser) -> None:
        """Takes the recogniser to read with."""
        self._recogniser = recogniser

    def read(self, image: npt.NDArray[np.uint8]) -> list[Glimpse]:
        """Returns the cards in a picture, (height, width, 3) BGR `uint8`, best first."""
        found = self._recogniser.candidates(image)
        return [Glimpse(f.odds, f.confidence, f.corners) for f in found if f.confidence >= KEPT]
