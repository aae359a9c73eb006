"""Finds what the seats must have done: several explanations of a deal, weighed by the rules.

An arrival is a card that came to lie somewhere. It may be the starter, a card played by some seat,
a card that was taken back, or nothing at all; each costs something, in log likelihood. Only what
`cribbage.apply` allows is considered, so the turn, the count and who may say go are the rules' own
business. Cards laid open at the show are the truth: one that was never seen falling is put where
the rules have room for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pegboard.cribbage import Action, Card, Deal
from pegboard.cribbage.state import Playing
from pegboard.vision.follow.belief import Belief, extended
from pegboard.vision.follow.evidence import Arrival, Fixed
from pegboard.vision.follow.ignoring import ignored, overdue
from pegboard.vision.follow.judging import card_of
from pegboard.vision.follow.meanings import (
    HYPOTHESES,
    REFUND,
    Layer,
    caught_up,
    explained,
    with_hidden,
)
from pegboard.vision.follow.steps import Steps
from pegboard.vision.follow.tolls import IN_RUN, SOON_S, taken_up_in_run

HOPELESS = 16.0
"""Log likelihood by which an explanation may be behind the best one."""
UNPLAYED = -6.0
"""A card that was laid open at the show was never played."""


def explain(
    arrivals: Sequence[Arrival],
    dealers: Sequence[float],
    dealt_at: float,
    shown: Mapping[int, Sequence[Card]],
    fixed: Fixed | None = None,
    steps: Steps | None = None,
) -> list[Belief]:
    """Returns the explanations of a deal so far, the likeliest first; at least one.

    Args:
        arrivals: in order of time.
        dealers: log probability of each seat having dealt.
        dealt_at: when, in seconds.
        shown: the hands that were laid open, by seat.
        fixed: the actions that are certain, by their place in the deal, and when each was done.
        steps: remembers where actions lead, from one call to the next.
    """
    players, fixed, steps = len(dealers), fixed or {}, steps or Steps()
    beliefs = []
    for dealer, log in enumerate(dealers):
        state = steps.dealt(players, dealer)
        hidden = tuple((seat, card) for seat, cards in shown.items() for card in cards)
        beliefs.append(Belief(log, state, steps, (Deal(dealer),), (dealt_at,), hidden))
    now = arrivals[-1].at if arrivals else dealt_at
    lifted = [(a.odds[0][0], a.lifted) for a in arrivals if math.isfinite(a.lifted)]
    beliefs = _agreeing(beliefs, fixed, lifted)
    laid: dict[Card, float] = {}
    for each in arrivals:
        if not each.shown and not each.brief:
            laid.setdefault(each.odds[0][0], each.since)
    certain = {at: since for action, at in fixed.values() for since in _since(action, at, arrivals)}
    for arrival in arrivals:
        after: list[Belief] = []
        least = max(b.worth + ignored(b, arrival)[0] for b in beliefs) - HOPELESS - REFUND
        earlier = max((a.belief for a in arrivals if a.at < arrival.at), default=0.0)
        soon = arrival.odds[0][0] if arrival.lifted - arrival.at <= SOON_S else None
        layer = Layer(shown, earlier, least, arrival.since, lifted, soon, laid, certain)
        for belief in beliefs:
            for case in explained(belief, arrival, layer):
                after += caught_up(case, arrival.at, layer)
        beliefs = _best(_agreeing(after, fixed, lifted) if fixed else after)
    ended = []
    layer = Layer(shown, 1.0, beliefs[0].worth - HOPELESS - 4 * REFUND)
    for belief in (overdue(each, now) for each in beliefs):
        for case in with_hidden(belief, belief.times[-1], layer) if shown else [belief]:
            unplayed = sum(card not in case.cards for _, card in case.hidden)
            ended.append(replace(case, worth=case.worth + unplayed * UNPLAYED))
    return _best(ended)


def _since(action: Action, at: float, arrivals: Sequence[Arrival]) -> list[float]:
    """Returns when the place of a card that came was seen without it last, if it was seen."""
    card = card_of(action)
    return [each.since for each in arrivals if each.at == at and each.odds[0][0] == card]


def _agreeing(
    beliefs: list[Belief], fixed: Fixed, lifted: Sequence[tuple[Card, float]]
) -> list[Belief]:
    """Returns the beliefs that have the certain actions in their places, and no card elsewhere.

    All of them if none does: then it is the caller who must settle it.

    Args:
        beliefs: those that are considered.
        fixed: as for `explain`.
        lifted: as for `Layer`.
    """
    places = {card_of(action): n for n, (action, _) in fixed.items()}
    places.pop(None, None)  # lines that show no card
    kept = []
    for belief in beliefs:
        while (following := fixed.get(len(belief.actions))) is not None:
            action, at = following
            step = belief.steps.after(belief.state, action)
            if step is None:
                break
            stage, at = belief.state.stage, max(at, belief.times[-1])
            run = isinstance(stage, Playing) and taken_up_in_run(belief, stage, at, lifted)
            belief = extended(belief, action, step.state, IN_RUN * run, at)
        if all(
            fixed.get(n, (action,))[0] == action and places.get(card_of(action), n) == n
            for n, action in enumerate(belief.actions)
        ):
            kept.append(belief)
    return kept or beliefs


def _best(beliefs: list[Belief]) -> list[Belief]:
    """Returns the likeliest beliefs, each once."""
    kept: dict[tuple[Action, ...], Belief] = {}
    for belief in beliefs:
        known = kept.get(belief.actions)
        if known is None or known.worth < belief.worth:
            kept[belief.actions] = belief
    ranked = sorted(kept.values(), key=lambda belief: -belief.worth)[:HYPOTHESES]
    return [belief for belief in ranked if belief.worth >= ranked[0].worth - HOPELESS]
