"""What the nets are measured on: scenes in fonts and decks that none of them was trained on."""

from __future__ import annotations

from pathlib import Path

import torch

from pegboard.vision.training import around, pips, shards, signs


def held_out_pips(work: Path) -> dict[str, tuple[torch.Tensor, torch.Tensor]]:
    """Returns the pips to measure the third look on: ordinary, and by a poor camera."""
    held = shards.read(work, "pipsheld")
    return {"held out": pips.validation(held), "poor camera": pips.validation(held, poor=1)}


def held_out_signs(work: Path) -> dict[str, tuple[torch.Tensor, torch.Tensor]]:
    """Returns the signs to measure the closer look on: ordinary, poor camera, and tight."""
    ordinary = shards.read(work, "held")
    return {
        "held out": signs.validation(ordinary),
        "poor camera": signs.validation(ordinary, poor=1),
        "tight": signs.validation(shards.read(work, "tightheld")),
    }


def held_out_crops(work: Path) -> dict[str, tuple[torch.Tensor, torch.Tensor]]:
    """Returns the crops to measure the second look on: ordinary, poor camera, and tight.

    Narrow and wide views lie side by side.
    """
    ordinary = shards.read(work, "held")
    return {
        "held out": around.validation(ordinary),
        "poor camera": around.validation(ordinary, poor=1),
        "tight": around.validation(shards.read(work, "tightheld")),
    }
