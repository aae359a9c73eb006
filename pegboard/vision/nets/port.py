"""The interface between the recogniser and the engine that runs its nets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]


class Net(Protocol):
    """A net with its weights. Not thread-safe."""

    def run(self, pictures: Array) -> Array:
        """Returns the net's output for a batch of pictures of one size.

        Args:
            pictures: (n, 3, height, width) `float32`, blue first, 0 to 1.
        """


def batch(pictures: Sequence[npt.NDArray[np.uint8]]) -> Array:
    """Converts pictures of one size to a batch.

    Args:
        pictures: at least one, (height, width, 3) BGR `uint8` each.
    """
    return np.asarray(cv2.dnn.blobFromImages(pictures, 1 / 255), np.float32)
