"""The layout in use; on a simulated board it follows the number of sides.

A real board has a fixed number of tracks. A simulated strip can have any length, so three or four
sides get a layout with enough tracks.
"""

from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout

SIMULATED_LAYOUTS = {3: "three-track", 4: "four-track"}
"""Bundled layouts by number of tracks."""


class BoardChoice:
    """The layout in use."""

    def __init__(self, layout: Layout, *, is_simulated: bool) -> None:
        """Starts with the configured layout.

        Args:
            layout: layout from the configuration.
            is_simulated: whether the strip has no real LEDs.
        """
        self.layout = layout
        """The layout in use."""
        self._configured, self._is_simulated = layout, is_simulated

    @property
    def tracks(self) -> int:
        """Largest number of sides that can play."""
        return (
            max(self._configured.tracks, *SIMULATED_LAYOUTS)
            if self._is_simulated
            else self._configured.tracks
        )

    def select(self, sides: int) -> None:
        """Selects the configured layout; on a simulated board, one with a track for each side."""
        fits = sides <= self._configured.tracks or not self._is_simulated
        name = self._configured.name if fits else SIMULATED_LAYOUTS[sides]
        if name != self.layout.name:
            self.layout = self._configured if fits else load_layout(name)
