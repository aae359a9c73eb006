"""Observations: a track reduced to what the hypotheses need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pegboard.cribbage import Action, Card

Constraints = Mapping[int, tuple[Action, float]]
"""Certain actions by their index in the deal, each with its time in seconds."""


@dataclass(frozen=True)
class Observation:
    """One card that appeared on the table.

    Attributes:
        at: when it appeared, in seconds.
        card_log_probs: likely cards with their log probability, best first.
        probability: that a card is there at all.
        seat_log_probs: log probability of each seat, from the place.
        p_taken_back: probability that it was taken back.
        lifted_at: when its place was seen bare soon after, in seconds; infinity if never.
        left_early: True if it went soon and for good, which no starter does.
        is_on_pile: True if it lies where a seat's cards fall, as a starter hardly does.
        predates_watching: True if it lay there when watching began; only its place tells a starter.
        last_bare_at: when its place was last seen without it, in seconds.
        covered_by: cards that lie upon it, where they appeared first.
        is_shown: True if it appeared in a shown hand or crib.
        is_redetected: True if its track was lost and it is the same card at the same place.
        is_carried: True if it lies far from where it appeared first.
        is_duplicate: True if a card read alike still lies elsewhere: one of them is its twin.
        twin_readings: twins that it was read as when it appeared.
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
        """Likeliest seat by the place."""
        return self.seat_log_probs.index(max(self.seat_log_probs))
