"""The second look: each candidate cut out at full resolution, set upright, and read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Image8, Spot, cut
from pegboard.vision.detect import Candidate
from pegboard.vision.nets import load_net

Odds = npt.NDArray[np.float64]
"""Probability of each of the 52 cards, in the order of `pegboard.cards.DECK`; they add up to 1."""

_DOUBTED = 0.4
"""Candidates below this are looked at upside down as well: the corner net may mistake 6 and 9."""

_WORTH_A_LOOK, _CLEAR = 0.15, 0.9
"""Between these an index is looked at again, from a little nearer and a little farther."""
_NUDGES = (0.87, 1.15)


@dataclass(frozen=True)
class Index:
    """An index that was read.

    Attributes:
        spot: where, with its way up settled.
        odds: which card it belongs to.
        presence: how surely there is an index at all, 0..1.
    """

    spot: Spot
    odds: Odds
    presence: float


class IndexReader:
    """The second net with its weights."""

    def __init__(self, weights: Path) -> None:
        self._net = load_net(weights)

    def read(self, levels: list[Image8], candidates: list[Candidate]) -> list[Index]:
        """Every candidate read, in the order given.

        Args:
            levels: the picture as `crops.pyramid` gives it.
            candidates: what the corner net found.
        """
        spots = [candidate.spot for candidate in candidates]
        first = self._logits(levels, spots)
        doubted = [i for i, row in enumerate(first) if sigmoid(row[17]) < _DOUBTED]
        second = self._logits(levels, [spots[i].turned() for i in doubted])
        for i, row in zip(doubted, second, strict=True):
            if sigmoid(row[17]) > sigmoid(first[i][17]) + 0.3:
                first[i], spots[i] = row, spots[i].turned()
        found = [
            _index(candidate, spot, [row])
            for candidate, spot, row in zip(candidates, spots, first, strict=True)
        ]
        open_cases = [i for i, index in enumerate(found) if _is_open(index, first[i])]
        closer = [spots[i]._replace(size=spots[i].size * k) for i in open_cases for k in _NUDGES]
        more = self._logits(levels, closer).reshape(-1, len(_NUDGES), 18)
        for i, rows in zip(open_cases, more, strict=True):
            found[i] = _index(candidates[i], spots[i], [first[i], *rows])
        return found

    def _logits(self, levels: list[Image8], spots: list[Spot]) -> npt.NDArray[np.float64]:
        """(n, 18): thirteen ranks, four suits, is an index."""
        if not spots:
            return np.zeros((0, 18))
        crops = np.stack([cut(levels, spot) for spot in spots])
        self._net.setInput(cv2.dnn.blobFromImages(list(crops), 1 / 255))
        return np.array(self._net.forward(), np.float64).reshape(-1, 18)


def _is_open(index: Index, row: npt.NDArray[np.float64]) -> bool:
    """Whether it could be an index, but what this net says is not beyond doubt."""
    return index.presence >= _WORTH_A_LOOK and sigmoid(row[17]) * index.odds.max() <= _CLEAR


def _index(candidate: Candidate, spot: Spot, rows: list[npt.NDArray[np.float64]]) -> Index:
    """What one or several looks at a spot say together: the mean of their log odds."""
    # Both nets have a say; the second, which sees more detail, has the greater.
    presence = sum((sigmoid(row[17]) * candidate.score**0.5) ** 0.7 for row in rows) / len(rows)
    logs = [np.log(np.outer(softmax(r[13:17]), softmax(r[:13])).ravel() + 1e-9) for r in rows]
    return Index(spot, softmax(np.mean(logs, axis=0)), presence)


def sigmoid(logit: float) -> float:
    """A logit as probability."""
    return float(1 / (1 + np.exp(-logit)))


def softmax(logits: npt.NDArray[np.float64]) -> Odds:
    """Logits as probabilities that add up to 1."""
    grown = np.exp(logits - logits.max())
    return np.asarray(grown / grown.sum())
