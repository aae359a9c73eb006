"""Endless batches of crops for training the nets, made in a separate process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch

from pegboard.vision.training.render.canvas import Labels
from pegboard.vision.training.render.scenes import Shard
from pegboard.vision.training.views import Crop

SIZE = 256
"""Crops in a batch."""
Drawn = tuple[list[Crop], Sequence[Any]]
"""Crops of a scene and their targets."""


class Source(NamedTuple):
    """Scenes, and the function that takes crops from one."""

    scenes: Shard
    drawn: Callable[[tuple[bytes, Labels], np.random.Generator], Drawn]


class Batches(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """Endless batches of `SIZE` crops, `uint8`, from scenes in random order, with their targets.

    Args:
        seed: seed of all random choices.
        sources: sources of crops, sampled equally often.
    """

    def __init__(self, seed: tuple[int, int], *sources: Source) -> None:
        self._seed, self._sources = seed, sources

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Returns an endless iterator over batches of crops."""
        return endless(self._seed, self._draw)

    def _draw(self, rng: np.random.Generator) -> Drawn:
        count = len(self._sources)
        scenes, drawn = self._sources[int(rng.integers(count)) if count > 1 else 0]
        return drawn(scenes[int(rng.integers(len(scenes)))], rng)


def endless(
    seed: tuple[int, int], draw: Callable[[np.random.Generator], Drawn]
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yields batches of crops, `uint8`, with their targets; meant for a separate process.

    Args:
        seed: seed of all random choices.
        draw: returns the crops and targets of a random scene.
    """
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    crops: list[Crop] = []
    shown: list[Any] = []
    while True:
        while len(crops) < SIZE:
            new, targets = draw(rng)
            crops += new
            shown += targets
        yield torch.from_numpy(np.stack(crops[:SIZE])), torch.tensor(shown[:SIZE])
        crops, shown = crops[SIZE:], shown[SIZE:]


def loaded(batches: torch.utils.data.IterableDataset) -> torch.utils.data.DataLoader:
    """Returns a loader that prefetches batches in a separate process."""
    return torch.utils.data.DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=8)
