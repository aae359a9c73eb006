"""SQLite cache for summaries and reviews of games.

Everything is derived from the journal. The file can be deleted at any time, and is rebuilt if it is
damaged or has another version, which takes milliseconds per game and seconds per review. A power
failure loses at most the latest results, so writes are not synced.

The calls block; only one thread at a time may make them.
"""

import json
import logging
import sqlite3
import threading
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pegboard.history.summary import VERSION, GameLine, from_json, summary_as_json
from pegboard.i18n import serialize as words
from pegboard.storage.state_names import HISTORY

log = logging.getLogger(__name__)

SCHEMA_VERSION = 1
REVIEW_VERSION = 3
"""Version of the reviews; those of other versions are recomputed."""
SCHEMA = """
create table line (game text primary key, stamp text not null, says text not null) strict;
create table review (
    game text primary key, stamp text not null, short text not null, whole blob not null
) strict;
"""


class Stamp(NamedTuple):
    """Version of a game from which a result was computed; results with another one are stale."""

    seq: int
    header: int
    """Checksum of the header lines."""
    version: int

    @classmethod
    def of(cls, seq: int, header: str, version: int = VERSION) -> "Stamp":
        """Returns the stamp of a game with this number of entries and this header."""
        return cls(seq, zlib.crc32(header.encode()), version)

    @classmethod
    def of_review(cls, seq: int) -> "Stamp":
        """Returns the stamp for a game's review, which does not depend on names."""
        return cls(seq, 0, REVIEW_VERSION)

    @classmethod
    def read(cls, text: str) -> "Stamp":
        """Parses a stamp."""
        return cls(*map(int, text.split()))

    def __str__(self) -> str:
        return " ".join(map(str, self))


class HistoryCache:
    """Summaries and reviews by game. If the file fails, they are computed again."""

    def __init__(self, folder: Path) -> None:
        """Opens or creates the file; falls back to memory if that is impossible.

        Args:
            folder: state folder.
        """
        self._path = folder / HISTORY
        # When a task is cancelled, its thread still runs here, and the next task may close the
        # file in the meantime, which crashes SQLite's module.
        self._at_work = threading.Lock()
        for attempt in (self._path, self._path, ":memory:"):
            try:
                self._db = self._opened(attempt)
            except (sqlite3.Error, OSError) as error:
                log.warning("%s is made anew: %s", self._path, error)
                for name in (HISTORY, f"{HISTORY}-wal", f"{HISTORY}-shm"):
                    with suppress(OSError):
                        (folder / name).unlink(missing_ok=True)
            else:
                break

    @staticmethod
    def _opened(path: Path | str) -> sqlite3.Connection:
        if isinstance(path, Path):
            path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2.0)
        try:
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = off")
            version = db.execute("pragma user_version").fetchone()[0]
            if version not in (0, SCHEMA_VERSION):
                raise sqlite3.DatabaseError(f"version {version}, not {SCHEMA_VERSION}")
            if version == 0:
                db.executescript(SCHEMA)
                db.execute(f"pragma user_version = {SCHEMA_VERSION}")
            db.execute("select count(*) from line, review").fetchone()
        except BaseException:
            db.close()
            raise
        return db

    def lines(self) -> dict[str, tuple[str, GameLine]]:
        """Returns every stored summary with its stamp, by game; skips unreadable ones."""
        lines = {}
        for game, stamp, text in self._query("select game, stamp, says from line"):
            with suppress(ValueError, TypeError, IndexError):
                lines[game] = stamp, from_json(json.loads(text))
        return lines

    def store(self, lines: Iterable[tuple[Stamp, GameLine]]) -> None:
        """Stores summaries, replacing earlier ones."""
        self._change(
            "insert or replace into line values (?, ?, ?)",
            [(line.id, str(stamp), json.dumps(summary_as_json(line))) for stamp, line in lines],
        )

    def reviews(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Returns every short review with its stamp, by game."""
        reviews = {}
        for game, stamp, short in self._query("select game, stamp, short from review"):
            with suppress(ValueError):
                reviews[game] = stamp, json.loads(short)
        return reviews

    def review(self, game: str) -> dict[str, Any] | None:
        """Returns a full review; None if there is none."""
        rows = self._query("select whole from review where game = ?", game)
        try:
            review: dict[str, Any] = words.from_json(json.loads(zlib.decompress(rows[0][0])))
        except (IndexError, ValueError, zlib.error):
            return None
        return review

    def store_review(
        self, game: str, stamp: Stamp, short: dict[str, Any], whole: dict[str, Any]
    ) -> None:
        """Stores a review, replacing an earlier one."""
        packed = zlib.compress(json.dumps(words.as_json(whole)).encode())
        self._change(
            "insert or replace into review values (?, ?, ?, ?)",
            [(game, str(stamp), json.dumps(short), packed)],
        )

    def forget(self, games: Iterable[str]) -> None:
        """Deletes the data of some games and overwrites it on disk."""
        ids = list(games)
        self._run("pragma secure_delete = on")
        for table in ("line", "review"):
            self._change(f"delete from {table} where game = ?", [(game,) for game in ids])
        self._run("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        """Closes the file; does nothing if already closed."""
        with self._at_work:
            self._db.close()

    def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._at_work:
                return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            log.warning("%s: %s", self._path, error)
            return []

    def _change(self, statement: str, rows: list[tuple[object, ...]]) -> None:
        with self._at_work:
            try:
                self._db.execute("begin")
                self._db.executemany(statement, rows)
                self._db.execute("commit")
            except sqlite3.Error as error:
                log.warning("%s: %s", self._path, error)
                with suppress(sqlite3.Error):
                    self._db.execute("rollback")

    def _run(self, statement: str) -> None:
        with self._at_work, suppress(sqlite3.Error):
            self._db.execute(statement).fetchall()
