"""The closer look: reads the suit sign of an index alone, twice as large as the second look does.

It is trained to go by shape: colours are turned or taken away more often than anywhere else, for
there are decks of four colours, and cameras that see none.
"""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch import nn

from pegboard.vision.crops import cut_sign
from pegboard.vision.pips import SUITS
from pegboard.vision.training import reader
from pegboard.vision.training.detector import Block
from pegboard.vision.training.render.canvas import Labels
from pegboard.vision.training.render.scenes import Shard
from pegboard.vision.training.views import Crop, crops_of, recoloured

_GREY, _TURNED = 0.15, 0.2
"""Shares of the crops that lose their colours, and of those whose colours are exchanged."""


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
    """Returns the signs (32, 32, 3) of one scene's indices, with their suits; see `crops_of`."""
    crops, rows = crops_of(scene, rng, others=0, poor=poor, view=cut_sign)
    return [_other_colours(recoloured(crop, rng), rng) for crop in crops], [r[1] for r in rows]


def _other_colours(crop: Crop, rng: np.random.Generator) -> Crop:
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
    there = rows[:, 2] > 0
    return signs[there], rows[there, 1]


def share(net: nn.Module, held_out: tuple[torch.Tensor, torch.Tensor]) -> float:
    """Returns the share, 0..1, of suits read right."""
    crops, suits = held_out
    with torch.no_grad():
        said = torch.cat([net(reader.pixels(some)) for some in crops.split(1024)]).argmax(1)
    return round(float((said == suits).float().mean()), 4)
