"""The detection net: maps a picture to a heat map of indices with direction and size.

Fully convolutional with an output every four pixels. Uses only convolutions, batch norm, ReLU,
addition and nearest-neighbour enlargement, so that every cv2.dnn since 4.6 runs it.
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

from pegboard.vision.detect import LARGEST, REFERENCE, SMALLEST, STRIDE
from pegboard.vision.training import loop
from pegboard.vision.training.render.canvas import Labels
from pegboard.vision.training.render.scenes import SCENE, Shard

SIDE = 256
"""Side of a training crop in pixels."""
_GRID = SIDE // STRIDE
_BATCH = 16


class Block(nn.Module):  # type: ignore[misc]
    """3x3 convolution, batch norm, ReLU; with a shortcut if the shape is unchanged."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.convolve = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.shortcut = inputs == outputs and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps (n, inputs, h, w) to (n, outputs, h / stride, w / stride)."""
        y = self.norm(self.convolve(x))
        return functional.relu(x + y if self.shortcut else y)


def _mix(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class Detector(nn.Module):  # type: ignore[misc]
    """A U-shaped net over strides 4, 8 and 16; about 350,000 weights."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = 16, 24, 48, 80, 24
        self.stem = nn.Sequential(Block(3, a, 2), Block(a, b, 2), Block(b, b))
        self.middle = nn.Sequential(Block(b, c, 2), *[Block(c, c) for _ in range(3)])
        self.deep = nn.Sequential(Block(c, d, 2), *[Block(d, d) for _ in range(4)])
        self.deep_to_middle, self.join_middle = _mix(d, c), Block(c, c)
        self.middle_to_fine, self.stem_to_fine = _mix(c, e), _mix(b, e)
        self.join_fine = nn.Sequential(Block(e, e), Block(e, e))
        self.head = nn.Conv2d(e, 4, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps (n, 3, h, w) in 0..1 to (n, 4, h / 4, w / 4): heat logit, up x, up y, log size."""
        fine = self.stem(x)
        middle = self.middle(fine)
        deep = self.deep_to_middle(self.deep(middle))
        middle = self.join_middle(middle + _twice(deep))
        return self.head(
            self.join_fine(self.stem_to_fine(fine) + _twice(self.middle_to_fine(middle)))
        )


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2, mode="nearest")


def target(labels: Labels) -> npt.NDArray[np.float32]:
    """Returns the training target of the net.

    (6, grid, grid): heat, weight, mask of the cells that train direction and size, up x, up y, log
    size.
    """
    yy, xx = np.mgrid[:_GRID, :_GRID].astype(np.float32)
    maps = np.zeros((6, _GRID, _GRID), np.float32)
    maps[1] = 1
    for x, y, ux, uy, size, _, _, is_target in labels:
        gx, gy = x / STRIDE - 0.5, y / STRIDE - 0.5
        distance = (xx - gx) ** 2 + (yy - gy) ** 2
        if not is_target or not SMALLEST + 1 <= size <= LARGEST - 5:
            maps[1][distance < (max(size, 12) * 0.4 / STRIDE) ** 2] = 0
            continue
        column, row = round(float(gx)), round(float(gy))
        if not (0 <= column < _GRID and 0 <= row < _GRID):
            continue
        spread = max(0.8, size / STRIDE / 7)
        bump = np.exp(-distance / (2 * spread * spread))
        bump[row, column] = 1
        maps[0] = np.maximum(maps[0], bump)
        near, length = bump > 0.6, math.hypot(ux, uy) + 1e-6
        maps[2][near] = 1
        maps[3][near], maps[4][near] = ux / length, uy / length
        maps[5][near] = math.log(size / REFERENCE)
    maps[1][maps[0] > 0.3] = 1
    return maps


def _varied(
    image: npt.NDArray[np.uint8], labels: Labels, rng: np.random.Generator
) -> tuple[npt.NDArray[np.uint8], Labels]:
    """Returns a picture and its labels after a random quarter turn and crop."""
    labels = labels.copy()
    for _ in range(rng.integers(4)):
        image = np.rot90(image)
        x, ux = labels[:, 0].copy(), labels[:, 2].copy()
        labels[:, 0], labels[:, 1] = labels[:, 1].copy(), SCENE - 1 - x
        labels[:, 2], labels[:, 3] = labels[:, 3].copy(), -ux
    left, top = rng.integers(0, SCENE - SIDE + 1, 2)
    labels[:, 0] -= left
    labels[:, 1] -= top
    return image[top : top + SIDE, left : left + SIDE], labels


class Batches(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """Endless batches (16, 256, 256, 3), `uint8`, with targets."""

    def __init__(self, scenes: Shard, seed: tuple[int, int]) -> None:
        self._scenes = scenes
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Yields batches of uniformly sampled scenes."""
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        rng = np.random.default_rng(self._seed)
        while True:
            images = np.empty((_BATCH, SIDE, SIDE, 3), np.uint8)
            targets = []
            for i in range(_BATCH):
                data, labels = self._scenes[rng.integers(len(self._scenes))]
                scene = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
                assert scene is not None
                image, moved = _varied(np.asarray(scene, np.uint8), labels, rng)
                gain = np.append(rng.uniform(0.8, 1.2) * rng.uniform(0.93, 1.07, 3), 1)
                images[i] = cv2.transform(image, np.diag(gain)[:3])
                targets.append(target(moved))
            yield torch.from_numpy(images), torch.from_numpy(np.stack(targets))


def loss(net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Returns the terms of the loss: focal (CenterNet) for the heat, smooth L1 for the rest."""
    images, maps = batch
    with loop.half():
        out = net(images.permute(0, 3, 1, 2).float() / 255)
    out = out.float()
    heat, weight = maps[:, 0], maps[:, 1]
    predicted = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    centre = (heat > 0.999).float()
    hit = centre * (1 - predicted) ** 2 * torch.log(predicted)
    miss = (1 - centre) * (1 - heat) ** 4 * predicted**2 * torch.log(1 - predicted)
    terms = {"heat": -((hit + miss) * weight).sum() / centre.sum().clamp(min=1)}
    taught = maps[:, 2] > 0
    if taught.any():
        shape = out.permute(0, 2, 3, 1)[taught]
        up = torch.stack([maps[:, 3][taught], maps[:, 4][taught]], 1)
        terms["up"] = 2 * functional.smooth_l1_loss(shape[:, 1:3], up, beta=0.2)
        terms["size"] = 2 * functional.smooth_l1_loss(shape[:, 3], maps[:, 5][taught], beta=0.2)
    return terms
