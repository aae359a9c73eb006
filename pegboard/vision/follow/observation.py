"""Observations: what the hypotheses need to know about a track."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pegboard.cribbage import Action, Card

Constraints = Mapping[int, tuple[Action, float]]
"""Actions that people entered or corrected, by index in the deal, each with its time in seconds."""


@dataclass(frozen=True)
class Observation:
    """Card that appeared on the table.

    Attributes:
        at: when it appeared, in seconds.
        card_log_probs: likely cards with their log probability, best first.
        probability: that a card is there at all.
        seat_log_probs: log probability of each seat, from the place.
        p_taken_back: probability that it was taken back.
        lifted_at: when its place was seen bare soon after, in seconds; infinity if never.
        left_early: True if it was soon removed for good, as a starter never is.
        is_on_pile: True if a seat plays its cards there; a starter is rarely there.
        predates_watching: True if it was there when watching began; then only its place can show
            that it is the starter.
        last_bare_at: when its place was last seen bare before that, in seconds.
        covered_by: cards that first appeared on top of it.
        is_shown: True if it appeared in a shown hand or crib.
        is_redetected: True if it never moved, but its earlier track was lost.
        is_carried: True if it is far from where it first appeared.
        is_duplicate: True if the same card is still read elsewhere: one of the two is the twin.
        twin_readings: the card's twin, if it was also read as that when it appeared.
    """

    at: float
    card_log_probs: tuple[tuple[Card, float], ...]
    probability: float
    seat_log_probs: tuple[float, ...]
    p_taken_back: float = 0.0
    lifted_at: float = math.inf
    left_early: bool = False
    is_on_pile: bool = False
    predates_watching: bool = False
    last_bare_at: float = -math.inf
    covered_by: frozenset[Card] = frozenset()
    is_shown: bool = False
    is_redetected: bool = False
    is_carried: bool = False
    is_duplicate: bool = False
    twin_readings: frozenset[Card] = frozenset()

    @property
    def card(self) -> Card:
        """Likeliest card."""
        return self.card_log_probs[0][0]

    @property
    def seat(self) -> int:
        """Likeliest seat, judged by the place."""
        return self.seat_log_probs.index(max(self.seat_log_probs))
