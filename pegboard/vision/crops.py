"""Cutting an index out of a picture, upright and always at one size.

The recogniser and its training cut alike, so both use this module.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Image8 = npt.NDArray[np.uint8]

CROP = 48
"""Side of a crop in pixels."""
REACH = 1.7
"""Side of a crop over the height of the index it shows."""
_SHARPEST = 1.6
"""Picture pixels a crop pixel at most: beyond that a smaller copy is sampled, to avoid aliasing."""


class Spot(NamedTuple):
    """An index in a picture: centre (pixels), unit vector up, height (pixels)."""

    x: float
    y: float
    ux: float
    uy: float
    size: float

    def turned(self) -> Spot:
        """The same spot, upside down."""
        return self._replace(ux=-self.ux, uy=-self.uy)


def halved(image: Image8) -> Image8:
    """The picture at half its size, averaged."""
    size = (max(1, image.shape[1] // 2), max(1, image.shape[0] // 2))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def pyramid(image: Image8, smallest: int = 60) -> list[Image8]:
    """The picture, and copies of it each half the size of the one before."""
    levels = [image]
    while min(levels[-1].shape[:2]) > smallest:
        levels.append(halved(levels[-1]))
    return levels


def cut(levels: list[Image8], spot: Spot, squeeze: float = 1.0, shear: float = 0.0) -> Image8:
    """The spot's surroundings, upright: (CROP, CROP, 3) `uint8`.

    Args:
        levels: what `pyramid` made of the picture.
        spot: the index; its vector need not be of unit length.
        squeeze: > 1 makes the crop's content narrower and taller (training varies it).
        shear: slant of the content (likewise).
    """
    level = 0
    while level < len(levels) - 1 and spot.size * REACH / CROP / 2**level > _SHARPEST:
        level += 1
    scale = 2**level
    x, y = (spot.x + 0.5) / scale - 0.5, (spot.y + 0.5) / scale - 0.5
    step = REACH * spot.size / scale / CROP
    length = math.hypot(spot.ux, spot.uy) + 1e-6
    ux, uy = spot.ux / length * step, spot.uy / length * step
    middle = (CROP - 1) / 2
    # Columns go right, (-uy, ux); rows go down, (-ux, -uy).
    plain = np.array([[-uy, -ux, x], [ux, -uy, y]])
    within = np.array(
        [[squeeze, shear, -(squeeze + shear) * middle], [0, 1 / squeeze, -middle / squeeze]]
    )
    matrix = plain[:, :2] @ within
    matrix[:, 2] += plain[:, 2]
    return np.asarray(
        cv2.warpAffine(
            levels[level],
            matrix,
            (CROP, CROP),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
