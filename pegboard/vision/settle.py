"""Detection that the view has settled, and was read the same way twice.

Only frames of a still, lit picture are worth reading: a card on its way down, the hand that lays it
and its shadow all move. Each frame is compared with the first one of the still period, not with
the previous one, so that slow movements are noticed.

    settling = Settling()
    if settling.watch(frame, now):            # cheap: every frame
        settling.add(recogniser.read(frame))  # expensive: only while nothing moves
    settling.settled or settling.waits_for

A player's hand held still over the cards hides some of them: any number of cards other than the
five of a hand and its starter must stay longer. If the starter is known, four cards are a
hand, with or without the starter beside them.

One object handles one still period after another: the next movement starts over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import Card
from pegboard.vision.measures import SIDE, STEP
from pegboard.vision.recognise import Reading, Sighting

CHANGED = 0.004
"""Share of changed small pixels that counts as movement: a third of a card."""
DARK = 60
"""Grey level of paper below which a card cannot be told from the table."""
PAPER = 99
"""Percentile of grey used as the paper: the cards may cover only 1 % of the picture."""
NEEDED, WINDOW = 2, 3
"""Number of equal readings required, and number of latest readings considered."""
STILL_S = 0.3
"""Seconds without movement before a frame is worth reading."""
PATIENCE_S = 1.2
"""Seconds without movement before an unusual number of cards is accepted."""
HAND = 4
"""Number of cards of a hand, without the starter."""

MOVES = "something moves"
TOO_DARK = "it is too dark"
NO_CARDS = "there are no cards"
DIFFERS = "the cards are not read the same way twice"
UNUSUAL = "there should be five cards"
UNUSUAL_HAND = "there should be four cards beside the starter"


class Settling:
    """Detector of a settled view. Stores one small picture and a few readings."""

    def __init__(self, starter: Card | None = None) -> None:
        """Creates the initial state, without frames.

        Args:
            starter: starter of the deal, if known; then the hand may be shown without it.
        """
        self._starter = starter
        self.waits_for = MOVES
        """Why the view has not settled, as text; empty once it has."""
        self._rest: npt.NDArray[np.uint8] | None = None
        self._since = self._now = 0.0
        self._readings: deque[Reading] = deque(maxlen=WINDOW)

    def watch(self, image: npt.NDArray[np.uint8], now: float) -> bool:
        """Returns whether a frame is worth reading: bright enough, and still for a while.

        Args:
            image: (height, width, 3) BGR `uint8`; frames of another size count as a movement.
            now: time of the frame, in monotonic seconds.
        """
        self._now, small = now, _small(image)
        if self._rest is None or _moved(self._rest, small):
            self._rest, self._since = small, now
            self._readings.clear()
            self.waits_for = MOVES
            return False
        if np.percentile(small, PAPER) < DARK:
            self.waits_for = TOO_DARK
            return False
        return now - self._since >= STILL_S

    def add(self, reading: Reading) -> None:
        """Adds the reading of the last frame."""
        self._readings.append(reading)
        self.waits_for = self._waiting_reason()

    def _waiting_reason(self) -> str:
        latest = _cards(self._readings[-1])
        alike = sum(_cards(reading) == latest for reading in self._readings)
        if not latest:
            return NO_CARDS
        if alike < NEEDED:  # NEEDED is a majority of WINDOW, so `vote` gives the same cards
            return DIFFERS
        if self._now - self._since < PATIENCE_S and not self._usual(latest):
            return UNUSUAL if self._starter is None else UNUSUAL_HAND
        return ""

    def _usual(self, cards: frozenset[Card]) -> bool:
        if self._starter is None:
            return len(cards) == HAND + 1
        return len(cards - {self._starter}) == HAND

    @property
    def settled(self) -> bool:
        """Returns True if the reading can be used."""
        return not self.waits_for

    @property
    def reading(self) -> Reading | None:
        """Combined reading since the last movement; sure only once settled."""
        if not self._readings:
            return None
        voted = vote(self._readings)
        return Reading(voted.sightings, voted.sure and self.settled)

    def alternatives(self, sighting: Sighting) -> tuple[Card, ...]:
        """Returns which other cards were read in a card's place since the last movement."""
        latest = {s.card: s for reading in self._readings for s in reading.sightings}
        chosen = set() if self.reading is None else _cards(self.reading)
        return tuple(
            card
            for card, seen_as in latest.items()
            if card not in chosen and _within(_middle(seen_as), sighting)
        )


def vote(readings: Sequence[Reading]) -> Reading:
    """Combines several readings of the same table, the latest last, by majority.

    A live camera sees the same cards with different noise each time, and sometimes behind a hand or
    sleeve.

    A card counts if more than half of the readings have it. Its confidence is the mean over all
    readings (0 where absent), its corners those of the latest with it. The result is sure if more
    than half of the readings are, and all sure ones have the same cards.
    """
    by_card: dict[Card, list[Sighting]] = {}
    for reading in readings:
        for sighting in reading.sightings:
            by_card.setdefault(sighting.card, []).append(sighting)
    voted = [
        Sighting(card, sum(s.confidence for s in those) / len(readings), those[-1].corners)
        for card, those in by_card.items()
        if 2 * len(those) > len(readings)
    ]
    voted.sort(key=lambda sighting: -sighting.confidence)
    cards = {sighting.card for sighting in voted}
    sure = [reading for reading in readings if reading.sure]
    agreed = all({s.card for s in reading.sightings} == cards for reading in sure)
    return Reading(tuple(voted), bool(voted) and 2 * len(sure) > len(readings) and agreed)


def _cards(reading: Reading) -> frozenset[Card]:
    return frozenset(sighting.card for sighting in reading.sightings)


def _middle(sighting: Sighting) -> tuple[float, float]:
    x, y = np.mean(sighting.corners, axis=0)
    return float(x), float(y)


def _within(point: tuple[float, float], sighting: Sighting) -> bool:
    outline = np.array(sighting.corners, np.float32)
    return cv2.pointPolygonTest(outline, point, False) >= 0


def _small(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    scale = SIDE / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _moved(before: npt.NDArray[np.uint8], after: npt.NDArray[np.uint8]) -> bool:
    if before.shape != after.shape:
        return True
    return float(np.mean(cv2.absdiff(before, after) > STEP)) > CHANGED
