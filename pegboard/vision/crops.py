"""Crops an index out of a picture, upright and at a fixed size.

Shared by the recogniser and its training, so that both crop identically.
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
"""Ratio of a crop's side to the height of its index."""
_WIDER, _RIGHT, _DOWN = 1.7, 0.5, 0.35
"""The wide view: its side over that of the narrow view, and the offset of its centre from the index
in index heights. The index is in its upper left corner."""
SIGN = 32
"""Side of a crop of an index's suit sign in pixels."""
SIGN_HEIGHTS, _BELOW = 0.42, 0.2
"""The close view: its side over that of the narrow view, and the offset of its centre, the suit
sign, below the index in index heights."""
_INDEX = (slice(8, 29), slice(9, 23))
"""Rows and columns of a wide view that show the index."""
_SHARPEST = 1.6
"""Maximum picture pixels per crop pixel; above it a smaller copy is used, to avoid aliasing."""


class Spot(NamedTuple):
    """An index in a picture: centre (pixels), up direction (unit vector), height (pixels)."""

    x: float
    y: float
    ux: float
    uy: float
    size: float

    def turned(self) -> Spot:
        """Returns the spot turned upside down."""
        return self._replace(ux=-self.ux, uy=-self.uy)

    def rotated(self, angle: float) -> Spot:
        """Returns the spot with its up direction rotated by `angle` (radians)."""
        c, s = math.cos(angle), math.sin(angle)
        return self._replace(ux=c * self.ux - s * self.uy, uy=s * self.ux + c * self.uy)

    def around(self) -> Spot:
        """Returns the spot to crop for the wide view: the pips or picture beside the index."""
        length = math.hypot(self.ux, self.uy) + 1e-6
        ux, uy = self.ux / length * self.size, self.uy / length * self.size
        return self._replace(
            x=self.x - _RIGHT * uy - _DOWN * ux,
            y=self.y + _RIGHT * ux - _DOWN * uy,
            size=self.size * _WIDER,
        )

    def suit_spot(self) -> Spot:
        """Returns the spot to crop for the close view: only the suit sign."""
        length = math.hypot(self.ux, self.uy) + 1e-6
        down = _BELOW * self.size / length
        return self._replace(
            x=self.x - down * self.ux, y=self.y - down * self.uy, size=self.size * SIGN_HEIGHTS
        )


def halved(image: Image8) -> Image8:
    """Returns the picture averaged to half its size, (height // 2, width // 2, 3) `uint8`."""
    size = (max(1, image.shape[1] // 2), max(1, image.shape[0] // 2))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def pyramid(image: Image8, smallest: int = 60) -> list[Image8]:
    """Returns the picture and smaller copies, each half the size of the previous one."""
    levels = [image]
    while min(levels[-1].shape[:2]) > smallest:
        levels.append(halved(levels[-1]))
    return levels


def cut(
    levels: list[Image8],
    spot: Spot,
    squeeze: float = 1.0,
    shear: float = 0.0,
    pixels: int = CROP,
) -> Image8:
    """Returns an upright crop around the spot, (pixels, pixels, 3) BGR `uint8`.

    Args:
        levels: the picture as `pyramid` returns it.
        spot: the index; its vector need not be of unit length.
        squeeze: > 1 makes the content narrower and taller (varied in training).
        shear: slant of the content (varied in training).
        pixels: side of the crop.
    """
    level = 0
    while level < len(levels) - 1 and spot.size * REACH / pixels / 2**level > _SHARPEST:
        level += 1
    scale = 2**level
    x, y = (spot.x + 0.5) / scale - 0.5, (spot.y + 0.5) / scale - 0.5
    step = REACH * spot.size / scale / pixels
    length = math.hypot(spot.ux, spot.uy) + 1e-6
    ux, uy = spot.ux / length * step, spot.uy / length * step
    middle = (pixels - 1) / 2
    # Columns run to the right, (-uy, ux); rows run downwards, (-ux, -uy).
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
            (pixels, pixels),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def cut_around(
    levels: list[Image8], spot: Spot, squeeze: float = 1.0, shear: float = 0.0
) -> Image8:
    """Returns the wide view of the spot; arguments as for `cut`."""
    return cut(levels, spot.around(), squeeze, shear)


def cut_sign(levels: list[Image8], spot: Spot, squeeze: float = 1.0, shear: float = 0.0) -> Image8:
    """Returns the suit sign of the spot, (SIGN, SIGN, 3) BGR `uint8`; arguments as for `cut`."""
    return cut(levels, spot.suit_spot(), squeeze, shear, pixels=SIGN)


def cover(crops: Image8) -> Image8:
    """Masks the index with grey in wide views, (..., CROP, CROP, 3), in place.

    The area beside the index is then independent evidence.
    """
    crops[..., _INDEX[0], _INDEX[1], :] = 128
    return crops
