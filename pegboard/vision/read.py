"""Reading of detected indices: each is cropped upright at full resolution and classified."""

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
"""Probability of each of the 52 cards, in the order of `cribbage.cards.DECK`; sums to 1."""

Logits = npt.NDArray[np.float64]

_FLIP_BELOW = 0.4
"""Candidates below this are also read upside down: the detector may confuse 6 and 9."""

_MIN_PRESENCE, _CLEAR = 0.15, 0.9
"""Presence between these limits: the index is read again at slightly different scales."""
_SCALES = (0.87, 1.15)

_PRESENT, _UNCLEAR, _LEGIBLE = 0.6, 0.6, 0.75
"""Thresholds for reading an index again, rotated: it is surely present, but its likeliest card is
less likely than this, as the detector may have mistaken its direction."""
_TURNS = (math.radians(-24), math.radians(24))
_TURNED_WEIGHT = 0.8
"""Factor for the presence of a rotated reading: a card can then be named, but is never certain."""

_GLYPHS = slice(0, len(GLYPHS))
_SUITS = slice(len(GLYPHS), len(GLYPHS) + 4)
"""Columns of the index net's output; the last column is the logit that there is an index."""
_SUIT_SHARE = 0.7
"""Weight of the summed suit logits of narrow and close view, whose errors correlate. Chosen on
held-out rendered crops."""

_CROWDED = 0.8
"""Distance in index heights: with another index nearer than this, the wide view is skipped."""


_NO_GLYPH = -1e3
"""Logit of a glyph unknown to a net."""


@dataclass(frozen=True)
class Index:
    """An index that was read.

    Attributes:
        spot: its place and direction.
        odds: probability of each card of the deck.
        presence: probability that there is an index at all, 0..1.
        doubt: probability that its glyph is not one of the pack on the table, 0..1.
        contradicted: probability of a misreading by the pips or figure beside it, 0..1.
        face: its evidence about the pack; None for numbers, and if unclear.
    """

    spot: Spot
    odds: Odds
    presence: float
    doubt: float = 0.0
    contradicted: float = 0.0
    face: Face | None = None


class _Outputs:
    """Outputs of the nets for some spots, one row each.

    Attributes:
        narrow: logits of `GLYPHS`, suits and index, (n, 28).
        around: logits of ranks, suits and index by the wide view, (n, 18); 0 if not read.
    """

    def __init__(self, narrow: Logits) -> None:
        self.narrow, self.around = narrow, np.zeros((len(narrow), RANKS + 5))

    def present(self, i: int) -> float:
        """Returns the probability that there is an index at a spot."""
        return sigmoid(self.narrow[i, -1] + self.around[i, -1])

    def face(self, i: int) -> Face | None:
        """Returns the evidence that a spot gives about the pack."""
        row, around = self.narrow[i], self.around[i, :RANKS]
        return face_of(row[_GLYPHS], row[_SUITS], around, self.present(i))

    def at(self, first: int, count: int) -> tuple[Logits, Logits]:
        """Returns the rows of `count` consecutive spots."""
        return self.narrow[first : first + count], self.around[first : first + count]


class IndexReader:
    """The nets that read indices, with their weights.

    Args:
        index: reads the narrow view, the index alone.
        around: reads the wide view, the pips or picture beside the masked index; its log odds are
        added.
        sign: reads the close view, the enlarged suit sign; its log odds are added.
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
        """Reads all candidates; returns their indices in the same order.

        Args:
            levels: the picture as `crops.pyramid` gives it.
            candidates: detected indices.
            deck: knowledge about the pack; by default none.
            closer: also read suits in the close view.
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
        outputs = _Outputs(rows)
        outputs.around[alone] = self._read_wide(levels, [spots[i] for i in alone])
        faces = [outputs.face(i) for i in range(len(rows))]
        meaning = (deck or Deck()).meaning([face for face in faces if face is not None])
        read = [
            replace(_combined(candidate, spot, outputs.at(i, 1), meaning), face=faces[i])
            for i, (candidate, spot) in enumerate(zip(candidates, spots, strict=True))
        ]
        open_cases = [i for i in likely if _is_open(read[i], outputs.present(i))]
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
            both = zip(outputs.at(i, 1), more.at(n * len(_SCALES), len(_SCALES)), strict=True)
            narrow, around = (np.vstack(parts) for parts in both)
            index = _combined(candidates[i], spots[i], (narrow, around), meaning)
            read[i] = replace(index, face=faces[i])
        self._reread_turned(levels, candidates, read, meaning, closer)
        return read

    def _reread_turned(
        self,
        levels: list[Image8],
        candidates: list[Candidate],
        indices: list[Index],
        meaning: Meaning,
        closer: bool,
    ) -> None:
        """Reads unclear indices again, rotated: the detector may have mistaken their direction."""
        unclear = [
            i
            for i, index in enumerate(indices)
            if index.presence >= _PRESENT and index.odds.max() < _UNCLEAR
        ]
        spots = [indices[i].spot.rotated(angle) for i in unclear for angle in _TURNS]
        outputs = _Outputs(self._read_rows(levels, spots, closer))
        for n, spot in enumerate(spots):
            i = unclear[n // len(_TURNS)]
            index = _combined(candidates[i], spot, outputs.at(n, 1), meaning)
            if _clarity(index) > max(_LEGIBLE, _clarity(indices[i])):
                indices[i] = replace(index, presence=_TURNED_WEIGHT * index.presence)

    def _read_rows(self, levels: list[Image8], spots: list[Spot], closer: bool) -> Logits:
        rows = self._read_narrow(levels, spots)
        return self._read_signs(levels, spots, rows) if closer else rows

    def _read_narrow(self, levels: list[Image8], spots: list[Spot]) -> Logits:
        crops = [cut(levels, spot) for spot in spots]
        return by_glyph(_run(self._narrow, crops)) if crops else np.zeros((0, len(GLYPHS) + 5))

    def _read_signs(self, levels: list[Image8], spots: list[Spot], rows: Logits) -> Logits:
        """Returns the rows of the narrow view with the suits of the close view added."""
        if not spots:
            return rows
        sign_logits = self._close.run(batch([cut_sign(levels, spot) for spot in spots])).reshape(
            -1, 4
        )
        suits = _SUIT_SHARE * (rows[:, _SUITS] + sign_logits)
        return np.hstack([rows[:, _GLYPHS], suits, rows[:, -1:]])

    def _read_wide(self, levels: list[Image8], spots: list[Spot]) -> Logits:
        crops = [cover(cut_around(levels, spot)) for spot in spots]
        return _run(self._wide, crops) if crops else np.zeros((0, RANKS + 5))


def _run(net: Net, crops: list[Image8]) -> Logits:
    """Returns the net's output, a row of logits for each crop."""
    return net.run(batch(crops)).astype(np.float64).reshape(len(crops), -1)


def by_glyph(rows: Logits) -> Logits:
    """Returns rows of logits of `GLYPHS`, four suits and index, (n, 28).

    Args:
        rows: such rows, or rows of 18 from a net that knows only the glyphs of English packs.
    """
    none = np.full((len(rows), len(GLYPHS) + 5 - rows.shape[1]), _NO_GLYPH)
    return np.hstack([rows[:, :RANKS], none, rows[:, RANKS:]])


def _is_crowded(spot: Spot, spots: list[Spot]) -> bool:
    """Returns whether another of the spots is too near for the wide view."""
    apart = (math.hypot(neighbour.x - spot.x, neighbour.y - spot.y) for neighbour in spots)
    return any(0 < distance < _CROWDED * spot.size for distance in apart)


def _is_open(index: Index, present: float) -> bool:
    """Returns whether it is uncertain if a spot shows an index, or which one."""
    return index.presence >= _MIN_PRESENCE and present * index.odds.max() <= _CLEAR


def _clarity(index: Index) -> float:
    return index.presence * float(index.odds.max())


def _combined(
    candidate: Candidate, spot: Spot, outputs: tuple[Logits, Logits], meaning: Meaning
) -> Index:
    """Combines one or more readings of a spot by the mean of their log odds.

    Args:
        candidate: result of the detector.
        spot: place and direction of the index.
        outputs: rows of the narrow view and of the wide view.
        meaning: meaning of the glyphs.
    """
    narrow, around = outputs
    # The detector's score counts too, but less than the reader's, which sees more detail.
    probabilities = [sigmoid(logit) for logit in narrow[:, -1] + around[:, -1]]
    presence = sum(
        (probability * candidate.score**0.5) ** 0.7 for probability in probabilities
    ) / len(probabilities)
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
    """Converts a logit to a probability."""
    return float(1 / (1 + np.exp(-logit)))


def softmax(logits: npt.NDArray[np.float64]) -> Odds:
    """Converts logits to probabilities that sum to 1 along the last axis; keeps the shape."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))
