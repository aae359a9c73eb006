"""SQLite cache of per-game statistics and reviews.

The journal is the source. This file can be deleted at any time, and is rebuilt if it is damaged
or of another version, which costs a few milliseconds per game, and seconds per review.
A power failure loses at most the latest results, so nothing waits for the disk.

The calls here block; one thread at a time may make them.
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

from pegboard.history.summary import VERSION, GameLine, as_json, from_json
from pegboard.i18n import serialize as words
from pegboard.storage.state_names import HISTORY

log = logging.getLogger(__name__)

SCHEMA_VERSION = 1
REVIEW_VERSION = 3
"""Version of the reviews; those of another version are made again."""
SCHEMA = """
create table line (game text primary key, stamp text not null, says text not null) strict;
create table review (
    game text primary key, stamp text not null, short text not null, whole blob not null
) strict;
"""


class Stamp(NamedTuple):
    """Version of a game when its results were computed; with another stamp they are stale."""

    seq: int
    header: int
    """A checksum of its header lines."""
    version: int

    @classmethod
    def of(cls, seq: int, header: str, version: int = VERSION) -> "Stamp":
        """Returns the stamp of a game with this number of entries and this header."""
        return cls(seq, zlib.crc32(header.encode()), version)

    @classmethod
    def of_review(cls, seq: int) -> "Stamp":
        """Returns the stamp of a game's review, which is independent of names."""
        return cls(seq, 0, REVIEW_VERSION)

    @classmethod
    def read(cls, text: str) -> "Stamp":
        """Returns the stamp that a text describes."""
        return cls(*map(int, text.split()))

    def __str__(self) -> str:
        return " ".join(map(str, self))


class HistoryCache:
    """Summaries and reviews by game. A fault in the file only makes the answers slower."""

    def __init__(self, folder: Path) -> None:
        """Opens or creates the file; if that is impossible, keeps everything in memory.

        Args:
            folder: of the state.
        """
        self._path = folder / HISTORY
        # A task that is cancelled leaves its thread at work here, and the next one may close the
        # file meanwhile; SQLite's module does not survive that.
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
        found = {}
        for game, stamp, says in self._query("select game, stamp, says from line"):
            with suppress(ValueError, TypeError, IndexError):
                found[game] = stamp, from_json(json.loads(says))
        return found

    def keep(self, lines: Iterable[tuple[Stamp, GameLine]]) -> None:
        """Stores summaries, replacing earlier ones of the same games."""
        self._change(
            "insert or replace into line values (?, ?, ?)",
            [(line.id, str(stamp), json.dumps(as_json(line))) for stamp, line in lines],
        )

    def reviews(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Returns every stored review in short, with its stamp, by game."""
        found = {}
        for game, stamp, short in self._query("select game, stamp, short from review"):
            with suppress(ValueError):
                found[game] = stamp, json.loads(short)
        return found

    def review(self, game: str) -> dict[str, Any] | None:
        """Returns a whole review."""
        rows = self._query("select whole from review where game = ?", game)
        try:
            found: dict[str, Any] = words.from_json(json.loads(zlib.decompress(rows[0][0])))
        except (IndexError, ValueError, zlib.error):
            return None
        return found

    def keep_review(
        self, game: str, stamp: Stamp, short: dict[str, Any], whole: dict[str, Any]
    ) -> None:
        """Stores a review, replacing an earlier one of its game."""
        packed = zlib.compress(json.dumps(words.as_json(whole)).encode())
        self._change(
            "insert or replace into review values (?, ?, ?, ?)",
            [(game, str(stamp), json.dumps(short), packed)],
        )

    def forget(self, games: Iterable[str]) -> None:
        """Deletes the data of some games and overwrites them on disk."""
        gone = list(games)
        self._run("pragma secure_delete = on")
        for table in ("line", "review"):
            self._change(f"delete from {table} where game = ?", [(game,) for game in gone])
        self._run("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        """Closes the file; a second call does nothing."""
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
