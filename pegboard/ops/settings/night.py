"""How bright the LEDs are by day, by night, and while somebody moves the slider."""

import asyncio
from collections.abc import Callable

from pegboard.config import BoardConfig

LOOK_S = 10.0
"""Seconds from one look at the clock to the next, and for which a preview holds."""


def is_night(board: BoardConfig, hour: int) -> bool:
    """Returns whether an hour (0 to 23) lies in the night."""
    begins, ends = board.night_from_h, board.night_to_h
    if begins <= ends:
        return begins <= hour < ends
    return hour >= begins or hour < ends


class Dimmer:
    """Sets the brightness of the LEDs. Use from one event loop only."""

    def __init__(
        self,
        board: BoardConfig,
        set_brightness: Callable[[float], None],
        hour: Callable[[], int],
        clock: Callable[[], float],
    ) -> None:
        """Sets nothing yet.

        Args:
            board: the settings.
            set_brightness: of the LEDs, 0 to 1.
            hour: of the day, 0 to 23, where the board stands.
            clock: monotonic seconds.
        """
        self._board, self._set, self._hour, self._clock = board, set_brightness, hour, clock
        self._by_hand: bool | None = None
        """The night or day in which somebody set the brightness: until it ends, that holds."""
        self._previewed = float("-inf")

    def preview(self, brightness: float) -> None:
        """Shows a brightness for a moment."""
        self._previewed = self._clock()
        self._set(brightness)

    def change(self, board: BoardConfig) -> None:
        """Takes other settings, at once."""
        if board.brightness != self._board.brightness:
            self._by_hand = is_night(board, self._hour())
        elif board != self._board:
            self._by_hand = None
        self._board, self._previewed = board, float("-inf")
        self.look()

    def look(self) -> None:
        """Sets the brightness of this hour, unless somebody is just choosing it."""
        if self._clock() - self._previewed < LOOK_S:
            return
        night = is_night(self._board, self._hour())
        if night != self._by_hand:
            self._by_hand = None
        day, dim = self._board.brightness, self._board.night_brightness
        self._set(min(day, dim) if night and self._by_hand is None else day)

    async def run(self) -> None:
        """Follows the clock until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOK_S)
