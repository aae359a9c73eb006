"""A board's connection to its hall, loaded on demand because most boards never join one.

The modules for halls and remote games (signatures, a WebSocket client) take 12 MiB of memory.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pegboard.config import HallLinkConfig
from pegboard.errors import IllegalAction
from pegboard.hall_client.codes import RemoteRefusal
from pegboard.hall_client.link_state import HallState
from pegboard.hall_client.membership import is_joined
from pegboard.storage.state_names import BOARD_KEY

if TYPE_CHECKING:
    from pegboard.hall_client.push import HallPush
    from pegboard.hall_client.remote_games import RemoteGames

POLL_S = 3.0
"""Seconds between checks for a hall joined by another program."""


class HallConnection:
    """A board's connection to its hall, if there is one. Use from one event loop only.

    Args:
        config: section `[hall]` of the configuration.
        folder: state folder of the board.
        connect: loads the modules and returns the connection; called once.
    """

    def __init__(
        self, config: HallLinkConfig, folder: Path, connect: Callable[[], "HallPush"]
    ) -> None:
        self._config, self._folder, self._connect = config, folder, connect
        self._push: HallPush | None = None
        self._loaded = asyncio.Event()
        self.far = RemoteAccess(self)
        """Games with other boards."""

    @property
    def state(self) -> HallState | None:
        """State of the connection; None without a hall."""
        return self._push.state if self._push is not None else None

    @property
    def desk(self) -> "RemoteGames | None":
        """Games with other boards; None without a hall."""
        return self._push.remote if self._push is not None else None

    def wake(self) -> None:
        """Signals that the journal may have new entries. Non-blocking."""
        if self._push is not None:
            self._push.wake()

    def report(self) -> dict[str, object]:
        """Returns data on the hall for the board's page: `url`, `fixed`, `connected`, `to_send`."""
        if self._push is not None:
            return self._push.report()
        fixed = self._config.url != "none"
        return {"url": "", "fixed": fixed, "connected": False, "to_send": 0}

    async def join(self, url: str, code: str, table: int = 0) -> str:
        """Joins a hall; see `HallPush.join`."""
        return await (await self._load()).join(url, code, table)

    async def run(self) -> None:
        """Maintains the connection, once there is a hall, until cancelled."""
        while self._push is None:
            if await asyncio.to_thread(self._is_joined):
                await self._load()
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._loaded.wait(), POLL_S)
        await self._push.run()

    def _is_joined(self) -> bool:
        """Returns whether there is a hall, or a key from an earlier one."""
        key = self._folder / BOARD_KEY
        return self._config.url != "none" or is_joined(self._folder) or key.exists()

    async def _load(self) -> "HallPush":
        if self._push is None:  # on a thread, because the import takes a second on a Raspberry Pi
            await asyncio.to_thread(import_module, "pegboard.hall_client.push")
        if self._push is None:
            self._push = self._connect()
            self._loaded.set()
        return self._push


class RemoteAccess:
    """Games with other boards, for the board's page; none without a hall."""

    def __init__(self, hall: HallConnection) -> None:
        """Stores the connection to the hall."""
        self._hall = hall

    @property
    def boards(self) -> Sequence[tuple[str, str]] | None:
        """Ids and names of the boards that are online; None while unknown."""
        desk = self._hall.desk
        return desk.boards if desk is not None else None

    async def look(self) -> None:
        """Requests the list of boards and waits briefly for the answer."""
        if self._hall.desk is not None:
            await self._hall.desk.refresh_boards()

    async def invite(self, board: str, name: str, target: int) -> None:
        """Invites another board; raises IllegalAction if that is impossible."""
        await self._desk(RemoteRefusal.NOT_THERE).invite(board, name, target)

    async def accept(self, name: str) -> None:
        """Accepts the invitation; raises IllegalAction if there is none."""
        await self._desk(RemoteRefusal.NO_INVITATION).accept(name)

    async def leave(self) -> None:
        """Declines or withdraws an invitation, or leaves a game; raises IllegalAction if none."""
        await self._desk(RemoteRefusal.NO_GAME).leave()

    def _desk(self, refusal: RemoteRefusal) -> "RemoteGames":
        if self._hall.desk is None:
            raise IllegalAction(refusal)
        return self._hall.desk
