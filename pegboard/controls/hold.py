"""Buttons that are held: two at start-up, the way into an unreachable board; OK at any time.

    UNDO and COUNT    forget the network and the pairing
    UNDO and OK       start in safe mode, without the devices

It has to be meant: both buttons are down before the board is, and stay down, and the third of the
three is up. A button that sticks, or one that is pressed by a sleeve, is one button and not two.

A seat's +1 held for two seconds signs its score card, where one is to be signed.

OK held for three seconds, alone, lets the first device ask to play on a board without a screen.
"""

from pegboard.controls.buttons import Button, ButtonKind, Edge
from pegboard.controls.staging import OpenDoor, Reset, SafeStart, Sign

_OK, _UNDO, _COUNT = (Button(kind) for kind in (ButtonKind.OK, ButtonKind.UNDO, ButtonKind.COUNT))
RESET_BUTTONS = frozenset({_UNDO, _COUNT})
SAFE_BUTTONS = frozenset({_UNDO, _OK})
"""Which two; the build guide and the README of inputs name them as well."""
START_HOLD_S = 5.0
"""Seconds from the start for which both have to be down."""
OK_HOLD_S = 3.0
"""Seconds for which OK has to be down."""
SIGN_HOLD_S = 2.0
"""Seconds for which a seat's +1 has to be down."""

_MEANS: dict[frozenset[Button], Reset | SafeStart] = {
    RESET_BUTTONS: Reset(),
    SAFE_BUTTONS: SafeStart(),
}


class StartHold:
    """Detects the pairs of buttons held at start-up."""

    def __init__(self, hold_s: float = START_HOLD_S) -> None:
        """Starts with no button down."""
        self._hold_s = hold_s
        self._since: dict[Button, float] = {}

    def feed(self, edge: Edge) -> None:
        """Takes an edge; only `initial` ones count as down at the start."""
        if edge.button not in RESET_BUTTONS | SAFE_BUTTONS:
            return
        if edge.initial and edge.down:
            self._since[edge.button] = edge.at
        else:
            self._since.pop(edge.button, None)

    def next_due(self) -> float | None:
        """Returns the time at which `due` must be called; None while no pair is down."""
        if frozenset(self._since) not in _MEANS:
            return None
        return max(self._since.values()) + self._hold_s

    def due(self, now: float) -> Reset | SafeStart | None:
        """Returns the intent of a pair, once, after it has been held long enough."""
        at = self.next_due()
        if at is None or now < at:
            return None
        asked = _MEANS[frozenset(self._since)]
        self._since.clear()
        return asked


class OkHold:
    """Detects OK held alone."""

    def __init__(self, hold_s: float = OK_HOLD_S) -> None:
        """Starts with no button down."""
        self._hold_s = hold_s
        self._down: set[Button] = set()
        self._since: float | None = None

    def feed(self, edge: Edge) -> None:
        """Takes an edge; whatever else happens at the buttons ends the hold."""
        (self._down.add if edge.down else self._down.discard)(edge.button)
        alone = self._down == {_OK} and edge.button == _OK and not edge.initial
        self._since = edge.at if alone else None

    def next_due(self) -> float | None:
        """Returns the time at which `due` must be called; None while OK is not held."""
        return None if self._since is None else self._since + self._hold_s

    def due(self, now: float) -> OpenDoor | None:
        """Returns the intent, once, after OK has been held long enough."""
        at = self.next_due()
        if at is None or now < at:
            return None
        self._since = None
        return OpenDoor()


class SignHold:
    """Detects each seat's +1 held, whatever else is pressed."""

    def __init__(self, hold_s: float = SIGN_HOLD_S) -> None:
        """Starts with no button down."""
        self._hold_s = hold_s
        self._since: dict[int, float] = {}

    def feed(self, edge: Edge) -> None:
        """Takes an edge; one that was down when the device was opened is not a hold."""
        seat = edge.button.seat
        if edge.button.kind is not ButtonKind.PLUS1 or seat is None:
            return
        if edge.down and not edge.initial:
            self._since.setdefault(seat, edge.at)
        else:
            self._since.pop(seat, None)

    def next_due(self) -> float | None:
        """Returns the time at which `due` must be called; None while none is held."""
        first = min(self._since.values(), default=None)
        return None if first is None else first + self._hold_s

    def due(self, now: float) -> Sign | None:
        """Returns the intent of a seat, once a hold."""
        for seat, since in self._since.items():
            if now - since >= self._hold_s:
                del self._since[seat]
                return Sign(seat, now - since)
        return None
