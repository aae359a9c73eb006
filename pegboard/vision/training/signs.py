"""The sign net: reads only the suit sign of an index, at twice the scale of the index net.

About one training crop in five is the pip of an ace or of a court card instead. The net learns to
rely on shape: colours are swapped or removed more often than for the other nets, because there are
four-colour decks, and cameras with poor colour.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
from torch import nn

from pegboard.vision.crops import REACH, SIGN, SIGN_HEIGHTS, Spot, cut, cut_sign
from pegboard.vision.pips import ACE, NUMBERS, SUITS, places
from pegboard.vision.training import pips, reader
from pegboard.vision.training.detector import Block
from pegboard.vision.training.render.canvas import Labels
from pegboard.vision.training.render.scenes import Shard
from pegboard.vision.training.views import (
    LEAST_PX,
    Crop,
    crops_of,
    jittered,
    photographed,
    recoloured,
)

_OF_HEAD, _OF_ACE = (0.15, 0.27), (0.45, 0.78)
"""Range of crop sides in card widths, for pips of court cards and of aces."""
_A_SCENE = 6
"""Maximum number of pips per scene."""
_GREY, _TURNED = 0.15, 0.2
"""Shares of the crops in grey, and with swapped colours."""


class Signs(nn.Module):  # type: ignore[misc]
    """A net for 32-pixel crops; about 180,000 weights."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            Block(3, 24),
            Block(24, 32),
            Block(32, 48, 2),
            Block(48, 48),
            Block(48, 64, 2),
            Block(64, 64),
            Block(64, 96, 2),
        )
        self.drop = nn.Dropout(0.15)
        self.head = nn.Linear(96 * 4 * 4, SUITS)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps (n, 3, 32, 32) in 0..1 to (n, 4) logits of the suits."""
        return self.head(self.drop(torch.flatten(self.features(x), 1)))


def drawn(
    scene: tuple[bytes, Labels], rng: np.random.Generator, poor: float
) -> tuple[list[Crop], list[int]]:
    """Returns the signs (32, 32, 3) of a scene's indices, with their suits; see `crops_of`."""
    crops, rows = crops_of(scene, rng, others=0, poor=poor, view=cut_sign)
    return [_recolour_at_random(recoloured(crop, rng), rng) for crop in crops], [r[1] for r in rows]


def pips_of(
    scene: tuple[bytes, Labels], rng: np.random.Generator, poor: float
) -> tuple[list[Crop], list[int]]:
    """Returns crops (32, 32, 3) of the pips of a scene's aces and court cards, and their suits.

    Sizes and places are about those that `vision.pips` uses.

    Args:
        scene: a picture, and its pips as returned by `Canvas.pips`.
        rng: random source.
        poor: probability of a poor camera.
    """
    data, labels = scene
    pip_rows = [row for row in labels if row[6] >= 0 and (row[5] == ACE or row[5] >= NUMBERS)]
    if not pip_rows:
        return [], []
    # An index is about 0.28 card widths high.
    sizes = [0.28 * REACH * row[4] / places(int(row[5]))[0].side for row in pip_rows]
    levels, least = photographed(data, sizes, rng, poor)
    smallest = SIGN_HEIGHTS * (least or LEAST_PX)
    crops: list[Crop] = []
    suits: list[int] = []
    for i in rng.permutation(len(pip_rows))[:_A_SCENE]:
        rank = int(pip_rows[i][5])
        exact = Spot(*(float(v) for v in pip_rows[i][:5]))
        if rank == ACE and rng.random() < 0.5:
            exact = exact.turned()
        low, high = _OF_ACE if rank == ACE else _OF_HEAD
        side = math.exp(rng.uniform(math.log(low), math.log(high))) / places(rank)[0].side
        spot = jittered(exact, rng, rng.normal(0, 5), 0.1, 0)
        spot = spot._replace(size=spot.size * side)
        if spot.size < smallest:
            continue
        squeeze, shear = math.exp(rng.normal(0, 0.1)), rng.normal(0, 0.08)
        crops.append(cut(levels, spot, squeeze, shear, pixels=SIGN))
        suits.append(int(pip_rows[i][6]))
    return crops, suits


def drawn_pips(
    scene: tuple[bytes, Labels], rng: np.random.Generator, poor: float
) -> tuple[list[Crop], list[int]]:
    """Returns the pips from `pips_of`, recoloured as in `drawn`, with their suits."""
    crops, suits = pips_of(scene, rng, poor)
    return [_recolour_at_random(recoloured(crop, rng), rng) for crop in crops], suits


def _recolour_at_random(crop: Crop, rng: np.random.Generator) -> Crop:
    kind = rng.random()
    if kind < _GREY:
        grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if kind < _GREY + _TURNED:
        return np.ascontiguousarray(crop[:, :, rng.permutation(3)])
    return crop


def validation(scenes: Shard, poor: float = 0.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the signs of `reader.validation`, (n, 32, 32, 3), and their suits."""
    signs, rows = reader.validation(scenes, poor, cut_sign)
    is_index = rows[:, 2] > 0
    return signs[is_index], rows[is_index, 1]


def validation_of_pips(scenes: Shard, poor: float = 0.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns pips of aces and court cards, (n, 32, 32, 3), and their suits; see `pips_of`."""
    return pips.validation(scenes, poor, pips_of)


def share(net: nn.Module, held_out: tuple[torch.Tensor, torch.Tensor]) -> float:
    """Returns the share, 0..1, of suits read correctly."""
    crops, suits = held_out
    with torch.no_grad():
        predicted = torch.cat([net(reader.pixels(some)) for some in crops.split(1024)]).argmax(1)
    return round(float((predicted == suits).float().mean()), 4)
