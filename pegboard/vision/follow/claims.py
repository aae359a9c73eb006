"""Cards that lie in the crib though they were taken for played: their twins were played."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from pegboard.cribbage import Card
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.moves import MOVED_S
from pegboard.vision.follow.seen.glimpse import distance
from pegboard.vision.follow.seen.suits import against_twin, twin_of
from pegboard.vision.follow.seen.visit import LIKELY, Visit

CRIB = 3
"""Cards that nobody played, laid open together, which tell a crib."""
BESIDE = 2.0
"""Card heights within which a card lies with another of the crib."""
SURE = 2.5
"""Log odds from which what was read as such a card in a hand was its twin."""


class Claims:
    """What the crib claims of one deal."""

    def __init__(self) -> None:
        """Starts with nothing claimed."""
        self._odds: dict[Card, float] = {}

    def look(self, belief: Belief, lying: Sequence[Visit], among: Sequence[Visit]) -> bool:
        """Looks at what lies open, and returns whether a card is claimed that was not before.

        Args:
            belief: the likeliest explanation.
            lying: what lies face up now.
            among: all visits of the deal.
        """
        found = claimed(belief, lying, among)
        new = not found.keys() <= self._odds.keys()
        self._odds |= found
        return new

    def less(self, odds: Sequence[tuple[Card, float]]) -> tuple[tuple[Card, float], ...]:
        """Returns the log probabilities of a card that was played, less what the crib claims."""
        less = [(card, log - self._odds.get(card, 0.0)) for card, log in odds]
        return tuple(sorted(less, key=lambda each: -each[1]))

    def played(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Returns the cards of a hand, the twin in place of each that surely lies in the crib."""
        return tuple(twin_of(card) if self._odds.get(card, 0.0) >= SURE else card for card in cards)


def claimed(
    belief: Belief, lying: Sequence[Visit], among: Sequence[Visit] = ()
) -> dict[Card, float]:
    """Returns the cards that lie in the crib though they were taken for played, each with its odds.

    Then the card that was played was its twin, unless that tells its own suit more clearly. The
    odds are log odds against that.

    Args:
        belief: the likeliest explanation.
        lying: what lies face up now.
        among: all visits of the deal.
    """
    if not belief.complete:
        return {}
    fresh = [v for v in lying if v.first > belief.times[-1] and v.clear]
    new = [v for v in fresh if v.card not in belief.cards]
    at = statistics.median([v.first for v in new] or [0.0])
    crib = [v for v in new if abs(v.first - at) <= MOVED_S]
    if len(crib) < CRIB:
        return {}  # misread cards of hands, say, laid open one after the other
    found = {
        visit.card: against_twin(visit.card, visit.fair)
        for visit in fresh
        if visit.card in belief.cards
        and abs(visit.first - at) <= MOVED_S
        and any(distance(v.glimpse, visit.glimpse) <= BESIDE for v in crib)
    }
    return {card: odds for card, odds in found.items() if odds > played_as(card, belief, among)}


def played_as(card: Card, belief: Belief, among: Sequence[Visit]) -> float:
    """Returns by how much a card that was played is likelier than its twin, in log odds.

    Args:
        card: the card.
        belief: the likeliest explanation.
        among: all visits of the deal.
    """
    seen = (v for v in among if v.first <= belief.times[-1] and v.belief >= LIKELY)
    return sum(against_twin(card, v.fair) for v in seen if v.card in (card, twin_of(card)))
