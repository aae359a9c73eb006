"""A crib that was not read: noticed once the hands lie open, or the cards were taken up."""

from pegboard.camera.watched import WatchResult
from pegboard.cribbage.game import Crib, Hand, State, pending_hand

TIMEOUT_S = 8.0
"""Seconds after the hands in which the crib is turned over, counted from when they all lie open."""
PICKED_UP_S = 1.5
"""Seconds for which nothing lies face up once the cards were taken up, and not to lay the crib."""


class UnreadCrib:
    """Whether the crib of the present deal ought to have been read by now."""

    def __init__(self) -> None:
        """Starts before the hands."""
        self.is_overdue = False
        """Whether it ought to have been: until it is counted, or the next deal begins."""
        self._waiting_since: float | None = None

    def update(self, state: State, seen: WatchResult | None, now: float) -> None:
        """Takes what the camera believes after one more picture.

        Args:
            state: the game; it waits for the crib, or not.
            seen: the camera's answer; None if it has not followed this deal.
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
