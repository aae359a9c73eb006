"""Inks: which suit each ink stands for, in decks of four colours.

In decks with blue diamonds or green clubs, court cards of these suits are read as black ones: their
suit sign is small, and most decks have no such ink. The number cards of the same deck are read
better, and show which suit an ink stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK
from pegboard.vision.pips import SUITS, by_card
from pegboard.vision.read import Index

Picture = npt.NDArray[np.uint8]

INDEX_HALF_HEIGHT = 0.42
"""Height of the sampled part of an index above and below its middle, in index heights."""
INDEX_HALF_WIDTH = 0.12
"""The same to each side: narrow, to include little of the table."""
INK_DIVISOR = 8
"""Number of pixels of which one is assumed to be ink."""
PAPER_PERCENTILE = 85.0
"""Percentile of the pixels' brightness taken as paper."""
MIN_PAPER = 40.0
"""Grey level of the paper, 0 to 255, below which no colour can be determined."""
MIN_ABSORPTION = 0.35
"""Minimum share of light that ink absorbs, in the colour that it absorbs most."""
BLUER, GREENER, REDDER, NEUTRAL = 0.2, 0.11, 0.25, 0.1
"""Shares by which the light of a blue, green or red ink must exceed its other colours, and by which
that of black ink may; of 411 indices of seven decks with no table beside the card, 98 in 100 blue
diamonds have 0.22 and more, green clubs 0.14, and black inks 0.09 at most."""
MIN_PRESENCE = 0.3
"""Minimum presence of an index that is sampled."""
MIN_CONFIDENCE = 0.75
"""Minimum confidence of a card from which the ink is learned."""
NUMBER_RANKS, RANKS = 10, 13
"""Number of ranks from which inks are learned (all but court cards), and of all ranks."""
MIN_CARDS = 2
"""Minimum number of cards of an ink that must have been read."""
FULL_LOOKS = 2
"""Number of readings from which a card counts in full."""
MIN_SUIT_SHARE = 0.6
"""Minimum share of an ink's cards in one suit; unusual inks make number cards misread, too."""
INK_LOG_ODDS = 6.0
"""Log odds for the suit of an ink once it is known."""


class Ink(StrEnum):
    """The colour in which an index is printed."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"


class Light(NamedTuple):
    """Shares of the paper's light that ink leaves, by colour, 0 to 1."""

    blue: float
    green: float
    red: float


def ink_of(picture: Picture, place: tuple[float, float], index_px: float) -> Ink | None:
    """Returns the ink of an index; None if it cannot be determined.

    Args:
        picture: (height, width, 3) BGR `uint8`.
        place: middle of the index, in pixels.
        index_px: height of the index, in pixels.
    """
    x, y = place
    rows = slice(
        max(0, round(y - INDEX_HALF_HEIGHT * index_px)),
        max(0, round(y + INDEX_HALF_HEIGHT * index_px) + 1),
    )
    columns = slice(
        max(0, round(x - INDEX_HALF_WIDTH * index_px)),
        max(0, round(x + INDEX_HALF_WIDTH * index_px) + 1),
    )
    pixels = picture[rows, columns].reshape(-1, 3).astype(np.float32)
    if len(pixels) < 4 * INK_DIVISOR:
        return None
    paper = np.percentile(pixels, PAPER_PERCENTILE, axis=0)
    if paper.min() < MIN_PAPER:
        return None
    left = pixels / paper
    inked = np.argsort(left.min(axis=1))[: len(pixels) // INK_DIVISOR]
    return _name_ink(Light(*map(float, left[inked].mean(axis=0))))


def _name_ink(light: Light) -> Ink | None:
    blue, green, red = light
    if min(light) > 1 - MIN_ABSORPTION:
        return None
    if blue - red >= BLUER and blue > green:
        return Ink.BLUE
    if green - max(blue, red) >= GREENER:
        return Ink.GREEN
    if red - max(blue, green) >= REDDER:
        return Ink.RED
    return Ink.BLACK if max(light) - min(light) <= NEUTRAL else None


class InkModel:
    """The suits of one deck's inks. Not thread-safe."""

    def __init__(self) -> None:
        """Creates the initial state, with the deck unknown."""
        self._looks = {ink: np.zeros(len(DECK)) for ink in Ink}
        """Number of readings of each card, by ink."""

    def suit_of(self, ink: Ink) -> int | None:
        """Returns the number of the suit that an ink stands for, or None if unknown.

        Once blue or green is known, the deck has four colours, and one card suffices for any other
        ink.
        """
        return self._exclusive_suit(ink, 1) if self._has_four_colours else None

    @property
    def _has_four_colours(self) -> bool:
        return any(
            self._exclusive_suit(ink, MIN_CARDS) is not None for ink in (Ink.BLUE, Ink.GREEN)
        )

    def _exclusive_suit(self, ink: Ink, min_cards: int) -> int | None:
        """Returns the suit of nearly all cards of an ink, if no other ink has it; else None.

        Args:
            ink: the ink.
            min_cards: minimum number of its cards that must have been read.
        """
        counts = self._count_by_suit(ink)
        suit = int(counts.argmax())
        others = max(self._count_by_suit(other_ink)[suit] for other_ink in Ink if other_ink != ink)
        is_exclusive = (
            counts[suit] >= max(min_cards, MIN_SUIT_SHARE * counts.sum()) and counts[suit] > others
        )
        return suit if is_exclusive else None

    def _count_by_suit(self, ink: Ink) -> npt.NDArray[np.float64]:
        """Returns the number of cards of each suit in an ink; cards seldom read count in part.

        A card counts only for its most frequent ink: the table beside it may look like another ink.
        """
        most = np.max(list(self._looks.values()), axis=0)
        share = np.where(self._looks[ink] == most, np.minimum(1.0, most / FULL_LOOKS), 0.0)
        return np.asarray(share.reshape(SUITS, RANKS).sum(axis=1))

    def weigh(self, picture: Picture, indices: Sequence[Index]) -> list[Index]:
        """Learns from clearly read indices; returns all, weighted by the suit of their ink.

        Args:
            picture: as for `ink_of`.
            indices: indices in that picture.
        """
        inks = [
            ink_of(picture, (i.spot.x, i.spot.y), i.spot.size)
            if i.presence >= MIN_PRESENCE
            else None
            for i in indices
        ]
        for index, ink in zip(indices, inks, strict=True):
            card = int(index.odds.argmax())
            if (
                ink
                and index.presence * index.odds[card] >= MIN_CONFIDENCE
                and card % RANKS < NUMBER_RANKS
            ):
                self._looks[ink][card] += 1
        if not self._has_four_colours:
            return list(indices)
        suits = {ink: self.suit_of(ink) for ink in Ink}
        return [
            index if ink is None else _with_suit(index, suits[ink])
            for index, ink in zip(indices, inks, strict=True)
        ]


def _with_suit(index: Index, suit: int | None) -> Index:
    """Returns an index, weighted in favour of the suit of its ink."""
    if suit is None:
        return index
    log_odds = np.full(SUITS, -INK_LOG_ODDS)
    log_odds[suit] = 0.0
    odds = index.odds * np.exp(by_card(log_odds))
    return replace(index, odds=odds / odds.sum())
