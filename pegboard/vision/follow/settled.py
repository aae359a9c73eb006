"""The lines of a deal that people entered or corrected: certain, and explained around."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pegboard.cribbage import Action, Crib
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.judging import card_of
from pegboard.vision.follow.visits import Visits


class Settled:
    """What people said about the present deal."""

    def __init__(self) -> None:
        """Starts with nothing said."""
        self.fixed: dict[int, tuple[Action, float]] = {}
        """The certain lines by their places, each with the time that it happened."""
        self.mistaken: dict[int, int] = {}
        """Cards that are taken for each other, by their numbers in the deck."""

    def correct(
        self,
        told: Sequence[Action],
        actions: Sequence[Action],
        certain: Collection[int],
        visits: Visits,
    ) -> None:
        """Takes cards that people corrected for what they are, to the end of the deal.

        Args:
            told: the lines as they were told.
            actions: the lines as the game has them.
            certain: places of those that people entered or corrected.
            visits: the cards that lay there; their readings are corrected too.
        """
        for place, (was, action) in enumerate(zip(told, actions, strict=False)):
            a, b = card_of(was), card_of(action)
            if place not in certain or a is None or b is None or a == b:
                continue
            one, other = DECK.index(a), DECK.index(b)
            self.mistaken |= {one: other, other: one}
            for visit in visits.all:
                if not visit.old and visit.card == a:
                    visit.logs[[one, other]] = visit.logs[[other, one]]

    def fix(
        self, actions: Sequence[Action], certain: Collection[int], visits: Visits, usual: float
    ) -> None:
        """Takes lines for certain.

        Args:
            actions: the lines as the game has them.
            certain: places of those that are.
            visits: the cards that lay there: they tell when a line happened.
            usual: when it happened if no card tells.
        """
        played = {visit.card: visit.first for visit in visits.all if not visit.old}
        self.fixed = {
            place: (action, played.get(card, usual) if (card := card_of(action)) else usual)
            for place, action in enumerate(actions)
            if place in certain and not isinstance(action, Crib)
        }
