"""Seat zones: which seat each place on the table belongs to, learned from where cards are laid.

Seat 0 sits at the bottom of the picture, the others follow clockwise. Before any card is laid, a
seat's place is the part of the picture next to it.
"""

from __future__ import annotations

import math

from pegboard.vision.turn import Place, turned_place

_INITIAL_PLACES: dict[int, tuple[Place, ...]] = {
    2: ((0.5, 0.78), (0.5, 0.22)),
    3: ((0.5, 0.8), (0.25, 0.3), (0.75, 0.3)),
    4: ((0.5, 0.8), (0.22, 0.5), (0.5, 0.2), (0.78, 0.5)),
}
_SPREAD = 0.16
"""Standard deviation of a seat's cards about their usual place, as a fraction of the picture."""
_MIN_LOG_PROB = -4.0
"""Log probability of the least likely seat: anybody may reach over."""


class SeatZones:
    """The usual places of the seats' cards.

    Attributes:
        turned: clockwise rotation, in degrees, that brings seat 0 to the bottom of the picture.
    """

    def __init__(self, players: int) -> None:
        """Places 2, 3 or 4 seats round the picture."""
        self._players = players
        self.turn(0)

    def turn(self, degrees: int) -> None:
        """Assigns the seats as in a picture turned clockwise, and forgets the places learned."""
        self.turned = degrees
        starts = [turned_place(place, -degrees % 360) for place in _INITIAL_PLACES[self._players]]
        self._sums = [(x * 2, y * 2, 2.0) for x, y in starts]

    def learn(self, seat: int, place: Place) -> None:
        """Adds a place where a seat laid a card."""
        x, y, weight = self._sums[seat]
        if weight > 12:
            x, y, weight = (part * 0.75 for part in (x, y, weight))
        self._sums[seat] = x + place[0], y + place[1], weight + 1

    def log_probs(self, place: Place) -> tuple[float, ...]:
        """Returns the log probability of each seat for a card at a place."""
        far = [math.dist(place, (x / w, y / w)) for x, y, w in self._sums]
        logs = [-(d**2) / (2 * _SPREAD**2) for d in far]
        most = max(logs)
        total = most + math.log(sum(math.exp(log - most) for log in logs))
        return tuple(max(_MIN_LOG_PROB, log - total) for log in logs)

    def is_on_pile(self, place: Place) -> bool:
        """Returns whether a place is one where some seat usually lays its cards."""
        return any(math.dist(place, (x / w, y / w)) < _SPREAD for x, y, w in self._sums)
