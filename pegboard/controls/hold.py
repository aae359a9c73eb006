"""UNDO and COUNT, held down together while the board starts: forget the network and the pairing.

It has to be meant: both buttons are down before the board is, and stay down. A button that
sticks, or one that is pressed by a sleeve, is one button and not these two.
"""

from pegboard.controls.buttons import Button, ButtonKind, Edge

RESET_BUTTONS = frozenset({Button(ButtonKind.UNDO), Button(ButtonKind.COUNT)})
"""Which two; the build guide and the README of inputs name them as well."""
RESET_HOLD_S = 5.0
"""Seconds from the start for which both have to be down."""


class StartHold:
    """Watches for the two buttons."""

    def __init__(self, hold_s: float = RESET_HOLD_S) -> None:
        """Nothing is down yet."""
        self._hold_s = hold_s
        self._since: dict[Button, float] = {}

    def feed(self, edge: Edge) -> None:
        """Takes an edge; only `initial` ones say that a button was down at the start."""
        if edge.button not in RESET_BUTTONS:
            return
        if edge.initial and edge.down:
            self._since[edge.button] = edge.at
        else:
            self._since.pop(edge.button, None)

    def next_due(self) -> float | None:
        """When `due` has to be called; None where the two are not down."""
        if self._since.keys() != RESET_BUTTONS:
            return None
        return max(self._since.values()) + self._hold_s

    def due(self, now: float) -> bool:
        """True, once, when both have been held long enough."""
        at = self.next_due()
        if at is None or now < at:
            return False
        self._since.clear()
        return True
