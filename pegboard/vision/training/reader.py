"""The index net: maps an upright crop to glyph, suit, and presence of an index.

Nearly all errors are this net's, so it gets most of the training time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from pegboard.vision.crops import CROP, cut
from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.training import loop
from pegboard.vision.training.batches import endless
from pegboard.vision.training.detector import Block
from pegboard.vision.training.render.scenes import Shard
from pegboard.vision.training.render.styles import SUITS
from pegboard.vision.training.views import Crop, Row, View, crops_of, recoloured

_COUNT = len(GLYPHS)
_GLYPHS, _SUITS = slice(0, _COUNT), slice(_COUNT, _COUNT + 4)

Misses = dict[int, npt.NDArray[np.float32]]
"""Scene number -> false alarms of the detection net, spots (n, 5)."""


class Reader(nn.Module):  # type: ignore[misc]
    """A net for 48-pixel crops; about 460,000 weights."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            Block(3, 24, 2),
            Block(24, 32),
            Block(32, 32),
            Block(32, 64, 2),
            Block(64, 64),
            Block(64, 64),
            Block(64, 96, 2),
            Block(96, 96),
            Block(96, 96),
            Block(96, 128, 2),
        )
        self.drop = nn.Dropout(0.15)
        self.head = nn.Linear(128 * (CROP // 16) ** 2, _COUNT + 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps (n, 3, 48, 48) in 0..1 to (n, 28) logits: 23 glyphs, 4 suits, is an index."""
        return self.head(self.drop(torch.flatten(self.features(x), 1)))


def pixels(crops: torch.Tensor) -> torch.Tensor:
    """Maps (n, 48, 48, 3) `uint8` to (n, 3, 48, 48) in 0..1."""
    return crops.permute(0, 3, 1, 2).float() / 255


class Batches(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """Endless batches of 256 crops, (48, 48, 3) `uint8`, with their labels."""

    def __init__(self, scenes: Shard, misses: Misses, seed: tuple[int, int], poor: float) -> None:
        self._scenes = scenes
        self._poor = poor
        self._misses = misses
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Yields crops of random scenes; three crops in four are indices."""
        return endless(self._seed, self._draw)

    def _draw(self, rng: np.random.Generator) -> tuple[list[Crop], list[Row]]:
        number = int(rng.integers(len(self._scenes)))
        others = 1 + int(rng.random() < 0.3)
        misses = self._misses.get(number)
        crops, rows = crops_of(self._scenes[number], rng, misses, others=others, poor=self._poor)
        return [recoloured(crop, rng) for crop in crops], rows


def loss(net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Returns cross entropies with label smoothing, which improves calibration."""
    crops, rows = batch
    with loop.half():
        out = net(pixels(crops))
    out = out.float()
    index = rows[:, 2] > 0
    cross = functional.cross_entropy
    return {
        "glyph": cross(out[index, _GLYPHS], rows[index, 3], label_smoothing=0.03),
        # Clubs and spades are the hardest pair, so suits weigh more.
        "suit": 1.3 * cross(out[index, _SUITS], rows[index, 1], label_smoothing=0.03),
        "index": functional.binary_cross_entropy_with_logits(
            out[:, -1], index.float() * 0.98 + 0.01
        ),
    }


def validation(
    scenes: Shard, poor: float = 0, view: View = cut
) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns crops of held-out scenes with their labels; deterministic. See `crops_of`."""
    rng = np.random.default_rng(1)
    crops: list[Crop] = []
    rows: list[Row] = []
    for scene in scenes:
        new, targets = crops_of(scene, rng, others=2, poor=poor, view=view)
        crops += new
        rows += targets
    return torch.from_numpy(np.stack(crops)), torch.tensor(rows)


def verdict(net: nn.Module, held_out: tuple[torch.Tensor, torch.Tensor]) -> str:
    """Returns the shares of held-out places read correctly, as text."""
    return " ".join(f"{name} {share:.4f}" for name, share in shares(net, held_out).items())


def shares(net: nn.Module, held_out: tuple[torch.Tensor, torch.Tensor]) -> dict[str, float]:
    """Returns the shares, 0..1, of held-out places read correctly, by property.

    "abroad" is the share for glyphs that English decks do not have.
    """
    rows, out = held_out[1], _read(net, held_out[0])
    index = rows[:, 2] > 0
    glyph = out[index, _GLYPHS].argmax(1) == rows[index, 3]
    suit = out[index, _SUITS].argmax(1) == rows[index, 1]
    is_found = (out[:, -1] > 0) == index
    abroad = glyph[rows[index, 3] >= RANKS]
    right = {
        "glyph": glyph,
        "abroad": abroad,
        "suit": suit,
        "card": glyph & suit,
        "index": is_found,
    }
    return {name: round(float(v.float().mean()), 4) for name, v in right.items() if len(v)}


def confusions(
    net: nn.Module, held_out: tuple[torch.Tensor, torch.Tensor], least: int = 3
) -> dict[str, Any]:
    """Returns the confusions of glyphs and suits ("Q>9": 11) seen at least `least` times."""
    rows = held_out[1][held_out[1][:, 2] > 0]
    out = _read(net, held_out[0])[held_out[1][:, 2] > 0]
    counts: dict[str, Any] = {"indices": len(rows)}
    for name, names, predicted, truth in (
        ("suits", SUITS, out[:, _SUITS].argmax(1), rows[:, 1]),
        ("glyphs", GLYPHS, out[:, _GLYPHS].argmax(1), rows[:, 3]),
    ):
        pairs = zip(truth.tolist(), predicted.tolist(), strict=True)
        wrong = Counter(f"{names[t]}>{names[s]}" for t, s in pairs if t != s)
        counts[name] = {pair: count for pair, count in wrong.most_common() if count >= least}
    return counts


def _read(net: nn.Module, crops: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return torch.cat([net(pixels(part)) for part in crops.split(256)])
