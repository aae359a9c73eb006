"""Which seat a place on the table belongs to: learnt from where its cards fall.

Seat 0 sits at the bottom of the picture, the others follow clockwise. Before anything has fallen a
seat's place is the part of the picture next to it.
"""

from __future__ import annotations

import math

from pegboard.vision.turn import Place, turned_place

_STARTS: dict[int, tuple[Place, ...]] = {
    2: ((0.5, 0.78), (0.5, 0.22)),
    3: ((0.5, 0.8), (0.25, 0.3), (0.75, 0.3)),
    4: ((0.5, 0.8), (0.22, 0.5), (0.5, 0.2), (0.78, 0.5)),
}
_REACH = 0.16
"""Standard deviation of where a seat's cards fall about its usual place."""
_LEAST = -4.0
"""Log probability of the most unlikely seat: anybody may reach over."""


class Zones:
    """The usual places of the seats' cards.

    Attributes:
        turned: degrees clockwise by which the picture has to be turned for seat 0 to sit at its
            bottom.
    """

    def __init__(self, players: int) -> None:
        """Starts with the seats round the picture: 2, 3 or 4."""
        self._players = players
        self.turn(0)

    def turn(self, degrees: int) -> None:
        """Seats the players anew, in a picture that has to be turned; places are learnt anew."""
        self.turned = degrees
        starts = [turned_place(place, -degrees % 360) for place in _STARTS[self._players]]
        self._sums = [(x * 2, y * 2, 2.0) for x, y in starts]

    def learn(self, seat: int, place: Place) -> None:
        """Adds a place at which a card of this seat fell."""
        x, y, weight = self._sums[seat]
        if weight > 12:
            x, y, weight = (part * 0.75 for part in (x, y, weight))
        self._sums[seat] = x + place[0], y + place[1], weight + 1

    def seats(self, place: Place) -> tuple[float, ...]:
        """Returns the log probability of each seat for a card at this place."""
        far = [math.dist(place, (x / w, y / w)) for x, y, w in self._sums]
        logs = [-(d**2) / (2 * _REACH**2) for d in far]
        most = max(logs)
        total = most + math.log(sum(math.exp(log - most) for log in logs))
        return tuple(max(_LEAST, log - total) for log in logs)

    def piled(self, place: Place) -> bool:
        """Returns whether a place is one at which a seat's cards fall."""
        return any(math.dist(place, (x / w, y / w)) < _REACH for x, y, w in self._sums)
