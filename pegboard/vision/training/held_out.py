"""Held-out crops to measure the nets on, in fonts and decks never used for training."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch

from pegboard.vision.training import around, pips, shards, signs
from pegboard.vision.training.render.scenes import Shard

Held = tuple[torch.Tensor, torch.Tensor]
"""Held-out crops and their targets."""


def english(held: Held) -> Held:
    """Returns the crops from English decks only: the wide-view net predicts ranks, not letters."""
    crops, rows = held
    fit = (rows[:, 2] == 0) | (rows[:, 0] == rows[:, 3])
    return crops[fit], rows[fit]


def held_out_pips(work: Path) -> dict[str, Held]:
    """Returns held-out pips: ordinary, and by a poor camera."""
    scenes = shards.read(work, "pipsheld")
    return {"held out": pips.validation(scenes), "poor camera": pips.validation(scenes, poor=1)}


def held_out_signs(work: Path) -> dict[str, Held]:
    """Returns held-out suit signs.

    Ordinary, by a poor camera, and in tight fans; and pips, ordinary and by a poor camera.
    """
    scenes = shards.read(work, "largeheld")
    return {
        **_ordinary_poor_tight(work, signs.validation),
        "pips": signs.validation_of_pips(scenes),
        "pips, poor camera": signs.validation_of_pips(scenes, poor=1),
    }


def held_out_crops(work: Path) -> dict[str, Held]:
    """Returns held-out crops of indices: ordinary, by a poor camera, and in tight fans.

    Narrow and wide views are side by side.
    """
    return _ordinary_poor_tight(work, around.validation)


def _ordinary_poor_tight(work: Path, validation: Callable[[Shard, float], Held]) -> dict[str, Held]:
    ordinary = shards.read(work, "held")
    return {
        "held out": validation(ordinary, 0.0),
        "poor camera": validation(ordinary, 1.0),
        "tight": validation(shards.read(work, "tightheld"), 0.0),
    }
