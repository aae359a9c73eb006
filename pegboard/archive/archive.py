"""The history in the service: read through the journal's own thread, and cached in short.

It uses the journal's only connection. Games are read one at a time, so a press never waits for more
than one; their summaries are stored beside the journal (see `cache`) and in memory.
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
from pegboard.history.players import Who, folded, single_spaced
from pegboard.history.statistics import Tally, tallies
from pegboard.history.stored_game import Line, Source
from pegboard.history.summarize import digest
from pegboard.history.summary import GameLine
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import RunBlocking

log = logging.getLogger(__name__)

REST_S = 600.0
"""Seconds after which something nobody asked for is dropped from memory: 14 KiB a game."""
TOGETHER = 50
"""Number of new summaries stored at once."""


class Known(NamedTuple):
    """Everything known of the games at one moment.

    Attributes:
        lines: of every game, oldest first.
        reviews: in short, of the games that were reviewed, by game.
    """

    lines: tuple[GameLine, ...]
    reviews: dict[str, dict[str, Any]]


class NameRefusal(Code):
    """Codes of `IllegalAction` for names in the history that cannot be changed."""

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
    """The games of the journal, their summaries and their reviews. Use from one event loop only."""

    def __init__(
        self,
        journal: SqliteJournal,
        run_blocking: RunBlocking,
        folder: Path,
        now_playing: Callable[[], str],
        also_forget: Callable[[str], object] = lambda name: None,
        also_merge: Callable[[str, str], object] = lambda name, into: None,
    ) -> None:
        """Starts with nothing read.

        Args:
            journal: open, and used on its own thread only.
            run_blocking: that thread.
            folder: of the state, where what was worked out is kept.
            now_playing: the game on the table.
            also_forget: called with a name, folded, that is to be forgotten elsewhere too; blocks.
            also_merge: called with a name, folded, and the one that takes its place; blocks.
        """
        self._journal, self._run_blocking, self._folder = journal, run_blocking, folder
        self._now_playing = now_playing
        self._also_forget, self._also_merge = also_forget, also_merge
        self._kept: HistoryCache | None = None
        self._lines: dict[str, tuple[str, GameLine]] = {}
        self._reviews: dict[str, tuple[str, dict[str, Any]]] = {}
        self._known: Known | None = None
        self._players: tuple[Known, dict[Who, Tally]] | None = None
        self._asked: float | None = None
        self._was_asked = False
        self._turn = asyncio.Lock()
        self.done = (0, 0)
        """Number of games read so far, and number to read, while `known` works."""

    async def known(self) -> Known:
        """Returns the current history. Reads only games that have changed."""
        async with self._turn:
            self._was_asked = True
            outline = await self._run_blocking(self._journal.outline)
            kept = await self._open()
            fresh: list[tuple[Stamp, GameLine]] = []
            changed = len(outline) != len(self._lines) or self._known is None
            self.done = 0, len(outline)
            stamps = {}
            for number, (id, _, _, _, header, seq) in enumerate(outline):
                stamps[id] = stamp = Stamp.of(seq, header)
                if id in self._lines and self._lines[id][0] == str(stamp):
                    continue
                if id in self._lines and Stamp.read(self._lines[id][0]).header != stamp.header:
                    await self._drop([id])  # its review names the players
                changed = True
                source = await self._read(outline[number])
                line = await asyncio.to_thread(digest, source)
                self._lines[id] = str(stamp), line
                fresh.append((stamp, line))
                self.done = number, len(outline)
                if len(fresh) == TOGETHER:
                    await asyncio.to_thread(kept.keep, fresh)
                    fresh = []
            if fresh:
                await asyncio.to_thread(kept.keep, fresh)
            if changed or self._known is None:
                self._lines = {id: self._lines[id] for id in stamps}
                lines = tuple(line for _, line in self._lines.values())
                self._known = Known(lines, self._short_reviews())
            return self._known

    async def players(self) -> dict[Who, Tally]:
        """Returns every player's totals."""
        known = await self.known()
        if self._players is None or self._players[0] is not known:
            self._players = known, await asyncio.to_thread(tallies, known.lines)
        return self._players[1]

    @property
    def on_table(self) -> str:
        """The id of the game on the table."""
        return self._now_playing()

    async def source(self, id: str) -> Source | None:
        """Returns one game with all its entries."""
        for row in await self._run_blocking(self._journal.outline):
            if row[0] == id:
                return await self._read(row)
        return None

    async def sources(self) -> AsyncIterator[Source]:
        """Yields every game with all its entries, oldest first; holds only one at a time."""
        for row in await self._run_blocking(self._journal.outline):
            yield await self._read(row)

    async def review(self, game: str) -> dict[str, Any] | None:
        """Returns the whole review of a game; None if there is none."""
        await self.known()
        if self._known is None or game not in self._known.reviews:
            return None
        kept = await self._open()
        return await asyncio.to_thread(kept.review, game)

    async def keep_review(
        self, source: Source, short: dict[str, Any], whole: dict[str, Any]
    ) -> None:
        """Stores the review of a game."""
        stamp = Stamp.of_review(len(source.entries))
        async with self._turn:
            kept = await self._open()
            await asyncio.to_thread(kept.keep_review, source.id, stamp, short, whole)
            self._reviews[source.id] = str(stamp), short
            self._known = None

    async def forget(self, name: str) -> int:
        """Removes a name from every game; returns the number of games changed.

        Raises:
            IllegalAction: it sits at the table now.
            DeviceError: the journal cannot be written; nothing changed.
        """

        def without(source: Source) -> str | None:
            self._refuse_at_table(source, name)
            return header_with_name_replaced(source, name, "") if has_name(source, name) else None

        if not folded(name):
            raise IllegalAction(NameRefusal.NO_NAME)
        return await self._rewrite(without, lambda: self._also_forget(folded(name)))

    async def merge(self, name: str, into: str) -> int:
        """Gives one player's games to another: two spellings of one person's name.

        Args:
            name: goes.
            into: stays, as it is spelled here.

        Returns:
            The number of games changed.

        Raises:
            IllegalAction: one of them names nobody, they have played each other, or the first one
                sits at the table now.
            NotationError: the second one is no name.
            DeviceError: the journal cannot be written; nothing changed.
        """
        into = single_spaced(into)

        def merged(source: Source) -> str | None:
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
            game: its id.
            names: by seat; an empty one leaves a seat nameless.

        Raises:
            IllegalAction: there is no such game, it is on the table, or it has other seats.
            NotationError: one of them is no name.
            DeviceError: the journal cannot be written; nothing changed.
        """

        def renamed(source: Source) -> str | None:
            if source.id != game:
                return None
            seats = source.head.rules.players
            if len(names) != seats:
                raise IllegalAction(NameRefusal.SEATS, n=len(names), seats=seats)
            return header_with_names(source, list(map(single_spaced, names)))

        if game == self._now_playing():
            raise IllegalAction(NameRefusal.ON_TABLE)
        await self._rewrite(renamed, if_none=IllegalAction(NameRefusal.NO_GAME, game=quoted(game)))

    def _refuse_at_table(self, source: Source, name: str) -> None:
        if source.id == self._now_playing() and has_name(source, name):
            raise IllegalAction(NameRefusal.AT_TABLE, name=name)

    async def _rewrite(
        self,
        change: Callable[[Source], str | None],
        also: Callable[[], object] = lambda: None,
        *,
        if_none: IllegalAction | None = None,
    ) -> int:
        """Rewrites the headers of games; returns how many changed.

        Args:
            change: returns the new header lines of a game without its entries, or None if it
                stays as it is; what it raises ends everything.
            also: called before anything is written; blocks.
            if_none: raised if no game would change, before anything is done.
        """
        async with self._turn:
            headers: dict[str, str] = {}
            for id, number, started, mode, header, _ in await self._run_blocking(
                self._journal.outline
            ):
                changed = change(Source(id, number, started, mode, header))
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
        """Drops summaries and reviews of games: they have the former names."""
        store = await self._open()
        await asyncio.to_thread(store.forget, games)
        for id in games:
            self._lines.pop(id, None)
            self._reviews.pop(id, None)

    async def rest(self, now: float) -> None:
        """Frees memory if nobody has asked for a while; to be called repeatedly.

        Args:
            now: seconds, monotonic.
        """
        if self._was_asked or self._asked is None:
            self._was_asked, self._asked = False, now
        elif now - self._asked >= REST_S and self._known is not None:
            await self.close()

    async def close(self) -> None:
        """Closes the cache but not the journal. It reopens when needed."""
        async with self._turn:
            if self._kept is not None:
                await asyncio.to_thread(self._kept.close)
            self._kept = self._known = self._players = None
            self._lines, self._reviews = {}, {}

    async def _open(self) -> HistoryCache:
        if self._kept is None:
            self._kept = await asyncio.to_thread(HistoryCache, self._folder)
            self._lines = await asyncio.to_thread(self._kept.lines)
            self._reviews = await asyncio.to_thread(self._kept.reviews)
        return self._kept

    async def _read(self, row: tuple[Any, ...]) -> Source:
        entries = await self._run_blocking(self._journal.load, row[0])
        return source_of(row, entries)

    def _short_reviews(self) -> dict[str, dict[str, Any]]:
        """Returns the short reviews of games that have not continued since."""
        return {
            id: short
            for id, (stamp, short) in self._reviews.items()
            if id in self._lines and stamp == str(Stamp.of_review(self._lines[id][1].seq))
        }


def source_of(row: tuple[Any, ...], entries: list[Any]) -> Source:
    """Returns a game from its rows in the journal; see `SqliteJournal.outline` and `load`."""
    id, number, started, mode, header, _ = row
    lines = tuple(Line(e.seq, e.id, e.at, e.by, e.action) for e in entries)
    return Source(id, number, started, mode, header, lines)


def all_sources(journal: SqliteJournal) -> Iterator[Source]:
    """Yields every game of a journal that nobody else has open, oldest first.

    One at a time is held.
    """
    for row in journal.outline():
        yield source_of(row, journal.load(row[0]))


async def results_against_computers(archive: Archive, name: str) -> list[tuple[str, bool]]:
    """Returns the level of the computer, and whether the person won; the latest game last.

    Only finished games of one person against one computer count.

    Args:
        archive: of the games.
        name: of the person.
    """
    known = await archive.known()
    found: list[tuple[float, str, bool]] = []
    for line in known.lines:
        if line.winner is None or len(line.levels) != 2:
            continue
        people = [seat for seat, level in enumerate(line.levels) if level is None]
        if len(people) != 1 or folded(line.names[people[0]]) != folded(name):
            continue
        level = line.levels[1 - people[0]]
        if level:
            found.append((line.started, level, line.winner == people[0]))
    return [(level, won) for _, level, won in sorted(found)]
