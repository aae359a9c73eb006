"""Learns which suit an ink tells, in decks of four colours.

Where diamonds are blue, or clubs green, a court card of them looks like a black one: its sign is
small, and most decks have no such ink. The number cards of the same deck tell better.
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

TALL, WIDE = 0.42, 0.12
"""What is looked at of an index, in its heights from its middle: little beside the card."""
SHARE = 8
"""One pixel in so many is ink."""
PAPER = 85.0
"""Percentile of the pixels' brightness that is paper."""
DARKEST = 40.0
"""Grey levels, of 255, of paper in whose light no colour is told."""
CONTRAST = 0.35
"""Share of the light that ink takes away at least, in the colour that it takes most of."""
BLUER, GREENER, REDDER, NEUTRAL = 0.2, 0.11, 0.25, 0.1
"""Shares by which the light of an ink must differ from its other colours, or may: of 411 indices of
seven decks, but where the table showed beside a card, 98 in 100 blue diamonds have 0.22 and more,
green clubs 0.14, and black inks 0.09 at most."""
THERE = 0.3
"""Presence from which an index is looked at."""
READ = 0.75
"""Confidence from which a card teaches what its ink means."""
NUMBERS, RANKS = 10, 13
"""Aces and cards with pips teach; court cards are what is to be learnt."""
CARDS = 2
"""Cards of an ink that must have been seen."""
LOOKS = 2
"""Looks from which a card counts as one."""
ALONE = 0.6
"""Share of them that must have one suit: number cards in a rare ink are misread as well."""
TELLS = 6.0
"""Log odds by which an ink then tells its suit."""


class Ink(StrEnum):
    """The colour in which an index is printed."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"


class Light(NamedTuple):
    """The share of the paper's light that ink leaves, by colour, 0..1."""

    blue: float
    green: float
    red: float


def ink_of(picture: Picture, place: tuple[float, float], index_px: float) -> Ink | None:
    """Returns the ink of an index; None where it cannot be told.

    Args:
        picture: (height, width, 3) BGR `uint8`.
        place: the middle of the index, in pixels.
        index_px: its height in pixels.
    """
    x, y = place
    rows = slice(max(0, round(y - TALL * index_px)), max(0, round(y + TALL * index_px) + 1))
    columns = slice(max(0, round(x - WIDE * index_px)), max(0, round(x + WIDE * index_px) + 1))
    pixels = picture[rows, columns].reshape(-1, 3).astype(np.float32)
    if len(pixels) < 4 * SHARE:
        return None
    paper = np.percentile(pixels, PAPER, axis=0)
    if paper.min() < DARKEST:
        return None
    left = pixels / paper
    inked = np.argsort(left.min(axis=1))[: len(pixels) // SHARE]
    return _named(Light(*map(float, left[inked].mean(axis=0))))


def _named(light: Light) -> Ink | None:
    blue, green, red = light
    if min(light) > 1 - CONTRAST:
        return None
    if blue - red >= BLUER and blue > green:
        return Ink.BLUE
    if green - max(blue, red) >= GREENER:
        return Ink.GREEN
    if red - max(blue, green) >= REDDER:
        return Ink.RED
    return Ink.BLACK if max(light) - min(light) <= NEUTRAL else None


class Inks:
    """What the inks of one deck mean. Not for two threads at a time."""

    def __init__(self) -> None:
        """Starts with a deck that may be any."""
        self._looks = {ink: np.zeros(len(DECK)) for ink in Ink}
        """By ink, how often each card was read in it."""

    def suit_of(self, ink: Ink) -> int | None:
        """Returns the suit that an ink tells, by its number in the deck; None if it tells none.

        Once blue or green does, the deck has four colours, and one card tells of each other.
        """
        return self._alone(ink, 1) if self._coloured else None

    @property
    def _coloured(self) -> bool:
        return any(self._alone(ink, CARDS) is not None for ink in (Ink.BLUE, Ink.GREEN))

    def _alone(self, ink: Ink, least: int) -> int | None:
        """Returns the suit that nearly all cards of an ink have, and that has no other ink.

        Args:
            ink: which.
            least: as many cards must have been seen.
        """
        seen = self._cards_of(ink)
        suit = int(seen.argmax())
        others = max(self._cards_of(each)[suit] for each in Ink if each != ink)
        told = seen[suit] >= max(least, ALONE * seen.sum()) and seen[suit] > others
        return suit if told else None

    def _cards_of(self, ink: Ink) -> npt.NDArray[np.float64]:
        """Returns how many cards of each suit have an ink; one that was hardly seen is none yet.

        A card may seem to have another for a moment: that of the table beside it.
        """
        most = np.max(list(self._looks.values()), axis=0)
        own = np.where(self._looks[ink] == most, np.minimum(1.0, most / LOOKS), 0.0)
        return np.asarray(own.reshape(SUITS, RANKS).sum(axis=1))

    def weigh(self, picture: Picture, indices: Sequence[Index]) -> list[Index]:
        """Learns from indices that were read well, and returns all with what their inks tell.

        Args:
            picture: as for `ink_of`.
            indices: those in it.
        """
        inks = [
            ink_of(picture, (i.spot.x, i.spot.y), i.spot.size) if i.presence >= THERE else None
            for i in indices
        ]
        for index, ink in zip(indices, inks, strict=True):
            card = int(index.odds.argmax())
            if ink and index.presence * index.odds[card] >= READ and card % RANKS < NUMBERS:
                self._looks[ink][card] += 1
        if not self._coloured:
            return list(indices)
        suits = {ink: self.suit_of(ink) for ink in Ink}
        return [
            index if ink is None else _weighed(index, suits[ink])
            for index, ink in zip(indices, inks, strict=True)
        ]


def _weighed(index: Index, suit: int | None) -> Index:
    """Returns an index with the suit that its ink tells, if it tells one."""
    if suit is None:
        return index
    told = np.full(SUITS, -TELLS)
    told[suit] = 0.0
    odds = index.odds * np.exp(by_card(told))
    return replace(index, odds=odds / odds.sum())
