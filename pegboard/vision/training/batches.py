"""Endless batches of crops for the nets that read them, and the process that makes them."""

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
"""Crops of one scene, and what each shows."""


class Source(NamedTuple):
    """Scenes, and how crops are taken of one."""

    scenes: Shard
    drawn: Callable[[tuple[bytes, Labels], np.random.Generator], Drawn]


class Batches(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """Endless batches of `SIZE` crops, `uint8`, of scenes in random order, with what they show.

    Args:
        seed: of all that is drawn.
        sources: to take crops of, each as often.
    """

    def __init__(self, seed: tuple[int, int], *sources: Source) -> None:
        self._seed, self._sources = seed, sources

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Returns batches of this process's own."""
        return endless(self._seed, self._draw)

    def _draw(self, rng: np.random.Generator) -> Drawn:
        count = len(self._sources)
        scenes, drawn = self._sources[int(rng.integers(count)) if count > 1 else 0]
        return drawn(scenes[int(rng.integers(len(scenes)))], rng)


def endless(
    seed: tuple[int, int], draw: Callable[[np.random.Generator], Drawn]
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yields batches of crops, `uint8`, with what they show, for one process of its own.

    Args:
        seed: of all that is drawn.
        draw: returns the crops of some scene.
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
    """Returns what makes batches ahead, in a process beside the training."""
    return torch.utils.data.DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=8)
