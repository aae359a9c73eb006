"""Two small files that survive a restart: the last setups, and the list of waiting games.

The setups are the requests that started the last game of each mode (`schema.setup_request`), so
that one touch starts the next. The journal has every game, but not which of two unfinished games
is on the table. If a file is missing, outdated or damaged, no setup is known, the newest game is
on the table, and none waits.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pegboard.history.players import folded
from pegboard.host.state_file import StateFile, indented
from pegboard.schema.setup import side_colors
from pegboard.schema.setup_request import SetupRequest, is_default_name, setup_as_json
from pegboard.schema.state import WaitingGame
from pegboard.session.table import Table
from pegboard.storage.port import RunBlocking
from pegboard.storage.state_names import REMEMBERED, TABLE

MAX_BYTES = 16 * 1024
"""Largest file that is read, in bytes; a larger one was not written by us."""


class LastSetups:
    """The last setup request of each mode, and its file. Methods block on disk I/O."""

    def __init__(self, folder: Path) -> None:
        """Reads the file."""
        self._file = StateFile(
            folder / REMEMBERED, dict[str, Any], longest=MAX_BYTES, mode=0o644, encode=indented
        )
        self.requests: dict[str, SetupRequest] = {
            mode: request
            for mode, found in self._file.read_or({}).items()
            if (request := _parse_request(found)) is not None and request.mode == mode
        }
        """The last request of each mode."""

    def forget_name(self, name: str) -> None:
        """Removes a name from all setups, so that it is no longer suggested.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for request in list(self.requests.values()):
            if name in [folded(other) for other in request.names]:
                self.save(replace(request, names=()))

    def rename_player(self, name: str, into: str) -> None:
        """Replaces a name in all setups, so that only the new one is suggested.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for request in list(self.requests.values()):
            names = tuple(into if folded(each) == name else each for each in request.names)
            if names != request.names:
                self.save(replace(request, names=names))

    def recolor(self, colors: tuple[str, ...]) -> None:
        """Sets the colours of all setups.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for request in list(self.requests.values()):
            if request.colors:
                sides = len(request.colors)
                # A seat named after its colour gets the name of its new colour.
                names = () if all(map(is_default_name, request.names)) else request.names
                chosen = side_colors(sides, colors[:sides])
                self.save(replace(request, colors=chosen, names=names))

    def save(self, request: SetupRequest) -> None:
        """Saves a setup atomically.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        requests = {**self.requests, request.mode: request}
        self._file.write({mode: setup_as_json(each) for mode, each in requests.items()})
        self.requests = requests


def _parse_request(found: Any) -> SetupRequest | None:
    """Returns a setup request, or None if it is no longer valid."""
    try:
        return msgspec.convert(found, SetupRequest)
    except msgspec.ValidationError:
        return None


MAX_WAITING = 5
"""Largest number of waiting games; beyond it, the oldest remains only in the history."""
MAX_COMMAND_IDS = 32
"""Number of command ids stored, so that clients can retry after a restart."""


class SavedTable(msgspec.Struct, frozen=True):
    """Contents of the table file."""

    on_table: str = ""
    """Id of the game on the table."""
    newest: str = ""
    """Id of the newest game when this was saved; the file is outdated if there is a newer one."""
    waiting: tuple[WaitingGame, ...] = ()
    """Waiting games, the most recently left first."""
    replaced: WaitingGame | None = None
    """The unfinished game that the game on the table replaced."""
    done: tuple[str, ...] = ()
    """Ids of the latest commands that changed which game is on the table; not in the journal."""


class SavedTableFile:
    """The file of the game on the table and the waiting games. Methods block on disk I/O."""

    def __init__(self, folder: Path) -> None:
        """Reads the file."""
        self._file = StateFile(folder / TABLE, SavedTable, longest=MAX_BYTES, mode=0o644)
        self.content = self._file.read_or(SavedTable())

    def save(self, known: SavedTable) -> None:
        """Saves the contents atomically, if they changed.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        if known == self.content:
            return
        self._file.write(known)
        self.content = known


class WaitingGames:
    """Unfinished games, left for another game. Use from one event loop only."""

    def __init__(self, table: Table, memory: SavedTableFile, run_blocking: RunBlocking) -> None:
        """Restores the games that were waiting when the service stopped.

        Args:
            table: table that the game is on.
            memory: the file.
            run_blocking: runs blocking calls on the journal's thread.
        """
        self._table, self._memory, self._run_blocking = table, memory, run_blocking
        self._waiting = memory.content.waiting
        self.replaced: WaitingGame | None = None
        """The unfinished game that the current one replaced; UNDO restores it."""

    @property
    def most_recent(self) -> WaitingGame | None:
        """The most recently left game, if any."""
        return next(iter(self._waiting), None)

    def resumed_game(self, newest: str) -> str | None:
        """Returns the id of the game on the table at the last save, unless it was the newest.

        Args:
            newest: the id of the newest game in the journal.
        """
        saved = self._memory.content
        return saved.on_table if saved.newest == newest != saved.on_table else None

    def on_new_game(self) -> None:
        """Removes the new game from the list, and restores its record of the game it replaced."""
        self._waiting = self._without(self._table.game)
        saved = self._memory.content
        if saved.on_table == self._table.game:
            self.replaced = saved.replaced

    def has_executed(self, id: str) -> bool:
        """Returns whether a command with this id has already changed the game on the table."""
        return id in self._memory.content.done

    def unfinished(self) -> WaitingGame | None:
        """Returns the game on the table if it has been started and is not over."""
        table = self._table
        if not table.is_stored or not table.seq or table.state.over:
            return None
        return {
            "game": table.game,
            "mode": table.mode,
            "names": list(table.names),
            "scores": list(table.state.scores),
        }

    def add(self, game: WaitingGame) -> None:
        """Adds a game at the front of the list."""
        self._waiting = (game, *self._without(game["game"]))[:MAX_WAITING]

    def remove(self, game: str) -> None:
        """Removes a game from the list by its id."""
        self._waiting = self._without(game)

    def _without(self, id: str) -> tuple[WaitingGame, ...]:
        return tuple(each for each in self._waiting if each["game"] != id)

    async def save_started(self) -> None:
        """Saves the game on the table as started, and the waiting games.

        Raises:
            DeviceError: it could not be written.
        """
        on_table = self._table.game if self._table.is_stored else self._memory.content.on_table
        await self._save(on_table, self._waiting, self.replaced)

    async def save_return(self, to: str, left: WaitingGame | None, *, id: str) -> None:
        """Saves the return to a waiting game, before that game is put on the table.

        Args:
            to: id of the waiting game.
            left: the unfinished game that now waits instead; None for none.
            id: id of the command.

        Raises:
            DeviceError: it could not be written; nothing has changed.
        """
        others = self._without(to)
        if left is not None:
            others = (left, *(each for each in others if each["game"] != left["game"]))[
                :MAX_WAITING
            ]
        await self._save(to, others, None, id)
        self._waiting = others

    async def _save(
        self,
        on_table: str,
        waiting: Sequence[WaitingGame],
        replaced: WaitingGame | None,
        done: str = "",
    ) -> None:
        latest = await self._table.latest_game()
        newest = "" if latest is None else latest[0]
        ids = [id for id in (*self._memory.content.done, done) if id]
        saved = SavedTable(
            on_table, newest, tuple(waiting), replaced, tuple(ids[-MAX_COMMAND_IDS:])
        )
        await self._run_blocking(self._memory.save, saved)
