"""Says what a card that came to lie may mean: the starter, some seat's play, or nothing at all.

Each costs something, in log likelihood, and only what `cribbage.apply` allows is considered.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pegboard.cribbage import Card, Cut, Go, Play
from pegboard.cribbage.state import Cutting, Playing
from pegboard.vision.follow.belief import Belief, extended
from pegboard.vision.follow.evidence import Arrival
from pegboard.vision.follow.ignoring import ignored, known, overdue
from pegboard.vision.follow.steps import ANY_FITS, log_go, may_play
from pegboard.vision.follow.tolls import (
    IN_RUN,
    NOT_TURNED,
    TAKEN_BACK,
    as_it_came,
    inverted,
    is_last_of,
    not_yet,
    taken_up_in_run,
)

REFUND = 6.0
"""Log likelihood that an explanation may win back when a card it ignored is explained after all."""
NEVER_SEEN = -4.0
"""A card was played that nobody saw fall."""
CAME_LATER = -3.0
"""The same, though its place was seen without it later, and then it came to lie there."""
NOT_SHOWN = -6.0
"""A seat played a card that was not among those it laid open, or the starter was among them."""
CONTRADICTED = -8.0
"""A seat said go with a card that it could have played."""
LEFT = -4.0
"""The starter was taken away before the show."""
NOT_FIRST = -2.5
"""The first card that falls after the deal is not the starter."""
CARRIED, AT_HOME = -2.0, -0.1
"""A card moved to another seat's cards during the play; log probability of a seat that tells so."""
WENT = -2.0
"""The starter lies somewhere else than where it was turned up."""
PILED, PILED_THERE = -2.0, -6.0
"""The starter lies where somebody's cards fall; the same if it lay there when watching began."""
READ_AGAIN, TWO_CARDS = -4.0, -5.0
"""The starter was read as its twin as well when it came; or these were two cards at one place."""
KNOWN = 0.6
"""Probability from which a card is one that lay there before."""
HYPOTHESES = 12
"""Explanations that are kept."""


@dataclass(frozen=True)
class Layer:
    """One arrival, and what else bears upon its meaning.

    Attributes:
        shown: the hands laid open.
        earlier: the belief that another card came before it.
        least: worth that an explanation must have to be kept.
        since: when its place was seen without it last, in seconds.
        lifted: cards that were seen to be taken up, and when, in seconds.
        soon: the card that is looked at, if it was taken up soon, and alone.
        laid: by card, when its place was seen without it last before it was laid, in seconds.
        certain: the same of certain cards, by the time at which each came, in seconds.
    """

    shown: Mapping[int, Sequence[Card]]
    earlier: float
    least: float
    since: float = -math.inf
    lifted: Sequence[tuple[Card, float]] = ()
    soon: Card | None = None
    laid: Mapping[Card, float] = field(default_factory=dict)
    certain: Mapping[float, float] = field(default_factory=dict)


def caught_up(belief: Belief, at: float, layer: Layer) -> list[Belief]:
    """Returns the belief, and those in which cards that arrived a little earlier follow now.

    A card is seen late where a head or an arm hid it, so what was seen first may have been played
    second. In one pile what was seen first was played first.
    """
    cases, open_cases = [belief], [belief]
    latest = isinstance(belief.actions[-1], Cut | Play) and belief.times[-1] == at
    while open_cases and latest:
        grown = []
        for case in open_cases:
            for arrival, charge, spared in case.deferred:
                late = at - arrival.at
                if late and _covered(case, arrival):
                    continue
                rest = tuple(pair for pair in case.deferred if pair[0] is not arrival)
                paid = replace(
                    case,
                    deferred=rest,
                    worth=case.worth - charge,
                    lenience=case.lenience - spared,
                )
                toll = inverted(late) + not_yet(arrival, layer.since)
                grown += _as_play(paid, arrival, layer, toll, at)
        cases += grown
        open_cases = sorted(grown, key=lambda case: -case.worth)[:HYPOTHESES]
    return cases


def _covered(belief: Belief, arrival: Arrival) -> bool:
    """Returns whether its seat is believed to have played a card that arrived after this one."""
    return any(
        isinstance(action, Play) and action.seat == arrival.seat and at > arrival.at
        for action, at in zip(belief.actions, belief.times, strict=True)
    )


def explained(belief: Belief, arrival: Arrival, layer: Layer) -> list[Belief]:
    """Returns what an arrival may mean."""
    likeliest, _ = arrival.odds[0]
    if likeliest in belief.cards and known(belief, arrival) > KNOWN and not arrival.second:
        if arrival.carried and likeliest == belief.starter:
            return [replace(belief, worth=belief.worth + WENT)]
        if not _carried_over(belief, likeliest, arrival):
            return [belief]
        carried = replace(belief, worth=belief.worth + CARRIED)
        return [carried, *_as_play(belief, arrival, layer, 0.0, arrival.at)]
    if belief.starter in arrival.twins:
        log = next((log for card, log in arrival.odds if card == belief.starter), READ_AGAIN)
        again = replace(belief, worth=belief.worth + max(log, READ_AGAIN))
        return [again, *_as_play(belief, arrival, layer, 0.0, arrival.at)]
    belief = overdue(belief, arrival.at)
    charge, spared = ignored(belief, arrival)
    found = [
        replace(
            belief,
            worth=belief.worth + charge,
            deferred=(*belief.deferred, (arrival, charge, spared)),
            lenience=belief.lenience + spared,
        )
    ]
    if isinstance(belief.state.stage, Cutting):
        toll = NOT_FIRST * layer.earlier + TAKEN_BACK * arrival.brief
        toll += math.log(max(0.02, arrival.belief)) + LEFT * arrival.left
        toll += (PILED_THERE if arrival.found else PILED) * arrival.piled
        for card, log in arrival.odds:
            step = belief.steps.after(belief.state, Cut(card))
            if step is not None:
                held = any(card in cards for cards in layer.shown.values()) * NOT_SHOWN
                cut = extended(belief, Cut(card), step.state, log + toll + held, arrival.at)
                found.append(cut)
        return found
    toll, at = 0.0, max(arrival.at, belief.times[-1])
    if arrival.at < at:  # a certain line is put in before it was seen
        toll = inverted(at - arrival.at) + not_yet(arrival, layer.certain.get(at, -math.inf))
    return found + _as_play(belief, arrival, layer, toll, at)


def _carried_over(belief: Belief, card: Card, arrival: Arrival) -> bool:
    """Returns whether a card lies, during the play, before a seat that did not play it."""
    if not isinstance(belief.state.stage, Playing) or max(arrival.seats) < AT_HOME:
        return False
    return any(
        isinstance(action, Play) and action.card == card and action.seat != arrival.seat
        for action in belief.actions
    )


def _as_play(
    belief: Belief, arrival: Arrival, layer: Layer, toll: float, at: float
) -> list[Belief]:
    """Returns what an arrival may mean if some seat played it."""
    if not isinstance(belief.state.stage, Playing):
        return []
    found = []
    toll += as_it_came(belief, arrival) + TWO_CARDS * (belief.starter in arrival.twins)
    for case in with_hidden(belief, at, layer):
        for card, log in arrival.odds:
            if card in case.cards:
                continue
            for seat, at_place in enumerate(arrival.seats):
                found += _played(case, seat, card, toll + log + at_place, at, layer, layer.shown)
    return found


def with_hidden(belief: Belief, at: float, layer: Layer) -> list[Belief]:
    """Returns the belief, and those in which cards that nobody saw fall were played first."""
    cases, open_cases = [belief], [belief]
    for _ in range(3):
        grown = []
        for case in open_cases:
            for seat, card in case.hidden:
                if card not in case.cards:
                    toll = NEVER_SEEN + CAME_LATER * (layer.laid.get(card, -math.inf) > at)
                    grown += _played(case, seat, card, toll, at, layer, {})
        if not grown:
            break
        open_cases = sorted(grown, key=lambda case: -case.worth)[:6]
        cases += open_cases
    return cases


def _played(
    belief: Belief,
    seat: int,
    card: Card,
    toll: float,
    at: float,
    layer: Layer,
    shown: Mapping[int, Sequence[Card]],
) -> list[Belief]:
    """Returns the belief after a play, with the gos that it needs; nothing if it is illegal."""
    for _ in range(belief.state.rules.players + 1):
        if belief.worth + toll < layer.least:
            return []
        stage = belief.state.stage
        if not isinstance(stage, Playing):
            return []
        if stage.count <= ANY_FITS and stage.turn != seat:
            return []
        step = None
        if may_play(stage, seat, card):
            step = belief.steps.after(belief.state, Play(seat, card))
        if step is None:
            gone = _went(belief, stage, at)
            if gone is None:
                return []
            belief = gone
            continue
        if step.warned:
            toll += CONTRADICTED
        if stage.turn != seat:  # who could have gone on let the count end
            toll += log_go(stage.count, stage.left[stage.turn])
        early = stage.count + card.value <= ANY_FITS and not is_last_of(belief, seat)
        toll += NOT_TURNED * (early and card == layer.soon)
        toll += IN_RUN * taken_up_in_run(belief, stage, at, layer.lifted)
        if any((card in cards) != (seat == owner) for owner, cards in shown.items()):
            toll += NOT_SHOWN
        return [extended(belief, Play(seat, card), step.state, toll, at)]
    return []


def _went(belief: Belief, stage: Playing, at: float) -> Belief | None:
    """Returns the belief after a go of the seat to play; None if it cannot have said it."""
    go = Go(stage.turn)
    step = belief.steps.after(belief.state, go)
    if step is None:
        return None
    return extended(belief, go, step.state, log_go(stage.count, stage.left[stage.turn]), at)
