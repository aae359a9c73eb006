"""Judgements about single cards and explanations, and the lines that are told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from pegboard.cribbage import Action, Card, Cut, Deal, Play
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.moves import LATER_S, PILE, TAKEN_BACK_S, apart, went_by
from pegboard.vision.follow.seen.glimpse import distance
from pegboard.vision.follow.seen.visit import BELIEVED, Visit
from pegboard.vision.follow.seen.visits import OTHER

GHOST = 0.5
"""Share of its probability that a doubtful card keeps beside a clearer one."""
READ_AGAIN_S = 2.5
"""Seconds after which a card that is read like the twin of one that came there is another card."""
_POSSIBLE = 0.01
"""Odds from which a card is considered."""


class Doubted(StrEnum):
    """What a person would be asked about a line that is not sure."""

    DEALER = "dealer"
    STARTER = "starter"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"


@dataclass(frozen=True)
class Told:
    """A line that is taken for true now; `Undo` takes the latest one back."""

    action: Action
    sure: bool = True
    question: Doubted | None = None


def card_of(action: Action) -> Card | None:
    """Returns the card that was turned up or played; None for other actions."""
    return action.card if isinstance(action, Cut | Play) else None


def belief_in(visit: Visit, among: Sequence[Visit]) -> float:
    """Returns the probability of a card; a doubtful one beside a clearer one is often its ghost."""
    belief = 1 - visit.doubt
    if visit.either >= BELIEVED:
        return belief
    for other in among:
        near = math.dist(visit.glimpse.middle, other.glimpse.middle) < PILE * visit.glimpse.height
        if other is visit or not near or other.belief <= visit.belief:
            continue
        alike = twins(visit.card, other.card) and _at_one_time(visit, other)
        if abs(visit.first - other.first) <= TAKEN_BACK_S or alike:
            return belief * GHOST
    return belief


def _at_one_time(a: Visit, b: Visit) -> bool:
    early, late = sorted((a, b), key=lambda v: v.first)
    return not went_by(early, late.first)


def second(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card that is read alike lies far from it, before and after it came."""
    return any(
        v.card == visit.card
        and v.first < visit.first
        and (v.gone or math.inf) > visit.first + LATER_S
        and distance(v.glimpse, visit.glimpse) >= OTHER
        for v in among
    )


def taken_for(visit: Visit, among: Sequence[Visit]) -> frozenset[Card]:
    """Returns the twins for which a card was taken when it had just come, there where it lies."""
    return frozenset(
        v.card
        for v in among
        if v.card != visit.card
        and twins(v.card, visit.card)
        and abs(v.first - visit.first) <= READ_AGAIN_S
        and not apart(v, visit)
    )


def twins(a: Card, b: Card) -> bool:
    """Returns whether two cards differ only by a suit of the same colour."""
    return a.rank == b.rank and (str(a)[1] in "CS") == (str(b)[1] in "CS")


def without(beliefs: list[Belief], number: int, best: Belief) -> list[Belief]:
    """Returns the explanations in which an action of the best one does not follow the same card.

    The card's twin will do: which of them it was is the doubt of the line before.
    """
    action, before = best.actions[number], _seen_before(best.actions, number)
    rivals = []
    for belief in beliefs:
        places = [at for at, other in enumerate(belief.actions) if other == action]
        if not any(_alike(_seen_before(belief.actions, at), before) for at in places):
            rivals.append(belief)
    return rivals


def _seen_before(actions: tuple[Action, ...], number: int) -> Cut | Play | None:
    """Returns the action before that can be seen; no deal, so that who dealt is asked once."""
    return next((a for a in reversed(actions[:number]) if isinstance(a, Cut | Play)), None)


def _alike(a: Cut | Play | None, b: Cut | Play | None) -> bool:
    """Returns whether two actions are the same, but for a card that may be the other's twin."""
    if a is None or b is None or a == b:
        return a == b
    if isinstance(a, Play) and isinstance(b, Play) and a.seat != b.seat:
        return False
    return type(a) is type(b) and twins(a.card, b.card)


def strict_worth(belief: Belief, number: int) -> float:
    """Returns a rival's worth; one that only has not got so far yet is not spared anything."""
    return belief.worth - (belief.lenience if len(belief.actions) <= number else 0.0)


def likely_cards(visit: Visit) -> tuple[tuple[Card, float], ...]:
    """Returns the cards that a visit may be, with their log probability, best first."""
    odds = visit.fair
    order = np.argsort(-odds)[:3]
    return tuple((DECK[int(n)], math.log(odds[n])) for n in order if odds[n] >= _POSSIBLE)


def doubted(action: Action) -> Doubted:
    """Returns what a person would be asked about an action."""
    match action:
        case Deal():
            return Doubted.DEALER
        case Cut():
            return Doubted.STARTER
    return Doubted.PLAY
