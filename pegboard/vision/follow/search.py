"""Beam search for the hypotheses whose actions explain the observations best.

Each observation may be the starter, a play of any seat, a card that was taken back, or clutter;
each reading has a penalty in log likelihood. Only actions that `cribbage.apply` accepts are
considered, so turns, the count and gos need no model here. Shown hands are certain: a card among
them that was not observed in play is inserted where the rules allow it.

Hypotheses are dropped in `_prune`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pegboard.cribbage import Action, Card, Deal
from pegboard.cribbage.state import Playing
from pegboard.vision.follow.branching import (
    MAX_HYPOTHESES,
    MAX_REFUND,
    Context,
    branch,
    insert_deferred,
    insert_unseen,
)
from pegboard.vision.follow.deferral import charge_overdue, unexplained_penalty
from pegboard.vision.follow.hypothesis import Hypothesis, extend
from pegboard.vision.follow.line_event import card_of
from pegboard.vision.follow.observation import Constraints, Observation
from pegboard.vision.follow.penalties import (
    EARLY_PICKUP_S,
    LIFTED_IN_RUN_PENALTY,
    count_lifted_in_run,
)
from pegboard.vision.follow.transitions import TransitionCache

PRUNING_MARGIN = 16.0
"""Log likelihood behind the best hypothesis beyond which one is dropped."""
UNPLAYED_PENALTY = -6.0
"""Penalty for a card of a shown hand that the hypothesis does not play."""


def find_hypotheses(
    observations: Sequence[Observation],
    dealer_log_probs: Sequence[float],
    dealt_at: float,
    shown_hands: Mapping[int, Sequence[Card]],
    constraints: Constraints | None = None,
    transitions: TransitionCache | None = None,
) -> list[Hypothesis]:
    """Returns the likeliest hypotheses of a deal so far, best first; at least one.

    Args:
        observations: in order of time.
        dealer_log_probs: log probability of each seat having dealt.
        dealt_at: when the hands were dealt, in seconds.
        shown_hands: the shown hands, by seat.
        constraints: certain actions by their index in the deal, each with its time.
        transitions: cache to reuse from one call to the next.
    """
    players, constraints, transitions = (
        len(dealer_log_probs),
        constraints or {},
        transitions or TransitionCache(),
    )
    hypotheses = []
    for dealer, log in enumerate(dealer_log_probs):
        state = transitions.after_deal(players, dealer)
        unseen = tuple((seat, card) for seat, cards in shown_hands.items() for card in cards)
        hypotheses.append(Hypothesis(log, state, transitions, (Deal(dealer),), (dealt_at,), unseen))
    now = observations[-1].at if observations else dealt_at
    lifted = [(a.card, a.lifted_at) for a in observations if math.isfinite(a.lifted_at)]
    hypotheses = _satisfying(hypotheses, constraints, lifted)
    bare_before: dict[Card, float] = {}
    for observation in observations:
        if not observation.is_shown and not observation.p_taken_back:
            bare_before.setdefault(observation.card, observation.last_bare_at)
    certain = {
        at: since
        for action, at in constraints.values()
        for since in _last_bare_times(action, at, observations)
    }
    for observation in observations:
        extended: list[Hypothesis] = []
        gate = (
            max(b.log_likelihood + unexplained_penalty(b, observation)[0] for b in hypotheses)
            - PRUNING_MARGIN
            - MAX_REFUND
        )
        p_earlier = max((a.probability for a in observations if a.at < observation.at), default=0.0)
        early_pickup = (
            observation.card if observation.lifted_at - observation.at <= EARLY_PICKUP_S else None
        )
        context = Context(
            shown_hands,
            p_earlier,
            gate,
            observation.last_bare_at,
            lifted,
            early_pickup,
            bare_before,
            certain,
        )
        for hypothesis in hypotheses:
            for variant in branch(hypothesis, observation, context):
                extended += insert_deferred(variant, observation.at, context)
        hypotheses = _prune(_satisfying(extended, constraints, lifted) if constraints else extended)
    final = []
    context = Context(
        shown_hands, 1.0, hypotheses[0].log_likelihood - PRUNING_MARGIN - 4 * MAX_REFUND
    )
    for hypothesis in [charge_overdue(hypothesis, now) for hypothesis in hypotheses]:
        for variant in (
            insert_unseen(hypothesis, hypothesis.times[-1], context)
            if shown_hands
            else [hypothesis]
        ):
            unplayed = sum(card not in variant.cards for _, card in variant.unseen)
            final.append(
                replace(
                    variant, log_likelihood=variant.log_likelihood + unplayed * UNPLAYED_PENALTY
                )
            )
    return _prune(final)


def _last_bare_times(action: Action, at: float, observations: Sequence[Observation]) -> list[float]:
    """Returns the times when the place of an observed card was last seen bare; empty if never."""
    card = card_of(action)
    return [
        each.last_bare_at
        for each in observations
        if each.at == at and each.card_log_probs[0][0] == card
    ]


def _satisfying(
    hypotheses: list[Hypothesis], constraints: Constraints, lifted: Sequence[tuple[Card, float]]
) -> list[Hypothesis]:
    """Returns the hypotheses that satisfy all constraints, or all hypotheses if none does.

    Appends each constrained action once its place is reached. A constrained card may be at no
    other place.

    Args:
        hypotheses: the candidates.
        constraints: as for `find_hypotheses`.
        lifted: as `Context.lifted_cards`.
    """
    places = {card_of(action): n for n, (action, _) in constraints.items()}
    places.pop(None, None)  # for actions without a card
    satisfying = []
    for hypothesis in hypotheses:
        while (constraint := constraints.get(len(hypothesis.actions))) is not None:
            action, at = constraint
            step = hypothesis.transitions.after(hypothesis.state, action)
            if step is None:
                break
            stage, at = hypothesis.state.stage, max(at, hypothesis.times[-1])
            lifted_count = isinstance(stage, Playing) and count_lifted_in_run(
                hypothesis, stage, at, lifted
            )
            hypothesis = extend(
                hypothesis, action, step.state, LIFTED_IN_RUN_PENALTY * lifted_count, at
            )
        if all(
            constraints.get(n, (action,))[0] == action and places.get(card_of(action), n) == n
            for n, action in enumerate(hypothesis.actions)
        ):
            satisfying.append(hypothesis)
    return satisfying or hypotheses


def _prune(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    """Drops duplicates, hypotheses beyond the beam and those too far behind the best one."""
    best_by_actions: dict[tuple[Action, ...], Hypothesis] = {}
    for hypothesis in hypotheses:
        previous = best_by_actions.get(hypothesis.actions)
        if previous is None or previous.log_likelihood < hypothesis.log_likelihood:
            best_by_actions[hypothesis.actions] = hypothesis
    ranked = sorted(best_by_actions.values(), key=lambda hypothesis: -hypothesis.log_likelihood)[
        :MAX_HYPOTHESES
    ]
    return [
        hypothesis
        for hypothesis in ranked
        if hypothesis.log_likelihood >= ranked[0].log_likelihood - PRUNING_MARGIN
    ]
