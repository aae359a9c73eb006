"""The belief about the pack on the table, updated by every clear letter.

    deck = Deck("auto", "fr")          # what the people set, and speak
    meaning = deck.meaning(faces)      # of the letters of one picture
    deck.note(faces)                   # remembers them for the next

The latest letters count, each face once, so that looking long at a card adds nothing, and another
pack on the table is believed after a few of its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pegboard.vision.glyphs import GLYPHS, OTHER
from pegboard.vision.packs.countries import CODES, DECIDED, JACK, LETTERED, PACKS, UNKNOWN
from pegboard.vision.packs.faces import Face, Row, softmax
from pegboard.vision.packs.printed import PRINTED

AUTO = "auto"
"""Setting: the camera identifies the pack."""
_USUAL = {
    "english": 3.0, "french": 2.0, "german": 1.5, "dutch": 0.7, "scandinavian": 0.7, "polish": 0.7,
    UNKNOWN: 0.2,
}  # fmt: skip
"""Prior weight of each pack, for people of unknown country."""
_AT_HOME = {"en": "english", "fr": "french", "de": "german"}
"""The pack that is the more usual where a language is spoken."""
_MORE = 2.0
"""Factor of that prior."""
_LEAST = 0.01
"""Share that a pack keeps whatever was seen before: people have several packs."""
_REMEMBERED = 12
"""Letters that are remembered: a pack has 16."""
_NEVER = 1e-12
LETTERS = [0, *range(JACK, OTHER + 1)]
"""Glyphs that are no numbers."""


@dataclass(frozen=True)
class Meaning:
    """The meaning of the glyphs in one picture.

    Attributes:
        shares: probability of each pack, (CODES,).
        ranks: how well each glyph fits each rank, (GLYPHS, RANKS): 1 for the likeliest glyph of
            a rank.
    """

    shares: Row
    ranks: npt.NDArray[np.float64]

    def by_rank(self, glyphs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Returns logits of glyphs, (n, GLYPHS), as logits of ranks, (n, RANKS)."""
        logs = glyphs[:, :, None] + self._logs
        most = logs.max(axis=1, keepdims=True)
        return np.asarray((most + np.log(np.exp(logs - most).sum(axis=1, keepdims=True)))[:, 0])

    def doubt(self, glyphs: Row, around: Row) -> float:
        """Returns the probability that a glyph means none of the ranks, or another one, 0..1.

        Args:
            glyphs: logits of `GLYPHS`.
            around: logits of the ranks by what is beside the index.
        """
        explained, unexplained = self._explained
        seen, ranks = softmax(glyphs), softmax(around)
        fitting = float(seen @ explained @ ranks)
        strange = float(seen @ unexplained * ranks[list(LETTERED)].mean())
        none = strange / max(fitting + strange, _NEVER)
        return 1 - (1 - none) * (1 - float(seen @ self._ambiguity))

    @cached_property
    def _ambiguity(self) -> Row:
        """Probability that each glyph means another rank than its likeliest one, (GLYPHS,).

        Figures do not decide it: they tell jack and queen apart poorly, and both corners of a card
        repeat the same one.
        """
        by_rank = np.einsum("p,prg->gr", self.shares[:-1], PRINTED[:-1])
        total = by_rank.sum(axis=1)
        return np.asarray((total - by_rank.max(axis=1)) / np.maximum(total, _NEVER))

    @cached_property
    def _logs(self) -> npt.NDArray[np.float64]:
        return np.asarray(np.log(self.ranks + _NEVER))

    @cached_property
    def _explained(self) -> tuple[npt.NDArray[np.float64], Row]:
        """How well each glyph is explained by each rank, and how much of it by none."""
        explained = self.ranks.copy()
        explained[LETTERS] *= 1 - float(self.shares[CODES.index(UNKNOWN)])
        return explained, np.asarray(1 - explained.max(axis=1))

    @property
    def pack(self) -> str:
        """Code of the likeliest pack."""
        return CODES[int(self.shares.argmax())]


class Deck:
    """The belief about the pack on the table, from picture to picture."""

    def __init__(
        self, setting: str = AUTO, language: str = "en", before: Mapping[str, float] | None = None
    ) -> None:
        """Begins with the usual packs.

        Args:
            setting: the code of a pack, which is certain then, or AUTO.
            language: of the board.
            before: shares of packs by code, as `shares` was an earlier time.

        Raises:
            ValueError: no such setting.
        """
        self.setting = AUTO
        self._prior = _log_shares(_usual(language))
        self._faces: dict[tuple[int, int], Row] = {}
        self.reset(setting, language, before)

    def reset(self, setting: str, language: str, before: Mapping[str, float] | None = None) -> None:
        """Begins anew; arguments and errors as in the constructor."""
        if setting not in (AUTO, *PACKS):
            raise ValueError(f"{setting!r} is no pack; {AUTO}, {', '.join(PACKS)} are")
        self.setting = setting
        self._prior = _log_shares(before or _usual(language))
        self._faces = {}

    def meaning(self, faces: Sequence[Face] = ()) -> Meaning:
        """Returns what glyphs mean in a picture.

        Args:
            faces: the letters of that picture.
        """
        if self.setting != AUTO:
            shares = np.array([float(code == self.setting) for code in CODES])
            return Meaning(shares, _ranks(shares))
        seen = _by_face(faces)
        before = [logs for face, logs in self._faces.items() if face not in seen]
        logs = _floored(self._prior + sum(before, np.zeros(len(CODES))))
        shares = softmax(logs + sum(seen.values(), np.zeros(len(CODES))))
        return Meaning(shares, _ranks(shares))

    def note(self, faces: Iterable[Face]) -> None:
        """Remembers letters, each face once and the latest longest."""
        for face, logs in _by_face(faces).items():
            self._faces.pop(face, None)
            self._faces[face] = logs
        for face in list(self._faces)[:-_REMEMBERED]:
            del self._faces[face]

    @property
    def shares(self) -> dict[str, float]:
        """Share of each pack by its code."""
        found = self.meaning().shares
        return {code: round(float(share), 4) for code, share in zip(CODES, found, strict=True)}

    @property
    def letters(self) -> list[str]:
        """Letters seen lately, the latest last; each once."""
        return list(dict.fromkeys(GLYPHS[glyph] for glyph, _ in self._faces))

    @property
    def is_read(self) -> bool:
        """True unless the letters seen lately are not those of the pack."""
        meaning = self.meaning()
        if self.setting == AUTO:
            return meaning.pack != UNKNOWN
        fits = [bool(meaning.ranks[glyph].max() > 0) for glyph, _ in self._faces]
        return 2 * sum(fits) >= len(fits)

    @property
    def question(self) -> str:
        """Code of the pack that people should be asked about; empty if the letters tell.

        Only where a letter that was read means one rank in one pack and another in another.
        """
        shares = self.meaning().shares[:-1]  # of an unknown pack no letter means anything
        for glyph, _ in self._faces:
            by_pack = shares[:, None] * PRINTED[:-1, :, glyph]
            by_rank = by_pack.sum(axis=0)
            if 0 < by_rank.max() < DECIDED * by_rank.sum():
                return CODES[int(by_pack.sum(axis=1).argmax())]
        return ""


def _usual(language: str) -> dict[str, float]:
    home = _AT_HOME.get(language)
    return {code: usual * (_MORE if code == home else 1) for code, usual in _USUAL.items()}


def _log_shares(shares: Mapping[str, float]) -> Row:
    return _floored(np.log([max(_NEVER, shares.get(code, 0.0)) for code in CODES]))


def _floored(logs: Row) -> Row:
    shares = np.maximum(softmax(logs), _LEAST)
    return np.asarray(np.log(shares / shares.sum()))


def _by_face(faces: Iterable[Face]) -> dict[tuple[int, int], Row]:
    """Returns the letters by glyph and suit; of two alike, as of both corners, their mean."""
    found: dict[tuple[int, int], list[Row]] = {}
    for face in faces:
        found.setdefault((face.glyph, face.suit), []).append(face.logs)
    return {face: np.mean(logs, axis=0) for face, logs in found.items()}


def _ranks(shares: Row) -> npt.NDArray[np.float64]:
    """Returns how well each glyph fits each rank in a pack of these shares, (GLYPHS, RANKS)."""
    named = shares.copy()
    named[CODES.index(UNKNOWN)] = 0
    printed = np.einsum("p,prg->gr", named, PRINTED)
    return np.asarray(printed / np.maximum(printed.max(axis=0), _NEVER))
