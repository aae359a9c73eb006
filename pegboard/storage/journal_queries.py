"""Read-only queries of a journal."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from pegboard.storage.codes import JournalFault
from pegboard.storage.integrity.chain import DamagedLine, damaged_lines
from pegboard.storage.journal_errors import JournalDamaged
from pegboard.storage.journal_files import suspect
from pegboard.storage.port import Entry, Game

VERIFIED_AT_ONCE = 5_000
"""Number of entries checked per batch."""


class JournalQueries:
    """Read operations of a journal; the subclass has the connection and the write operations."""

    path: str
    """Path of the file, or `:memory:`."""

    def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def load(self, game: str) -> list[Entry]:
        """Returns all entries of a game, in order."""
        rows = self._query(
            "select seq, id, at, by, action, link from entry where game = ? order by seq", game
        )
        return [Entry(*row) for row in rows]

    def committed(self, after: int, most: int) -> list[tuple[int, str, int, str, float, str, str]]:
        """Returns entries of all games in commit order.

        Args:
            after: position after which to start; 0 for all.
            most: maximum number of entries.

        Returns:
            Tuples of position, which is ascending, and game, seq, id, at, by, action.
        """
        return self._query(
            "select rowid, game, seq, id, at, by, action from entry where rowid > ? "
            "order by rowid limit ?",
            after,
            most,
        )

    def beginning(self, game: str) -> tuple[float, str, str] | None:
        """Returns (started, mode, header) of a game; None if the id does not exist."""
        rows = self._query("select started, mode, header from game where id = ?", game)
        return rows[0] if rows else None

    def latest(self) -> tuple[str, str, str] | None:
        """Returns (id, header, mode) of the newest game; None if there is none."""
        rows = self._query("select id, header, mode from game order by number desc limit 1")
        return rows[0] if rows else None

    def find(self, game: str) -> tuple[str, str, str] | None:
        """Returns (id, header, mode) of a game; None if the id does not exist."""
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
        """Returns the lineage, which copies share; see `tables.lineage_of`."""
        return int(self._query("pragma application_id")[0][0])

    def link(self, game: str, seq: int) -> bytes | None:
        """Returns an entry's link; empty for number 0, None if the entry or game does not exist."""
        if seq == 0:
            return None if self.find(game) is None else b""
        rows = self._query("select link from entry where game = ? and seq = ?", game, seq)
        return bytes(rows[0][0]) if rows else None

    def newest(self, entries: int) -> int:
        """Returns the number of the oldest game needed to cover that many entries; 0 without games.

        Args:
            entries: number of newest entries to cover.
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
            first: number of the game to start with.
            most: number of entries after which no further game is started.

        Returns:
            The damaged lines, and the number of the next game to check; 0 at the end.
        """
        damaged: list[DamagedLine] = []
        checked = 0
        games = self._query(
            "select id, started, mode, header, seal, number from game where number >= ? "
            "order by number limit ?",
            first,
            most,
        )
        for id, started, mode, header, seal, number in games:
            if checked >= most:
                return damaged, number
            entries = tuple(self.load(id))
            damaged += damaged_lines(Game(id, started, mode, header, entries, seal))
            checked += 1 + len(entries)
        return damaged, games[-1][5] + 1 if len(games) == most else 0

    def extent(self) -> tuple[int, int]:
        """Returns the number of games and of entries."""
        rows = self._query("select (select count(*) from game), (select count(*) from entry)")
        return rows[0]

    def verify(self) -> None:
        """Compares every entry with its hash.

        Raises:
            JournalDamaged: an entry is damaged; the next start repairs it.
        """
        number = 1
        while number:
            damaged, number = self.damaged_lines(number, VERIFIED_AT_ONCE)
            if damaged:
                with suppress(OSError):
                    suspect(Path(self.path)).touch()
                raise JournalDamaged(
                    JournalFault.LINE, what=f"journal {self.path}", line=str(damaged[0])
                )
