"""The game history of a running service, read on the journal's thread and cached.

It shares the journal's only connection. Games are read one at a time, so that a press waits for
at most one read. Summaries are cached on disk (see `cache`) and in memory.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pegboard.archive.cache import HistoryCache, Stamp
from pegboard.errors import Code, IllegalAction, quoted
from pegboard.history.names import (
    has_name,
    header_with_name_replaced,
    header_with_names,
    may_be_same_person,
)
from pegboard.history.players import PlayerKey, folded, single_spaced
from pegboard.history.statistics import Tally, tallies
from pegboard.history.stored_game import StoredGame, StoredLine
from pegboard.history.summarize import summarize
from pegboard.history.summary import GameLine
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import RunBlocking

log = logging.getLogger(__name__)

REST_S = 600.0
"""Seconds without use after which the history (14 KiB per game) is dropped from memory."""
TOGETHER = 50
"""Number of new summaries that are stored together."""


class History(NamedTuple):
    """The history at one moment.

    Attributes:
        lines: summary of every game, oldest first.
        reviews: short reviews, by game.
    """

    lines: tuple[GameLine, ...]
    reviews: dict[str, dict[str, Any]]


class NameRefusal(Code):
    """Codes of `IllegalAction` for changes of names that are refused."""

    NO_NAME = "forget-no-name", "name must name a player"
    AT_TABLE = (
        "forget-at-table",
        "{name} is at the table: start a game without this name first",
    )
    NO_GAME = "rename-no-game", "there is no game {game}"
    ON_TABLE = (
        "rename-on-table",
        "this game is on the table: correct its names on the board's own page",
    )
    SEATS = "rename-seats", "names must be {seats}, one per seat, got {n}"
    OPPONENTS = (
        "merge-opponents",
        "{name} and {into} have played each other, so they cannot be one person",
    )
    NOBODY = "merge-nobody", "nobody by that name has played here"
    SAME = "merge-same", "{name} must be merged with another name"


class Archive:
    """The journal's games with summaries and reviews. Use from one event loop only."""

    def __init__(
        self,
        journal: SqliteJournal,
        run_blocking: RunBlocking,
        folder: Path,
        now_playing: Callable[[], str],
        also_forget: Callable[[str], object] = lambda name: None,
        also_merge: Callable[[str, str], object] = lambda name, into: None,
    ) -> None:
        """Stores the sources; reads nothing yet.

        Args:
            journal: the open journal, used only on its own thread.
            run_blocking: runs a function on that thread.
            folder: state folder, for the cache.
            now_playing: returns the id of the game on the table.
            also_forget: forgets a folded name elsewhere; blocks.
            also_merge: replaces a folded name by another elsewhere; blocks.
        """
        self._journal, self._run_blocking, self._folder = journal, run_blocking, folder
        self._now_playing = now_playing
        self._also_forget, self._also_merge = also_forget, also_merge
        self._cache: HistoryCache | None = None
        self._lines: dict[str, tuple[str, GameLine]] = {}
        self._reviews: dict[str, tuple[str, dict[str, Any]]] = {}
        self._history: History | None = None
        self._players: tuple[History, dict[PlayerKey, Tally]] | None = None
        self._idle_since: float | None = None
        self._was_used = False
        self._turn = asyncio.Lock()
        self.progress = (0, 0)
        """Number of games read so far and number to read, while `history` runs."""

    async def history(self) -> History:
        """Returns the current history; reads only games that have changed."""
        async with self._turn:
            self._was_used = True
            outline = await self._run_blocking(self._journal.outline)
            cache = await self._open()
            fresh: list[tuple[Stamp, GameLine]] = []
            changed = len(outline) != len(self._lines) or self._history is None
            self.progress = 0, len(outline)
            stamps = {}
            for number, (id, _, _, _, header, seq) in enumerate(outline):
                stamps[id] = stamp = Stamp.of(seq, header)
                if id in self._lines and self._lines[id][0] == str(stamp):
                    continue
                if id in self._lines and Stamp.read(self._lines[id][0]).header != stamp.header:
                    await self._drop([id])  # the cached review contains the old names
                changed = True
                source = await self._read(outline[number])
                line = await asyncio.to_thread(summarize, source)
                self._lines[id] = str(stamp), line
                fresh.append((stamp, line))
                self.progress = number, len(outline)
                if len(fresh) == TOGETHER:
                    await asyncio.to_thread(cache.store, fresh)
                    fresh = []
            if fresh:
                await asyncio.to_thread(cache.store, fresh)
            if changed or self._history is None:
                self._lines = {id: self._lines[id] for id in stamps}
                lines = tuple(line for _, line in self._lines.values())
                self._history = History(lines, self._short_reviews())
            return self._history

    async def players(self) -> dict[PlayerKey, Tally]:
        """Returns every player's totals."""
        history = await self.history()
        if self._players is None or self._players[0] is not history:
            self._players = history, await asyncio.to_thread(tallies, history.lines)
        return self._players[1]

    @property
    def on_table(self) -> str:
        """Id of the game on the table."""
        return self._now_playing()

    async def source(self, id: str) -> StoredGame | None:
        """Returns one game with all its entries."""
        for row in await self._run_blocking(self._journal.outline):
            if row[0] == id:
                return await self._read(row)
        return None

    async def sources(self) -> AsyncIterator[StoredGame]:
        """Yields every game with all its entries, oldest first, holding one in memory at a time."""
        for row in await self._run_blocking(self._journal.outline):
            yield await self._read(row)

    async def review(self, game: str) -> dict[str, Any] | None:
        """Returns the full review of a game; None if there is none."""
        await self.history()
        if self._history is None or game not in self._history.reviews:
            return None
        cache = await self._open()
        return await asyncio.to_thread(cache.review, game)

    async def store_review(
        self, source: StoredGame, short: dict[str, Any], whole: dict[str, Any]
    ) -> None:
        """Stores the review of a game."""
        stamp = Stamp.of_review(len(source.entries))
        async with self._turn:
            cache = await self._open()
            await asyncio.to_thread(cache.store_review, source.id, stamp, short, whole)
            self._reviews[source.id] = str(stamp), short
            self._history = None

    async def forget(self, name: str) -> int:
        """Removes a name from every game; returns the number of games changed.

        Raises:
            IllegalAction: a player of that name is at the table.
            DeviceError: the journal cannot be written; nothing changed.
        """

        def without(source: StoredGame) -> str | None:
            self._refuse_at_table(source, name)
            return header_with_name_replaced(source, name, "") if has_name(source, name) else None

        if not folded(name):
            raise IllegalAction(NameRefusal.NO_NAME)
        return await self._rewrite(without, lambda: self._also_forget(folded(name)))

    async def merge(self, name: str, into: str) -> int:
        """Merges one player's games into another's, when two spellings are one person's name.

        Args:
            name: name to be replaced.
            into: name that stays, in the spelling to use.

        Returns:
            The number of games changed.

        Raises:
            IllegalAction: one of the names is unknown, they have played each other, or the first
                one is at the table.
            NotationError: the second one is not a valid name.
            DeviceError: the journal cannot be written; nothing changed.
        """
        into = single_spaced(into)

        def merged(source: StoredGame) -> str | None:
            if not may_be_same_person(source, name, into):
                raise IllegalAction(NameRefusal.OPPONENTS, name=name, into=into)
            self._refuse_at_table(source, name)
            return header_with_name_replaced(source, name, into) if has_name(source, name) else None

        if not folded(name) or not into:
            raise IllegalAction(NameRefusal.NO_NAME)
        if folded(name) == folded(into):
            raise IllegalAction(NameRefusal.SAME, name=name)
        nobody = IllegalAction(NameRefusal.NOBODY)
        return await self._rewrite(
            merged, lambda: self._also_merge(folded(name), into), if_none=nobody
        )

    async def rename(self, game: str, names: Sequence[str]) -> None:
        """Corrects the names of one game that is not on the table.

        Args:
            game: id of the game.
            names: names by seat; empty for an anonymous seat.

        Raises:
            IllegalAction: the game does not exist, is on the table, or has another number of seats.
            NotationError: one of them is not a valid name.
            DeviceError: the journal cannot be written; nothing changed.
        """

        def renamed(source: StoredGame) -> str | None:
            if source.id != game:
                return None
            seats = source.head.rules.players
            if len(names) != seats:
                raise IllegalAction(NameRefusal.SEATS, n=len(names), seats=seats)
            return header_with_names(source, list(map(single_spaced, names)))

        if game == self._now_playing():
            raise IllegalAction(NameRefusal.ON_TABLE)
        await self._rewrite(renamed, if_none=IllegalAction(NameRefusal.NO_GAME, game=quoted(game)))

    def _refuse_at_table(self, source: StoredGame, name: str) -> None:
        if source.id == self._now_playing() and has_name(source, name):
            raise IllegalAction(NameRefusal.AT_TABLE, name=name)

    async def _rewrite(
        self,
        change: Callable[[StoredGame], str | None],
        also: Callable[[], object] = lambda: None,
        *,
        if_none: IllegalAction | None = None,
    ) -> int:
        """Rewrites the headers of games; returns the number of changed games.

        Args:
            change: returns the new header lines of a game (given without entries), or None to leave
                it; its exceptions abort the whole change.
            also: called before anything is written; blocks.
            if_none: raised if no game would change.
        """
        async with self._turn:
            headers: dict[str, str] = {}
            for id, number, started, mode, header, _ in await self._run_blocking(
                self._journal.outline
            ):
                changed = change(StoredGame(id, number, started, mode, header))
                if changed is not None:
                    headers[id] = changed
            if if_none is not None and not headers:
                raise if_none
            await self._run_blocking(also)
            if headers:
                await self._run_blocking(self._journal.rewrite_headers, headers)
                await self._drop(headers)
            return len(headers)

    async def _drop(self, games: Iterable[str]) -> None:
        """Drops the cached summaries and reviews of games, because they contain old names."""
        store = await self._open()
        await asyncio.to_thread(store.forget, games)
        for id in games:
            self._lines.pop(id, None)
            self._reviews.pop(id, None)

    async def free_if_idle(self, now: float) -> None:
        """Frees memory if the history has not been used for a while; to be called repeatedly.

        Args:
            now: monotonic seconds.
        """
        if self._was_used or self._idle_since is None:
            self._was_used, self._idle_since = False, now
        elif now - self._idle_since >= REST_S and self._history is not None:
            await self.close()

    async def close(self) -> None:
        """Closes the cache, which reopens when needed; the journal stays open."""
        async with self._turn:
            if self._cache is not None:
                await asyncio.to_thread(self._cache.close)
            self._cache = self._history = self._players = None
            self._lines, self._reviews = {}, {}

    async def _open(self) -> HistoryCache:
        if self._cache is None:
            self._cache = await asyncio.to_thread(HistoryCache, self._folder)
            self._lines = await asyncio.to_thread(self._cache.lines)
            self._reviews = await asyncio.to_thread(self._cache.reviews)
        return self._cache

    async def _read(self, row: tuple[Any, ...]) -> StoredGame:
        entries = await self._run_blocking(self._journal.load, row[0])
        return source_of(row, entries)

    def _short_reviews(self) -> dict[str, dict[str, Any]]:
        """Returns the short reviews that are up to date."""
        return {
            id: short
            for id, (stamp, short) in self._reviews.items()
            if id in self._lines and stamp == str(Stamp.of_review(self._lines[id][1].seq))
        }


def source_of(row: tuple[Any, ...], entries: list[Any]) -> StoredGame:
    """Returns a game made from its rows in the journal; see `SqliteJournal.outline` and `load`."""
    id, number, started, mode, header, _ = row
    lines = tuple(StoredLine(e.seq, e.id, e.at, e.by, e.action) for e in entries)
    return StoredGame(id, number, started, mode, header, lines)


def all_sources(journal: SqliteJournal) -> Iterator[StoredGame]:
    """Yields every game of a journal that no other program has open, oldest first."""
    for row in journal.outline():
        yield source_of(row, journal.load(row[0]))


async def results_against_computers(archive: Archive, name: str) -> list[tuple[str, bool]]:
    """Returns each game's computer level and whether the person won, oldest first.

    Only finished games of one person against one computer count.

    Args:
        archive: archive of all games.
        name: name of the person.
    """
    history = await archive.history()
    results: list[tuple[float, str, bool]] = []
    for line in history.lines:
        if line.winner is None or len(line.levels) != 2:
            continue
        people = [seat for seat, level in enumerate(line.levels) if level is None]
        if len(people) != 1 or folded(line.names[people[0]]) != folded(name):
            continue
        level = line.levels[1 - people[0]]
        if level:
            results.append((line.started, level, line.winner == people[0]))
    return [(level, won) for _, level, won in sorted(results)]
