"""Identity of tracks: ghosts, duplicates, and tracks that read one card as its twin."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pegboard.cribbage import Card
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.movement import (
    PILE_RADIUS,
    RELAID_S,
    TAKEN_BACK_S,
    are_apart,
    is_gone_by,
)
from pegboard.vision.follow.tracking.detection import distance
from pegboard.vision.follow.tracking.suits import are_twins
from pegboard.vision.follow.tracking.track import CONFIRMED, Track
from pegboard.vision.follow.tracking.tracker import SEPARATE

GHOST_FACTOR = 0.5
"""Factor for the probability of an unconfirmed track beside a likelier one."""
REREAD_S = 2.5
"""Seconds within which a card and its twin at one place are the same card, read twice."""
MIN_PROBABILITY = 0.01
"""Probability below which a reading is not considered."""


def presence_probability(track: Track, tracks: Sequence[Track]) -> float:
    """Returns the probability that a track shows a real card; lower beside a likelier track."""
    hypothesis = 1 - track.p_clutter
    if track.p_with_twin >= CONFIRMED:
        return hypothesis
    for other in tracks:
        is_near = (
            math.dist(track.detection.middle, other.detection.middle)
            < PILE_RADIUS * track.detection.height
        )
        if other is track or not is_near or other.probability <= track.probability:
            continue
        is_twin = are_twins(track.card, other.card) and _overlap_in_time(track, other)
        if abs(track.first_at - other.first_at) <= TAKEN_BACK_S or is_twin:
            return hypothesis * GHOST_FACTOR
    return hypothesis


def _overlap_in_time(a: Track, b: Track) -> bool:
    """Returns whether the earlier track lasted beyond the start of the later one."""
    early, late = sorted((a, b), key=lambda t: t.first_at)
    return not is_gone_by(early, late.first_at)


def is_duplicate(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether the same card was read far away, both before and after a track began."""
    return any(
        t.card == track.card
        and t.first_at < track.first_at
        and (t.gone_at or math.inf) > track.first_at + RELAID_S
        and distance(t.detection, track.detection) >= SEPARATE
        for t in tracks
    )


def twin_readings(track: Track, tracks: Sequence[Track]) -> frozenset[Card]:
    """Returns the card's twin if it was also read as that when it appeared; else empty."""
    return frozenset(
        t.card
        for t in tracks
        if t.card != track.card
        and are_twins(t.card, track.card)
        and abs(t.first_at - track.first_at) <= REREAD_S
        and not are_apart(t, track)
    )


def likely_cards(track: Track) -> tuple[tuple[Card, float], ...]:
    """Returns up to three cards that a track may show, with their log probability, best first."""
    odds = track.calibrated
    order = np.argsort(-odds)[:3]
    return tuple((DECK[int(n)], math.log(odds[n])) for n in order if odds[n] >= MIN_PROBABILITY)
