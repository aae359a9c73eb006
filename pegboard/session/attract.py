"""Attract mode: while nobody is there, the board plays a demo and invites people.

Only what people do counts as activity, at the board or on a page. An unfinished game stays on
the table much longer before a demo replaces it; `Lobby.resume` restores it.
"""

import asyncio
import logging
from collections.abc import Callable

from pegboard.errors import DeviceError
from pegboard.session.lobby import Lobby
from pegboard.session.table import Table

log = logging.getLogger(__name__)

UNFINISHED_FACTOR = 12
"""Factor by which the idle time is multiplied while a game is unfinished."""


class Attract:
    """Attract mode: a demo starts after a time without activity. Use from one event loop only."""

    def __init__(
        self, lobby: Lobby, table: Table, *, after_s: float, clock: Callable[[], float]
    ) -> None:
        """Starts counting the idle time now.

        Args:
            lobby: starts the demo.
            table: table that the game is on.
            after_s: seconds without activity before a demo; 0 for never.
            clock: monotonic seconds.
        """
        self._lobby, self._table = lobby, table
        self._after_s, self._clock = after_s, clock
        self._last_activity = clock()

    def record_activity(self) -> None:
        """Records that a person has done something."""
        self._last_activity = self._clock()

    @property
    def due_s(self) -> float:
        """Seconds until the demo starts; negative if overdue."""
        over = self._table.state.over or not self._table.seq or not self._table.is_stored
        wait = self._after_s if over else UNFINISHED_FACTOR * self._after_s
        return self._last_activity + wait - self._clock()

    async def run(self) -> None:
        """Starts a demo whenever it is due, until cancelled."""
        while self._after_s:
            if self.due_s > 0:
                await asyncio.sleep(min(self.due_s, self._after_s))
                continue
            try:
                await self._lobby.start_demo()
            except DeviceError as error:
                log.warning("%s", error)
            self.record_activity()
        await asyncio.Event().wait()
