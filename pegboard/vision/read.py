"""The second look: each candidate is cut out at full resolution, set upright, and read."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import Image8, Spot, cover, cut, cut_around, cut_sign
from pegboard.vision.detect import Candidate
from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.nets import Net, OpenCvNet
from pegboard.vision.nets.port import batch

Odds = npt.NDArray[np.float64]
"""Probability of each of the 52 cards, in the order of `cribbage.cards.DECK`; they add up to 1."""

Logits = npt.NDArray[np.float64]

_DOUBTED = 0.4
"""Candidates below this are looked at upside down as well: the corner net may mistake 6 and 9."""

_WORTH_A_LOOK, _CLEAR = 0.15, 0.9
"""Between these an index is looked at again, from a little nearer and a little farther."""
_NUDGES = (0.87, 1.15)

_THERE, _UNCLEAR, _LEGIBLE = 0.6, 0.6, 0.75
"""Thresholds for a second, turned look at something that is surely an index, though its likeliest
card is not even so likely: it may lie another way than the corner net took it for."""
_TURNS = (math.radians(-24), math.radians(24))
_TRUST = 0.8
"""Confidence in a turned look: enough to name a card, never to be certain of it."""

_SUITS = slice(13, 17)
_READ_AS = dict.fromkeys("1E", "A") | dict.fromkeys(("V", "B", "W", "Kn"), "J")
_READ_AS |= {"D": "Q", "R": "K", "H": "K"}
"""The English glyph of the same rank."""
_NEVER = -1e3
"""Logit of a rank that no glyph means."""
_SUIT_SHARE = 0.7
"""Weight of what the narrow and the closer look say of suits: they see one sign, and err alike.
Chosen on held-out rendered crops."""

_CROWDED = 0.8
"""Distance in heights: with another index nearer than this, the wider view is left out."""


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
    """The nets of the second look with their weights.

    Args:
        index: reads a crop of an index alone.
        around: reads a wider view: the pips or the picture beside the index, which
            it does not see. Its log odds are added.
        sign: reads the suit sign of an index alone, larger. So are its.
    """

    def __init__(self, index: Path, around: Path, sign: Path) -> None:
        self._narrow: Net = OpenCvNet(index)
        self._wide: Net = OpenCvNet(around)
        self._close: Net = OpenCvNet(sign)

    def read(
        self, levels: list[Image8], candidates: list[Candidate], *, closer: bool = False
    ) -> list[Index]:
        """Returns every candidate read, in the order given.

        Args:
            levels: the picture as `crops.pyramid` gives it.
            candidates: what the corner net found.
            closer: look closer at suits.
        """
        spots = [candidate.spot for candidate in candidates]
        rows = self._look_at(levels, spots)
        doubted = [i for i, row in enumerate(rows) if sigmoid(row[17]) < _DOUBTED]
        turned = self._look_at(levels, [spots[i].turned() for i in doubted])
        for i, row in zip(doubted, turned, strict=True):
            if sigmoid(row[17]) > sigmoid(rows[i][17]) + 0.3:
                rows[i], spots[i] = row, spots[i].turned()
        likely = [i for i, row in enumerate(rows) if sigmoid(row[17]) >= _WORTH_A_LOOK]
        if closer:
            rows[likely] = self._look_closer(levels, [spots[i] for i in likely], rows[likely])
        alone = [i for i in likely if not _is_crowded(spots[i], [spots[j] for j in likely])]
        rows[alone] += self._look_around(levels, [spots[i] for i in alone])
        found = [
            _index(candidate, spot, [row])
            for candidate, spot, row in zip(candidates, spots, rows, strict=True)
        ]
        open_cases = [i for i in likely if _is_open(found[i], rows[i])]
        nearer = [spots[i]._replace(size=spots[i].size * k) for i in open_cases for k in _NUDGES]
        more = self._look(levels, nearer, closer).reshape(-1, len(_NUDGES), 18)
        free = [n for n, i in enumerate(open_cases) if i in alone]
        around = [nearer[n * len(_NUDGES) + k] for n in free for k in range(len(_NUDGES))]
        more[free] += self._look_around(levels, around).reshape(-1, len(_NUDGES), 18)
        for i, others in zip(open_cases, more, strict=True):
            found[i] = _index(candidates[i], spots[i], [rows[i], *others])
        self._look_turned(levels, candidates, found, closer)
        return found

    def _look_turned(
        self,
        levels: list[Image8],
        candidates: list[Candidate],
        found: list[Index],
        closer: bool,
    ) -> None:
        """Reads unclear indices again, turned: the corner net may have mistaken their direction."""
        unclear = [
            i
            for i, index in enumerate(found)
            if index.presence >= _THERE and index.odds.max() < _UNCLEAR
        ]
        spots = [found[i].spot.rotated(angle) for i in unclear for angle in _TURNS]
        rows = self._look(levels, spots, closer)
        for n, (spot, row) in enumerate(zip(spots, rows, strict=True)):
            i = unclear[n // len(_TURNS)]
            index = _index(candidates[i], spot, [row])
            if _clarity(index) > max(_LEGIBLE, _clarity(found[i])):
                found[i] = replace(index, presence=_TRUST * index.presence)

    def _look(self, levels: list[Image8], spots: list[Spot], closer: bool) -> Logits:
        rows = self._look_at(levels, spots)
        return self._look_closer(levels, spots, rows) if closer else rows

    def _look_at(self, levels: list[Image8], spots: list[Spot]) -> Logits:
        crops = [cut(levels, spot) for spot in spots]
        return by_rank(_run(self._narrow, crops)) if crops else np.zeros((0, 18))

    def _look_closer(self, levels: list[Image8], spots: list[Spot], rows: Logits) -> Logits:
        """Returns what the narrow look said, with the suits as their signs say as well."""
        if not spots:
            return rows
        said = self._close.run(batch([cut_sign(levels, spot) for spot in spots])).reshape(-1, 4)
        suits = _SUIT_SHARE * (rows[:, _SUITS] + said)
        return np.hstack([rows[:, :13], suits, rows[:, 17:]])

    def _look_around(self, levels: list[Image8], spots: list[Spot]) -> Logits:
        crops = [cover(cut_around(levels, spot)) for spot in spots]
        return _run(self._wide, crops) if crops else np.zeros((0, 18))


def _run(net: Net, crops: list[Image8]) -> Logits:
    """Returns the net's output, a row of logits for each crop.

    Thirteen ranks or `GLYPHS`, four suits, is an index.
    """
    return net.run(batch(crops)).astype(np.float64).reshape(len(crops), -1)


def by_rank(rows: Logits) -> Logits:
    """Returns rows of glyphs, or of ranks, as rows of ranks, (n, 18)."""
    if rows.shape[1] == RANKS + 5:
        return rows
    ranks = np.full((len(rows), RANKS), _NEVER)
    for number, glyph in enumerate(GLYPHS):
        english = _READ_AS.get(glyph, glyph)
        if english in GLYPHS[:RANKS]:
            rank = GLYPHS.index(english)
            ranks[:, rank] = np.logaddexp(ranks[:, rank], rows[:, number])
    return np.hstack([ranks, rows[:, len(GLYPHS) :]])


def _is_crowded(spot: Spot, others: list[Spot]) -> bool:
    """Returns whether another index (others may hold the spot) is too near for the wider view."""
    apart = (math.hypot(other.x - spot.x, other.y - spot.y) for other in others)
    return any(0 < distance < _CROWDED * spot.size for distance in apart)


def _is_open(index: Index, row: Logits) -> bool:
    """Returns whether it could be an index, though the nets leave doubt."""
    return index.presence >= _WORTH_A_LOOK and sigmoid(row[17]) * index.odds.max() <= _CLEAR


def _clarity(index: Index) -> float:
    return index.presence * float(index.odds.max())


def _index(candidate: Candidate, spot: Spot, rows: list[Logits]) -> Index:
    """Returns the combined result of one or several looks at a spot: the mean of their log odds."""
    # The corner net has a say too; the second look, which sees more detail, has the greater.
    presence = sum((sigmoid(row[17]) * candidate.score**0.5) ** 0.7 for row in rows) / len(rows)
    logs = [np.log(np.outer(softmax(r[13:17]), softmax(r[:13])).ravel() + 1e-9) for r in rows]
    return Index(spot, softmax(np.mean(logs, axis=0)), presence)


def sigmoid(logit: float) -> float:
    """Returns a logit as a probability."""
    return float(1 / (1 + np.exp(-logit)))


def softmax(logits: npt.NDArray[np.float64]) -> Odds:
    """Returns logits as probabilities; those along the last axis add up to 1. Shape unchanged."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))
