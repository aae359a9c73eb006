"""The lines of a deal that people entered or corrected: certain, and explained around."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf

from pegboard.cribbage import Action, Card, Crib
from pegboard.vision.follow.judging import card_of, twins
from pegboard.vision.follow.seen.suits import NUMBER, TWIN
from pegboard.vision.follow.seen.visits import Visits
from pegboard.vision.pips import NO_PIPS

ASIDE_S = 2.0
"""Seconds that a card may have been seen before the one that was played before it."""
CERTAIN = 40.0
"""Log odds of all looks against its twin of a card of which people said what it is: more than any
court card needs."""


class Settled:
    """What people said about the present deal."""

    def __init__(self) -> None:
        """Starts with nothing said."""
        self.fixed: dict[int, tuple[Action, float]] = {}
        """The certain lines by their places, each with the time that it happened."""
        self.mistaken: dict[int, int] = {}
        """Pairs of cards that are taken for each other, by their numbers in the deck."""

    def correct(
        self,
        told: Sequence[Action],
        actions: Sequence[Action],
        certain: Collection[int],
        visits: Visits,
    ) -> None:
        """Takes cards that people corrected for what they are, to the end of the deal.

        A card that was told elsewhere was played here, but nothing was misread; unless it is the
        twin of what was told here: then each was taken for the other.

        Args:
            told: the lines as they were told.
            actions: the lines as the game has them.
            certain: places of those that people entered or corrected.
            visits: the cards that lay there; their readings are corrected too.
        """
        known = {card_of(action) for action in told}
        for place, (was, action) in enumerate(zip(told, actions, strict=False)):
            a, b = card_of(was), card_of(action)
            if place not in certain or a is None or b is None or a == b:
                continue
            if b in known and not twins(a, b):
                continue
            was_taken, taken = NUMBER[a], NUMBER[b]
            read = self.mistaken.get(was_taken, was_taken)
            # A correction that is corrected was none.
            changes = [(read, number) for number in (was_taken, taken) if number != read]
            for number in (was_taken, taken):
                self.mistaken.pop(self.mistaken.pop(number, number), None)
            if taken != read:
                self.mistaken |= {read: taken, taken: read}
            for visit in visits.all:
                if not visit.old and (visit.card == a or (visit.card == b and b in known)):
                    for one, other in changes:
                        visit.logs[[one, other]] = visit.logs[[other, one]]
                    visit.pips = NO_PIPS

    def fix(
        self,
        actions: Sequence[Action],
        certain: Collection[int],
        visits: Visits,
        seen: Mapping[Action, float],
        usual: float,
    ) -> None:
        """Takes lines for certain.

        Args:
            actions: the lines as the game has them.
            certain: places of those that are.
            visits: the cards that lay there: the first of a card tells when it was played, if it is
                not earlier than the cards that were played before.
            seen: when lines happened, as far as they were believed before.
            usual: when a line happened of which nothing tells.
        """
        self.fixed, latest = {}, -inf
        for place, action in enumerate(actions):
            at = seen.get(action)
            if place in certain and not isinstance(action, Crib):
                card = card_of(action)
                if at is None:
                    at = min(_times(card, latest - ASIDE_S, visits), default=usual)
                elif card is not None:
                    _read_as(card, at, visits)
                self.fixed[place] = action, at
            latest = latest if at is None else max(latest, at)


def _times(card: Card | None, earliest: float, visits: Visits) -> Iterator[float]:
    """Yields when a card came to lie that was played after some others."""
    for visit in visits.all:
        if not visit.old and visit.card == card and visit.first >= earliest:
            yield visit.first


def _read_as(card: Card, at: float, visits: Visits) -> None:
    """Takes the card that came to lie at a time for what people say it is, not for its twin."""
    number = NUMBER[card]
    twin = TWIN[number]
    for visit in visits.all:
        if not visit.old and visit.first == at and twins(visit.card, card):
            most = max(visit.logs[[number, twin]])
            visit.logs[[number, twin]] = most, most - CERTAIN
            visit.pips = NO_PIPS
