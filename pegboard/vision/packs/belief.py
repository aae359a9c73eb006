"""Posterior over the pack on the table, updated by every clear letter.

    deck = Deck("auto", "fr")          # the setting, and the board's language
    meaning = deck.meaning(faces)      # of the letters in one picture
    deck.note(faces)                   # remember them

Only recent letters count, each face once, so that a card seen for long adds nothing, and a new pack
is recognised after a few of its cards.
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
"""Setting: identify the pack by its letters."""
_USUAL = {
    "english": 3.0, "french": 2.0, "german": 1.5, "dutch": 0.7, "scandinavian": 0.7, "polish": 0.7,
    UNKNOWN: 0.2,
}  # fmt: skip
"""Prior weight of each pack if the country is unknown."""
_AT_HOME = {"en": "english", "fr": "french", "de": "german"}
"""The most common pack, by language of the board."""
_MORE = 2.0
"""Factor for the prior weight of that pack."""
_LEAST = 0.01
"""Minimum share of a pack, whatever was seen before: people own several packs."""
_REMEMBERED = 12
"""Number of remembered letters; a pack has 16."""
_NEVER = 1e-12
LETTERS = [0, *range(JACK, OTHER + 1)]
"""Glyphs other than numbers."""


@dataclass(frozen=True)
class Meaning:
    """The meaning of the glyphs in one picture.

    Attributes:
        shares: probability of each pack, (CODES,).
        ranks: how well each glyph fits each rank, (GLYPHS, RANKS); 1 for the likeliest glyph of a
        rank.
    """

    shares: Row
    ranks: npt.NDArray[np.float64]

    def by_rank(self, glyphs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Converts logits of glyphs, (n, GLYPHS), to logits of ranks, (n, RANKS)."""
        logs = glyphs[:, :, None] + self._logs
        most = logs.max(axis=1, keepdims=True)
        return np.asarray((most + np.log(np.exp(logs - most).sum(axis=1, keepdims=True)))[:, 0])

    def doubt(self, glyphs: Row, around: Row) -> float:
        """Returns the probability, 0..1, that a glyph means another rank or none.

        Args:
            glyphs: logits of `GLYPHS`.
            around: logits of the ranks by the area beside the index.
        """
        explained, unexplained = self._explained
        shown, ranks = softmax(glyphs), softmax(around)
        fitting = float(shown @ explained @ ranks)
        strange = float(shown @ unexplained * ranks[list(LETTERED)].mean())
        none = strange / max(fitting + strange, _NEVER)
        return 1 - (1 - none) * (1 - float(shown @ self._ambiguity))

    @cached_property
    def _ambiguity(self) -> Row:
        """Probability that each glyph means a rank other than its likeliest one, (GLYPHS,).

        Ignores the figures, which hardly distinguish jack from queen, and are the same in both
        corners.
        """
        by_rank = np.einsum("p,prg->gr", self.shares[:-1], PRINTED[:-1])
        total = by_rank.sum(axis=1)
        return np.asarray((total - by_rank.max(axis=1)) / np.maximum(total, _NEVER))

    @cached_property
    def _logs(self) -> npt.NDArray[np.float64]:
        return np.asarray(np.log(self.ranks + _NEVER))

    @cached_property
    def _explained(self) -> tuple[npt.NDArray[np.float64], Row]:
        """How well each glyph fits each rank, and the share that fits none."""
        explained = self.ranks.copy()
        explained[LETTERS] *= 1 - float(self.shares[CODES.index(UNKNOWN)])
        return explained, np.asarray(1 - explained.max(axis=1))

    @property
    def pack(self) -> str:
        """Code of the likeliest pack."""
        return CODES[int(self.shares.argmax())]


class Deck:
    """Posterior over the pack on the table, carried from picture to picture."""

    def __init__(
        self, setting: str = AUTO, language: str = "en", before: Mapping[str, float] | None = None
    ) -> None:
        """Sets the posterior to the prior.

        Args:
            setting: code of the pack on the table, or AUTO.
            language: language of the board.
            before: saved `shares` to use as the prior.

        Raises:
            ValueError: unknown setting.
        """
        self.setting = AUTO
        self._prior = _log_shares(_usual(language))
        self._faces: dict[tuple[int, int], Row] = {}
        self.reset(setting, language, before)

    def reset(self, setting: str, language: str, before: Mapping[str, float] | None = None) -> None:
        """Resets the posterior; arguments and errors as for the constructor."""
        if setting not in (AUTO, *PACKS):
            raise ValueError(f"{setting!r} is no pack; {AUTO}, {', '.join(PACKS)} are")
        self.setting = setting
        self._prior = _log_shares(before or _usual(language))
        self._faces = {}

    def meaning(self, faces: Sequence[Face] = ()) -> Meaning:
        """Returns the meaning of glyphs in a picture.

        Args:
            faces: letters of the picture.
        """
        if self.setting != AUTO:
            shares = np.array([float(code == self.setting) for code in CODES])
            return Meaning(shares, _ranks(shares))
        current = _by_face(faces)
        before = [logs for face, logs in self._faces.items() if face not in current]
        logs = _floored(self._prior + sum(before, np.zeros(len(CODES))))
        shares = softmax(logs + sum(current.values(), np.zeros(len(CODES))))
        return Meaning(shares, _ranks(shares))

    def note(self, faces: Iterable[Face]) -> None:
        """Remembers letters: each face once, and recent ones longest."""
        for face, logs in _by_face(faces).items():
            self._faces.pop(face, None)
            self._faces[face] = logs
        for face in list(self._faces)[:-_REMEMBERED]:
            del self._faces[face]

    @property
    def shares(self) -> dict[str, float]:
        """Probability of each pack, by its code."""
        shares = self.meaning().shares
        return {code: round(float(share), 4) for code, share in zip(CODES, shares, strict=True)}

    @property
    def letters(self) -> list[str]:
        """Recent distinct letters, the latest last."""
        return list(dict.fromkeys(GLYPHS[glyph] for glyph, _ in self._faces))

    @property
    def is_read(self) -> bool:
        """Returns True unless the recent letters contradict the pack."""
        meaning = self.meaning()
        if self.setting == AUTO:
            return meaning.pack != UNKNOWN
        fits = [bool(meaning.ranks[glyph].max() > 0) for glyph, _ in self._faces]
        return 2 * sum(fits) >= len(fits)

    @property
    def question(self) -> str:
        """Code of the pack to ask the players about; empty if the letters decide.

        A question is needed only if a letter seen means different ranks in likely packs.
        """
        shares = self.meaning().shares[:-1]  # the letters of an unknown pack have no rank
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
    """Returns the log likelihoods of the packs per glyph and suit, averaged over both corners."""
    by_face: dict[tuple[int, int], list[Row]] = {}
    for face in faces:
        by_face.setdefault((face.glyph, face.suit), []).append(face.logs)
    return {face: np.mean(logs, axis=0) for face, logs in by_face.items()}


def _ranks(shares: Row) -> npt.NDArray[np.float64]:
    """Returns how well each glyph fits each rank, for these shares of packs, (GLYPHS, RANKS)."""
    named = shares.copy()
    named[CODES.index(UNKNOWN)] = 0
    printed = np.einsum("p,prg->gr", named, PRINTED)
    return np.asarray(printed / np.maximum(printed.max(axis=0), _NEVER))
