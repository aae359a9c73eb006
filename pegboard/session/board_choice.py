"""Chooses the board in use; a simulated one changes with the number of sides.

A real board has a fixed number of tracks. A simulated strip can have any length, so without a board
three or four people can play on one with enough tracks.
"""

from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout

SIMULATED_LAYOUTS = {3: "three-track", 4: "four-track"}
"""Layouts that come with pegboard, by their tracks."""


class BoardChoice:
    """The layout in use."""

    def __init__(self, layout: Layout, *, is_simulated: bool) -> None:
        """Starts with the configured board.

        Args:
            layout: the configured one.
            is_simulated: whether the strip has no LEDs.
        """
        self.layout = layout
        """The one in use."""
        self._configured, self._is_simulated = layout, is_simulated

    @property
    def tracks(self) -> int:
        """Number of sides that can play."""
        return (
            max(self._configured.tracks, *SIMULATED_LAYOUTS)
            if self._is_simulated
            else self._configured.tracks
        )

    def select(self, sides: int) -> None:
        """Chooses the configured board; if it has too few tracks, one that has enough."""
        fits = sides <= self._configured.tracks or not self._is_simulated
        name = self._configured.name if fits else SIMULATED_LAYOUTS[sides]
        if name != self.layout.name:
            self.layout = self._configured if fits else load_layout(name)
