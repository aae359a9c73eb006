"""Judgements about single cards and explanations, and the lines that are told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from pegboard.cribbage import Action, Card, Cut, Deal
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.beliefs import Belief
from pegboard.vision.follow.visits import BELIEVED, Visit

SOON_S = 12.0
"""Seconds for which every starter lies."""
GHOST = 0.5
"""Share of its probability that a doubtful card keeps beside a clearer one."""
PILE = 1.2
"""Card heights within which cards belong to one pile."""
TAKEN_BACK_S = 2.0
"""A card that was taken up within so many seconds was not played."""
LATER_S = 1.0
"""Seconds after a card was taken up from which it may be laid once more."""
ELSEWHERE = 0.5
"""Card heights from which a card lies elsewhere."""
MOVED_S = 1.5
"""Seconds within which cards that are pushed together, or laid open, come to lie."""
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


def left_soon(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card soon went away for good."""
    if visit.gone is None or visit.gone - visit.first > SOON_S:
        return False
    return not any(v.card == visit.card and v.first > visit.first for v in among)


def laid_later(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card that was taken up was laid once more, and no other card moved then.

    It must lie elsewhere, or where another card lay meanwhile: else it was only overlooked.
    """
    if visit.gone is None:
        return False
    for other in among:
        if other.card != visit.card or other.first < visit.gone + LATER_S:
            continue
        between = [v for v in among if visit.first < v.first and (v.gone or math.inf) < other.first]
        far = apart(visit, other) or any(not apart(v, other) for v in between)
        moved = [v for v in among if v.card != visit.card and abs(v.first - other.first) <= MOVED_S]
        if far and not any(_lay_before(v, among) for v in moved):
            return True
    return False


def apart(a: Visit, b: Visit) -> bool:
    """Returns whether two cards lie so far from each other that neither covers the other."""
    height = max(a.glimpse.height, b.glimpse.height)
    return math.dist(a.glimpse.middle, b.glimpse.middle) > ELSEWHERE * height


def _lay_before(visit: Visit, among: Sequence[Visit]) -> bool:
    return any(v.card == visit.card and v.first < visit.first for v in among)


def belief_in(visit: Visit, among: Sequence[Visit]) -> float:
    """Returns the probability of a card; a doubtful one beside a clearer one is often its ghost."""
    belief = 1 - visit.doubt
    if visit.belief >= BELIEVED:
        return belief
    for other in among:
        near = math.dist(visit.glimpse.middle, other.glimpse.middle) < PILE * visit.glimpse.height
        if other is visit or not near or other.belief <= visit.belief:
            continue
        if abs(visit.first - other.first) <= TAKEN_BACK_S or twins(visit.card, other.card):
            return belief * GHOST
    return belief


def twins(a: Card, b: Card) -> bool:
    """Returns whether two cards differ only by a suit of the same colour."""
    return a.rank == b.rank and (str(a)[1] in "CS") == (str(b)[1] in "CS")


def without(beliefs: list[Belief], number: int, action: Action) -> list[Belief]:
    """Returns the explanations in which an action does not stand in its place."""
    return [b for b in beliefs if b.actions[number : number + 1] != (action,)]


def strict_worth(belief: Belief, number: int) -> float:
    """Returns a rival's worth; one that only has not got so far yet is not spared anything."""
    return belief.worth - (belief.lenience if len(belief.actions) <= number else 0.0)


def likely_cards(visit: Visit) -> tuple[tuple[Card, float], ...]:
    """Returns the cards that a visit may be, with their log probability, best first."""
    odds = visit.odds
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
