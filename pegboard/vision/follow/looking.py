"""Looks at each picture: reads what changed and rests, and what is still in doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from pegboard.vision.follow.seen.change import Changes
from pegboard.vision.follow.seen.glimpse import exchanged
from pegboard.vision.follow.seen.reading import (
    Box,
    Reader,
    box_of,
    card_ratio,
    completed,
    look,
    within,
)
from pegboard.vision.follow.seen.visit import Visit
from pegboard.vision.follow.seen.visits import Visits
from pegboard.vision.outlines import Outline

TRIES = 6
"""Looks in a row for the cards that a crib lacks."""


class Looking:
    """What moves on the table, and what is read of it.

    Attributes:
        changes: what moved since the picture before.
    """

    def __init__(self, reader: Reader, visits: Visits) -> None:
        """Starts before the first picture.

        Args:
            reader: of the cards in a picture.
            visits: remember what was read.
        """
        self._reader, self._visits = reader, visits
        self.changes = Changes()
        self._tries = 0

    def begin(self) -> None:
        """Begins another deal."""
        self._reader.begin()

    def watch(
        self,
        image: npt.NDArray[np.uint8],
        now: float,
        mistaken: Mapping[int, int],
        lacking: Sequence[Visit],
    ) -> bool:
        """Takes the next picture, and returns whether a card was seen to be taken back.

        Args:
            image: (height, width, 3) BGR `uint8`.
            now: when it was taken, in seconds.
            mistaken: by the number of a card in the deck, that of the one it is taken for.
            lacking: cards beside which others are sought that must lie there too.
        """
        self.changes.watch(image, now)
        lifted = self._visits.lift(now, self.changes)
        spots = self._spots(lacking)
        if spots:
            self._look(image, now, spots, mistaken)
        self._visits.rest(now, self.changes.rests)
        return lifted

    def _spots(self, lacking: Sequence[Visit]) -> list[Box]:
        """Returns the boxes to be read: what changed and rests, and where a look would help."""
        visits, rests = self._visits, self.changes.rests
        here = [v for v in lacking if rests(v.glimpse.corners)]
        self._tries = self._tries + 1 if here else 0
        spots = self.changes.unread_boxes()
        spots += [box_of(v.glimpse.corners) for v in visits.doubtful]
        spots += [box_of(g.outline) for g in visits.hints if rests(g.corners)]
        if self._tries <= TRIES:
            spots += [box_of(v.glimpse.corners) for v in here]
        return spots

    def _look(
        self,
        image: npt.NDArray[np.uint8],
        now: float,
        spots: Sequence[Box],
        mistaken: Mapping[int, int],
    ) -> None:
        visits, rests = self._visits, self.changes.rests
        seen = visits.recent
        glimpses, boxes = look(self._reader, image, spots, seen, visits.looks)
        ratio = card_ratio([*seen, *glimpses])
        glimpses = [completed(exchanged(glimpse, mistaken), ratio) for glimpse in glimpses]
        for visit in visits.all:
            visit.glimpse = completed(visit.glimpse, ratio)

        def known(outline: Outline) -> bool:
            return rests(outline) and any(within(outline, box) for box in boxes)

        changes = self.changes
        visits.look(glimpses, now, known, rests, changes.is_fresh, changes.began)
        visits.keep_before(now, self.changes)
        self.changes.was_read()
