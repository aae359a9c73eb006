"""The recogniser: finds the cards in a picture."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision import quality
from pegboard.vision.assemble import CardCandidate, assemble
from pegboard.vision.confidence import ACCEPTED, CERTAIN, FAINT, RIVAL
from pegboard.vision.crops import Spot, pyramid
from pegboard.vision.detect import Detector
from pegboard.vision.outlines import Outline, depth, index_place
from pegboard.vision.packs.belief import Deck
from pegboard.vision.pips import PipReader
from pegboard.vision.read import Index, IndexReader
from pegboard.vision.recheck import recheck

_FOLDER = Path(__file__).parent
_CARD_MARGIN = 0.1
"""Margin around a card, in card widths, within which an apparent index belongs to it."""


@dataclass(frozen=True)
class Sighting:
    """One recognised card.

    Attributes:
        card: the card.
        confidence: 0..1; calibrated from about 0.7 up (training/FIGURES.md).
        corners: outline of the card in pixels, or of its index if the size of the card cannot be
        inferred from a second index or from another card.
    """

    card: Card
    confidence: float
    corners: Outline


@dataclass(frozen=True)
class Reading:
    """The cards of one picture.

    Attributes:
        sightings: each card once, best first.
        sure: at least one card was read, and no card, reported or not, is doubtful.
    """

    sightings: tuple[Sighting, ...]
    sure: bool


class Recogniser:
    """The recogniser with its nets, loaded once. Not thread-safe.

    The caller sets the number of OpenCV's threads (`cv2.setNumThreads`).
    """

    def __init__(self, deck: Deck | None = None, *, remembers: bool = False) -> None:
        """Loads the nets.

        Args:
            deck: knowledge about the pack; by default it is inferred per picture.
            remembers: carry the letters of each picture over to the next.
        """
        self.deck = deck or Deck()
        """The posterior over the pack on the table."""
        self._remembers = remembers
        self._detector = Detector(_FOLDER / "corners.onnx")
        names = ("indices", "around", "signs")
        self._reader = IndexReader(*(_FOLDER / f"{name}.onnx" for name in names))
        self._pips = PipReader(_FOLDER / "pips.onnx", _FOLDER / "signs.onnx")

    def read(self, image: npt.NDArray[np.uint8]) -> Reading:
        """Returns the cards in a picture; doubtful or poor pictures are read in three passes.

        Args:
            image: (height, width, 3) BGR, or (height, width) grey; `uint8`, any size.

        Raises:
            ValueError: the array has another type or shape.
        """
        candidates = self.recognise(image)
        sightings = tuple(
            Sighting(DECK[candidate.card], candidate.confidence, candidate.corners)
            for candidate in candidates
            if candidate.confidence >= ACCEPTED
        )
        return Reading(sightings, bool(sightings) and not _doubtful(candidates))

    def recognise(self, image: npt.NDArray[np.uint8]) -> list[CardCandidate]:
        """Returns every possible card, best first; three passes for doubtful or poor pictures.

        Pips are read only for cards whose suit is uncertain.

        Args:
            image: as for `read`.
        """
        image = _as_bgr(image)
        deck = self.deck if self._remembers else copy.deepcopy(self.deck)

        def run_pass(image: npt.NDArray[np.uint8]) -> list[CardCandidate]:
            return self._candidates(image, deck, remembers=True, in_doubt_only=True)

        candidates = run_pass(image)
        if _doubtful(candidates) or _is_poor(image, candidates):
            return recheck(image, candidates, run_pass)
        return candidates

    def candidates(
        self,
        image: npt.NDArray[np.uint8],
        index_px: float | None = None,
        *,
        closer: bool = False,
        weigh: Callable[[Sequence[Index]], list[Index]] = list,
    ) -> list[CardCandidate]:
        """Returns every possible card of one pass, however doubtful, best first.

        Args:
            image: as for `read`.
            index_px: usual height of an index in pixels, if known.
            closer: also read suits in the close view, which misreads fewer, with higher confidence.
            weigh: updates the odds of the indices with evidence from elsewhere.
        """
        return self._candidates(
            _as_bgr(image),
            self.deck,
            index_px,
            closer=closer,
            weigh=weigh,
            remembers=self._remembers,
        )

    def _candidates(
        self,
        image: npt.NDArray[np.uint8],
        deck: Deck,
        index_px: float | None = None,
        *,
        closer: bool = False,
        weigh: Callable[[Sequence[Index]], list[Index]] = list,
        remembers: bool,
        in_doubt_only: bool = False,
    ) -> list[CardCandidate]:
        levels = pyramid(image)
        spots = self._detector.find(levels, index_px)
        indices = self._reader.read(levels, spots, deck, closer=closer)
        if remembers:
            deck.note(index.face for index in indices if index.face is not None)
        read_pips = functools.partial(self._pips.suits, levels)
        return assemble(weigh(indices), read_pips, in_doubt_only=in_doubt_only)


def _doubtful(candidates: list[CardCandidate]) -> bool:
    """Returns whether any card is doubtful, or a faint one is apart from the others."""
    if any(RIVAL < c.confidence < CERTAIN for c in candidates):
        return True
    cards = [c.corners for c in candidates if c.confidence >= ACCEPTED]
    return any(FAINT < c.confidence <= RIVAL and not _is_on_any(cards, c) for c in candidates)


def _is_poor(image: npt.NDArray[np.uint8], candidates: list[CardCandidate]) -> bool:
    """Returns whether a picture is so blurred or tilted that a single pass is overconfident.

    A single pass misread 6 of 138 such hands and called them sure; three passes, 1 of 130.
    """
    cards = [c for c in candidates if c.confidence >= ACCEPTED]
    places = ((*index_place(card.corners, card.index_px), card.index_px) for card in cards)
    spots = (Spot(x, y, 0.0, 1.0, size) for x, y, size in places)
    return quality.is_poor(image, spots, [card.corners for card in cards])


def _is_on_any(cards: list[Outline], candidate: CardCandidate) -> bool:
    place = index_place(candidate.corners, candidate.index_px)
    return any(depth(place, card) > -_CARD_MARGIN for card in cards)


def _as_bgr(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    if image.dtype != np.uint8 or 0 in image.shape:
        raise ValueError(f"not a picture: {image.dtype} {image.shape}; uint8 pixels are needed")
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.ndim != 3 or image.shape[2] != 3:
        raise ValueError(f"not a picture: shape {image.shape}; (height, width, 3) is needed")
    return image
