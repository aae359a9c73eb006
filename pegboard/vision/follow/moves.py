"""Judgements about how a card came, moved and went: taken back, exchanged, laid open."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pegboard.cribbage import Card
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.seen.glimpse import distance
from pegboard.vision.follow.seen.visit import LIKELY, Visit
from pegboard.vision.follow.seen.visits import OTHER

SOON_S = 12.0
"""Seconds for which every starter lies."""
PILE = 1.2
"""Card heights within which cards belong to one pile."""
TAKEN_BACK_S = 2.0
"""A card that was taken up within so many seconds was not played."""
TAKEN, LIFTED, ALONE = 0.9, 0.7, 0.4
"""Probability that a card that lay so shortly was taken back: from a pile that stayed; alone, and
its place was seen bare; alone, and not seen any more."""
SEEN_LATE_S = 1.0
"""Seconds by which a card was read, at most, after it came to lie."""
EXCHANGED_S = 6.0
"""Seconds for which a card may lie that is exchanged for another before anybody else plays."""
HIDDEN_S = 4.5
"""Seconds for which a head may hide a card."""
REST_BEFORE_S = 1.5
"""Seconds for which a card may have been covered before the one above it was seen."""
TOGETHER_S = 1.1
"""Seconds within which cards that are taken up together are seen to go."""
LATER_S = 1.0
"""Seconds after a card was taken up from which it may be laid once more."""
ELSEWHERE = 0.5
"""Card heights from which a card lies elsewhere."""
SLIGHTLY = 0.2
"""Card heights by which a card has moved that is only read anew."""
MOVED_S = 1.5
"""Seconds within which cards that are pushed together, or laid open, come to lie."""
SPREAD, SIDE = 2.0, 3.0
"""Card heights between cards of a hand laid open: to the nearest, and to another. A pile that is
pushed aside lies farther off."""
POSSIBLE = 0.1
"""Odds from which a card that lies upon another may be a card."""
CRIB = 3
"""Cards that were never seen before and are laid together with another: they are a crib."""
SHOWN_S, IN_HAND_S = 4.0, 0.9
"""Seconds after which a card laid once more was played before; and for which it was away."""


def left_soon(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card soon went away for good."""
    if visit.gone is None or visit.gone - visit.first > SOON_S or visit.found:
        return False
    return not any(v.card == visit.card and v.first > visit.first and v.clear for v in among)


def brief(visit: Visit, among: Sequence[Visit]) -> float:
    """Returns the probability that a card was taken back.

    At once, which is plain where the pile under it stayed, and a card that lay alone may be a whole
    pile; or a little later, for another card, and it was laid once more then.
    """
    if visit.found:
        return 0.0  # it may have lain there for long
    came = visit.first
    if visit.before is not None:  # it was read a little after it came
        came = max(came - SEEN_LATE_S, (came + visit.before.at) / 2)
    lay = max(visit.still, visit.first) - came
    if visit.gone is None or lay > EXCHANGED_S:
        return 0.0
    gone, reach = visit.gone, PILE * visit.glimpse.height
    others = [
        v
        for v in among
        if v is not visit and math.dist(v.glimpse.middle, visit.glimpse.middle) < reach
    ]
    since = visit.first - REST_BEFORE_S
    under = [v for v in others if v.first <= visit.first and (v.gone or math.inf) >= since]
    under = [v for v in under if not _alike(v, visit)]
    # Where a place looks as it did before the card came, a pile that lay there lies there again.
    alone = math.isfinite(lifted_alone(visit, among))
    if alone and under:
        return TAKEN
    if lay > TAKEN_BACK_S + 0.01:
        return TAKEN if _exchanged(visit, among) else 0.0
    if laid_later(visit, among):
        return TAKEN
    if visit.lifted:
        return LIFTED if alone else 0.0
    if any(visit.first < v.first <= gone + 0.6 for v in others):
        return 0.0  # it was covered
    if any(v.card == visit.card and gone < v.first <= gone + HIDDEN_S for v in others):
        return 0.0  # it was hidden
    if not under:
        return ALONE
    return TAKEN if any(v.last >= gone for v in under) else 0.0


def _alike(a: Visit, b: Visit) -> bool:
    """Returns whether two visits may be of one card that just came, one of them misread."""
    return a.card.rank == b.card.rank and abs(a.first - b.first) <= TAKEN_BACK_S


def lifted_alone(visit: Visit, among: Sequence[Visit]) -> float:
    """Returns when a card was seen to be taken up soon, and nothing with it; infinity if not."""
    if visit.gone is None or not visit.lifted or _with_others(visit, among):
        return math.inf
    return visit.gone


def _with_others(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether cards beside a card were taken up with it: a pile, or a whole hand.

    One that lies there again was only covered.
    """
    return any(
        not _alike(v, visit)
        and v.gone is not None
        and abs(v.gone - (visit.gone or 0.0)) <= TOGETHER_S
        and distance(v.glimpse, visit.glimpse) <= SIDE
        and not any(_lies_again(w, v) for w in among)
        for v in among
    )


def _lies_again(late: Visit, early: Visit) -> bool:
    """Returns whether two visits are of one card that lies where it lay, and was only covered."""
    if late.card != early.card or late.first <= early.first or apart(late, early):
        return False
    return early.gone is None or late.first <= early.gone + HIDDEN_S


def read_anew(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card that lay there for good was lost, and is read there once more."""
    return any(_lies_again(visit, v) and v.clear and not brief(v, among) for v in among)


def _exchanged(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether the next card that anybody laid took the place of one that was taken up."""
    gone = visit.gone or math.inf
    # What lay there already and only moved was not laid.
    lay = {v.card for v in among if v.first <= visit.first and not went_by(v, visit.first)}
    later = [v for v in among if v.first > visit.first and v.card not in lay]
    later = [v for v in later if v.belief >= LIKELY]
    later = [v for v in later if not any(_lies_again(v, w) for w in among)]
    after = min(later, key=lambda v: v.first, default=None)
    if after is None or not gone - LATER_S <= after.first <= gone + HIDDEN_S:
        return False
    return not apart(after, visit) and laid_later(visit, among)


def laid_later(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card that was taken up was laid once more, and no other card moved then.

    It must lie elsewhere, or where another card lay meanwhile: else it was only overlooked. So it
    was where a new card lies upon it.
    """
    if visit.gone is None:
        return False
    for other in among:
        soon = other.first < visit.gone + LATER_S
        if other.card != visit.card or other.belief < LIKELY or soon:
            continue
        if laid_upon(other, among):
            continue
        between = [v for v in among if visit.first < v.first and went_by(v, other.first)]
        far = apart(visit, other) or any(not apart(v, other) for v in between)
        above = [v for v in among if visit.first < v.first < other.first and not apart(v, visit)]
        if any(not went_by(v, other.first) for v in above):  # it would be covered still
            far = far or distance(visit.glimpse, other.glimpse) > SLIGHTLY
        moved = [v for v in among if v.card != visit.card and abs(v.first - other.first) <= MOVED_S]
        if far and not any(_lay_elsewhere(v, among) for v in moved):
            return True
    return False


def apart(a: Visit, b: Visit) -> bool:
    """Returns whether two cards lie so far from each other that neither covers the other."""
    return distance(a.glimpse, b.glimpse) > ELSEWHERE


def _lay_elsewhere(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card has moved here from another place, where it lies no more."""
    before = [v for v in among if v.card == visit.card and v.first < visit.first]
    return bool(before) and apart(before[-1], visit) and went_by(before[-1], visit.first + LATER_S)


def _taken_up(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card lay elsewhere, and was in somebody's hand before it came here."""
    before = [v for v in among if v.card == visit.card and v.first < visit.first]
    return _lay_elsewhere(visit, among) and went_by(before[-1], visit.first - IN_HAND_S)


def carried(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card lies far from where it came to lie first."""
    first = next(v for v in among if v.card == visit.card)
    return distance(first.glimpse, visit.glimpse) >= OTHER


def went_by(visit: Visit, at: float) -> bool:
    """Returns whether a card had gone at a time, or went then."""
    return visit.gone is not None and visit.gone <= at


def laid_upon(visit: Visit, among: Sequence[Visit]) -> frozenset[Card]:
    """Returns what the cards may be that lie upon one, but for those that had been laid before.

    Two that seem to lie each upon the other were misread, and so is one that lay there already
    when the place was seen without the card.
    """
    first: dict[Card, Visit] = {}
    for other in among:
        first.setdefault(other.card, other)
    bare = visit.before.at if visit.before is not None else -math.inf
    upon = [v for v in visit.under if visit not in v.under and v.first > bare]
    new = [v for v in upon if first.get(v.card) is v]
    return frozenset(DECK[int(n)] for v in new for n in np.flatnonzero(v.fair >= POSSIBLE))


def shown(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card came to lie in a hand laid open, or in a crib after one.

    In a hand with cards that lay elsewhere; in a crib with others that were never seen before.
    """
    if not _is_new(visit, among):
        return False
    others = [v for v in among if abs(v.first - visit.first) <= MOVED_S and v.card != visit.card]
    beside = {v: distance(v.glimpse, visit.glimpse) for v in others}
    hand = {v.card: far for v, far in beside.items() if _taken_up(v, among)}
    near = sorted(far for far in hand.values() if far <= SIDE)
    if len(near) > 1 and near[0] <= SPREAD:
        return True
    crib = {v.card for v, far in beside.items() if far <= SIDE and _is_new(v, among)}
    begun = any(v.first < visit.first and _taken_up(v, among) for v in among)
    return begun and len(crib) >= CRIB


def _is_new(visit: Visit, among: Sequence[Visit]) -> bool:
    """Returns whether a card was not seen before it came here."""
    return not any(v.card == visit.card and v.first < visit.first - SHOWN_S for v in among)
