"""Simulation of a poor camera: few pixels, smoothed, sharpened, and compressed.

Such pictures make clubs look like spades. Applied when crops are taken, not when a scene is
rendered, so that each scene is seen by many cameras.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Image8

Pixels = npt.NDArray[np.float32]

_LEGIBLE = 8.0
"""Height in camera pixels below which an index is unreadable."""


def degraded(
    image: Image8, sizes: Sequence[float], rng: np.random.Generator
) -> tuple[Image8, float]:
    """Returns the picture from a camera that shows an index 9 to 28 pixels high.

    Args:
        image: (height, width, 3) BGR.
        sizes: heights of its indices, in pixels.
        rng: random source.

    Returns:
        A picture of the same size, and the index height in pixels below which it is unreadable.
    """
    size = float(rng.choice(np.array(sizes))) if sizes else float(rng.uniform(15, 60))
    factor = float(np.clip(np.exp(rng.uniform(np.log(9), np.log(28))) / size, 0.2, 1))
    height, width = image.shape[:2]
    small = (max(8, round(width * factor)), max(8, round(height * factor)))
    field = np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.float32)
    if rng.random() < 0.5:
        noise = rng.standard_normal(field.shape, np.float32)
        field = field + noise * np.float32(rng.uniform(1, 10))
    field = _denoised(field, rng)
    if rng.random() < 0.6:
        field = _coarse_colour(field, int(rng.choice([2, 2, 4])))
    if rng.random() < 0.55:
        soft = cv2.GaussianBlur(field, (0, 0), rng.uniform(0.6, 1.5))
        field = field + (field - soft) * np.float32(rng.uniform(0.3, 2.5))
    poor = np.asarray(np.clip(field, 0, 255), np.uint8)
    if rng.random() < 0.05:
        dead = rng.random(poor.shape[:2]) < rng.uniform(0.001, 0.03)
        poor[dead] = 255 * rng.integers(0, 2, (int(dead.sum()), 1))
    if rng.random() < 0.55:
        poor = _squeezed(poor, int(rng.uniform(25, 90)))
    way = cv2.INTER_CUBIC if rng.random() < 0.4 else cv2.INTER_LINEAR
    whole = np.asarray(cv2.resize(poor, (width, height), interpolation=way), np.uint8)
    return whole, _LEGIBLE / factor


def _denoised(field: Pixels, rng: np.random.Generator) -> Pixels:
    """Smooths as cameras do in the dark: preserves edges, but merges small shapes."""
    kind = rng.random()
    if kind < 0.12:
        return np.asarray(cv2.medianBlur(field, 3), np.float32)
    if kind < 0.27:
        return np.asarray(
            cv2.bilateralFilter(field, 5, rng.uniform(15, 70), rng.uniform(1, 2.5)), np.float32
        )
    if kind < 0.47:
        return np.asarray(cv2.GaussianBlur(field, (0, 0), rng.uniform(0.4, 1.1)), np.float32)
    return field


def _coarse_colour(field: Pixels, by: int) -> Pixels:
    """Reduces the resolution of colour to a half or a quarter."""
    height, width = field.shape[:2]
    parts = cv2.cvtColor(field, cv2.COLOR_BGR2YCrCb)
    few = (max(1, width // by), max(1, height // by))
    colour = cv2.resize(parts[..., 1:], few, interpolation=cv2.INTER_AREA)
    parts[..., 1:] = cv2.resize(colour, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(parts, cv2.COLOR_YCrCb2BGR), np.float32)


def _squeezed(image: Image8, quality: int) -> Image8:
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
