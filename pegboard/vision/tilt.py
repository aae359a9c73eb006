"""Estimation of the camera's tilt from the shape of the cards.

Seen at an angle a card of 63 x 88 mm is foreshortened in one direction. The edges are detected in
the picture, which is more precise than inferring them from the indices. A card that
touches another, or lies on a table as bright as itself, has no detectable outline.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Image8
from pegboard.vision.outlines import Outline

_WIDTH, _HEIGHT = 63.0, 88.0
_SIDE = 160
"""Longest side, in pixels, at which the surroundings of a card are examined; hides printed
details."""
_MARGIN = 0.35
"""Margin examined around the card, in card widths."""


def tilt_deg(image: Image8, outlines: Sequence[Outline]) -> float | None:
    """Returns the median tilt in degrees from the vertical; None if no card shows its edges.

    Args:
        image: (height, width, 3) BGR `uint8`.
        outlines: approximate outlines of the cards that were read.
    """
    tilts = [_tilt(quad) for o in outlines if (quad := card_edges(image, o)) is not None]
    return statistics.median(tilts) if tilts else None


def card_edges(image: Image8, outline: Outline) -> npt.NDArray[np.float32] | None:
    """Returns the four corners of a card's paper, (4, 2), clockwise.

    None if they cannot be detected.
    """
    corners = np.array(outline, np.float32)
    margin = _MARGIN * min(math.dist(outline[0], outline[1]), math.dist(outline[1], outline[2]))
    left, top = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + margin).astype(int)
    part = image[top:bottom, left:right]
    if min(part.shape[:2]) < 24:
        return None
    scale = min(1.0, _SIDE / max(part.shape[:2]))
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    _, paper = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    middle = (corners.mean(axis=0) - (left, top)) * scale
    around = [
        c
        for c in contours
        if cv2.pointPolygonTest(c, (float(middle[0]), float(middle[1])), False) > 0
    ]
    if not around:
        return None
    card = max(around, key=cv2.contourArea)
    expected = cv2.contourArea(corners) * scale**2
    if not 0.7 < cv2.contourArea(card) / max(expected, 1.0) < 1.4 or _cut(card, grey.shape):
        return None
    hull = cv2.convexHull(card)
    quad = cv2.approxPolyDP(hull, 0.06 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    if len(quad) != 4 or cv2.contourArea(card) < 0.93 * cv2.contourArea(hull):
        return None
    return np.asarray(_fitted(hull.reshape(-1, 2), quad) / scale + (left, top), np.float32)


def _cut(contour: npt.NDArray[Any], shape: Sequence[int]) -> bool:
    """Returns whether the border of the examined area cuts the card off."""
    x, y, width, height = cv2.boundingRect(contour)
    return x <= 0 or y <= 0 or x + width >= shape[1] or y + height >= shape[0]


def _fitted(points: npt.NDArray[Any], quad: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Returns the intersections of straight lines fitted to the four sides.

    Fits lines because cards have round corners.
    """
    lines = []
    for n in range(4):
        a, b = quad[n].astype(float), quad[(n + 1) % 4].astype(float)
        along = (b - a) / math.dist(a, b)
        aside = np.abs((points - a) @ np.array([-along[1], along[0]]))
        on = points[aside < 3]
        if len(on) < 2:
            return np.asarray(quad, np.float64)
        lines.append(cv2.fitLine(on.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    return np.array([_meet(lines[n - 1], lines[n]) for n in range(4)])


def _meet(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    matrix = np.array([[a[0], -b[0]], [a[1], -b[1]]], float)
    if abs(np.linalg.det(matrix)) < 0.05:  # nearly parallel: the intersection is meaningless
        return np.asarray(a[2:], np.float64)
    step = np.linalg.solve(matrix, np.array(b[2:] - a[2:], float))
    return np.asarray(a[2:] + step[0] * a[:2], np.float64)


def _tilt(quad: npt.NDArray[np.float32]) -> float:
    """Returns the smaller of the two tilts that can give a card this outline."""
    return min(_foreshortening(np.roll(quad, n, axis=0)) for n in (0, 1))


def _foreshortening(quad: npt.NDArray[np.float32]) -> float:
    """Returns the tilt in degrees from a card's proportions; its first side is the short one."""
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / (2 * _WIDTH)
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / (2 * _HEIGHT)
    long, short = np.linalg.svd(np.column_stack([across, down]), compute_uv=False)
    return math.degrees(math.acos(min(1.0, float(short / max(long, 1e-9)))))
