"""Branching: all the ways in which a hypothesis can explain one more observation.

An observation is the starter, a play of some seat, a card known already, or clutter. Each branch
adds its penalty, in log likelihood; only actions that `cribbage.apply` accepts are kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pegboard.cribbage import Card, Cut, Go, Play
from pegboard.cribbage.state import Cutting, Playing
from pegboard.vision.follow.deferral import charge_overdue, known_probability, unexplained_penalty
from pegboard.vision.follow.hypothesis import Deferred, Hypothesis, extend
from pegboard.vision.follow.observation import Observation
from pegboard.vision.follow.penalties import (
    EARLY_PICKUP_PENALTY,
    LIFTED_IN_RUN_PENALTY,
    MIN_PRESENCE,
    TAKEN_BACK_PENALTY,
    bare_later_penalty,
    count_lifted_in_run,
    inversion_penalty,
    is_last_card,
    play_penalty,
)
from pegboard.vision.follow.transitions import ANY_CARD_FITS, log_go_probability, may_play

MAX_REFUND = 6.0
"""Log likelihood that a hypothesis can regain when a deferred card is explained after all."""
UNSEEN_PLAY_PENALTY = -4.0
"""Penalty for a play that was not observed."""
SEEN_LATER_PENALTY = -3.0
"""Added if the card's place was seen bare after the supposed time of its play."""
NOT_SHOWN_PENALTY = -6.0
"""Penalty for a play of a card that the seat did not show later, or for a starter that a seat
did show."""
FALSE_GO_PENALTY = -8.0
"""Penalty for a go by a seat that held a playable card."""
STARTER_LEFT_PENALTY = -4.0
"""Penalty for a starter that was taken away before the show."""
STARTER_NOT_FIRST_PENALTY = -2.5
"""Penalty for a starter that was not the first card to appear."""
CARRIED_PENALTY = -2.0
"""Penalty for a played card that moves to another seat during the play."""
SURE_SEAT_LOG_PROB = -0.1
"""Log probability of a seat above which a place surely belongs to it."""
STARTER_MOVED_PENALTY = -2.0
"""Penalty for a starter that moves from where it was turned up."""
STARTER_ON_PILE_PENALTY = -2.0
"""Penalty for a starter that lies where a seat plays its cards."""
STARTER_FOUND_ON_PILE_PENALTY = -6.0
"""The same for a starter that was already there when watching began."""
TWIN_READING_PENALTY = -4.0
"""Lowest log probability that a second reading is the starter, misread as its twin."""
SECOND_CARD_PENALTY = -5.0
"""Penalty for a second card at the place of the starter, read as its twin."""
KNOWN_CARD = 0.6
"""Probability above which an observed card counts as one already in the hypothesis."""
MAX_UNSEEN_VARIANTS = 6
"""Maximum number of variants with unseen plays that are extended further."""
MAX_HYPOTHESES = 12
"""Beam width: maximum number of hypotheses."""


@dataclass(frozen=True)
class Context:
    """Facts about the current observation that bear on every branch.

    Attributes:
        shown_hands: the shown hands, by seat.
        p_earlier: probability that another card appeared before this one.
        gate: lowest log likelihood at which a hypothesis is worth extending.
        last_bare_at: when the card's place was last seen bare, in seconds.
        lifted_cards: cards that were seen being taken up, each with the time in seconds.
        early_pickup: the observed card, if it was taken up early and alone.
        bare_before: when the place of each card was last seen bare before it was laid, in seconds.
        bare_before_certain: the same for constrained actions, by the time of the action.
    """

    shown_hands: Mapping[int, Sequence[Card]]
    p_earlier: float
    gate: float
    last_bare_at: float = -math.inf
    lifted_cards: Sequence[tuple[Card, float]] = ()
    early_pickup: Card | None = None
    bare_before: Mapping[Card, float] = field(default_factory=dict)
    bare_before_certain: Mapping[float, float] = field(default_factory=dict)


def insert_deferred(hypothesis: Hypothesis, at: float, context: Context) -> list[Hypothesis]:
    """Returns the hypothesis plus variants that append deferred observations as late plays.

    A head or an arm may hide a card, so the first card seen may be the second one played. Within
    one pile the order observed is the order played.
    """
    variants, frontier = [hypothesis], [hypothesis]
    is_current = isinstance(hypothesis.actions[-1], Cut | Play) and hypothesis.times[-1] == at
    while frontier and is_current:
        extended = []
        for variant in frontier:
            for observation, penalty, credit in variant.deferred:
                late_s = at - observation.at
                if late_s and _is_superseded(variant, observation):
                    continue
                remaining = tuple(d for d in variant.deferred if d.observation is not observation)
                refunded = replace(
                    variant,
                    deferred=remaining,
                    log_likelihood=variant.log_likelihood - penalty,
                    credit=variant.credit - credit,
                )
                penalty = inversion_penalty(late_s) + bare_later_penalty(
                    observation, context.last_bare_at
                )
                extended += _play_branches(refunded, observation, context, penalty, at)
        variants += extended
        frontier = sorted(extended, key=lambda variant: -variant.log_likelihood)[:MAX_HYPOTHESES]
    return variants


def _is_superseded(hypothesis: Hypothesis, observation: Observation) -> bool:
    """Returns whether the seat of an observation played a card that appeared after it."""
    return any(
        isinstance(action, Play) and action.seat == observation.seat and at > observation.at
        for action, at in zip(hypothesis.actions, hypothesis.times, strict=True)
    )


def branch(hypothesis: Hypothesis, observation: Observation, context: Context) -> list[Hypothesis]:
    """Returns every extension of a hypothesis by an observation."""
    likeliest, _ = observation.card_log_probs[0]
    if (
        likeliest in hypothesis.cards
        and known_probability(hypothesis, observation) > KNOWN_CARD
        and not observation.is_duplicate
    ):
        if observation.is_carried and likeliest == hypothesis.starter:
            return [
                replace(
                    hypothesis, log_likelihood=hypothesis.log_likelihood + STARTER_MOVED_PENALTY
                )
            ]
        if not _lies_before_other_seat(hypothesis, likeliest, observation):
            return [hypothesis]
        carried = replace(hypothesis, log_likelihood=hypothesis.log_likelihood + CARRIED_PENALTY)
        return [carried, *_play_branches(hypothesis, observation, context, 0.0, observation.at)]
    if hypothesis.starter in observation.twin_readings:
        log = next(
            (log for card, log in observation.card_log_probs if card == hypothesis.starter),
            TWIN_READING_PENALTY,
        )
        same_card = replace(
            hypothesis, log_likelihood=hypothesis.log_likelihood + max(log, TWIN_READING_PENALTY)
        )
        return [same_card, *_play_branches(hypothesis, observation, context, 0.0, observation.at)]
    hypothesis = charge_overdue(hypothesis, observation.at)
    penalty, credit = unexplained_penalty(hypothesis, observation)
    branches = [
        replace(
            hypothesis,
            log_likelihood=hypothesis.log_likelihood + penalty,
            deferred=(*hypothesis.deferred, Deferred(observation, penalty, credit)),
            credit=hypothesis.credit + credit,
        )
    ]
    if isinstance(hypothesis.state.stage, Cutting):
        penalty = (
            STARTER_NOT_FIRST_PENALTY * context.p_earlier
            + TAKEN_BACK_PENALTY * observation.p_taken_back
        )
        penalty += (
            math.log(max(MIN_PRESENCE, observation.probability))
            + STARTER_LEFT_PENALTY * observation.left_early
        )
        penalty += (
            STARTER_FOUND_ON_PILE_PENALTY
            if observation.predates_watching
            else STARTER_ON_PILE_PENALTY
        ) * observation.is_on_pile
        for card, log in observation.card_log_probs:
            step = hypothesis.transitions.after(hypothesis.state, Cut(card))
            if step is not None:
                contradiction = (
                    any(card in cards for cards in context.shown_hands.values()) * NOT_SHOWN_PENALTY
                )
                with_starter = extend(
                    hypothesis, Cut(card), step.state, log + penalty + contradiction, observation.at
                )
                branches.append(with_starter)
        return branches
    penalty, at = 0.0, max(observation.at, hypothesis.times[-1])
    if observation.at < at:  # a constrained action with a later time was inserted first
        penalty = inversion_penalty(at - observation.at) + bare_later_penalty(
            observation, context.bare_before_certain.get(at, -math.inf)
        )
    return branches + _play_branches(hypothesis, observation, context, penalty, at)


def _lies_before_other_seat(hypothesis: Hypothesis, card: Card, observation: Observation) -> bool:
    """Returns whether a played card now lies in front of a seat that did not play it."""
    if (
        not isinstance(hypothesis.state.stage, Playing)
        or max(observation.seat_log_probs) < SURE_SEAT_LOG_PROB
    ):
        return False
    return any(
        isinstance(action, Play) and action.card == card and action.seat != observation.seat
        for action in hypothesis.actions
    )


def _play_branches(
    hypothesis: Hypothesis, observation: Observation, context: Context, penalty: float, at: float
) -> list[Hypothesis]:
    """Returns the branches that explain an observation as a play, by seat and card."""
    if not isinstance(hypothesis.state.stage, Playing):
        return []
    branches = []
    penalty += play_penalty(hypothesis, observation) + SECOND_CARD_PENALTY * (
        hypothesis.starter in observation.twin_readings
    )
    for case in insert_unseen(hypothesis, at, context):
        for card, log in observation.card_log_probs:
            if card in case.cards:
                continue
            for seat, at_place in enumerate(observation.seat_log_probs):
                branches += _extend_with_play(
                    case, seat, card, penalty + log + at_place, at, context, context.shown_hands
                )
    return branches


def insert_unseen(hypothesis: Hypothesis, at: float, context: Context) -> list[Hypothesis]:
    """Returns the hypothesis plus variants that first play up to three unseen cards."""
    variants, frontier = [hypothesis], [hypothesis]
    for _ in range(3):
        extended = []
        for variant in frontier:
            for seat, card in variant.unseen:
                if card not in variant.cards:
                    penalty = UNSEEN_PLAY_PENALTY + SEEN_LATER_PENALTY * (
                        context.bare_before.get(card, -math.inf) > at
                    )
                    extended += _extend_with_play(variant, seat, card, penalty, at, context, {})
        if not extended:
            break
        frontier = sorted(extended, key=lambda variant: -variant.log_likelihood)[
            :MAX_UNSEEN_VARIANTS
        ]
        variants += frontier
    return variants


def _extend_with_play(
    hypothesis: Hypothesis,
    seat: int,
    card: Card,
    penalty: float,
    at: float,
    context: Context,
    shown_hands: Mapping[int, Sequence[Card]],
) -> list[Hypothesis]:
    """Returns the hypothesis after any gos and the play; [] if illegal or below the gate."""
    for _ in range(hypothesis.state.rules.players + 1):
        if hypothesis.log_likelihood + penalty < context.gate:
            return []
        stage = hypothesis.state.stage
        if not isinstance(stage, Playing):
            return []
        if stage.count <= ANY_CARD_FITS and stage.turn != seat:
            return []
        step = None
        if may_play(stage, seat, card):
            step = hypothesis.transitions.after(hypothesis.state, Play(seat, card))
        if step is None:
            after_go = _extend_with_go(hypothesis, stage, at)
            if after_go is None:
                return []
            hypothesis = after_go
            continue
        if step.is_contradiction:
            penalty += FALSE_GO_PENALTY
        if stage.turn != seat:  # the play implies that the seat to play had to say go
            penalty += log_go_probability(stage.count, stage.left[stage.turn])
        is_early = stage.count + card.value <= ANY_CARD_FITS and not is_last_card(hypothesis, seat)
        penalty += EARLY_PICKUP_PENALTY * (is_early and card == context.early_pickup)
        penalty += LIFTED_IN_RUN_PENALTY * count_lifted_in_run(
            hypothesis, stage, at, context.lifted_cards
        )
        if any((card in cards) != (seat == owner) for owner, cards in shown_hands.items()):
            penalty += NOT_SHOWN_PENALTY
        return [extend(hypothesis, Play(seat, card), step.state, penalty, at)]
    return []


def _extend_with_go(hypothesis: Hypothesis, stage: Playing, at: float) -> Hypothesis | None:
    """Returns the hypothesis after the seat to play says go; None if the rules refuse it."""
    go = Go(stage.turn)
    step = hypothesis.transitions.after(hypothesis.state, go)
    if step is None:
        return None
    return extend(
        hypothesis, go, step.state, log_go_probability(stage.count, stage.left[stage.turn]), at
    )
