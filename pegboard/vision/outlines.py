"""Outlines of cards, computed from both indices, or from one and the deck's proportions."""

from __future__ import annotations

import math

import cv2
import numpy as np

from pegboard.vision.crops import Spot

Outline = tuple[tuple[float, float], ...]
"""Four points in pixels, clockwise from the corner above the index."""

# Positions of the indices on a card: the horizontal distance of their centres over the card's
# width, and their vertical distance plus one index height over the card's height.
_ACROSS, _DOWN = 0.86, 0.94
_INDEX_ASPECT = 0.56
_CARD_ASPECT = 88 / 63
_INDEX_AT = 0.13
"""Distance of the index from the card's corner, as a share of the diagonal."""
_SQUARELY = math.cos(math.radians(15))


def card_outline(a: Spot, b: Spot) -> Outline:
    """Returns the corners of the card with indices `a` and `b`, clockwise from above `a`."""
    up, width, height = extent(a, b)
    return _rectangle((a.x + b.x) / 2, (a.y + b.y) / 2, up, width, height)


def extent(a: Spot, b: Spot) -> tuple[tuple[float, float], float, float]:
    """Returns the up direction, width and height of the card with indices `a` and `b`.

    Without perspective, the line between the indices gives the rotation far more precisely than the
    indices do: on a card of known shape it has a known slant. If the two disagree, the card is
    foreshortened, and only the indices are used.
    """
    up = _up(a, b)
    size = math.sqrt(a.size * b.size)
    dx, dy = b.x - a.x, b.y - a.y
    squared = dx * dx + dy * dy
    tall = _DOWN * _CARD_ASPECT
    # Solve (_ACROSS * width)^2 + (tall * width - size)^2 = squared for the width.
    shape = _ACROSS**2 + tall**2
    width = (tall * size + math.sqrt(max(0.0, shape * squared - (_ACROSS * size) ** 2))) / shape
    across, down = _ACROSS * width, tall * width - size
    square = (across * dy - down * dx) / squared, -(across * dx + down * dy) / squared
    if square[0] * up[0] + square[1] * up[1] > _SQUARELY:
        return square, width, width * _CARD_ASPECT
    across, down = apart(a, b)
    return up, across / _ACROSS, (down + size) / _DOWN


def outline_from_index(spot: Spot, ratio: float) -> Outline:
    """Returns the outline of a card from one index, in a deck of known proportions."""
    width = ratio * spot.size
    height = width * _CARD_ASPECT
    right, down = _ACROSS / 2 * width, _DOWN / 2 * height - spot.size / 2
    x = spot.x - spot.uy * right - spot.ux * down
    y = spot.y + spot.ux * right - spot.uy * down
    return _rectangle(x, y, (spot.ux, spot.uy), width, height)


def index_outline(spot: Spot) -> Outline:
    """Returns the outline of the index itself, for cards of unknown size."""
    up = (spot.ux, spot.uy)
    return _rectangle(spot.x, spot.y, up, spot.size * _INDEX_ASPECT, spot.size)


def index_place(corners: Outline, size: float) -> tuple[float, float]:
    """Returns the centre of a card's index, in pixels.

    Args:
        corners: outline of the card, clockwise from above the index, or of the index.
        size: height of the index in pixels.
    """
    (left, top), (x, y), (right, bottom), _ = corners
    share = 0.5 if math.dist((left, top), (x, y)) <= size else _INDEX_AT
    return left + share * (right - left), top + share * (bottom - top)


def depth(place: tuple[float, float], outline: Outline) -> float:
    """Returns the depth of a point inside an outline, in card widths; negative outside."""
    corners = np.array(outline, np.float32).reshape(-1, 1, 2)
    inside = cv2.pointPolygonTest(corners, place, True)
    return inside / max(1.0, math.dist(outline[0], outline[1]))


def _rectangle(x: float, y: float, up: tuple[float, float], width: float, height: float) -> Outline:
    ux, uy = up
    corners = []
    for right, above in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)):
        corners.append(
            (
                float(x - uy * right * width + ux * above * height),
                float(y + ux * right * width + uy * above * height),
            )
        )
    return tuple(corners)


def _up(a: Spot, b: Spot) -> tuple[float, float]:
    """Returns the up direction of the card with top left index `a` and bottom right index `b`."""
    ux, uy = a.ux - b.ux, a.uy - b.uy
    length = math.hypot(ux, uy)
    return ux / length, uy / length


def apart(a: Spot, b: Spot) -> tuple[float, float]:
    """Returns the vector from `a` to `b`, in the frame of `a`.

    In pixels to the right and down, when `a` is upright.
    """
    ux, uy = _up(a, b)
    dx, dy = b.x - a.x, b.y - a.y
    return -dx * uy + dy * ux, -(dx * ux + dy * uy)
