"""Reading of a card's suit from its pips, which are larger than the sign in the index.

Pips are in the same places on nearly every deck, on court cards beside the figure's head. Given the
outline and rank of a card, each can be cropped upright and read. The net also recognises places
without a pip, or with a covered one; those are ignored.

The pip of a court card is hardly larger than the sign in its index, and its place varies a little
between decks. So the net for index signs reads it, at several places and sizes; the clearest result
counts. The pip of an ace comes in every size and either way up: both nets read it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK
from pegboard.vision.crops import REACH, SIGN, Image8, Spot, cut
from pegboard.vision.nets import Net, OpenCvNet
from pegboard.vision.nets.port import batch
from pegboard.vision.outlines import Outline
from pegboard.vision.read import softmax

SUITS, NONE = 4, 4
"""Outputs of the net: four suits, and no pip of this card."""
NO_PIPS = np.zeros(SUITS)
"""Log odds of the four suits where no pips were read."""
PIP = 28
"""Side of a crop in pixels."""
_SIDE, _SIDE_OF_ACE = 0.34, 0.5
"""Side of a crop in card widths, and side of the crop of an ace's pip."""
_LEFT, _TOP = 0.29, 0.155
_FOUR = ((0.0, 0.0), (2.0, 0.0), (0.0, 4.0), (2.0, 4.0))
_EIGHT = (*_FOUR, (0.0, 4 / 3), (2.0, 4 / 3), (0.0, 8 / 3), (2.0, 8 / 3))
LAYOUT: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((1, 0), (1, 4)),
    3: ((1, 0), (1, 2), (1, 4)),
    4: _FOUR,
    5: (*_FOUR, (1, 2)),
    6: (*_FOUR, (0, 2), (2, 2)),
    7: (*_FOUR, (0, 2), (2, 2), (1, 1)),
    8: (*_FOUR, (0, 2), (2, 2), (1, 1), (1, 3)),
    9: (*_EIGHT, (1, 2)),
    10: (*_EIGHT, (1, 2 / 3), (1, 10 / 3)),
}
"""Columns 0 to 2 and rows 0 to 4 of the pips, by the number of pips."""
_ENOUGH = 6
"""Maximum number of pips read per card; more add nothing."""
ACE, NUMBERS = 0, 10
"""Rank of the ace, and number of ranks below the court cards."""
_HEAD = (0.3, 0.135)
"""Place of the pip of a court card: across and down."""
_NUDGES = ((0.0, 0.0), *itertools.product((-0.025, 0.025), (-0.015, 0.015)))
"""Additional offsets at which that pip is read."""
_SIDES_OF_HEAD, _SIDES_OF_ACE = (0.16, 0.2, 0.25), (0.5, 0.6, 0.72)
"""Sides of the crops of that pip, and of those of an ace's pip, in card widths."""
_TWINS = np.array([3, 2, 1, 0])
"""Number of the other suit of the same colour, by suit number."""
_AT_ONCE = 12
"""Batch size: larger batches need more memory and are no faster."""
_SHARE, _MOST = 0.7, 6.0
"""Weight and limit of the summed log odds of all pips, whose errors correlate."""


class Pip(NamedTuple):
    """Place of a pip on a card."""

    across: float
    """Share of the card's width, from the left."""
    down: float
    """Share of its height, from above."""
    side: float
    """Side of its crop in card widths."""

    @property
    def turned(self) -> bool:
        """Returns True if the pip is upside down."""
        return self.down > 0.5


def places(rank: int) -> list[Pip]:
    """Returns the places of the pips of a card.

    Args:
        rank: 0 for an ace to 12.
    """
    if rank == ACE:
        return [Pip(0.5, 0.5, _SIDE_OF_ACE)]
    if rank >= NUMBERS:
        across, down = _HEAD
        return [Pip(across, down, _SIDE), Pip(1 - across, 1 - down, _SIDE)]
    return [
        Pip(_LEFT + (0.5 - _LEFT) * column, _TOP + (1 - 2 * _TOP) * row / 4, _SIDE)
        for column, row in LAYOUT[rank + 1][:_ENOUGH]
    ]


def spot_of(outline: Outline, pip: Pip) -> Spot:
    """Returns the spot of a pip in a picture.

    Args:
        outline: the card's corners, clockwise from above its index, in pixels.
        pip: place of the pip on the card.
    """
    (x, y), right, _, below = outline
    across = right[0] - x, right[1] - y
    down = below[0] - x, below[1] - y
    length = math.hypot(*down) * (-1 if pip.turned else 1)
    return Spot(
        x + pip.across * across[0] + pip.down * down[0],
        y + pip.across * across[1] + pip.down * down[1],
        -down[0] / length,
        -down[1] / length,
        pip.side * math.hypot(*across) / REACH,
    )


def by_card(suits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Returns a value per card, in the order of the deck, from values of the four suits."""
    return np.repeat(suits, len(DECK) // SUITS)


class PipReader:
    """The nets that read pips, with their weights. Not thread-safe."""

    def __init__(self, pips: Path, signs: Path) -> None:
        """Loads two ONNX files.

        Args:
            pips: reads the pips of number cards.
            signs: reads the suit sign of an index alone, and the pips of aces and court cards.
        """
        self._pips: Net = OpenCvNet(pips)
        self._signs: Net = OpenCvNet(signs)

    def suits(
        self, levels: list[Image8], cards: Sequence[tuple[Outline, int]]
    ) -> npt.NDArray[np.float64]:
        """Returns the log odds of the suits by the pips, (cards, 4); 0 where no pip is readable.

        Args:
            levels: the picture as `crops.pyramid` gives it.
            cards: outline and rank of each card, 0 (ace) to 12.
        """
        total = np.zeros((len(cards), SUITS))
        spots = []
        for number, (outline, rank) in enumerate(cards):
            if rank == ACE or rank >= NUMBERS:
                total[number] = self._by_signs(levels, outline, rank)
            if rank < NUMBERS:
                spots += [(number, spot_of(outline, pip)) for pip in places(rank)]
        if spots:
            odds = softmax(_run(self._pips, [cut(levels, spot, pixels=PIP) for _, spot in spots]))
            logs = np.log(odds[:, :SUITS] + odds[:, NONE:] / SUITS + 1e-4)
            for (number, _), log in zip(spots, logs, strict=True):
                total[number] += log - log.mean()
        return np.asarray(np.clip(_SHARE * total, -_MOST, _MOST))

    def _by_signs(
        self, levels: list[Image8], outline: Outline, rank: int
    ) -> npt.NDArray[np.float64]:
        """Returns the log odds of each suit against the other suit of its colour, (4,).

        The net reports a sign even where there is none, so its evidence on colour is ignored.
        """
        total = np.zeros(SUITS)
        for across, down, _ in places(rank):
            spots = [
                spot_of(outline, Pip(across + right, down + below, side))
                for right, below in _NUDGES
                for side in (_SIDES_OF_HEAD if rank != ACE else _SIDES_OF_ACE)
            ]
            if rank == ACE:
                spots += [spot.turned() for spot in spots]
            logits = _run(self._signs, [cut(levels, spot, pixels=SIGN) for spot in spots])
            total += logits[softmax(logits).max(axis=1).argmax()]
        return np.asarray((total - total[_TWINS]) / 2)


def _run(net: Net, crops: list[Image8]) -> npt.NDArray[np.float64]:
    """Returns the net's output for some crops, one row each."""
    parts = [crops[first : first + _AT_ONCE] for first in range(0, len(crops), _AT_ONCE)]
    rows = [net.run(batch(part)).reshape(len(part), -1) for part in parts]
    return np.concatenate(rows).astype(np.float64)
