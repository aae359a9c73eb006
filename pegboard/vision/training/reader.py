"""The second look: an upright crop in; rank, suit and whether it is an index at all out.

This is where nearly all errors are made and mended, so it gets most of the training time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from pegboard.vision.crops import CROP, Spot, cut, halved
from pegboard.vision.training.detector import Block
from pegboard.vision.training.scenes import Labels, Shard

Row = tuple[int, int, int]
"""Rank, suit, is an index; rank and suit are -1 where it is none."""
Crop = npt.NDArray[np.uint8]
Misses = dict[int, npt.NDArray[np.float32]]
"""Scene number -> spots (n, 5) the corner net took for indices though there are none."""

_BATCH = 256


class Reader(nn.Module):  # type: ignore[misc]
    """48-pixel crops; about 460,000 weights."""

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
        self.head = nn.Linear(128 * (CROP // 16) ** 2, 18)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(n, 3, 48, 48) in 0..1 -> (n, 18) logits: 13 ranks, 4 suits, is an index."""
        return self.head(self.drop(torch.flatten(self.features(x), 1)))


def crops_of(
    scene: tuple[bytes, Labels],
    rng: np.random.Generator,
    misses: npt.NDArray[np.float32] | None = None,
    others: int = 2,
) -> tuple[list[Crop], list[Row]]:
    """Crops of one scene: its indices, jittered as the corner net would, and `others`."""
    data, labels = scene
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    full = np.asarray(image, np.uint8)
    levels = [full, halved(full), halved(halved(full))]
    crops: list[Crop] = []
    rows: list[Row] = []
    clear = [label for label in labels if label[7] > 0 and label[4] >= 9]
    for i in rng.permutation(len(clear))[:6]:
        spot = _jittered(Spot(*(float(v) for v in clear[i][:5])), rng)
        squeeze, shear = math.exp(rng.normal(0, 0.14)), rng.normal(0, 0.13)
        crops.append(cut(levels, spot, squeeze, shear))
        rows.append((int(clear[i][5]), int(clear[i][6]), 1))
    for _ in range(others):
        wrong = _not_an_index(labels, clear, full.shape[0], rng)
        if wrong is not None:
            crops.append(cut(levels, wrong))
            rows.append((-1, -1, 0))
    if misses is not None:
        for miss in misses[:2]:
            crops.append(cut(levels, _jittered(Spot(*(float(v) for v in miss)), rng)))
            rows.append((-1, -1, 0))
    return crops, rows


def _jittered(spot: Spot, rng: np.random.Generator) -> Spot:
    """As inexact as the corner net is, and sometimes much more so."""
    turn = math.radians(rng.normal(0, 8) if rng.random() < 0.75 else rng.uniform(-32, 32))
    c, s = math.cos(turn), math.sin(turn)
    return Spot(
        spot.x + rng.normal(0, 0.06) * spot.size,
        spot.y + rng.normal(0, 0.06) * spot.size,
        spot.ux * c - spot.uy * s,
        spot.ux * s + spot.uy * c,
        spot.size * math.exp(rng.normal(0, 0.12)),
    )


def _not_an_index(
    labels: Labels, clear: list[Labels], side: int, rng: np.random.Generator
) -> Spot | None:
    """An index upside down, a place beside one, or anywhere; None where that would be an index."""
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


def _recoloured(original: Crop, rng: np.random.Generator) -> Crop:
    """White balance of each crop, and now and then what scenes have too little of."""
    gain = rng.uniform(0.8, 1.2) * rng.uniform(0.93, 1.07, 3)
    crop = original * gain.astype(np.float32)
    kind = rng.random()
    if kind < 0.1:  # lamplight: hardly any blue
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
    result = np.asarray(np.clip(crop, 0, 255), np.uint8)
    return _seen_small(result, rng) if rng.random() < 0.32 else result


def _seen_small(crop: Crop, rng: np.random.Generator) -> Crop:
    """As from few pixels, sharpened and squeezed by a webcam: where clubs pass for spades."""
    side = int(rng.integers(14, 32))
    small = np.asarray(cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.6, 1.2))
        small = small + (small - soft) * np.float32(rng.uniform(0.3, 2))
    poor = np.asarray(np.clip(small, 0, 255), np.uint8)
    if rng.random() < 0.4:
        quality = int(rng.uniform(30, 90))
        data = cv2.imencode(".jpg", poor, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
        assert decoded is not None
        poor = np.asarray(decoded, np.uint8)
    return np.asarray(cv2.resize(poor, (CROP, CROP), interpolation=cv2.INTER_LINEAR), np.uint8)


class Batches(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """Endless batches of 256 crops (48, 48, 3), `uint8`, and their rows."""

    def __init__(self, scenes: Shard, misses: Misses, seed: int) -> None:
        self._scenes = scenes
        self._misses = misses
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Scenes in random order; three crops in four are indices."""
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        rng = np.random.default_rng(self._seed)
        crops: list[Crop] = []
        rows: list[Row] = []
        while True:
            while len(crops) < _BATCH:
                number = int(rng.integers(len(self._scenes)))
                others = 1 + int(rng.random() < 0.3)
                new, told = crops_of(
                    self._scenes[number], rng, self._misses.get(number), others=others
                )
                crops += [_recoloured(crop, rng) for crop in new]
                rows += told
            yield torch.from_numpy(np.stack(crops[:_BATCH])), torch.tensor(rows[:_BATCH])
            crops, rows = crops[_BATCH:], rows[_BATCH:]


def loss(net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Cross entropies, slightly smoothed: a reader never quite certain calibrates better."""
    crops, rows = batch
    with torch.autocast("cpu", torch.bfloat16):
        out = net(crops.permute(0, 3, 1, 2).float() / 255)
    out = out.float()
    index = rows[:, 2] > 0
    cross = functional.cross_entropy
    return {
        "rank": cross(out[index, :13], rows[index, 0], label_smoothing=0.03),
        # Clubs and spades are the hardest pair of all, so suits count for more.
        "suit": 1.3 * cross(out[index, 13:17], rows[index, 1], label_smoothing=0.03),
        "index": functional.binary_cross_entropy_with_logits(
            out[:, 17], index.float() * 0.98 + 0.01
        ),
    }


def validation(scenes: Shard) -> tuple[torch.Tensor, torch.Tensor]:
    """Crops of held-out scenes, always the same."""
    rng = np.random.default_rng(1)
    crops: list[Crop] = []
    rows: list[Row] = []
    for scene in scenes:
        new, told = crops_of(scene, rng, others=2)
        crops += new
        rows += told
    pixels = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 255
    return pixels, torch.tensor(rows)


def verdict(net: nn.Module, held_out: tuple[torch.Tensor, torch.Tensor]) -> str:
    """Shares of held-out crops read right."""
    crops, rows = held_out
    with torch.no_grad():
        out = torch.cat([net(part) for part in crops.split(512)])
    index = rows[:, 2] > 0
    rank = out[index, :13].argmax(1) == rows[index, 0]
    suit = out[index, 13:17].argmax(1) == rows[index, 1]
    told = (out[:, 17] > 0) == index
    shares = [float(v.float().mean()) for v in (rank, suit, rank & suit, told)]
    return "held out: rank {:.4f} suit {:.4f} both {:.4f} index {:.4f}".format(*shares)
