"""Decoder for a rotary encoder: turns from its two contacts.

An encoder closes two contacts, A and B, a quarter of a step apart: turning clockwise A goes first,
turning back B does. Between two detents there are four changes, and in a detent both are open:

    A  ___|##########|__________      contacts (# is closed), one detent clockwise
    B  ________|##########|_____
       rest  A   AB     B   rest

Only a whole way from rest to rest counts. That is what frees it of bounce: while one contact
chatters the other is still, so a chatter walks to and fro between two neighbouring places and
leaves nothing behind. A change of both contacts at once cannot be: an edge was missed. It is
counted, and the way begun is forgotten; half a step is better lost than guessed.
"""

from pegboard.controls.buttons import ButtonFault, Turned
from pegboard.errors import DeviceError

_AROUND = ((False, False), (True, False), (True, True), (False, True))
"""The places of the contacts (A, B) in the order in which turning clockwise passes them."""
_PLACE = {contacts: place for place, contacts in enumerate(_AROUND)}
_DETENT = len(_AROUND)
"""Quarters between two detents."""

MAX_INVALID = 20
"""This many impossible changes within `FAULT_S` mean a loose wire or a worn contact."""
FAULT_S = 10.0


class Dial:
    """One encoder; each edge brings its time."""

    def __init__(self, seat: int, *, quarters: int = _DETENT) -> None:
        """Starts at rest.

        Args:
            seat: seat that receives the dialled points.
            quarters: changes from detent to detent, 4 for nearly all encoders; 2 for those that
                rest with both contacts closed as well as with both open.
        """
        self.seat = seat
        self.invalid = 0
        """Changes that cannot be, since the beginning."""
        self._quarters = quarters
        self._a = self._b = False
        self._place = 0
        self._way = 0  # quarters from the last detent; above 0 clockwise
        self._has_moved = False
        self._wrong: list[float] = []

    def set_levels(self, a: bool, b: bool) -> None:
        """Sets the initial levels, which are not a turn.

        The knob may stand between two detents.
        """
        self._a, self._b = a, b
        self._place, self._way = _PLACE[a, b], 0

    @property
    def has_moved(self) -> bool:
        """Returns True once the dial has moved."""
        return self._has_moved

    def feed(self, contact: str, closed: bool, at: float) -> Turned | None:
        """Processes a change of one contact; returns a turn if complete.

        Args:
            contact: `a` or `b`.
            closed: True if the contact is closed now.
            at: monotonic seconds.
        """
        if contact == "a":
            return self.poll(closed, self._b, at)
        return self.poll(self._a, closed, at)

    def poll(self, a: bool, b: bool, at: float) -> Turned | None:
        """Processes both levels as polled; returns a turn if complete."""
        self._a, self._b = a, b
        place = _PLACE[a, b]
        quarter = (place - self._place) % _DETENT
        self._place = place
        if quarter == 0:
            return None
        self._has_moved = True
        if quarter == 2:
            self.invalid += 1
            self._wrong = [t for t in self._wrong if at - t < FAULT_S] + [at]
            self._way = 0
            return None
        self._way += 1 if quarter == 1 else -1
        if place % self._quarters:
            return None
        # At rest. Less than a whole way is a finger that hesitated, or a bounce.
        steps, self._way = int(self._way / self._quarters), 0
        return Turned(self.seat, steps, at) if steps else None

    def fault(self, now: float) -> DeviceError | None:
        """Returns the dial's fault; None if there is none."""
        if sum(now - at < FAULT_S for at in self._wrong) < MAX_INVALID:
            return None
        return DeviceError(ButtonFault.DIAL_SKIPS, seat=self.seat)
