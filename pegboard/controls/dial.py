"""Decoder for a rotary encoder, which derives turns from its two contacts.

An encoder closes two contacts, A and B, a quarter of a step apart: clockwise, A leads;
counter-clockwise, B leads. Between two detents there are four changes; in a detent both are open:

    A  ___|##########|__________      contacts (# is closed), one detent clockwise
    B  ________|##########|_____
       rest  A   AB     B   rest

Only a full step from rest to rest counts, which removes bounce: while one contact chatters, the
other is constant, so the position alternates between two neighbouring places and the changes
cancel out. A change of both contacts at once is impossible and means a missed edge. It is
counted, and the partial step is discarded: losing half a step is better than guessing.
"""

from pegboard.controls.buttons import ButtonFault, Turned
from pegboard.errors import DeviceError

_AROUND = ((False, False), (True, False), (True, True), (False, True))
"""States of the contacts (A, B), in the order in which a clockwise turn passes them."""
_PLACE = {contacts: place for place, contacts in enumerate(_AROUND)}
_DETENT = len(_AROUND)
"""Quarters between two detents."""

MAX_INVALID = 20
"""Number of impossible changes within `FAULT_S` that means a loose wire or a worn contact."""
FAULT_S = 10.0


class Dial:
    """Decoder of one encoder; each edge is passed with its time."""

    def __init__(self, seat: int, *, quarters: int = _DETENT) -> None:
        """Creates a decoder at rest.

        Args:
            seat: seat that receives the dialled points.
            quarters: number of changes between detents: 4 for nearly all encoders, 2 for those that
                rest with both contacts closed as well as with both open.
        """
        self.seat = seat
        self.invalid = 0
        """Number of impossible changes since the start."""
        self._quarters = quarters
        self._a = self._b = False
        self._place = 0
        self._way = 0  # quarters since the last detent; positive clockwise
        self._has_moved = False
        self._wrong: list[float] = []

    def set_levels(self, a: bool, b: bool) -> None:
        """Sets the initial levels, which do not count as a turn.

        The knob may be between two detents.
        """
        self._a, self._b = a, b
        self._place, self._way = _PLACE[a, b], 0

    @property
    def has_moved(self) -> bool:
        """Returns True once the dial has moved."""
        return self._has_moved

    def feed(self, contact: str, closed: bool, at: float) -> Turned | None:
        """Processes a change of one contact; returns a turn if this completes one.

        Args:
            contact: `a` or `b`.
            closed: True if the contact is closed now.
            at: monotonic seconds.
        """
        if contact == "a":
            return self.poll(closed, self._b, at)
        return self.poll(self._a, closed, at)

    def poll(self, a: bool, b: bool, at: float) -> Turned | None:
        """Processes polled levels of both contacts; returns a turn if they complete one."""
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
        # The dial is at rest. A partial step means a hesitating finger, or a bounce.
        steps, self._way = int(self._way / self._quarters), 0
        return Turned(self.seat, steps, at) if steps else None

    def fault(self, now: float) -> DeviceError | None:
        """Returns the dial's fault; None if there is none."""
        if sum(now - at < FAULT_S for at in self._wrong) < MAX_INVALID:
            return None
        return DeviceError(ButtonFault.DIAL_SKIPS, seat=self.seat)
