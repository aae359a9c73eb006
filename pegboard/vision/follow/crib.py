"""The crib laid open: four cards that nobody played.

Nothing else tells these cards, and they lie for a few seconds only. So every visit to one of them
counts, those that ended as well: a card may be lost for a moment where it lies, or be read as its
twin from then on.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pegboard.cribbage import Card, Crib
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.claims import played_as
from pegboard.vision.follow.judging import twins
from pegboard.vision.follow.moves import MOVED_S, apart
from pegboard.vision.follow.seen.glimpse import distance
from pegboard.vision.follow.seen.suits import NUMBER, TWIN, Odds, against_twin, twin_of
from pegboard.vision.follow.seen.visit import BELIEVED, Visit
from pegboard.vision.follow.show import TOGETHER_S, linked

SIZE = 4
POSSIBLE = 0.05
"""Odds from which a card that was read as another may be a card of the crib."""
PATIENCE_S = 2.0
"""Seconds a crib may lie open before its best guess is told."""
LAID_S = 4.0
"""Seconds in which a crib is laid open of which most cards are read badly."""
RIVAL = 0.3
"""Belief in a fifth card from which the four are in doubt."""
CERTAIN = 4.0
"""Log odds from which a card that was played is not its twin, so that the crib has the twin."""
THERE = 0.7
"""Probability that something lies there from which it is one of the four, as a card must be."""
BESIDE = 1.2
"""Card heights between two cards of a row or heap at most."""
OFTEN = 3
"""Visits from which something that is gone was there."""


@dataclass(frozen=True)
class ShownCrib:
    """A crib that was laid open.

    Attributes:
        crib: its cards.
        sure: whether there is no doubt about them.
        by_twins: the cards that are known because their twins were surely played.
        unclear: the cards that were not read without doubt.
        ranks_sure: whether there is no doubt but between cards and their twins.
    """

    crib: Crib
    sure: bool
    by_twins: frozenset[Card] = frozenset()
    unclear: frozenset[Card] = frozenset()
    ranks_sure: bool = True


@dataclass(frozen=True, eq=False)
class _Laid:
    """One card of the crib, with all visits that it may have paid.

    Attributes:
        visits: the clearest first.
        odds: of the 52 cards.
    """

    visits: tuple[Visit, ...]
    odds: Odds

    @property
    def card(self) -> Card:
        """The likeliest card."""
        return DECK[int(self.odds.argmax())]

    @property
    def first(self) -> float:
        """When it was first seen, in seconds."""
        return min(v.first for v in self.visits)

    @property
    def belief(self) -> float:
        """Probability that this card lies there."""
        return self._there * float(self.odds.max())

    @property
    def card_or_twin(self) -> float:
        """Probability that this card or its twin lies there."""
        number = int(self.odds.argmax())
        return self._there * float(self.odds[number] + self.odds[TWIN[number]])

    @property
    def _there(self) -> float:
        return 1 - math.prod(v.doubt for v in self.visits)

    @property
    def lies(self) -> bool:
        """Whether it still lies there."""
        return any(v.gone is None for v in self.visits)

    @property
    def clear(self) -> bool:
        """Whether there is no doubt about it."""
        return any(v.clear and v.card == self.card for v in self.visits)

    def either(self, card: Card) -> bool:
        """Returns whether there is no doubt that it is a card or its twin."""
        both = self.odds[NUMBER[card]] + self.odds[NUMBER[twin_of(card)]]
        often = sum(v.looks for v in self.visits) > 1
        return often and self._there >= THERE and float(both) >= BELIEVED


def crib_of(belief: Belief, among: Sequence[Visit], now: float) -> ShownCrib | None:
    """Returns the crib where it lies open, or was seen to; None if it does not.

    Args:
        belief: the likeliest explanation, in which all hands were played.
        among: the visits of the deal.
        now: seconds.
    """
    fresh = [v for v in among if v.first > belief.times[-1]]
    lying = [v for v in fresh if v.gone is None]
    here = [v for v in lying if v.card not in belief.cards]
    if not here:
        return None
    begun = min(v.first for v in [v for v in here if v.clear] or here) - MOVED_S
    here += [
        v for v in fresh if v.gone is not None and v.first >= begun and v.card not in belief.cards
    ]
    laid = _together(belief, _laid(here))
    if sum(one.clear for one in laid) == SIZE - 1:
        laid += [_one([v]) for v in _misread(belief, lying, here, among)[:1]]
    laid.sort(key=lambda one: (not one.clear, -one.card_or_twin))
    if len(laid) < SIZE:
        return None
    best = laid[:SIZE]
    times = [one.first for one in best]
    clear = [one for one in best if one.clear]
    if len(clear) < SIZE and now - max(times) < PATIENCE_S:
        return None
    if len(clear) < SIZE - 1 and (not clear or max(times) - min(times) > LAID_S):
        return None
    chosen: list[Card] = []
    by_twins, unclear = set(), set()
    sure = ranks_sure = not any(_is_rival(one, best) for one in laid[SIZE:])
    for one in best:
        odds = one.odds.copy()
        odds[[NUMBER[card] for card in (*belief.cards, *chosen)]] = 0
        if odds.sum() <= 0:
            return None
        card = DECK[int(np.argmax(odds))]
        if one.either(card) and _surely_played(twin_of(card), belief, among):
            by_twins.add(card)
        elif not one.clear or card != one.card:
            unclear.add(card)
            ranks_sure = ranks_sure and one.either(card)
        chosen.append(card)
    return ShownCrib(
        Crib(tuple(chosen)),
        sure and not unclear,
        frozenset(by_twins),
        frozenset(unclear),
        ranks_sure,
    )


def lacking(belief: Belief, lying: Sequence[Visit]) -> list[Visit]:
    """Returns the cards of a crib of which not all four are seen yet; none once they are.

    Args:
        belief: the likeliest explanation.
        lying: the visits of the deal that last.
    """
    if not belief.complete:
        return []
    here = [v for v in lying if v.first > belief.times[-1] and v.card not in belief.cards]
    return here if 1 < len({v.card for v in here}) < SIZE else []


def _surely_played(card: Card, belief: Belief, among: Sequence[Visit]) -> bool:
    """Returns whether a card was played, and was not its twin."""
    seen = (v for v in among if v.first <= belief.times[-1] and v.card == card)
    clear = card in belief.cards and any(v.clear for v in seen)
    return clear and played_as(card, belief, among) >= CERTAIN


def _laid(visits: Sequence[Visit]) -> list[_Laid]:
    """Returns the cards that paid these visits."""
    groups: list[list[Visit]] = []
    for visit in sorted(visits, key=lambda v: -v.belief):
        own = next((g for g in groups if any(_is_one(v, visit) for v in g)), None)
        if own is None:
            groups.append([visit])
        else:
            own.append(visit)
    return [_one(group) for group in groups]


def _together(belief: Belief, laid: Sequence[_Laid]) -> list[_Laid]:
    """Returns the cards without those of hands, laid open before and misread."""
    usual = statistics.median(one.first for one in laid)
    fresh = [
        one for one in laid if one.first >= usual - LAID_S or twin_of(one.card) not in belief.cards
    ]
    most = max(linked(fresh, _are_beside), key=len)
    return most if sum(one.clear for one in most) >= SIZE else fresh


def _are_beside(a: _Laid, b: _Laid) -> bool:
    return min(distance(v.glimpse, w.glimpse) for v in a.visits for w in b.visits) <= BESIDE


def _is_rival(one: _Laid, four: Sequence[_Laid]) -> bool:
    """Returns whether a fifth card leaves the four in doubt.

    While all four lie there, something that was hardly read, once or twice, and is gone, or lay
    there long before, was no card of the crib.
    """
    if one.belief < RIVAL:
        return False
    early = one.first < min(each.first for each in four) - LAID_S
    stays = one.lies and not early
    return one.clear or stays or len(one.visits) >= OFTEN or not all(each.lies for each in four)


def _one(visits: Sequence[Visit]) -> _Laid:
    logs = sum((np.log(v.fair + 1e-9) for v in visits), np.zeros(len(DECK)))
    grown = np.exp(logs - logs.max())
    return _Laid(tuple(visits), grown / grown.sum())


def _is_one(a: Visit, b: Visit) -> bool:
    """Returns whether two visits are of one card: read anew, or as its twin where it lay before."""
    if a.card == b.card:
        return True
    early, late = sorted((a, b), key=lambda v: v.first)
    follows = early.gone is not None and early.gone <= late.first
    return twins(a.card, b.card) and follows and not apart(a, b)


def _misread(
    belief: Belief, lying: Sequence[Visit], crib: Sequence[Visit], among: Sequence[Visit]
) -> list[Visit]:
    """Returns what lies among the cards of a crib but was read as a card that was played."""
    known = [NUMBER[card] for card in belief.cards]
    begun = min(v.first for v in crib)
    found = []
    for visit in lying:
        left = visit.fair.copy()
        left[known] = 0
        together = abs(visit.first - begun) <= TOGETHER_S and not visit.missed
        possible = left.max() >= POSSIBLE or _must_be_twin(visit, belief, crib, among)
        if visit.card in belief.cards and together and possible:
            found.append(visit)
    return sorted(found, key=lambda v: -v.first)


def _must_be_twin(
    visit: Visit, belief: Belief, crib: Sequence[Visit], among: Sequence[Visit]
) -> bool:
    """Returns whether a card beside a crib was played more surely than it is read there."""
    card = visit.card
    if twin_of(card) in belief.cards or not _surely_played(card, belief, among):
        return False
    near = any(distance(v.glimpse, visit.glimpse) <= BESIDE for v in crib)
    return near and played_as(card, belief, among) > against_twin(card, visit.fair)
