"""From indices to cards: two corners of one card belong together, and a deck has one of each.

Two indices are one card if they face away from each other at the distance, measured in
index heights, of the corners of a 63 x 88 mm card. Their evidence is then combined:
their odds are multiplied.
"""

from __future__ import annotations

import math
import statistics
from typing import NamedTuple

import numpy as np

from pegboard.vision.crops import Spot
from pegboard.vision.read import Index, Odds

Outline = tuple[tuple[float, float], ...]

_LIKELY = 0.2
"""Presence below which an index is no partner for another."""
_SECOND_VOICE = 0.35
"""Weight that a partner adds to the presence of an index."""
_FIRM = 0.6
"""Two indices that each say their own, different card with this much are two cards."""
_AGREED = 0.1
"""How likely two indices must be to mean the same card; or else two doubtful ones, multiplied,
would firmly say a third thing."""
# Where indices stand on a card: their middles are this share of its width apart, and this share of
# its height less one index height.
_ACROSS, _DOWN = 0.86, 0.94
_INDEX_ASPECT = 0.56
_CARD_ASPECT = 88 / 63
_SQUARELY = math.cos(math.radians(15))
# Two indices the same way up and this near each other, or as far apart as no card is long, measured
# in index heights, are on two cards.
_SAME_INDEX, _NEIGHBOURS, _TOO_FAR = 0.42, 2.0, 9.0


class Found(NamedTuple):
    """A possible card: its number in `cribbage.cards.DECK`, and how and where it was read.

    Attributes:
        card: the number.
        confidence: 0..1.
        corners: four points round the card, or round its index.
        odds: the probability of each card.
        index_px: height of its index.
    """

    card: int
    confidence: float
    corners: Outline
    odds: Odds
    index_px: float


def assemble(indices: list[Index]) -> list[Found]:
    """Returns each card once with its best confidence, best first; also the doubtful ones."""
    indices = told_apart(indices)
    partner = pairs(indices)
    ratio = _card_width(indices, partner)
    best: dict[int, Found] = {}
    for i, index in enumerate(indices):
        j = partner.get(i)
        odds, presence = index.odds, index.presence
        if j is not None:
            other = indices[j]
            odds = _joint(odds, other.odds)
            presence = 1 - (1 - presence) * (1 - other.presence * _SECOND_VOICE)
        card = int(odds.argmax())
        confidence = presence * float(odds[card])
        if card not in best or confidence > best[card].confidence:
            if j is not None:
                corners = card_outline(index.spot, indices[j].spot)
            elif ratio is not None:
                corners = outline_from_one(index.spot, ratio)
            else:
                corners = index_outline(index.spot)
            best[card] = Found(card, confidence, corners, odds, index.spot.size)
    return sorted(best.values(), key=lambda found: -found.confidence)


def told_apart(indices: list[Index]) -> list[Index]:
    """Returns the indices, each with its odds lowered for cards that others surely are.

    So of two kings side by side that both look like spades, the doubtful one is the king of clubs.
    """
    if len(indices) < 2:
        return indices
    others = np.array([[_on_two_cards(a.spot, b.spot) for b in indices] for a in indices], float)
    own = np.array([index.odds for index in indices])
    presence = np.array([[index.presence] for index in indices])
    odds = own
    for _ in range(2):
        odds = own * np.exp(others @ np.log(np.clip(1 - presence * odds, 1e-3, 1)))
        odds = odds / odds.sum(1, keepdims=True)
    return [Index(i.spot, row, i.presence) for i, row in zip(indices, odds, strict=True)]


def _on_two_cards(a: Spot, b: Spot) -> bool:
    away = math.hypot(a.x - b.x, a.y - b.y) / math.sqrt(a.size * b.size)
    if away > _TOO_FAR:
        return True
    alike = a.ux * b.ux + a.uy * b.uy > 0.6 and 0.6 < a.size / b.size < 1.67
    return alike and _SAME_INDEX < away < _NEIGHBOURS


def _joint(a: Odds, b: Odds) -> Odds:
    product = a * b
    total = product.sum()
    return a if total < 1e-4 else product / total


def pairs(indices: list[Index]) -> dict[int, int]:
    """Returns the pairs of indices that are opposite corners of one card.

    The most agreeing pairs first, each index once.
    """
    options = []
    for i, a in enumerate(indices):
        for j in range(i + 1, len(indices)):
            b = indices[j]
            if min(a.presence, b.presence) < _LIKELY or not fits_card(a.spot, b.spot):
                continue
            if (
                a.odds.max() * a.presence > _FIRM
                and b.odds.max() * b.presence > _FIRM
                and a.odds.argmax() != b.odds.argmax()
            ):
                continue
            agreement = float((a.odds * b.odds).sum())
            if agreement > _AGREED:
                options.append((agreement * a.presence * b.presence, i, j))
    partner: dict[int, int] = {}
    for _, i, j in sorted(options, reverse=True):
        if i not in partner and j not in partner:
            partner[i], partner[j] = j, i
    return partner


def fits_card(a: Spot, b: Spot) -> bool:
    """Returns whether two indices can be the two corners of one card, allowing for perspective."""
    if a.ux * b.ux + a.uy * b.uy > -0.8 or not 0.55 < a.size / b.size < 1.8:
        return False
    across, down = _apart(a, b)
    size = math.sqrt(a.size * b.size)
    across, down = across / size, down / size
    if across < 0.7 or down < 0.7:
        return False
    return 1.3 < math.hypot(across, down) < 7.5 and 0.55 < down / across < 2.6


def _up(a: Spot, b: Spot) -> tuple[float, float]:
    """Returns the up direction of the card with top left index `a` and bottom right index `b`."""
    ux, uy = a.ux - b.ux, a.uy - b.uy
    length = math.hypot(ux, uy)
    return ux / length, uy / length


def _apart(a: Spot, b: Spot) -> tuple[float, float]:
    """Returns the vector from `a` to `b`.

    Pixels right and down, as the card is held with `a` upright.
    """
    ux, uy = _up(a, b)
    dx, dy = b.x - a.x, b.y - a.y
    return -dx * uy + dy * ux, -(dx * ux + dy * uy)


def card_outline(a: Spot, b: Spot) -> Outline:
    """Returns the four corners of the card with two indices, clockwise from the one above `a`."""
    up, width, height = _extent(a, b)
    return _rectangle((a.x + b.x) / 2, (a.y + b.y) / 2, up, width, height)


def _extent(a: Spot, b: Spot) -> tuple[tuple[float, float], float, float]:
    """Returns up direction, width and height of the card with two indices.

    If the card is seen squarely, the line between the indices gives its rotation far better
    than the indices do: in a card of known shape, that line has a known slant. If both disagree,
    the card is foreshortened, and only the indices can be used.
    """
    up = _up(a, b)
    size = math.sqrt(a.size * b.size)
    dx, dy = b.x - a.x, b.y - a.y
    squared = dx * dx + dy * dy
    tall = _DOWN * _CARD_ASPECT
    # (_ACROSS * width)^2 + (tall * width - size)^2 = squared, for the width:
    shape = _ACROSS**2 + tall**2
    width = (tall * size + math.sqrt(max(0.0, shape * squared - (_ACROSS * size) ** 2))) / shape
    across, down = _ACROSS * width, tall * width - size
    square = (across * dy - down * dx) / squared, -(across * dx + down * dy) / squared
    if square[0] * up[0] + square[1] * up[1] > _SQUARELY:
        return square, width, width * _CARD_ASPECT
    across, down = _apart(a, b)
    return up, across / _ACROSS, (down + size) / _DOWN


def _card_width(indices: list[Index], partner: dict[int, int]) -> float | None:
    """Returns card width over index height, a constant of a deck: the median of all pairs."""
    ratios = []
    for i, j in partner.items():
        if i < j:
            a, b = indices[i].spot, indices[j].spot
            ratios.append(_extent(a, b)[1] / math.sqrt(a.size * b.size))
    return statistics.median(ratios) if ratios else None


def outline_from_one(spot: Spot, ratio: float) -> Outline:
    """Returns the outline of a card with one visible index, in a deck of known proportions."""
    width = ratio * spot.size
    height = width * _CARD_ASPECT
    right, down = _ACROSS / 2 * width, _DOWN / 2 * height - spot.size / 2
    x = spot.x - spot.uy * right - spot.ux * down
    y = spot.y + spot.ux * right - spot.uy * down
    return _rectangle(x, y, (spot.ux, spot.uy), width, height)


def index_outline(spot: Spot) -> Outline:
    """Returns the four corners of the index itself, if its card's size is unknown."""
    up = (spot.ux, spot.uy)
    return _rectangle(spot.x, spot.y, up, spot.size * _INDEX_ASPECT, spot.size)


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
