"""Hands laid open after the play.

Cards that were played, taken up and laid again are the hand of the seat that played them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from pegboard.cribbage import Card, Cut, Hand, Play
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.judging import twins
from pegboard.vision.follow.seen.glimpse import distance
from pegboard.vision.follow.seen.suits import NUMBER, twin_of
from pegboard.vision.follow.seen.visit import LIKELY, Visit

T = TypeVar("T")
HAND = 4
ENOUGH, SOME = 3, 2
"""Cards of a known hand that must be seen laid open again; the same where all four lie there."""
AGAIN_S = 0.7
"""Seconds after its play from which a card that lies elsewhere was laid again."""
EITHER = 0.75
"""Belief from which one of two twins lies there: the other, if one is known to lie beside it."""
AT_ONCE_S, BESIDE = 2.0, 1.1
"""Seconds and card heights between neighbours of a hand laid open whole."""
TOGETHER_S = 8.0
"""Seconds in which the cards of one hand are laid open."""


def again(belief: Belief, lying: Sequence[Visit]) -> list[Visit]:
    """Returns the visits of played cards that were laid once more."""
    played = {
        action.card: at
        for action, at in zip(belief.actions, belief.times, strict=True)
        if isinstance(action, Play)
    }
    return [v for v in lying if v.card in played and v.first > played[v.card] + AGAIN_S]


def laid_together(belief: Belief, lying: Sequence[Visit]) -> list[list[Visit]]:
    """Returns hands that were laid open whole: four cards, side by side and at once.

    Args:
        belief: the likeliest explanation.
        lying: what lies face up now.
    """
    if not belief.complete:
        return []
    left = [v for v in lying if v.first > belief.times[-1] and v.belief >= LIKELY]
    left = [v for v in left if v.card != belief.starter]
    return [group for group in linked(left, _beside) if len(group) == HAND]


def linked(among: Sequence[T], beside: Callable[[T, T], bool]) -> list[list[T]]:
    """Returns groups in which each is beside some other, directly or by way of others."""
    found, left = [], list(among)
    while left:
        group = [left.pop(0)]
        for one in group:  # it grows meanwhile
            group += [each for each in left if beside(one, each)]
            left = [each for each in left if each not in group]
        found.append(group)
    return found


def _beside(a: Visit, b: Visit) -> bool:
    return abs(a.first - b.first) <= AT_ONCE_S and distance(a.glimpse, b.glimpse) <= BESIDE


def laid_open(
    belief: Belief,
    visits: Sequence[Visit],
    lying: Sequence[Visit],
    seat_of: Callable[[Visit], int],
) -> dict[int, tuple[Card, ...]]:
    """Returns the hands of which four cards lie open, by seat: the truth about what it played.

    Args:
        belief: the likeliest explanation.
        visits: all of the deal.
        lying: what lies face up now.
        seat_of: tells the seat to which the place of a visit belongs.
    """
    fresh = again(belief, lying)
    starter = belief.starter
    found = {}
    for seat in range(belief.state.rules.players):
        here = [v for v in lying if v.belief >= LIKELY and seat_of(v) == seat]
        newest = max((v.first for v in here), default=0.0)
        # What was read badly long before is no card: the back of one, say.
        here = [v for v in here if v.clear or newest - v.first <= TOGETHER_S]
        late = _late_starter(belief, here)
        here = [v for v in here if v.card != starter or v in late]
        own = [v for v in here if v in fresh and v.card in belief.hand(seat)]
        others = [v for v in here if v not in own]
        piles = any(v.card in belief.cards and v not in [*fresh, *late] for v in others)
        if piles or any(v.missed for v in here):
            continue
        times = [v.first for v in here]
        if len(here) != HAND or len(own) < 2 or max(times) - min(times) > TOGETHER_S:
            continue
        cards = [v.card for v in own]
        unseen = [card for card in belief.hand(seat) if card not in cards]
        if len(others) == len(unseen) == 1:
            own_visits = [v for v in visits if not v.old and seat_of(v) == seat]
            cards.append(_either(others[0], unseen[0], own_visits))
        elif all(_is_known(v, cards) for v in others):
            cards += [v.card for v in others]
        if len(cards) == HAND:
            found[seat] = tuple(sorted(cards, key=NUMBER.__getitem__))
    return found


def _is_known(visit: Visit, beside: Sequence[Card]) -> bool:
    """Returns whether there is no doubt which card it is: also because its twin lies beside it."""
    return visit.clear or (visit.either >= EITHER and twin_of(visit.card) in beside)


def _late_starter(belief: Belief, here: Sequence[Visit]) -> list[Visit]:
    """Returns the card taken for the starter where it was laid once more, as the fourth of a hand.

    Then it was somebody's first card, and the true starter was seen late.
    """
    cut = {
        action.card: at
        for action, at in zip(belief.actions, belief.times, strict=True)
        if isinstance(action, Cut)
    }
    moved = [v for v in here if v.card in cut and v.first > cut[v.card] + AGAIN_S]
    return moved if sum(v.card not in cut for v in here) == HAND - 1 else []


def _either(shown: Visit, played: Card, visits: Sequence[Visit]) -> Card:
    """Returns which card it was that was read as one when played and as another when shown."""
    if shown.clear and not twins(shown.card, played):
        return shown.card  # it lies open; what was played may have been half hidden
    logs = sum(
        (np.log(v.fair + 1e-9) for v in visits if v.card in (shown.card, played)), np.zeros(52)
    )
    return DECK[int(np.argmax(logs))]


def hands_shown(belief: Belief, lying: Sequence[Visit]) -> set[int]:
    """Returns the seats whose hands can be seen to lie open now.

    Some of the cards may lie where they were played, or were not seen before.
    """
    if not belief.complete:
        return set()
    fresh = {v.card for v in again(belief, lying) if v.first >= belief.times[-1]}
    found = set()
    for seat in range(belief.state.rules.players):
        moved = len(fresh.intersection(belief.hand(seat)))
        if moved >= ENOUGH or (moved >= SOME and laid_whole(belief, lying, seat)):
            found.add(seat)
    return found


def laid_whole(belief: Belief, lying: Sequence[Visit], seat: int) -> bool:
    """Returns whether all four cards of a hand can be seen to lie there."""
    there = {v.card for v in lying if v.belief >= LIKELY and not v.missed}
    return there.issuperset(belief.hand(seat))


def hand_of(belief: Belief, seat: int) -> Hand:
    """Returns the line of a hand: the four cards that its seat played."""
    return Hand(seat, belief.hand(seat))
