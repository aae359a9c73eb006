"""The wide-view net, which reads suit and often rank again from the area beside an index.

The index itself is masked (`crops.cover`), so its errors are independent of the reader's, and the
log odds of both nets can be added.
"""

from __future__ import annotations

import copy

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from pegboard.vision.crops import CROP, cover, cut_around
from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.training import loop, reader
from pegboard.vision.training.detector import Block
from pegboard.vision.training.render.canvas import Labels
from pegboard.vision.training.render.scenes import Shard
from pegboard.vision.training.views import Crop, Row, crops_of, recoloured

SUIT_SHARE, RANK_SHARE = 0.5, 0.5
"""Weights of this net's log odds relative to the reader's; chosen on held-out rendered crops."""

_SHARED = 5
"""Number of first blocks with the same shape as the reader's, which start with its weights."""


class Around(nn.Module):  # type: ignore[misc]
    """Net that reads a card from the 48-pixel crop around its index; about 133,000 weights.

    Pips may be anywhere, so the head also gets the maximum of each feature over all places.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            Block(3, 24, 2),
            Block(24, 32),
            Block(32, 32),
            Block(32, 64, 2),
            Block(64, 64),
            Block(64, 48, 2),
        )
        self.fine, self.whole = nn.MaxPool2d(CROP // 4), nn.MaxPool2d(CROP // 8)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(48 * (CROP // 8) ** 2 + 48 + 64, 17)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps (n, 3, 48, 48) in 0..1, index masked, to (n, 17) logits: 13 ranks, 4 suits."""
        fine = self.features[:_SHARED](x)
        whole = self.features[_SHARED:](fine)
        everywhere = self.drop(torch.flatten(whole, 1))
        greatest = [torch.flatten(pool, 1) for pool in (self.whole(whole), self.fine(fine))]
        return self.head(torch.cat([everywhere, *greatest], 1))


def begun_from(finished: nn.Module) -> Around:
    """Returns an untrained net whose first blocks are copied from a trained reader."""
    net = Around()
    for mine, its in zip(net.features[:_SHARED], finished.features[:_SHARED], strict=True):
        mine.load_state_dict(its.state_dict())
    return net


def to_add(net: Around) -> nn.Module:
    """Returns the net in the form used by the recogniser.

    Its 18 weighted logits can be added to the reader's.
    """
    shares = torch.tensor([RANK_SHARE] * 13 + [SUIT_SHARE] * 4)
    added, head = copy.deepcopy(net), nn.Linear(net.head.in_features, 18)
    with torch.no_grad():
        head.weight.zero_()  # the reader alone decides whether there is an index
        head.bias.zero_()
        head.weight[:17] = net.head.weight * shares[:, None]
        head.bias[:17] = net.head.bias * shares
    added.head = head
    return added.eval()


class Both(nn.Module):  # type: ignore[misc]
    """Combination of reader and wide-view net, for measurements on English decks."""

    def __init__(self, finished: nn.Module, net: Around) -> None:
        super().__init__()
        self.reader, self.around = finished, to_add(net)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps (n, 3, 48, 96), a narrow view beside a wide one, to (n, 28) logits."""
        beside = self.around(x[..., CROP:].contiguous())
        unknown = beside.new_zeros(len(beside), len(GLYPHS) - RANKS)
        added = torch.cat([beside[:, :RANKS], unknown, beside[:, RANKS:]], 1)
        return self.reader(x[..., :CROP]) + added


def drawn(
    scene: tuple[bytes, Labels], rng: np.random.Generator, poor: float
) -> tuple[list[Crop], list[Row]]:
    """Returns wide views, (48, 48, 3), of a scene's indices, with their labels; see `crops_of`."""
    crops, rows = crops_of(scene, rng, others=0, poor=poor, view=cut_around)
    return [cover(recoloured(crop, rng)) for crop in crops], rows


def loss(net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Returns the cross entropies of rank and suit; suits weigh more, as one pip may show them."""
    crops, rows = batch
    with loop.half():
        out = net(reader.pixels(crops))
    out, cross = out.float(), functional.cross_entropy
    return {
        "rank": 0.5 * cross(out[:, :13], rows[:, 0], label_smoothing=0.02),
        "suit": 1.5 * cross(out[:, 13:], rows[:, 1], label_smoothing=0.02),
    }


def validation(scenes: Shard, poor: float = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns `reader.validation` with the wide view to the right of each crop, (n, 48, 96, 3)."""
    narrow, rows = reader.validation(scenes, poor)
    wide, same = reader.validation(scenes, poor, cut_around)
    assert torch.equal(rows, same)
    covered = torch.from_numpy(cover(wide.numpy()))
    return torch.cat([narrow, covered], 2), rows
