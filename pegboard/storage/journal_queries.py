"""Questions to a journal: everything that reads it and changes nothing."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from pegboard.storage.codes import JournalFault
from pegboard.storage.integrity.chain import DamagedLine, damaged_lines
from pegboard.storage.journal_errors import JournalDamaged
from pegboard.storage.journal_files import suspect
from pegboard.storage.port import Entry, Game

VERIFIED_AT_ONCE = 5_000
"""Entries held in memory while all are compared with their hashes."""


class JournalQueries:
    """The reading half of a journal; the writing half has the connection."""

    path: str
    """Of the file, or `:memory:`."""

    def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def load(self, game: str) -> list[Entry]:
        """Returns all entries of a game, in order."""
        rows = self._query(
            "select seq, id, at, by, action, link from entry where game = ? order by seq", game
        )
        return [Entry(*row) for row in rows]

    def committed(self, after: int, most: int) -> list[tuple[int, str, int, str, float, str, str]]:
        """Returns entries of all games in the order in which they were committed.

        Args:
            after: the place of the last one that is known; 0 at the beginning.
            most: entries to return.

        Returns:
            Of each its place, which only grows, and game, seq, id, at, by, action.
        """
        return self._query(
            "select rowid, game, seq, id, at, by, action from entry where rowid > ? "
            "order by rowid limit ?",
            after,
            most,
        )

    def beginning(self, game: str) -> tuple[float, str, str] | None:
        """Returns how a game began: (started, mode, header); None if there is none of that id."""
        rows = self._query("select started, mode, header from game where id = ?", game)
        return rows[0] if rows else None

    def latest(self) -> tuple[str, str, str] | None:
        """Returns the newest game: (id, header, mode), or None if there is none."""
        rows = self._query("select id, header, mode from game order by number desc limit 1")
        return rows[0] if rows else None

    def find(self, game: str) -> tuple[str, str, str] | None:
        """Returns a game: (id, header, mode), or None if there is none of that id."""
        rows = self._query("select id, header, mode from game where id = ?", game)
        return rows[0] if rows else None

    def games(self) -> list[tuple[str, str, str]]:
        """Returns every game as (id, header, mode), oldest first."""
        return self._query("select id, header, mode from game order by number")

    def outline(self) -> list[tuple[str, int, float, str, str, int]]:
        """Returns every game as (id, number, started, mode, header, entry count), oldest first."""
        return self._query(
            "select id, number, started, mode, header, coalesce("
            "(select max(seq) from entry where game = game.id), 0) from game order by number"
        )

    def lineage(self) -> int:
        """Returns the number that its copies share; see `tables.lineage_of`."""
        return int(self._query("pragma application_id")[0][0])

    def link(self, game: str, seq: int) -> bytes | None:
        """Returns an entry's link, empty for number 0; None if there is no such entry or game."""
        if seq == 0:
            return None if self.find(game) is None else b""
        found = self._query("select link from entry where game = ? and seq = ?", game, seq)
        return bytes(found[0][0]) if found else None

    def newest(self, entries: int) -> int:
        """Returns the number of the first of the newest games that have so many entries; 0 if none.

        Args:
            entries: the games begin with the one that has the last of these.
        """
        last = "select coalesce(max(seq), 0) from entry where game = ?"
        first = 0
        for number, id in self._query("select number, id from game order by number desc"):
            if entries < 0:
                break
            first, entries = number, entries - 1 - self._query(last, id)[0][0]
        return first

    def damaged_lines(self, first: int, most: int) -> tuple[list[DamagedLine], int]:
        """Compares games with their hashes.

        Args:
            first: number of the game to begin with.
            most: entries after which no further game is begun.

        Returns:
            The lines that are not what was written, and the number to go on with; 0 at the end.
        """
        found: list[DamagedLine] = []
        seen = 0
        games = self._query(
            "select id, started, mode, header, seal, number from game where number >= ? "
            "order by number limit ?",
            first,
            most,
        )
        for id, started, mode, header, seal, number in games:
            if seen >= most:
                return found, number
            entries = tuple(self.load(id))
            found += damaged_lines(Game(id, started, mode, header, entries, seal))
            seen += 1 + len(entries)
        return found, games[-1][5] + 1 if len(games) == most else 0

    def extent(self) -> tuple[int, int]:
        """Returns the numbers of games and of entries."""
        rows = self._query("select (select count(*) from game), (select count(*) from entry)")
        return rows[0]

    def verify(self) -> None:
        """Compares every entry with its hash.

        Raises:
            JournalDamaged: one is not what was written; the next start repairs it.
        """
        number = 1
        while number:
            found, number = self.damaged_lines(number, VERIFIED_AT_ONCE)
            if found:
                with suppress(OSError):
                    suspect(Path(self.path)).touch()
                raise JournalDamaged(
                    JournalFault.LINE, what=f"journal {self.path}", line=str(found[0])
                )
