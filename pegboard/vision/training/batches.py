"""Endless batches of crops for the nets that read them, and the process that makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import cv2
import numpy as np
import torch

from pegboard.vision.training.views import Crop

SIZE = 256
"""Crops in a batch."""
Drawn = tuple[list[Crop], Sequence[Any]]
"""Crops of one scene, and what each shows."""


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
            new, told = draw(rng)
            crops += new
            shown += told
        yield torch.from_numpy(np.stack(crops[:SIZE])), torch.tensor(shown[:SIZE])
        crops, shown = crops[SIZE:], shown[SIZE:]


def loaded(batches: torch.utils.data.IterableDataset) -> torch.utils.data.DataLoader:
    """Returns what makes batches ahead, in a process beside the training."""
    return torch.utils.data.DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=8)
