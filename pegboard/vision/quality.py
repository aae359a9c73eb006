"""Measurements of how readable the cards in a picture are.

Limits and remedies are in `verdicts`. Pure functions: equal pictures give equal numbers.
Measurements do not depend on which cards are shown, and each has its unit: pixels, per cent,
degrees or grey levels.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Image8, Spot
from pegboard.vision.detect import Candidate
from pegboard.vision.measures import SIDE, SOFT, STEP, TILTED, Change, Measures
from pegboard.vision.outlines import Outline
from pegboard.vision.tilt import tilt_deg

Grey = npt.NDArray[np.float32]

SHOWN = 0.5
"""Minimum score of a candidate to measure."""
BURNT = 250
"""Grey level above which a pixel is overexposed."""
_PIXEL = 0.5
"""Blur that pixels cause even with a perfect lens, as a standard deviation in pixels."""
_FINE, _COARSE = 0.04, 0.08
"""Smoothing of an index to measure its sharpness, in index heights."""
_NO_EDGE = 0.3
"""Maximum reported blur: beyond it there is no index left to measure."""


def measure(
    image: Image8, candidates: Iterable[Candidate], outlines: Sequence[Outline]
) -> Measures:
    """Returns the measurements of one picture.

    Args:
        image: (height, width, 3) BGR `uint8`.
        candidates: detected indices, in picture pixels.
        outlines: outlines of the cards that were read.
    """
    spots = shown(candidates, outlines)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    indices = [index for spot in spots if (index := _index(image, spot)) is not None]
    papers = [paper for outline in outlines if (paper := _paper(image, outline)) is not None]
    levels = sorted(paper.level for paper in papers)
    widths = [_width(outline) for outline in outlines if _is_card(outline)]
    ink = statistics.median(i.contrast * i.paper for i in indices) if indices else 0.0
    return Measures(
        cards=len(outlines),
        index_px=min((spot.size for spot in spots), default=None),
        card_share=max(widths) / min(image.shape[:2]) if widths else None,
        outside=max((_outside(o, image.shape) for o in outlines), default=0.0),
        blur=_upper([i.blur for i in indices]),
        paper=statistics.median(levels) if levels else None,
        darkest=levels[0] / max(levels[-1], 1.0) if levels else None,
        burnt=max((paper.burnt for paper in papers), default=None),
        contrast=min((i.contrast for i in indices), default=None),
        noise=statistics.median(p.grain for p in papers) / ink if papers and ink > 1 else None,
        cast=statistics.median(paper.cast for paper in papers) if papers else None,
        tilt_deg=tilt_deg(image, outlines),
        brightest=float(np.percentile(grey, 99)),
    )


def is_poor(image: Image8, indices: Iterable[Spot], outlines: Sequence[Outline]) -> bool:
    """Returns whether a picture is so blurred or tilted that readings suffer.

    Args:
        image: (height, width, 3) BGR `uint8`.
        indices: indices of the cards that were read, in picture pixels; direction is ignored.
        outlines: outlines of these cards.
    """
    blur = _upper([index.blur for spot in indices if (index := _index(image, spot))])
    if blur is not None and blur > SOFT:
        return True
    tilt = tilt_deg(image, outlines)
    return tilt is not None and tilt > TILTED


def shown(candidates: Iterable[Candidate], outlines: Sequence[Outline]) -> list[Spot]:
    """Returns the indices to measure: those of the cards read, or all if none was read."""
    spots = [candidate.spot for candidate in candidates if candidate.score >= SHOWN]
    if not outlines:
        return spots
    around = [np.array(outline, np.float32) for outline in outlines]
    return [spot for spot in spots if any(_within(spot, outline) for outline in around)]


def change(before: Image8, after: Image8) -> Change:
    """Returns the difference between two pictures; with different sizes, everything changed."""
    if before.shape != after.shape:
        return Change(1.0, 1.0, False)
    first, second = _small(before), _small(after)
    moved = float(np.mean(np.abs(first - second) > STEP))
    window = cv2.createHanningWindow(first.shape[::-1], cv2.CV_32F)
    (x, y), answer = cv2.phaseCorrelate(first, second, window)
    # If nothing or only a card moved, the best shift is zero; a weak response means that none fits.
    shift = math.hypot(x, y) / SIDE if answer > 0.1 else 0.0
    return Change(moved, shift, bool(np.array_equal(before, after)))


def _small(image: Image8) -> Grey:
    scale = SIDE / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


# --- an index


@dataclass(frozen=True, slots=True)
class _Index:
    blur: float
    contrast: float
    paper: float


def _index(image: Image8, spot: Spot) -> _Index | None:
    reach = round(0.75 * spot.size)
    x, y = round(spot.x), round(spot.y)
    rows, columns = slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1)
    # Red ink is as dark as black in the green channel.
    green = image[rows, columns, 1]
    if min(green.shape) < max(6, reach):  # mostly outside the picture
        return None
    ink, paper = np.percentile(green, (4, 70))
    contrast = float((paper - ink) / max(paper, 1.0))
    return _Index(_blur(np.asarray(green, np.float32), spot.size), contrast, float(paper))


def _blur(around: Grey, size: float) -> float:
    """Returns the blur of an index: the standard deviation of its edges, in index heights.

    The gradient energy of strokes blurred by s and smoothed by k falls about as 1 / (s^2 + k^2), so
    two values of k give s, and contrast cancels out. For any picture, more blur never lowers the
    ratio: the logarithm of the energy is convex in s^2 (Cauchy-Schwarz, over its spectrum).
    """
    fine, coarse = max(0.7, _FINE * size), max(1.4, _COARSE * size)
    grain = _grain(around, np.ones(around.shape, np.bool_))
    ratio = _energy(around, coarse, grain) / max(_energy(around, fine, grain), 1e-9)
    ratio = min(max(ratio, 0.0), 0.999)
    variance = (ratio * coarse**2 - fine**2) / (1 - ratio)
    return min(_NO_EDGE, math.sqrt(max(0.0, variance - _PIXEL**2)) / size)


def _energy(around: Grey, k: float, grain: float) -> float:
    """Returns the mean square of the smoothed gradient, minus the contribution of white noise."""
    smooth = cv2.GaussianBlur(around, (0, 0), k, borderType=cv2.BORDER_REFLECT)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1)
    # Sobel's differences span two pixels, hence the 4.
    noise = 4 * grain**2 / (4 * math.pi * k**4)
    return max(0.0, float((across**2 + down**2).mean()) - noise)


# --- the paper of a card


@dataclass(frozen=True, slots=True)
class _Paper:
    level: float
    burnt: float
    grain: float
    cast: float


def _paper(image: Image8, outline: Outline) -> _Paper | None:
    """Returns measurements of a card's paper; None if too little of it is in the picture."""
    height, width = image.shape[:2]
    xs, ys = zip(*outline, strict=True)
    left, top = max(0, math.floor(min(xs))), max(0, math.floor(min(ys)))
    right, bottom = min(width, math.ceil(max(xs))), min(height, math.ceil(max(ys)))
    if right - left < 8 or bottom - top < 8:
        return None
    part = image[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    middle = np.mean(outline, axis=0)
    inner = middle + 0.9 * (np.array(outline) - middle) - (left, top)
    cv2.fillConvexPoly(mask, inner.round().astype(np.int32), 1)
    inside = mask > 0
    if inside.sum() < 64:
        return None
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    level = float(np.percentile(grey[inside], 75))
    paper = inside & (grey >= 0.9 * level) & (grey <= 1.1 * level + 2)
    blue, green, red = (max(float(part[..., n][paper].mean()), 1.0) for n in range(3))
    return _Paper(
        level,
        float(np.mean(part.min(axis=2)[inside] >= BURNT)),
        _grain(np.asarray(grey, np.float32), paper),
        max(blue, green, red) / min(blue, green, red) - 1,
    )


_LAPLACE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)


def _grain(grey: Grey, paper: npt.NDArray[np.bool_]) -> float:
    """Returns the standard deviation of the noise (Immerkaer 1996, but with a median)."""
    away = np.abs(cv2.filter2D(grey, cv2.CV_32F, _LAPLACE))
    return float(np.median(away[paper])) * 1.4826 / 6


# --- outlines


def _width(outline: Outline) -> float:
    return min(math.dist(outline[0], outline[1]), math.dist(outline[1], outline[2]))


def _is_card(outline: Outline) -> bool:
    """Returns whether an outline is that of a card, not the narrower one of a lone index."""
    sides = math.dist(outline[0], outline[1]), math.dist(outline[1], outline[2])
    return min(sides) > 0.62 * max(sides)


def _outside(outline: Outline, shape: Sequence[int]) -> float:
    """Returns the share of an outline outside the picture: 1 for all of it."""
    height, width = shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    corners = np.array(outline, np.float32)
    area = cv2.contourArea(corners)
    return 1 - min(1.0, cv2.intersectConvexConvex(corners, frame)[0] / area) if area > 0 else 0.0


def _within(spot: Spot, outline: npt.NDArray[np.float32]) -> bool:
    return bool(cv2.pointPolygonTest(outline, (spot.x, spot.y), True) > -0.3 * spot.size)


def _upper(values: Sequence[float]) -> float | None:
    """Returns the 80th percentile, which ignores a single smeared index among many."""
    return float(np.percentile(values, 80)) if values else None
