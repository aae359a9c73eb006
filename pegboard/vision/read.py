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
from pegboard.vision.packs.belief import Deck, Meaning
from pegboard.vision.packs.faces import Face, contradiction, face_of

Odds = npt.NDArray[np.float64]
"""Probability of each of the 52 cards, in the order of `cribbage.cards.DECK`; they add up to 1."""

Logits = npt.NDArray[np.float64]

_FLIP_BELOW = 0.4
"""Candidates below this are looked at upside down as well: the corner net may mistake 6 and 9."""

_MIN_PRESENCE, _CLEAR = 0.15, 0.9
"""Between these an index is looked at again, from a little nearer and a little farther."""
_SCALES = (0.87, 1.15)

_PRESENT, _UNCLEAR, _LEGIBLE = 0.6, 0.6, 0.75
"""Thresholds for a second, turned look at something that is surely an index, though its likeliest
card is not even so likely: it may lie another way than the corner net took it for."""
_TURNS = (math.radians(-24), math.radians(24))
_TURNED_WEIGHT = 0.8
"""Confidence in a turned look: enough to name a card, never to be certain of it."""

_GLYPHS = slice(0, len(GLYPHS))
_SUITS = slice(len(GLYPHS), len(GLYPHS) + 4)
"""Columns of a row of the second look; its last one says whether there is an index."""
_SUIT_SHARE = 0.7
"""Weight of what the narrow and the closer look say of suits: they see one sign, and err alike.
Chosen on held-out rendered crops."""

_CROWDED = 0.8
"""Distance in heights: with another index nearer than this, the wider view is left out."""


_NO_GLYPH = -1e3
"""Logit of a glyph that a net does not know."""


@dataclass(frozen=True)
class Index:
    """An index that was read.

    Attributes:
        spot: where, with its way up settled.
        odds: which card it belongs to.
        presence: how surely there is an index at all, 0..1.
        doubt: how likely its glyph is none of the pack on the table, 0..1.
        contradicted: how likely it is misread, as pips or a figure lie beside it, 0..1.
        face: what it says of that pack; None for numbers, and where it is not clear.
    """

    spot: Spot
    odds: Odds
    presence: float
    doubt: float = 0.0
    contradicted: float = 0.0
    face: Face | None = None


class _Outputs:
    """The nets' answers about some spots, a row each.

    Attributes:
        narrow: logits of `GLYPHS`, of the suits and of an index, (n, 28).
        around: logits of the ranks, of the suits and of an index, (n, 18); 0 where not looked.
    """

    def __init__(self, narrow: Logits) -> None:
        self.narrow, self.around = narrow, np.zeros((len(narrow), RANKS + 5))

    def present(self, i: int) -> float:
        """Returns how surely there is an index at a spot, by all looks."""
        return sigmoid(self.narrow[i, -1] + self.around[i, -1])

    def face(self, i: int) -> Face | None:
        """Returns what a spot says of the pack."""
        row, around = self.narrow[i], self.around[i, :RANKS]
        return face_of(row[_GLYPHS], row[_SUITS], around, self.present(i))

    def at(self, first: int, count: int) -> tuple[Logits, Logits]:
        """Returns the rows of some neighbours."""
        return self.narrow[first : first + count], self.around[first : first + count]


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
        self,
        levels: list[Image8],
        candidates: list[Candidate],
        deck: Deck | None = None,
        *,
        closer: bool = False,
    ) -> list[Index]:
        """Returns every candidate read, in the order given.

        Args:
            levels: the picture as `crops.pyramid` gives it.
            candidates: what the corner net found.
            deck: what is known of the pack; nothing by default.
            closer: look closer at suits.
        """
        spots = [candidate.spot for candidate in candidates]
        rows = self._read_narrow(levels, spots)
        doubted = [i for i, row in enumerate(rows) if sigmoid(row[-1]) < _FLIP_BELOW]
        turned = self._read_narrow(levels, [spots[i].turned() for i in doubted])
        for i, row in zip(doubted, turned, strict=True):
            if sigmoid(row[-1]) > sigmoid(rows[i][-1]) + 0.3:
                rows[i], spots[i] = row, spots[i].turned()
        likely = [i for i, row in enumerate(rows) if sigmoid(row[-1]) >= _MIN_PRESENCE]
        if closer:
            rows[likely] = self._read_signs(levels, [spots[i] for i in likely], rows[likely])
        alone = [i for i in likely if not _is_crowded(spots[i], [spots[j] for j in likely])]
        looks = _Outputs(rows)
        looks.around[alone] = self._read_wide(levels, [spots[i] for i in alone])
        faces = [looks.face(i) for i in range(len(rows))]
        meaning = (deck or Deck()).meaning([face for face in faces if face is not None])
        found = [
            replace(_combined(candidate, spot, looks.at(i, 1), meaning), face=faces[i])
            for i, (candidate, spot) in enumerate(zip(candidates, spots, strict=True))
        ]
        open_cases = [i for i in likely if _is_open(found[i], looks.present(i))]
        nearer = [spots[i]._replace(size=spots[i].size * k) for i in open_cases for k in _SCALES]
        more = _Outputs(self._read_rows(levels, nearer, closer))
        free = [
            n * len(_SCALES) + k
            for n, i in enumerate(open_cases)
            if i in alone
            for k in range(len(_SCALES))
        ]
        more.around[free] = self._read_wide(levels, [nearer[n] for n in free])
        for n, i in enumerate(open_cases):
            both = zip(looks.at(i, 1), more.at(n * len(_SCALES), len(_SCALES)), strict=True)
            own, around = (np.vstack(each) for each in both)
            index = _combined(candidates[i], spots[i], (own, around), meaning)
            found[i] = replace(index, face=faces[i])
        self._reread_turned(levels, candidates, found, meaning, closer)
        return found

    def _reread_turned(
        self,
        levels: list[Image8],
        candidates: list[Candidate],
        found: list[Index],
        meaning: Meaning,
        closer: bool,
    ) -> None:
        """Reads unclear indices again, turned: the corner net may have mistaken their direction."""
        unclear = [
            i
            for i, index in enumerate(found)
            if index.presence >= _PRESENT and index.odds.max() < _UNCLEAR
        ]
        spots = [found[i].spot.rotated(angle) for i in unclear for angle in _TURNS]
        looks = _Outputs(self._read_rows(levels, spots, closer))
        for n, spot in enumerate(spots):
            i = unclear[n // len(_TURNS)]
            index = _combined(candidates[i], spot, looks.at(n, 1), meaning)
            if _clarity(index) > max(_LEGIBLE, _clarity(found[i])):
                found[i] = replace(index, presence=_TURNED_WEIGHT * index.presence)

    def _read_rows(self, levels: list[Image8], spots: list[Spot], closer: bool) -> Logits:
        rows = self._read_narrow(levels, spots)
        return self._read_signs(levels, spots, rows) if closer else rows

    def _read_narrow(self, levels: list[Image8], spots: list[Spot]) -> Logits:
        crops = [cut(levels, spot) for spot in spots]
        return by_glyph(_run(self._narrow, crops)) if crops else np.zeros((0, len(GLYPHS) + 5))

    def _read_signs(self, levels: list[Image8], spots: list[Spot], rows: Logits) -> Logits:
        """Returns what the narrow look said, with the suits as their signs say as well."""
        if not spots:
            return rows
        said = self._close.run(batch([cut_sign(levels, spot) for spot in spots])).reshape(-1, 4)
        suits = _SUIT_SHARE * (rows[:, _SUITS] + said)
        return np.hstack([rows[:, _GLYPHS], suits, rows[:, -1:]])

    def _read_wide(self, levels: list[Image8], spots: list[Spot]) -> Logits:
        crops = [cover(cut_around(levels, spot)) for spot in spots]
        return _run(self._wide, crops) if crops else np.zeros((0, RANKS + 5))


def _run(net: Net, crops: list[Image8]) -> Logits:
    """Returns the net's output, a row of logits for each crop."""
    return net.run(batch(crops)).astype(np.float64).reshape(len(crops), -1)


def by_glyph(rows: Logits) -> Logits:
    """Returns rows of `GLYPHS`, four suits and an index, (n, 28).

    Args:
        rows: the same, or (n, 18) of a net that knows the glyphs of English packs only.
    """
    none = np.full((len(rows), len(GLYPHS) + 5 - rows.shape[1]), _NO_GLYPH)
    return np.hstack([rows[:, :RANKS], none, rows[:, RANKS:]])


def _is_crowded(spot: Spot, others: list[Spot]) -> bool:
    """Returns whether another index (others may hold the spot) is too near for the wider view."""
    apart = (math.hypot(other.x - spot.x, other.y - spot.y) for other in others)
    return any(0 < distance < _CROWDED * spot.size for distance in apart)


def _is_open(index: Index, present: float) -> bool:
    """Returns whether it could be an index, though the nets leave doubt."""
    return index.presence >= _MIN_PRESENCE and present * index.odds.max() <= _CLEAR


def _clarity(index: Index) -> float:
    return index.presence * float(index.odds.max())


def _combined(
    candidate: Candidate, spot: Spot, looks: tuple[Logits, Logits], meaning: Meaning
) -> Index:
    """Returns the combined result of one or several looks at a spot: the mean of their log odds.

    Args:
        candidate: what the corner net said of it.
        spot: where.
        looks: rows by glyph, and by what is beside the index.
        meaning: of the glyphs.
    """
    narrow, around = looks
    # The corner net has a say too; the second look, which sees more detail, has the greater.
    there = [sigmoid(logit) for logit in narrow[:, -1] + around[:, -1]]
    presence = sum((each * candidate.score**0.5) ** 0.7 for each in there) / len(there)
    by_rank = meaning.by_rank(narrow[:, _GLYPHS])
    ranks = softmax(by_rank + around[:, :RANKS])
    suits = softmax(narrow[:, _SUITS] + around[:, RANKS:-1])
    logs = np.log((suits[:, :, None] * ranks[:, None, :]).reshape(len(ranks), -1) + 1e-9)
    beside = around[:, :RANKS].mean(axis=0)
    doubt = meaning.doubt(narrow[:, _GLYPHS].mean(axis=0), beside)
    by_index = softmax(by_rank).mean(axis=0)
    against = contradiction(by_index, beside) if beside.any() else 0.0
    return Index(spot, softmax(logs.mean(axis=0)), presence, doubt, against)


def sigmoid(logit: float) -> float:
    """Returns a logit as a probability."""
    return float(1 / (1 + np.exp(-logit)))


def softmax(logits: npt.NDArray[np.float64]) -> Odds:
    """Returns logits as probabilities; those along the last axis add up to 1. Shape unchanged."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))
