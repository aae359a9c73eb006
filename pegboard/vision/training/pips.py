"""The pip net: classifies single pips as one of four suits or none; see `vision.pips`."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from pegboard.vision.crops import REACH, Spot, cut
from pegboard.vision.pips import NONE, PIP, SUITS
from pegboard.vision.training import loop, reader
from pegboard.vision.training.detector import Block
from pegboard.vision.training.render.canvas import Labels
from pegboard.vision.training.render.scenes import Shard
from pegboard.vision.training.views import Crop, jittered, photographed, recoloured

Draw = Callable[[tuple[bytes, Labels], np.random.Generator, float], tuple[list[Crop], list[int]]]
"""Returns crops of a scene's pips, and their suits; see `crops_of`."""
_A_SCENE = 8
"""Maximum number of pips per scene."""
_TOO_MANY = 0.5
"""Share of places without a pip that are skipped."""
_SMALLEST = 10.0
"""Side of a crop, in camera pixels, below which the suit is unreadable."""


class Pips(nn.Module):  # type: ignore[misc]
    """A net for 28-pixel crops; about 63,000 weights."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            Block(3, 24),
            Block(24, 32, 2),
            Block(32, 32),
            Block(32, 48, 2),
            Block(48, 48),
        )
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(48 * (PIP // 4) ** 2, SUITS + 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps (n, 3, 28, 28) in 0..1 to (n, 5) logits: four suits, no pip."""
        return self.head(self.drop(torch.flatten(self.features(x), 1)))


def crops_of(
    scene: tuple[bytes, Labels], rng: np.random.Generator, poor: float
) -> tuple[list[Crop], list[int]]:
    """Returns crops of a scene's pips, jittered like detected cards, and their suits.

    `poor` is the probability of a poor camera.
    """
    data, rows = scene
    # A crop is about as large as an index.
    levels, least = photographed(data, [float(v) for v in rows[:, 4]], rng, poor)
    smallest = least * 1.5 if least is not None else _SMALLEST
    crops: list[Crop] = []
    suits: list[int] = []
    for i in rng.permutation(len(rows))[:_A_SCENE]:
        exact, suit = Spot(*(float(v) for v in rows[i][:5])), int(rows[i][6])
        spot = jittered(exact, rng, rng.normal(0, 5), 0.12, 0.1)
        if (suit >= 0 and spot.size * REACH < smallest) or (suit < 0 and rng.random() < _TOO_MANY):
            continue
        squeeze, shear = math.exp(rng.normal(0, 0.1)), rng.normal(0, 0.08)
        crops.append(cut(levels, spot, squeeze, shear, pixels=PIP))
        suits.append(suit if suit >= 0 else NONE)
    return crops, suits


def drawn(
    scene: tuple[bytes, Labels], rng: np.random.Generator, poor: float
) -> tuple[list[Crop], list[int]]:
    """Returns a scene's pips, (28, 28, 3), recoloured, with their suits; see `crops_of`."""
    if not len(scene[1]):
        return [], []
    crops, suits = crops_of(scene, rng, poor)
    return [recoloured(crop, rng) for crop in crops], suits


def loss(net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Returns the cross entropy of the suits."""
    crops, suits = batch
    with loop.half():
        out = net(reader.pixels(crops))
    return {"suit": functional.cross_entropy(out.float(), suits, label_smoothing=0.02)}


def validation(
    scenes: Shard, poor: float = 0.0, draw: Draw = crops_of
) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns pips of held-out scenes, (n, 28, 28, 3), and their suits.

    Args:
        scenes: held-out scenes.
        poor: probability of a poor camera.
        draw: crops the pips of a scene.
    """
    rng = np.random.default_rng(1)
    samples = [draw(scene, rng, poor) for scene in scenes if len(scene[1])]
    crops = [crop for some, _ in samples for crop in some]
    return torch.from_numpy(np.stack(crops)), torch.tensor(
        [s for _, targets in samples for s in targets]
    )


def shares(net: nn.Module, held_out: tuple[torch.Tensor, torch.Tensor]) -> dict[str, float]:
    """Returns the shares, 0..1, of pips of right suit, pips detected, and non-pips rejected."""
    crops, suits = held_out
    with torch.no_grad():
        out = torch.cat([net(reader.pixels(some)) for some in crops.split(1024)])
    is_pip = suits != NONE
    named, is_seen = out[:, :SUITS].argmax(1) == suits, out.argmax(1) != NONE
    right = {"suit": named[is_pip], "seen": is_seen[is_pip], "no_pip": ~is_seen[~is_pip]}
    return {name: round(float(v.float().mean()), 4) for name, v in right.items()}
