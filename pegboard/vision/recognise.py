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
"""Card widths beside a card within which something that looks like an index belongs to it."""


@dataclass(frozen=True)
class Sighting:
    """One recognised card.

    Attributes:
        card: which.
        confidence: 0..1; right as often as it says from about 0.65 up (training/README.md).
        corners: four points (x, y) in pixels round the card, or round its index where neither its
            other index nor those of another card tell how large it is.
    """

    card: Card
    confidence: float
    corners: Outline


@dataclass(frozen=True)
class Reading:
    """The cards of one picture.

    Attributes:
        sightings: each card once, best first.
        sure: whether cards were seen and none of them, nor any left out, is doubtful.
    """

    sightings: tuple[Sighting, ...]
    sure: bool


class Recogniser:
    """The nets, loaded once. Use from one thread at a time.

    How many threads OpenCV uses is the caller's choice (`cv2.setNumThreads`).
    """

    def __init__(self, deck: Deck | None = None, *, remembers: bool = False) -> None:
        """Loads the nets.

        Args:
            deck: what is known of the pack; by default a pack is found out for each picture.
            remembers: whether the letters of each picture are remembered for the next.
        """
        self.deck = deck or Deck()
        """The belief about the pack on the table."""
        self._remembers = remembers
        self._detector = Detector(_FOLDER / "corners.onnx")
        looks = ("indices", "around", "signs")
        self._reader = IndexReader(*(_FOLDER / f"{look}.onnx" for look in looks))
        self._pips = PipReader(_FOLDER / "pips.onnx", _FOLDER / "signs.onnx")

    def read(self, image: npt.NDArray[np.uint8]) -> Reading:
        """Returns the cards in a picture. One that is in doubt, or poor, is looked at three times.

        Args:
            image: (height, width, 3) BGR, or (height, width) grey; `uint8`, any size.

        Raises:
            ValueError: not such an array.
        """
        found = self.recognise(image)
        sightings = tuple(
            Sighting(DECK[one.card], one.confidence, one.corners)
            for one in found
            if one.confidence >= ACCEPTED
        )
        return Reading(sightings, bool(sightings) and not _doubtful(found))

    def recognise(self, image: npt.NDArray[np.uint8]) -> list[CardCandidate]:
        """Returns every possible card, best first; by three looks if in doubt, or a poor picture.

        Pips are read only of cards whose suit is in doubt.

        Args:
            image: as for `read`.
        """
        image = _as_bgr(image)
        deck = self.deck if self._remembers else copy.deepcopy(self.deck)

        def look(image: npt.NDArray[np.uint8]) -> list[CardCandidate]:
            return self._candidates(image, deck, remembers=True, in_doubt_only=True)

        found = look(image)
        if _doubtful(found) or _is_poor(image, found):
            return recheck(image, found, look)
        return found

    def candidates(
        self,
        image: npt.NDArray[np.uint8],
        index_px: float | None = None,
        *,
        closer: bool = False,
        weigh: Callable[[Sequence[Index]], list[Index]] = list,
    ) -> list[CardCandidate]:
        """Returns every possible card, however doubtful, best first.

        Args:
            image: as for `read`.
            index_px: the usual height of an index, where it is known.
            closer: look closer at suits: fewer are misread, and it is surer of them all.
            weigh: returns the indices with what else is known of them.
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
        look = functools.partial(self._pips.suits, levels)
        return assemble(weigh(indices), look, in_doubt_only=in_doubt_only)


def _doubtful(found: list[CardCandidate]) -> bool:
    """Returns whether a card is doubtful, or a faint one lies apart from the others."""
    if any(RIVAL < one.confidence < CERTAIN for one in found):
        return True
    cards = [one.corners for one in found if one.confidence >= ACCEPTED]
    return any(FAINT < one.confidence <= RIVAL and not _is_on_one_of(cards, one) for one in found)


def _is_poor(image: npt.NDArray[np.uint8], found: list[CardCandidate]) -> bool:
    """Returns whether a picture is so soft or tilted that a single look is too sure of itself.

    Of 138 such hands of which it was sure it misread 6, and three looks 1 of 130.
    """
    cards = [one for one in found if one.confidence >= ACCEPTED]
    places = ((*index_place(one.corners, one.index_px), one.index_px) for one in cards)
    spots = (Spot(x, y, 0.0, 1.0, size) for x, y, size in places)
    return quality.is_poor(image, spots, [one.corners for one in cards])


def _is_on_one_of(cards: list[Outline], one: CardCandidate) -> bool:
    place = index_place(one.corners, one.index_px)
    return any(depth(place, card) > -_CARD_MARGIN for card in cards)


def _as_bgr(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    if image.dtype != np.uint8 or 0 in image.shape:
        raise ValueError(f"not a picture: {image.dtype} {image.shape}; uint8 pixels are needed")
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.ndim != 3 or image.shape[2] != 3:
        raise ValueError(f"not a picture: shape {image.shape}; (height, width, 3) is needed")
    return image
