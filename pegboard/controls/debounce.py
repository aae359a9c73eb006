"""Debouncing: one push of a button is one press, however much its contact chatters.

    level   ___|#|_|###########|_|#|________
    hold       [------)         [------)
    stable  ___|###############|____________
    press      ^

A change counts at once, because the light must follow the finger without delay. For
`hold_s` after the change the contact is ignored; then its level is read again, so that
neither a quick release nor a quick second press is lost. A change found then starts another
hold. Both edges are treated alike, and each button separately; each edge contains its time.
"""

from collections import deque
from collections.abc import Iterable

from pegboard.controls.buttons import Button, ButtonFault, Edge, Pressed
from pegboard.errors import DeviceError

STUCK_S = 60.0
"""Seconds after which a button that is held counts as stuck."""
START_STUCK_S = 10.0
"""The same for a button that has been down since the board started: shorter, as nobody plays
then, but longer than the hold that requests a reset (`staging.py`)."""
MAX_EDGES = 80
"""More edges than this within one second mean a loose wire, not a finger. A floating pin
picks up the mains hum, which gives 100 or 120 edges a second."""
MANY_PRESSES = 200
"""Number of presses on a board after which a button that was never pressed is reported."""


class _Contact:
    """Contact of one button."""

    __slots__ = ("down", "edges", "hold_until", "initial", "level", "since")

    def __init__(self) -> None:
        self.level = False  # level last reported by the device
        self.down = False  # debounced level
        self.since = 0.0  # when `down` last changed
        self.initial = False  # True if it has been down since the start
        self.hold_until: float | None = None
        self.edges: deque[float] = deque(maxlen=MAX_EDGES + 1)  # times of the latest edges

    def settle(self, now: float, hold_s: float) -> float | None:
        """Checks the level after a hold; returns the time of a press that it finds, else None.

        It finds at most one: after a hold the level is constant until the next edge.
        """
        pressed = None
        while self.hold_until is not None and self.hold_until <= now:
            at, self.hold_until = self.hold_until, None
            if self.accept(at, hold_s):
                pressed = at
        return pressed

    def accept(self, at: float, hold_s: float) -> bool:
        """Accepts the reported level, outside a hold; returns True if it is a press."""
        if self.level == self.down:
            return False
        self.down, self.since, self.hold_until = self.level, at, at + hold_s
        self.initial = False
        return self.down

    def stuck_at(self) -> float | None:
        """Returns when the button will count as stuck; None while it is up."""
        if not self.down:
            return None
        return self.since + (START_STUCK_S if self.initial else STUCK_S)

    def chatters(self, now: float) -> bool:
        return len(self.edges) > MAX_EDGES and now - self.edges[0] <= 1.0


class Debounce:
    """Debouncer that turns the edges of all buttons into presses."""

    def __init__(self, hold_s: float = 0.025) -> None:
        """Sets how long a contact is ignored after a change; 20 to 30 ms suit most switches."""
        self.hold_s = hold_s
        self._contacts: dict[Button, _Contact] = {}
        self._presses = 0

    def feed(self, edge: Edge) -> Pressed | None:
        """Processes one edge; returns its press, or a press found by an overdue check.

        There is never more than one: a press found late means the level was down, and then the
        edge can only be a release. A button that chatters without end presses nothing.
        """
        contact = self._contacts.setdefault(edge.button, _Contact())
        if edge.initial:
            contact.level = contact.down = edge.down
            contact.since, contact.hold_until = edge.at, None
            contact.initial = edge.down
            return None
        found = contact.settle(edge.at, self.hold_s)
        contact.edges.append(edge.at)
        contact.level = edge.down
        if contact.hold_until is None and contact.accept(edge.at, self.hold_s):
            found = edge.at
        return self._press(edge.button, found)

    def due(self, now: float) -> list[Pressed]:
        """Returns the presses found after holds that end by `now`, in time order.

        Call it only after feeding every edge up to `now`: while edges are waiting in a queue, the
        level is out of date, and bounce would be taken for a press.
        """
        looks = ((b, c.settle(now, self.hold_s)) for b, c in self._contacts.items())
        presses = [press for button, at in looks if (press := self._press(button, at))]
        return sorted(presses, key=lambda press: press.at)

    def next_due(self) -> float | None:
        """Returns the time at which `due` must be called next, on the clock of the edges.

        Returns None if it need not be called before the next edge.
        """
        holds = (c.hold_until for c in self._contacts.values() if c.hold_until is not None)
        return min(holds, default=None)

    def next_fault(self, now: float) -> float | None:
        """Returns when `faults` may next change without another edge; None for never."""
        times = [at for c in self._contacts.values() if (at := c.stuck_at()) and at > now]
        times += [c.edges[0] + 1.0 for c in self._contacts.values() if c.chatters(now)]
        return min(times, default=None)

    def faults(self, now: float) -> tuple[DeviceError, ...]:
        """Returns the faults by button; empty if all is well."""
        found = []
        for button, contact in self._contacts.items():
            stuck_at = contact.stuck_at()
            if contact.chatters(now):
                found.append(DeviceError(ButtonFault.CHATTERS, button=str(button), most=MAX_EDGES))
            elif stuck_at is not None and now >= stuck_at:
                code = ButtonFault.STUCK_AT_START if contact.initial else ButtonFault.STUCK
                found.append(DeviceError(code, button=str(button), seconds=STUCK_S))
        return tuple(found)

    def missing(self, expected: Iterable[Button]) -> tuple[DeviceError, ...]:
        """Returns the buttons that were never pressed although the others are used a lot.

        An unconnected button looks like one that is up, so this is a guess, and a late one.
        """
        if self._presses < MANY_PRESSES:
            return ()
        return tuple(
            DeviceError(ButtonFault.NEVER_PRESSED, button=str(button), presses=self._presses)
            for button in expected
            if button not in self._contacts
        )

    def _press(self, button: Button, at: float | None) -> Pressed | None:
        if at is None or self._contacts[button].chatters(at):
            return None
        self._presses += 1
        return Pressed(button, at)
