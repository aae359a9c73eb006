"""What several answers of the camera process have: a smaller picture, and corners in it."""

import base64
from collections.abc import Sequence

import cv2

from pegboard.devices.ports import Image
from pegboard.vision.outlines import Outline

PICTURE_SIDE = 960
"""Longest side in pixels of the picture of a look or a check."""


def small_jpeg(image: Image, side: int = PICTURE_SIDE, quality: int = 80) -> str:
    """Returns a picture as JPEG in base64, made smaller if it is larger.

    Args:
        image: (height, width, 3) BGR `uint8`.
        side: the longest that a side may be, in pixels.
        quality: of the JPEG, 0 to 100.
    """
    scale = min(1.0, side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return base64.b64encode(jpeg.tobytes()).decode("ascii")


def rounded(corners: Outline) -> Sequence[list[float]]:
    """Returns corners in pixels, to a tenth."""
    return [[round(float(v), 1) for v in corner] for corner in corners]
