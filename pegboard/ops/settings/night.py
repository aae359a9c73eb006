"""Brightness of the LEDs by day and night, and while somebody moves the slider."""

import asyncio
from collections.abc import Callable

from pegboard.config import BoardConfig

POLL_S = 10.0
"""Seconds between checks of the clock, and duration of a preview."""


def is_night(board: BoardConfig, hour: int) -> bool:
    """Returns whether an hour (0 to 23) is in the night."""
    begins, ends = board.night_from_h, board.night_to_h
    if begins <= ends:
        return begins <= hour < ends
    return hour >= begins or hour < ends


class Dimmer:
    """Control of the LEDs' brightness. Use from one event loop only."""

    def __init__(
        self,
        board: BoardConfig,
        set_brightness: Callable[[float], None],
        hour: Callable[[], int],
        clock: Callable[[], float],
    ) -> None:
        """Stores the settings; sets no brightness yet.

        Args:
            board: settings of the board.
            set_brightness: sets the brightness of the LEDs, 0 to 1.
            hour: returns the local hour, 0 to 23.
            clock: returns monotonic seconds.
        """
        self._board, self._set, self._hour, self._clock = board, set_brightness, hour, clock
        self._by_hand: bool | None = None
        """True if set by hand this night, False if set by hand this day; None if not set."""
        self._previewed = float("-inf")

    def preview(self, brightness: float) -> None:
        """Shows a brightness temporarily."""
        self._previewed = self._clock()
        self._set(brightness)

    def change(self, board: BoardConfig) -> None:
        """Applies new settings at once."""
        if board.brightness != self._board.brightness:
            self._by_hand = is_night(board, self._hour())
        elif board != self._board:
            self._by_hand = None
        self._board, self._previewed = board, float("-inf")
        self.update()

    def update(self) -> None:
        """Sets the brightness for the current hour, except during a preview."""
        if self._clock() - self._previewed < POLL_S:
            return
        night = is_night(self._board, self._hour())
        if night != self._by_hand:
            self._by_hand = None
        day, dim = self._board.brightness, self._board.night_brightness
        self._set(min(day, dim) if night and self._by_hand is None else day)

    async def run(self) -> None:
        """Updates the brightness until cancelled."""
        while True:
            self.update()
            await asyncio.sleep(POLL_S)
