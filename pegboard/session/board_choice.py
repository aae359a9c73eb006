"""Chooses the board in use; a simulated one changes with the number of sides.

A real board has a fixed number of tracks. A simulated strip can have any length, so without a board
three or four people can play on one with enough tracks.
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
            drawn: whether the strip has no LEDs.
        """
        self.layout = layout
        """The one in use."""
        self._own, self._drawn = layout, drawn

    @property
    def tracks(self) -> int:
        """Number of sides that can play."""
        return max(self._own.tracks, *ROOMIER) if self._drawn else self._own.tracks

    def select(self, sides: int) -> None:
        """Chooses the configured board; if it has too few tracks, one that has enough."""
        roomy = sides <= self._own.tracks or not self._drawn
        name = self._own.name if roomy else ROOMIER[sides]
        if name != self.layout.name:
            self.layout = self._own if roomy else load_layout(name)
