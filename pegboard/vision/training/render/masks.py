"""Operations on masks of ink: trim, thicken, slant, spread.

A mask is a `uint8` array, 255 where there is ink.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.uint8]


def trimmed(mask: Mask, threshold: int = 40) -> Mask | None:
    """Returns the mask cropped to its ink, or None if there is none."""
    ys, xs = np.where(mask > threshold)
    if len(ys) == 0:
        return None
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def thickened(mask: Mask, by: int) -> Mask | None:
    """Returns strokes thickened (`by` > 0) or thinned (`by` < 0) by that many pixels per side."""
    if by == 0:
        return mask
    room = cv2.copyMakeBorder(mask, 6, 6, 6, 6, cv2.BORDER_CONSTANT)
    kernel = np.ones((1 + 2 * abs(by),) * 2, np.uint8)
    changed = cv2.dilate(room, kernel) if by > 0 else cv2.erode(room, kernel)
    return trimmed(np.asarray(changed, np.uint8), 60)


def slanted(mask: Mask, slope: float) -> Mask:
    """Returns the mask slanted to the right by `slope` pixels per row."""
    height, width = mask.shape
    room = round(abs(slope) * height) + 2
    move = np.array([[1, -slope, room / 2 + slope * height / 2], [0, 1, 0]])
    leaning = trimmed(np.asarray(cv2.warpAffine(mask, move, (width + room, height)), np.uint8))
    return mask if leaning is None else leaning


def spread(mask: Mask, by: float, level: float) -> Mask | None:
    """Returns the ink spread by about `by` pixels, rounding corners and closing or opening notches.

    `level` is 0..255: below 128 the ink grows, above it shrinks. None if no ink is left.
    """
    room = cv2.copyMakeBorder(mask, 12, 12, 12, 12, cv2.BORDER_CONSTANT)
    soft = cv2.GaussianBlur(room, (0, 0), by).astype(np.float32)
    return trimmed(np.asarray(np.clip((soft - level) * 8 + 128, 0, 255), np.uint8), 60)
