"""Clockwise rotation of pictures, places and outlines by 0, 90, 180 or 270 degrees."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.outlines import Outline

Array = TypeVar("Array", bound=npt.NDArray[np.generic])
Place = tuple[float, float]
"""Right and down, as shares of the picture's width and height."""
Size = tuple[int, int]
"""Width and height of a picture, in pixels."""

_CODES = {
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}


def turned_image(image: npt.NDArray[np.uint8], degrees: int) -> npt.NDArray[np.uint8]:
    """Returns a picture rotated clockwise, at full size; at 0 degrees it is not copied."""
    return image if degrees == 0 else np.asarray(cv2.rotate(image, _CODES[degrees]), np.uint8)


def turned_array(array: Array, degrees: int) -> Array:
    """Returns an array indexed like a picture (pixels or cells), rotated clockwise."""
    return np.ascontiguousarray(np.rot90(array, -degrees // 90))  # type: ignore[return-value]


def turned_place(place: Place, degrees: int) -> Place:
    """Returns a place after the picture is rotated clockwise."""
    for _ in range(degrees // 90):
        place = 1 - place[1], place[0]
    return place


def turned_size(size: Size, degrees: int) -> Size:
    """Returns the size of a picture after rotation."""
    return (size[1], size[0]) if degrees in (90, 270) else size


def turned_outline(outline: Outline, size: Size, degrees: int) -> Outline:
    """Returns an outline after the picture is rotated clockwise.

    Args:
        outline: points in pixels.
        size: size of the picture before rotation.
        degrees: clockwise rotation.
    """
    width, height = size
    across, down = turned_size(size, degrees)
    places = (turned_place((x / width, y / height), degrees) for x, y in outline)
    return tuple((x * across, y * down) for x, y in places)
