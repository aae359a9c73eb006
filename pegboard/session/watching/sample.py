"""The sample deal: a film that shows, on any board, how the camera follows a deal.

It is a game with real cards that is not stored. A camera process plays the film; its cards are
counted aloud and pegged, and can be corrected on the page. After the crib's count, the board
says so, or starts the next demo if nobody had asked for the sample deal.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from pegboard.camera.client import CameraClient
from pegboard.devices.cameras import SAMPLE_DEAL
from pegboard.errors import DeviceError
from pegboard.i18n import Message, _
from pegboard.session.lobby import Lobby
from pegboard.session.moves import Moves
from pegboard.session.watching.watching import WatchingSession

log = logging.getLogger(__name__)

ADDRESS = f"files:{SAMPLE_DEAL}"
"""Camera address of the film."""
REST_S = 6.0
"""Seconds for which the counted deal is shown before a demo starts."""
TIMEOUT_S = 900.0
"""Seconds after which the film is stopped; it lasts 74 s, and longer on a slow machine."""


class SampleDeal:
    """The sample deal on one table. Use from one event loop only."""

    def __init__(
        self,
        moves: Moves,
        lobby: Lobby,
        watching: WatchingSession,
        film: CameraClient,
        on_change: Callable[[], None],
    ) -> None:
        """Prepares the sample deal; `start` puts it on the table.

        Args:
            moves: the moves at the table.
            lobby: starts the game, and the demo after it.
            watching: follows the film.
            film: the camera that plays the film; its process starts on demand.
            on_change: called to publish the new state.
        """
        self._moves, self._table, self._lobby = moves, moves.table, lobby
        self._watching, self._film, self._on_change = watching, film, on_change
        self._started = asyncio.Event()
        lobby.add_listener(moves.publish)

    @property
    def is_shown(self) -> bool:
        """Returns True while the sample deal is on the table."""
        return self._watching.shows_sample

    @property
    def is_over(self) -> bool:
        """Returns True while the sample deal is on the table and has been counted."""
        return self.is_shown and not self._watching.is_active

    @property
    def prompt(self) -> Message | None:
        """Prompt after the deal has been counted; None before."""
        if not self.is_over:
            return None
        return _("That was the sample deal. OK starts a game of your own.")

    async def start(self, *, id: str = "", chosen: bool = True) -> None:
        """Puts the sample deal on the table and plays the film from the beginning.

        Args:
            id: id of the command.
            chosen: whether somebody asked for it; otherwise it attracts players.
        """
        await self._film.close()
        await self._lobby.start_sample(id=id, chosen=chosen)
        self._started.set()

    async def run(self) -> None:
        """Ends each showing once the deal is counted or another game starts, until cancelled."""
        try:
            while True:
                await self._started.wait()
                self._started.clear()
                await self._finish_showing(self._table.game)
        finally:
            await self._film.close()

    async def _finish_showing(self, game: str) -> None:
        table = self._table
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT_S):
                await self._moves.wait_until(lambda: table.game != game or self._is_counted())
        if table.game == game and not self._lobby.is_inviting:
            self._watching.stop_game(game)
            self._on_change()
        elif table.game == game:
            with suppress(TimeoutError):
                async with asyncio.timeout(REST_S):
                    await self._moves.wait_until(lambda: table.game != game)
            if table.game == game and self._lobby.is_inviting:
                try:
                    await self._lobby.start_demo()
                except DeviceError as error:
                    log.warning("%s", error)
        if not self._started.is_set():
            await self._film.close()  # frees the memory of its five neural nets

    def _is_counted(self) -> bool:
        """Returns whether the deal has been counted, crib included."""
        return self._table.deal_count > 0 and self._table.state.stage_name in ("deal", "over")
