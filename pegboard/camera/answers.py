"""Parts shared by several answers of the camera process: a smaller picture, rounded corners."""

import cv2

from pegboard.camera.reading import Corner
from pegboard.devices.ports import Image
from pegboard.vision.outlines import Outline

PICTURE_SIDE = 960
"""Longest side of the picture in a reading or check, in pixels."""


def small_jpeg(image: Image, side: int = PICTURE_SIDE, quality: int = 80) -> bytes:
    """Returns a picture as JPEG, scaled down if its longest side exceeds `side`.

    Args:
        image: (height, width, 3) BGR `uint8`.
        side: longest side, in pixels.
        quality: JPEG quality, 0 to 100.
    """
    scale = min(1.0, side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return bytes(jpeg.tobytes())


def round_corners(corners: Outline) -> tuple[Corner, ...]:
    """Returns corners rounded to a tenth of a pixel."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
