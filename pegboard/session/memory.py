"""Remembers across a restart, in two small files: the last setups, and the games people began.

The setups are the requests that began the last game of each mode (`session.setup_request`), so
that one touch starts the next. The journal has every game, but not which of two that are not over
people play. A file that is missing, old or damaged means: no setup is remembered, the newest game
is on the table, and none waits.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pegboard.history.players import folded
from pegboard.host.state_file import StateFile, indented
from pegboard.schema.setup import side_colors
from pegboard.schema.setup_request import SetupRequest, as_json, is_default_name
from pegboard.schema.state import WaitingGame
from pegboard.session.table import Table
from pegboard.storage.port import RunBlocking
from pegboard.storage.state_names import REMEMBERED, TABLE

MAX_BYTES = 16 * 1024
"""More than this nobody wrote who sat down to a game."""


class LastSetups:
    """The file of the last setup. Its methods block: they use the disk."""

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
        """Removes a folded name, so that it is no longer suggested.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for request in list(self.requests.values()):
            if name in [folded(other) for other in request.names]:
                self.save(replace(request, names=()))

    def rename_player(self, name: str, into: str) -> None:
        """Replaces a folded name by another, so that only that one is suggested.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for request in list(self.requests.values()):
            names = tuple(into if folded(each) == name else each for each in request.names)
            if names != request.names:
                self.save(replace(request, names=names))

    def recolor(self, colors: tuple[str, ...]) -> None:
        """Gives every setup these colours.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for request in list(self.requests.values()):
            if request.colors:
                sides = len(request.colors)
                # A seat that is called by its colour is called by the new one.
                names = () if all(map(is_default_name, request.names)) else request.names
                chosen = side_colors(sides, colors[:sides])
                self.save(replace(request, colors=chosen, names=names))

    def save(self, request: SetupRequest) -> None:
        """Saves the setup atomically.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        requests = {**self.requests, request.mode: request}
        self._file.write({mode: as_json(each) for mode, each in requests.items()})
        self.requests = requests


def _parse_request(found: Any) -> SetupRequest | None:
    """Returns a request, if it is still valid."""
    try:
        return msgspec.convert(found, SetupRequest)
    except msgspec.ValidationError:
        return None


MAX_WAITING = 5
"""So many games wait at most; the oldest goes, and is in the history all the same."""
MAX_COMMAND_IDS = 32
"""Number of commands remembered: enough for every client that asks again after a restart."""


class SavedTable(msgspec.Struct, frozen=True):
    """The content of the file."""

    on_table: str = ""
    """Id of the game on the table."""
    newest: str = ""
    """Id of the newest game in the journal then: with a newer one the file is out of date."""
    waiting: tuple[WaitingGame, ...] = ()
    """The one that was left last comes first."""
    replaced: WaitingGame | None = None
    """The unfinished game that the one on the table took the place of."""
    done: tuple[str, ...] = ()
    """Ids of the latest commands that put another game on the table and are in no journal."""


class SavedTableFile:
    """The file. Its methods block: they use the disk."""

    def __init__(self, folder: Path) -> None:
        """Reads the file."""
        self._file = StateFile(folder / TABLE, SavedTable, longest=MAX_BYTES, mode=0o644)
        self.content = self._file.read_or(SavedTable())

    def save(self, known: SavedTable) -> None:
        """Saves it atomically.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        if known == self.content:
            return
        self._file.write(known)
        self.content = known


class WaitingGames:
    """The unfinished games that people left for another one. Use from one event loop only."""

    def __init__(self, table: Table, memory: SavedTableFile, run_blocking: RunBlocking) -> None:
        """Starts with those that waited when the service ended.

        Args:
            table: where one game is played.
            memory: its file.
            run_blocking: the thread that writes it.
        """
        self._table, self._memory, self._run_blocking = table, memory, run_blocking
        self._waiting = memory.content.waiting
        self.replaced: WaitingGame | None = None
        """The unfinished game that the one on the table took the place of: UNDO brings it back."""

    @property
    def most_recent(self) -> WaitingGame | None:
        """The game that was left last."""
        return next(iter(self._waiting), None)

    def resumed_game(self, newest: str) -> str | None:
        """Returns the id of the game that people went back to, if it is not the newest.

        Args:
            newest: the id of the newest game in the journal.
        """
        known = self._memory.content
        return known.on_table if known.newest == newest != known.on_table else None

    def on_new_game(self) -> None:
        """Takes the game on the table off the list; after a restart UNDO knows what it replaced."""
        self._waiting = self._without(self._table.game)
        known = self._memory.content
        if known.on_table == self._table.game:
            self.replaced = known.replaced

    def has_executed(self, id: str) -> bool:
        """Returns whether a command with this id has put another game on the table."""
        return id in self._memory.content.done

    def unfinished(self) -> WaitingGame | None:
        """Returns the game on the table, if people have begun it and it is not over."""
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
        """Has a game wait, before all others."""
        self._waiting = (game, *self._without(game["game"]))[:MAX_WAITING]

    def remove(self, game: str) -> None:
        """Has a game wait no longer, by its id."""
        self._waiting = self._without(game)

    def _without(self, id: str) -> tuple[WaitingGame, ...]:
        return tuple(each for each in self._waiting if each["game"] != id)

    async def save_started(self) -> None:
        """Saves that the game on the table has begun, and which wait.

        Raises:
            DeviceError: it could not be written.
        """
        on_table = self._table.game if self._table.is_stored else self._memory.content.on_table
        await self._save(on_table, self._waiting, self.replaced)

    async def save_return(self, to: str, left: WaitingGame | None, *, id: str) -> None:
        """Saves that people go back to a game: first on disk, then on the table.

        Args:
            to: the id of the game.
            left: the game that waits in its place; None if none does.
            id: the command's own, which no journal has.

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
        known = SavedTable(
            on_table, newest, tuple(waiting), replaced, tuple(ids[-MAX_COMMAND_IDS:])
        )
        await self._run_blocking(self._memory.save, known)
