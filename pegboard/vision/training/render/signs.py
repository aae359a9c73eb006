"""Draws suit signs as curves, in the variety of printed decks.

At twelve pixels a club differs from a spade only by the gaps between its lobes, in which decks
vary most: from three balls on a stalk to a clover whose notches close in a blurred picture. So
every proportion is random, over wider ranges than fonts offer.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.training.render.masks import Mask, spread

SUITS = "CDHS"

_SIDE = 128
_MIDDLE = 64.0
_HEIGHT = 120.0
_MARGIN = 20


class Manner(NamedTuple):
    """The style of a deck's suit signs; lengths are in 128ths of a sign's height.

    Attributes:
        foot: half the width of the stem's foot.
        neck: half the width of the stem's top.
        hollow: arch height of the foot.
        spread: radius of ink spread or rounding.
        level: 0..255; below 128 the ink grows, above it notches open.
    """

    foot: float
    neck: float
    hollow: float
    spread: float
    level: float


def random_manner(rng: random.Random) -> Manner:
    """Returns a random style of suit signs for one deck."""
    return Manner(
        foot=rng.uniform(9, 34),
        neck=rng.uniform(2.5, 9),
        hollow=rng.uniform(0, 10) if rng.random() < 0.5 else 0,
        spread=rng.uniform(0.5, 6),
        level=rng.uniform(85, 165),
    )


def drawn_signs(rng: random.Random) -> dict[str, Mask]:
    """Returns a mask per suit in one style, 255 for ink, cropped to the ink."""
    manner = random_manner(rng)
    return {suit: drawn_sign(suit, rng, manner) for suit in SUITS}


def drawn_sign(suit: str, rng: random.Random, manner: Manner) -> Mask:
    """Returns the mask of `suit`, a letter of `SUITS`; `rng` decides its proportions."""
    mask = np.zeros((_SIDE + 2 * _MARGIN, _SIDE + 2 * _MARGIN), np.uint8)
    if suit == "D":
        _fill(mask, _diamond(rng))
    elif suit == "C":
        _club(mask, rng, manner)
    else:
        leaf = _curved_leaf(rng) if rng.random() < 0.4 else _built_leaf(rng)
        if suit == "H":
            _fill(mask, np.column_stack([leaf[:, 0], _HEIGHT - leaf[:, 1]]))
        else:
            body = rng.uniform(0.74, 0.88)
            _fill(mask, leaf * (1, body))
            _stem(mask, manner, 0.55 * body * _HEIGHT)
    return inked(mask, manner)


def alike(a: Mask, b: Mask) -> float:
    """Returns the share of ink common to two signs at the same height, 0 to 1."""
    ink = []
    for mask in (a, b):
        width = max(1, round(mask.shape[1] * _SIDE / mask.shape[0]))
        sign = np.zeros((_SIDE, 2 * _SIDE), np.float32)
        left = _SIDE - width // 2
        sign[:, left : left + width] = cv2.resize(mask, (width, _SIDE)) / 255.0
        ink.append(sign)
    first, second = ink
    return float(np.minimum(first, second).sum() / np.maximum(first, second).sum())


def inked(mask: Mask, manner: Manner) -> Mask:
    """Returns a sign with rounded corners and closed or opened notches, about 100 pixels high.

    The mask is cropped to the ink.
    """
    inked_sign = spread(mask, manner.spread, manner.level)
    assert inked_sign is not None, "no ink is so thin that it vanishes"
    return inked_sign


def _club(mask: Mask, rng: random.Random, manner: Manner) -> None:
    """Draws three lobes, from well apart to nearly merged, and their stem."""
    low = rng.uniform(24, 31)
    top = low * rng.uniform(0.85, 1.1)
    across = low * rng.uniform(0.82, 1.22)
    slant = max((low + top) * rng.uniform(0.68, 1.05), across + 4)
    rise = math.sqrt(slant**2 - across**2)
    centre = top + rise
    flat = rng.uniform(0.92, 1.08)
    for x, y, radius in (
        (_MIDDLE, top, top),
        (_MIDDLE - across, centre, low),
        (_MIDDLE + across, centre, low),
    ):
        angle = np.linspace(0, 2 * math.pi, 48)
        ring = np.column_stack([x + radius / flat * np.cos(angle), y + radius * np.sin(angle)])
        _fill(mask, ring)
    # The hub is a disc, or a bridge that connects the lobes.
    hub = low * rng.uniform(0.3, 0.8)
    bridge = 0.3 * low
    _fill(mask, _box(_MIDDLE - bridge, top, _MIDDLE + bridge, centre + 4))
    _fill(mask, _box(_MIDDLE - across, centre - bridge, _MIDDLE + across, centre + bridge))
    angle = np.linspace(0, 2 * math.pi, 32)
    middle = (top + 2 * centre) / 3
    _fill(mask, np.column_stack([_MIDDLE + hub * np.cos(angle), middle + hub * np.sin(angle)]))
    _stem(mask, manner, centre)


def _curved_leaf(rng: random.Random) -> npt.NDArray[np.float64]:
    """Returns an upside-down heart as one smooth curve, tip on top; (n, 2) points."""
    t = np.linspace(0, 2 * np.pi, 72)
    lobes, power = rng.uniform(0.75, 1.3), rng.uniform(2.4, 3.3)
    x = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** power * rng.uniform(44, 60)
    y = 13 * np.cos(t) - 5 * lobes * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    y = (y - y.min()) / (y.max() - y.min())
    return np.column_stack([_MIDDLE + x, y * _HEIGHT])


def _built_leaf(rng: random.Random) -> npt.NDArray[np.float64]:
    """Returns a leaf of a tip, straight or curved sides, and two round lobes; (n, 2) points."""
    radius = rng.uniform(24, 33)
    across = radius * rng.uniform(0.8, 1.05)
    centre = _HEIGHT - radius
    turn = rng.uniform(0.15, 0.75)
    tip = np.array([_MIDDLE, 0.0])
    shoulder = np.array(
        [_MIDDLE + across + radius * math.cos(turn), centre - radius * math.sin(turn)]
    )
    along = shoulder - tip
    bulge = (tip + shoulder) / 2 + np.array([along[1], -along[0]]) * rng.uniform(-0.14, 0.2)
    t = np.linspace(0, 1, 16)[:, None]
    side = (1 - t) ** 2 * tip + 2 * t * (1 - t) * bulge + t**2 * shoulder
    end = math.pi - math.acos(min(1.0, across / radius))
    angle = np.linspace(-turn, end, 24)
    lobe = np.column_stack(
        [_MIDDLE + across + radius * np.cos(angle), centre + radius * np.sin(angle)]
    )
    right = np.vstack([side, lobe, [[_MIDDLE, lobe[-1, 1]]]])
    left = right[::-1] * (-1, 1) + (2 * _MIDDLE, 0)
    return np.vstack([right, left])


def _stem(mask: Mask, manner: Manner, top: float) -> None:
    """Draws the stem from `top` down, with hollow sides and a flat or arched foot."""
    t = np.linspace(0, 1, 16)
    half = manner.neck + max(0.0, manner.foot - manner.neck) * t**2.2
    y = top + (_HEIGHT - top) * t
    foot = np.linspace(1, -1, 16)
    arch = _HEIGHT - manner.hollow * (1 - foot**2)
    _fill(
        mask,
        np.vstack(
            [
                np.column_stack([_MIDDLE + half, y]),
                np.column_stack([_MIDDLE + half[-1] * foot, arch]),
                np.column_stack([_MIDDLE - half[::-1], y[::-1]]),
            ]
        ),
    )


def _diamond(rng: random.Random) -> npt.NDArray[np.float64]:
    half, hollow = rng.uniform(40, 60), rng.uniform(-0.06, 0.16)
    middle = _HEIGHT / 2
    ends = [(_MIDDLE, 0.0), (_MIDDLE + half, middle), (_MIDDLE, _HEIGHT), (_MIDDLE - half, middle)]
    outline = []
    for (x0, y0), (x1, y1) in zip(ends, ends[1:] + ends[:1], strict=True):
        for t in (i / 8 for i in range(8)):
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            pull = 4 * t * (1 - t) * hollow
            outline.append((x + (_MIDDLE - x) * pull, y + (middle - y) * pull))
    return np.array(outline)


def _box(left: float, top: float, right: float, bottom: float) -> npt.NDArray[np.float64]:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _fill(mask: Mask, points: npt.NDArray[np.float64]) -> None:
    """Fills a polygon in sign coordinates; the mask has a margin for ink spread."""
    shifted = np.round((points + _MARGIN) * 16).astype(np.int32)
    cv2.fillPoly(mask, [shifted], (255,), cv2.LINE_AA, shift=4)
