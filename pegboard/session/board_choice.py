"""Chooses the board in use; a simulated one changes with the number of sides.

Real wood has the tracks it has. A simulated strip can be any length, so whoever tries pegboard
without a board may play with three and four on one that has room for them.
"""

from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout

ROOMIER = {3: "three-track", 4: "four-track"}
"""Layouts that come with pegboard, by their tracks."""


class BoardChoice:
    """The layout in use."""

    def __init__(self, layout: Layout, *, drawn: bool) -> None:
        """Starts with the configured board.

        Args:
            layout: the configured one.
            drawn: whether no LEDs hang on it.
        """
        self.layout = layout
        """The one in use."""
        self._own, self._drawn = layout, drawn

    @property
    def tracks(self) -> int:
        """Number of sides that can play."""
        return max(self._own.tracks, *ROOMIER) if self._drawn else self._own.tracks

    def seat(self, sides: int) -> None:
        """Chooses the configured board; if it has too few tracks, one that has enough."""
        roomy = sides <= self._own.tracks or not self._drawn
        name = self._own.name if roomy else ROOMIER[sides]
        if name != self.layout.name:
            self.layout = self._own if roomy else load_layout(name)
