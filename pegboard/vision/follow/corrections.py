"""Corrections: lines that people entered or changed, as constraints on the search."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf

from pegboard.cribbage import Action, Card, Crib
from pegboard.vision.follow.line_event import card_of
from pegboard.vision.follow.tracking.suits import CARD_NUMBER, TWIN_NUMBER, are_twins
from pegboard.vision.follow.tracking.tracker import Tracker
from pegboard.vision.pips import NO_PIPS

INVERSION_S = 2.0
"""Seconds by which a card may be detected earlier than the card played before it."""
CERTAIN_LOG_ODDS = 40.0
"""Log odds against the twin of a card that people confirmed: above `certainty.COURT_LOG_ODDS`."""


class Corrections:
    """Corrections that people made to the present deal."""

    def __init__(self) -> None:
        """Creates an empty set of corrections."""
        self.constraints: dict[int, tuple[Action, float]] = {}
        """Actions that people entered or corrected, by index in the deal; each with its time."""
        self.swapped: dict[int, int] = {}
        """Pairs of card numbers that are misread as each other, in both directions."""

    def apply_corrections(
        self,
        emitted: Sequence[Action],
        actions: Sequence[Action],
        certain: Collection[int],
        tracker: Tracker,
    ) -> None:
        """Swaps each misread card with its correction in all readings, until the end of the deal.

        A card entered here that was emitted elsewhere was played out of order, not misread; unless
        it is the twin of the card emitted here, in which case the two were mixed up.

        Args:
            emitted: the lines that were emitted.
            actions: the lines as the game has them.
            certain: indices of lines that people entered or corrected.
            tracker: tracks of the deal; their readings are corrected, too.
        """
        emitted_cards = {card_of(action) for action in emitted}
        for place, (was, action) in enumerate(zip(emitted, actions, strict=False)):
            a, b = card_of(was), card_of(action)
            if place not in certain or a is None or b is None or a == b:
                continue
            if b in emitted_cards and not are_twins(a, b):
                continue
            old_number, new_number = CARD_NUMBER[a], CARD_NUMBER[b]
            read = self.swapped.get(old_number, old_number)
            # If an earlier correction is corrected in turn, undo it first.
            changes = [(read, number) for number in (old_number, new_number) if number != read]
            for number in (old_number, new_number):
                self.swapped.pop(self.swapped.pop(number, number), None)
            if new_number != read:
                self.swapped |= {read: new_number, new_number: read}
            for track in tracker.tracks:
                if not track.is_old and (
                    track.card == a or (track.card == b and b in emitted_cards)
                ):
                    for one, other in changes:
                        track.log_odds[[one, other]] = track.log_odds[[other, one]]
                    track.pips = NO_PIPS

    def constrain(
        self,
        actions: Sequence[Action],
        certain: Collection[int],
        tracker: Tracker,
        times: Mapping[Action, float],
        default_at: float,
    ) -> None:
        """Turns the lines that people entered or corrected into constraints.

        Args:
            actions: the lines as the game has them.
            certain: indices of the lines that people entered or corrected.
            tracker: tracks of the deal; the first track of a card gives the time of its play,
                unless that is earlier than the plays before it.
            times: observed time of each line, where known, in seconds.
            default_at: time of a line that nothing dates, in seconds.
        """
        self.constraints, latest = {}, -inf
        for place, action in enumerate(actions):
            at = times.get(action)
            if place in certain and not isinstance(action, Crib):
                card = card_of(action)
                if at is None:
                    at = min(_appearances(card, latest - INVERSION_S, tracker), default=default_at)
                elif card is not None:
                    _force_reading(card, at, tracker)
                self.constraints[place] = action, at
            latest = latest if at is None else max(latest, at)


def _appearances(card: Card | None, earliest: float, tracker: Tracker) -> Iterator[float]:
    """Yields the times at which a card appeared, none before `earliest`."""
    for track in tracker.tracks:
        if not track.is_old and track.card == card and track.first_at >= earliest:
            yield track.first_at


def _force_reading(card: Card, at: float, tracker: Tracker) -> None:
    """Rules out the twin of a card in its tracks that began at the given time."""
    number = CARD_NUMBER[card]
    twin = TWIN_NUMBER[number]
    for track in tracker.tracks:
        if not track.is_old and track.first_at == at and are_twins(track.card, card):
            most = max(track.log_odds[[number, twin]])
            track.log_odds[[number, twin]] = most, most - CERTAIN_LOG_ODDS
            track.pips = NO_PIPS
