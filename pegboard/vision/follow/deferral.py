"""Penalties for leaving an observation unexplained, for good (clutter) or for the time being."""

from __future__ import annotations

import math
from dataclasses import replace

from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.observation import Observation

DEFERRAL_PENALTY = -2.8
"""Largest penalty for an observation that a play may still explain."""
ABSENCE_PENALTY = -6.0
"""Largest penalty for treating a likely card as absent."""
DEFERRAL_S = 4.0
"""Seconds after which a deferred observation is charged in full."""
CLUTTER_PENALTY = -2.0
"""Penalty for treating a card that is certainly there as clutter."""


def unexplained_penalty(hypothesis: Hypothesis, observation: Observation) -> tuple[float, float]:
    """Returns the penalty and the credit for leaving an observation unexplained.

    The credit is the part of the full penalty that is not charged before `DEFERRAL_S`.
    """
    if hypothesis.is_complete:
        shown_cards = {card for _, card in hypothesis.unseen}
        is_shown = any(card in shown_cards for card, _ in observation.card_log_probs)
        return CLUTTER_PENALTY * observation.probability * is_shown * (
            1 - known_probability(hypothesis, observation)
        ), 0.0
    if observation.p_taken_back:
        return math.log(observation.p_taken_back), 0.0
    if observation.is_redetected:
        return 0.0, 0.0  # charged when the card first appeared
    if observation.is_shown and any(card == observation.card for _, card in hypothesis.unseen):
        return 0.0, 0.0
    penalty = (
        max(ABSENCE_PENALTY, math.log(max(1e-3, 1 - observation.probability)))
        + CLUTTER_PENALTY * observation.probability
    )
    if penalty > DEFERRAL_PENALTY:
        return penalty, 0.0
    return DEFERRAL_PENALTY, DEFERRAL_PENALTY - penalty


def charge_overdue(hypothesis: Hypothesis, now: float) -> Hypothesis:
    """Returns the hypothesis after charging the credit of overdue observations."""
    overdue = [d for d in hypothesis.deferred if now - d.observation.at > DEFERRAL_S]
    if not overdue:
        return hypothesis
    credit = sum(d.credit for d in overdue)
    return replace(
        hypothesis,
        log_likelihood=hypothesis.log_likelihood - credit,
        credit=hypothesis.credit - credit,
        deferred=tuple(d for d in hypothesis.deferred if d not in overdue),
    )


def known_probability(hypothesis: Hypothesis, observation: Observation) -> float:
    """Returns the probability that the observed card is already in the hypothesis."""
    return sum(
        math.exp(log) for card, log in observation.card_log_probs if card in hypothesis.cards
    )
