"""A track: one card's stay at one place, updated by each detection that hits it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.tracking.detection import TRACK_CONFIDENCE, Detection
from pegboard.vision.follow.tracking.motion import BackgroundPatch
from pegboard.vision.follow.tracking.suits import TWIN_NUMBER, Vector, calibrate
from pegboard.vision.pips import NO_PIPS, by_card

LIKELY = 0.5
"""Minimum probability of a track that is considered."""
CONFIRMED = 0.9
"""Minimum probability of a confirmed track."""
CONFIRMED_AT_ONCE = 0.96
"""The same after a single hit."""
REPEAT_WEIGHT = 0.6
"""Weight of each further hit in the same scene, relative to the previous one."""
MAX_MISSES = 2
"""Number of consecutive scans without a hit after which a card is gone."""
MAX_HITS = 5
"""Number of hits after which an unconfirmed track is rescanned only if something moves."""


@dataclass(eq=False)
class Track:
    """One card's stay at one place, with times in seconds; `gone_at` is None until it ends."""

    detection: Detection
    first_at: float
    last_at: float
    log_odds: Vector
    hits: int = 0
    p_clutter: float = 1.0
    """Probability that no card is there."""
    misses: int = 0
    missed_at: float = 0.0
    gone_at: float | None = None
    unobstructed_at: float = 0.0
    """Latest time at which the card was there and nothing moved over it."""
    is_old: bool = field(default=False)
    """True if it belongs to a deal that is over."""
    pips: Vector = field(default_factory=lambda: NO_PIPS)
    """Log odds of the four suits by its pips, from the clearest hit; 0 if they were never read."""
    covered_by: set[Track] = field(default_factory=set)
    """Tracks of cards seen on top of it."""
    background: BackgroundPatch | None = None
    """Its place as it looked before the card appeared."""
    predates_watching: bool = False
    """True if the card was there when watching began, so that the start is unknown."""
    was_lifted: bool = False
    """True if it ended because its place looked bare again."""
    max_confidence: float = 0.0
    """Highest confidence of a hit."""
    _hit_weight: float = 1.0

    @classmethod
    def start(cls, detection: Detection, now: float) -> Track:
        """Returns a track that starts with a detection.

        Args:
            detection: the first hit.
            now: seconds.
        """
        track = cls(detection, now, now, np.zeros(len(DECK)))
        track.add(detection, now)
        return track

    @property
    def probabilities(self) -> Vector:
        """Probabilities of the 52 cards, from all hits."""
        log_odds = self._log_odds_with_pips
        weights = np.exp(log_odds - log_odds.max())
        return np.asarray(weights / weights.sum())

    @property
    def _log_odds_with_pips(self) -> Vector:
        return self.log_odds + by_card(self.pips)

    @property
    def calibrated(self) -> Vector:
        """Probabilities of the 52 cards, with the suit calibrated; see `calibrate`."""
        return calibrate(self.log_odds, effective_hits(self.hits), self.pips)

    @property
    def card(self) -> Card:
        """Likeliest card."""
        return DECK[int(self._log_odds_with_pips.argmax())]

    @property
    def probability(self) -> float:
        """Probability that the likeliest card is there."""
        return (1 - self.p_clutter) * float(self.probabilities.max())

    @property
    def p_with_twin(self) -> float:
        """Probability that the likeliest card or its twin is there."""
        odds = self.probabilities
        number = int(odds.argmax())
        return (1 - self.p_clutter) * float(odds[number] + odds[TWIN_NUMBER[number]])

    @property
    def is_confirmed(self) -> bool:
        """Returns True if two hits agree, or one is beyond doubt."""
        return self.probability >= (CONFIRMED if self.hits > 1 else CONFIRMED_AT_ONCE)

    @property
    def needs_rescan(self) -> bool:
        """Returns True if another scan would help."""
        if self.gone_at is not None:
            return False
        return 0 < self.misses < MAX_MISSES or (not self.is_confirmed and self.hits < MAX_HITS)

    def add(self, detection: Detection, now: float) -> None:
        """Adds a hit. Hits in one scene weigh the same, and count less than independent ones."""
        weight = REPEAT_WEIGHT**self.hits
        hit_weight = effective_hits(self.hits + 1) / (self.hits + 1)
        evidence = detection.confidence * np.log(detection.probabilities + 1e-4)
        self.log_odds = (self.log_odds / self._hit_weight + evidence) * hit_weight
        self._hit_weight = hit_weight
        if np.ptp(detection.pips) > np.ptp(self.pips):
            self.pips = detection.pips
        if detection.confidence >= TRACK_CONFIDENCE:
            self.p_clutter *= (1 - min(detection.confidence, 0.99)) ** weight
        self.detection = detection
        self.max_confidence = max(self.max_confidence, detection.confidence)
        self.hits += 1
        self.last_at, self.misses = now, 0


def effective_hits(hits: int) -> float:
    """Returns how many independent hits the hits in one scene count for."""
    return sum(REPEAT_WEIGHT**hit for hit in range(hits))
