"""Penalties of a play, in log likelihood, for how its card appeared and disappeared."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pegboard.cribbage import Card, Play
from pegboard.cribbage.state import Playing
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.observation import Observation

MIN_PRESENCE = 0.02
"""Lower bound for the probability that a card is there, which bounds its logarithm."""
TAKEN_BACK_PENALTY = -4.0
"""Penalty for a play of a card that was soon taken back."""
LIFTED_PENALTY = -2.5
"""Added if the card's place was seen bare after it was taken back."""
BARE_LATER_PENALTY = -4.0
"""Penalty for a play whose predecessor's place was still bare when the card had been laid."""
BARE_LATER_PENALTY_PER_S = -1.5
"""The same per second that the predecessor's place was bare longer, up to the value above."""
INVERSION_PENALTY = -1.0
"""Penalty for an order of two plays that contradicts the order in which they were observed."""
INVERSION_PENALTY_PER_S = -0.3
"""Added for each second between the two observations."""
LIFTED_IN_RUN_PENALTY = -2.0
"""Penalty for each card of the current count that was picked up before the count was reset."""
BENEATH_PENALTY = -5.0
"""Penalty for a play of a card beneath one that the same seat played earlier."""
OFF_PILE_PENALTY = -2.0
"""Penalty for a play of a card that was apart from all piles when watching began."""
AT_SHOW_PENALTY = -4.0
"""Penalty for a play of a card that appeared in a shown hand."""
EARLY_PICKUP_PENALTY = -3.0
"""Penalty for a play of a card picked up alone while any card could still be played."""
EARLY_PICKUP_S = 4.0
"""Seconds after a card appeared within which picking it up is early."""


def is_last_card(hypothesis: Hypothesis, seat: int) -> bool:
    """Returns whether a seat has only one card left, and so cannot exchange it for another."""
    stage = hypothesis.state.stage
    return isinstance(stage, Playing) and stage.left[seat] == 1


def play_penalty(hypothesis: Hypothesis, observation: Observation) -> float:
    """Returns the penalty for explaining an observation as a play."""
    penalty = math.log(max(MIN_PRESENCE, observation.probability))
    if not is_last_card(hypothesis, observation.seat):  # a last card is picked up only to be shown
        penalty += (
            TAKEN_BACK_PENALTY + LIFTED_PENALTY * math.isfinite(observation.lifted_at)
        ) * observation.p_taken_back
    penalty += AT_SHOW_PENALTY * observation.is_shown + OFF_PILE_PENALTY * (
        observation.predates_watching and not observation.is_on_pile
    )
    if observation.covered_by and any(
        isinstance(a, Play) and a.card in observation.covered_by and a.seat == observation.seat
        for a in hypothesis.actions
    ):
        penalty += BENEATH_PENALTY
    return penalty


def inversion_penalty(late: float) -> float:
    """Returns the penalty for a play that was observed before its predecessor.

    Args:
        late: seconds between the two observations.
    """
    return INVERSION_PENALTY + late * INVERSION_PENALTY_PER_S if late > 0 else 0.0


def bare_later_penalty(early: Observation, since: float) -> float:
    """Returns the penalty for a play whose predecessor's place was still bare after it was laid.

    Args:
        early: the observation that is inserted later.
        since: when the place of the other card was last seen bare, in seconds.
    """
    if early.at <= since:
        return BARE_LATER_PENALTY
    longer = since - early.last_bare_at
    return (
        max(BARE_LATER_PENALTY, BARE_LATER_PENALTY_PER_S * longer) if 0 < longer < math.inf else 0.0
    )


def count_lifted_in_run(
    hypothesis: Hypothesis, stage: Playing, at: float, lifted: Sequence[tuple[Card, float]]
) -> int:
    """Returns how many cards of the current count were picked up before a given time."""
    if not lifted:
        return 0
    run = {card for _, card in stage.plays[stage.reset :]}
    played = {
        a.card: t
        for a, t in zip(hypothesis.actions, hypothesis.times, strict=True)
        if isinstance(a, Play)
    }
    return sum(card in run and played[card] <= gone < at for card, gone in lifted)
