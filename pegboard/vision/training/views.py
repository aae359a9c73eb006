"""Training data of the index net: crops of scenes, jittered and tinted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Image8, Spot, cut, halved
from pegboard.vision.training.render import webcam
from pegboard.vision.training.render.canvas import Labels

Row = tuple[int, int, int, int]
"""Rank, suit, is an index, glyph (a number in `vision.glyphs.GLYPHS`). If it is not an index, all
but the third are -1."""
Crop = npt.NDArray[np.uint8]
"""A crop, (48, 48, 3)."""
LEAST_PX = 9.0
"""Height in pixels below which an index is unreadable in any picture."""


class View(Protocol):
    """Protocol of crop functions: `crops.cut` or `crops.cut_around`."""

    def __call__(
        self, levels: list[Image8], spot: Spot, squeeze: float = 1.0, shear: float = 0.0
    ) -> Crop:
        """Returns a crop of the spot."""
        ...


def photographed(
    data: bytes, sizes: Sequence[float], rng: np.random.Generator, poor: float
) -> tuple[list[Image8], float | None]:
    """Returns a scene's picture in three sizes, as taken by a good or a poor camera.

    Args:
        data: encoded picture.
        sizes: heights of its indices, in pixels.
        rng: source of random choices.
        poor: probability of a poor camera.

    Returns:
        The picture at full, half and quarter size; and for a poor camera the height below which
        indices are unreadable.
    """
    full, least = decoded(data), None
    if rng.random() < poor:
        full, least = webcam.degraded(full, sizes, rng)
    return [full, halved(full), halved(halved(full))], least


def crops_of(
    scene: tuple[bytes, Labels],
    rng: np.random.Generator,
    misses: npt.NDArray[np.float32] | None = None,
    others: int = 2,
    poor: float = 0,
    view: View = cut,
) -> tuple[list[Crop], list[Row]]:
    """Returns crops of a scene: its indices, jittered like detections, and `others` other places.

    `poor` is the probability of a poor camera; `view` takes the crops.
    """
    data, labels = scene
    levels, least = photographed(data, [float(v) for v in labels[labels[:, 7] > 0, 4]], rng, poor)
    crops: list[Crop] = []
    rows: list[Row] = []
    clear = [label for label in labels if label[7] > 0 and label[4] >= (least or LEAST_PX)]
    for i in rng.permutation(len(clear))[:6]:
        spot = _jittered(Spot(*(float(v) for v in clear[i][:5])), rng)
        squeeze, shear = math.exp(rng.normal(0, 0.14)), rng.normal(0, 0.13)
        crops.append(view(levels, spot, squeeze, shear))
        rows.append((int(clear[i][5]), int(clear[i][6]), 1, int(clear[i][8])))
    for _ in range(others):
        wrong = _not_an_index(labels, clear, levels[0].shape[0], rng)
        if wrong is not None:
            crops.append(view(levels, wrong))
            rows.append((-1, -1, 0, -1))
    if misses is not None:
        for miss in misses[:2]:
            crops.append(view(levels, _jittered(Spot(*(float(v) for v in miss)), rng)))
            rows.append((-1, -1, 0, -1))
    return crops, rows


def _jittered(spot: Spot, rng: np.random.Generator) -> Spot:
    """Returns a spot with a typical error of the detection net, or sometimes a much larger one."""
    turn = rng.normal(0, 8) if rng.random() < 0.75 else rng.uniform(-32, 32)
    return jittered(spot, rng, turn, 0.06, 0.12)


def jittered(spot: Spot, rng: np.random.Generator, turn: float, shift: float, scale: float) -> Spot:
    """Returns a spot rotated by `turn`, and randomly moved and scaled.

    Args:
        spot: the exact spot.
        rng: source of random choices.
        turn: rotation in degrees.
        shift: standard deviation of its position, relative to its size.
        scale: standard deviation of the logarithm of its size.
    """
    return spot.rotated(math.radians(turn))._replace(
        x=spot.x + rng.normal(0, shift) * spot.size,
        y=spot.y + rng.normal(0, shift) * spot.size,
        size=spot.size * math.exp(rng.normal(0, scale)),
    )


def decoded(data: bytes) -> Image8:
    """Decodes the picture of a scene, (height, width, 3) BGR."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


def _not_an_index(
    labels: Labels, clear: list[Labels], side: int, rng: np.random.Generator
) -> Spot | None:
    """Returns a spot that is not an index: one upside down, beside one, or random.

    None if the spot happens to be an index.
    """
    kind = rng.random()
    if clear:
        near = Spot(*(float(v) for v in clear[rng.integers(len(clear))][:5]))
    if clear and kind < 0.45:
        return _jittered(near.turned(), rng)
    turn = rng.uniform(0, 2 * math.pi)
    if clear and kind < 0.8:
        away, size = rng.uniform(0.5, 4) * near.size, near.size * math.exp(rng.normal(0, 0.3))
        x, y = near.x + away * math.cos(turn), near.y + away * math.sin(turn)
        ux, uy = near.ux, near.uy
        if rng.random() < 0.5:
            ux, uy = math.cos(turn * 7), math.sin(turn * 7)
        spot = Spot(x, y, ux, uy, size)
    else:
        x, y = rng.uniform(0, side, 2)
        spot = Spot(x, y, math.cos(turn), math.sin(turn), math.exp(rng.uniform(2.3, 4.4)))
    if not (0 <= spot.x < side and 0 <= spot.y < side):
        return None
    for label in labels:
        if math.hypot(spot.x - label[0], spot.y - label[1]) < 0.38 * max(label[4], spot.size * 0.6):
            return None
    return spot


def recoloured(original: Crop, rng: np.random.Generator) -> Crop:
    """Varies the white balance of a crop, and sometimes adds effects that are rare in scenes."""
    gain = rng.uniform(0.8, 1.2) * rng.uniform(0.93, 1.07, 3)
    crop = original * gain.astype(np.float32)
    kind = rng.random()
    if kind < 0.1:  # lamplight contains hardly any blue
        blue, red = math.exp(-abs(rng.normal(0, 0.8))), 1 + rng.uniform(-0.2, 0.1)
        crop = crop * np.array([blue, 1, red], np.float32)
    elif kind < 0.14:
        crop = crop * np.array([1, 1, math.exp(-abs(rng.normal(0, 0.6)))], np.float32)
    elif kind < 0.22:
        crop = np.asarray(255 * (crop.clip(0, 255) / 255) ** rng.uniform(0.5, 2), np.float32)
    elif kind < 0.28:
        crop = crop.mean() + (crop - crop.mean()) * np.float32(rng.uniform(0.4, 1.6))
    elif kind < 0.36:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    elif kind < 0.42:
        crop = crop + rng.standard_normal(crop.shape, np.float32) * np.float32(rng.uniform(3, 18))
    return np.asarray(np.clip(crop, 0, 255), np.uint8)
