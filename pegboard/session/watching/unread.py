"""Detection of a crib that was not read, after the hands were exposed or the cards picked up."""

from pegboard.camera.watched import WatchResult
from pegboard.cribbage.game import Crib, Hand, State, pending_hand

TIMEOUT_S = 8.0
"""Seconds allowed for turning over the crib once all hands lie open."""
PICKED_UP_S = 1.5
"""Seconds without face-up cards after which they count as picked up."""


class UnreadCrib:
    """Detector of a crib, in the current deal, that should have been read by now."""

    def __init__(self) -> None:
        """Starts with no crib due."""
        self.is_overdue = False
        """True from when the crib is overdue until it is counted or the next deal begins."""
        self._waiting_since: float | None = None

    def update(self, state: State, seen: WatchResult | None, now: float) -> None:
        """Updates the status after a picture.

        Args:
            state: the state of the game.
            seen: the camera's report; None if it has not followed this deal.
            now: monotonic seconds.
        """
        lines = () if seen is None else seen.lines
        counted = any(isinstance(line.action, Crib) for line in lines)
        if seen is None or counted or pending_hand(state) != "crib":
            self.is_overdue, self._waiting_since = False, None
            return
        shown = sum(isinstance(line.action, Hand) for line in lines)
        taken_up = all(each.card == state.starter for each in seen.cards)
        waits = seen.view == "ok" and (taken_up or shown == state.rules.players)
        if not waits:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now
        elif now - self._waiting_since >= (PICKED_UP_S if shown and taken_up else TIMEOUT_S):
            self.is_overdue = True
