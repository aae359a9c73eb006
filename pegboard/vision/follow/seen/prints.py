"""Remembers what looks like a card and is none: the back of a card, or something on the table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from pegboard.cribbage import Card
from pegboard.vision.follow.seen.glimpse import SAME, Glimpse, distance, turned
from pegboard.vision.follow.seen.suits import twin_of
from pegboard.vision.follow.seen.visit import BELIEVED, Visit
from pegboard.vision.turn import Size

STAYED = 0.05
"""Card heights within which a thing has not moved at all."""
TOLD = 5.0
"""Log odds between suits from which pips are those of a card; dots upon a back tell less."""
CLEARER = 4.0
"""As many times less doubtful than any back a card is that looks like one."""
APART = 1.5
"""Card heights from which what is read alike is read in two places."""


class Prints:
    """What was read where no card lay face up."""

    def __init__(self) -> None:
        """Starts with nothing read."""
        self._there: list[tuple[Glimpse, bool]] = []
        self._backs: dict[Card, float] = {}
        """Cards that backs look like, each with the clearest look of that kind."""

    def turn(self, size: Size, degrees: int) -> None:
        """Turns every print clockwise; see `turned`."""
        self._there = [(turned(each, size, degrees), clear) for each, clear in self._there]

    def dealt(self, visits: Sequence[Visit]) -> None:
        """Notes what was read on the table before the hands were dealt: it is printed there.

        The back of a card, or the table, may look like a card where it looks like nothing else.
        """
        self._there = [(v.glimpse, v.clear) for v in visits]
        self._backs = {}

    def taken_up(self, visits: Sequence[Visit]) -> None:
        """Notes which cards the backs look like, from what was read while hands lay face down.

        Only a back can be read in places apart then; as often as not as the twin.
        """
        for a, b in itertools.combinations(visits, 2):
            if b.card in (a.card, twin_of(a.card)) and distance(a.glimpse, b.glimpse) >= APART:
                most = max(a.clearest, b.clearest, self._backs.get(a.card, 0.0))
                self._backs |= {a.card: most, twin_of(a.card): most}

    def is_back(self, glimpse: Glimpse) -> bool:
        """Returns whether backs look like this card, and nothing tells that it is one.

        Its pips may, or that it is read far more clearly than any back was.
        """
        if glimpse.card not in self._backs or float(np.ptp(glimpse.pips)) >= TOLD:
            return False
        doubt = 1 - self._backs[glimpse.card]
        return (1 - glimpse.confidence) * CLEARER > doubt

    def has(self, glimpse: Glimpse) -> bool:
        """Returns whether the same was read there before the hands were dealt.

        As badly; or as well, and at the very spot: nobody lays a card so twice.
        """
        alike = [
            (clear, distance(printed, glimpse))
            for printed, clear in self._there
            if printed.card == glimpse.card
        ]
        badly = glimpse.confidence < BELIEVED
        return any(far < STAYED if clear else badly and far < SAME for clear, far in alike)
