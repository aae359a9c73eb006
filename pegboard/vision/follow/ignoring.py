"""Says what it costs to take a card that came to lie for nobody's play, or not yet for one."""

from __future__ import annotations

import math
from dataclasses import replace

from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.evidence import Arrival

UNEXPLAINED = -2.8
"""A card that is surely there cannot be explained yet: what it follows may still be hidden."""
LATE_S = 4.0
"""Seconds by which a card may be seen later than one that was played after it."""
STRAY = -2.0
"""A card that is surely there is nobody's play."""


def ignored(belief: Belief, arrival: Arrival) -> tuple[float, float]:
    """Returns the price of an arrival that is no play, or not yet, and what it is spared so far."""
    if belief.complete:
        shown = {card for _, card in belief.hidden}
        played = any(card in shown for card, _ in arrival.odds)
        return STRAY * arrival.belief * played * (1 - known(belief, arrival)), 0.0
    if arrival.brief:
        return math.log(arrival.brief), 0.0
    if arrival.anew:
        return 0.0, 0.0  # that was paid when it came
    if arrival.shown and any(card == arrival.odds[0][0] for _, card in belief.hidden):
        return 0.0, 0.0
    price = max(-6.0, math.log(max(1e-3, 1 - arrival.belief))) + STRAY * arrival.belief
    if price > UNEXPLAINED:
        return price, 0.0
    return UNEXPLAINED, UNEXPLAINED - price


def overdue(belief: Belief, now: float) -> Belief:
    """Returns the belief, no longer spared anything for arrivals that will not be explained now."""
    late = [pair for pair in belief.deferred if now - pair[0].at > LATE_S]
    if not late:
        return belief
    spared = sum(spared for _, _, spared in late)
    return replace(
        belief,
        worth=belief.worth - spared,
        lenience=belief.lenience - spared,
        deferred=tuple(pair for pair in belief.deferred if pair not in late),
    )


def known(belief: Belief, arrival: Arrival) -> float:
    """Returns the probability that a card is one that was turned up or played before."""
    return sum(math.exp(log) for card, log in arrival.odds if card in belief.cards)
