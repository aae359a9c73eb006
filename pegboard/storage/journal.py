"""The journal: every action on disk before a peg moves (SQLite, write-ahead log, synchronous=FULL).

One table of games, one of entries; an entry is one line of the game record and is never changed or
deleted: `undo` is an entry too, and the state is the replay. One connection, held exclusively,
because two connections met a corruption bug in SQLite before 3.51.3 (the "WAL-reset bug").

The calls here block (a commit is a sync of the disk); the service makes them on one worker thread.
"""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pegboard.errors import DeviceError, DeviceLost
from pegboard.storage.atomic_file import sync_file
from pegboard.storage.codes import JournalFault
from pegboard.storage.journal_errors import (
    FAILURES,
    DiskTrouble,
    JournalDamaged,
    code_of,
    is_damage,
    is_disk_trouble,
)
from pegboard.storage.journal_files import set_aside, suspect, take_place
from pegboard.storage.port import Entry

VERSION = 1
"""Version of the tables below; the file's user_version."""
MOST_VERSIONS = 1000
"""There will never be this many: a higher number is damage, not a newer pegboard's."""

SCHEMA = """
create table game (
    id text primary key,
    number integer not null unique,       -- games in the order they were begun
    started real not null,                -- seconds since 1970
    mode text not null,                   -- how it is played: score, computer, demo
    header text not null                  -- the record's header lines
) strict;
create table entry (
    game text not null references game,
    seq integer not null,                 -- 1, 2, 3 … within the game
    id text not null unique,              -- the command's own: a retry is harmless
    at real not null,                     -- seconds since 1970
    by text not null,                     -- who: button, page, computer …
    action text not null,                 -- one line of the record
    primary key (game, seq)
) strict;
"""


@dataclass(slots=True)
class Commits:
    """Durations of commits since the file was opened, in seconds."""

    count: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def took(self, seconds: float) -> None:
        """Adds one duration."""
        self.count += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


class SqliteJournal:
    """A journal in one file, or in memory for `:memory:`.

    Raises:
        JournalDamaged: the file is no journal, or its pages contradict each other.
        DeviceError: the file cannot be opened, or was written by a newer pegboard.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.commits = Commits()
        self.waits_for: DeviceError | None = None
        """Reason nothing can be done with it yet; None if it is open."""
        try:
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._db = self._open()
        except DeviceError:
            raise
        except (*FAILURES, OSError) as error:
            raise self._failed(error) from error

    @classmethod
    def waiting(cls, path: Path, why: DeviceError) -> "SqliteJournal":
        """Returns a journal for a disk with a problem: it refuses everything, with the reason."""
        journal = cls.__new__(cls)
        journal.path, journal.waits_for, journal.commits = str(path), why, Commits()
        journal._db = sqlite3.connect(":memory:", check_same_thread=False)
        journal._db.close()
        return journal

    def adopt(self, other: "SqliteJournal") -> None:
        """Takes over what another journal has opened; that one must not be used any more."""
        self._db, self.path, self.waits_for = other._db, other.path, None

    def alive(self) -> None:
        """Returns after an answer from the disk, if it has one: a sign of life.

        Raises:
            DeviceError: it was open, and cannot be read now.
        """
        if self.waits_for is None:
            self.latest()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=2.0)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        run = db.execute
        run("pragma locking_mode = exclusive")
        run("pragma journal_mode = wal")
        run("pragma synchronous = full")
        run("pragma foreign_keys = on")
        version = run("pragma user_version").fetchone()[0]
        if version > MOST_VERSIONS:
            raise JournalDamaged(
                JournalFault.DAMAGED, what=f"journal {self.path}", why=f"version {version}"
            )
        if version > VERSION:
            raise DeviceError(
                JournalFault.NEWER, what=f"journal {self.path}", version=version, known=VERSION
            )
        if version == 0:
            run("begin immediate")
            lay_tables(db)
            run("commit")
        else:
            run("begin immediate")  # takes the lock now, so that a second service is refused here
            run("commit")

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Commits the beginning of a game; returns False and changes nothing if the id is known."""
        return self._commit(
            "insert or ignore into game values (?, (select count(*) + 1 from game), ?, ?, ?)",
            (game, at, mode, header),
        )

    def append(self, game: str, entry: Entry) -> bool:
        """Commits one entry; it then survives a power failure.

        Returns:
            False if an entry with this id was committed before (in any game): nothing is added.
        """
        return self._commit(
            "insert into entry values (?, ?, ?, ?, ?, ?) on conflict (id) do nothing",
            (game, entry.seq, entry.id, entry.at, entry.by, entry.action),
        )

    def append_all(self, game: str, entries: Sequence[Entry]) -> bool:
        """Commits several entries in one transaction: all of them or none.

        Returns:
            False if the first one's id was committed before (in any game): nothing is added.
        """
        began = time.perf_counter()
        first, *others = [(game, e.seq, e.id, e.at, e.by, e.action) for e in entries]
        insert = "insert into entry values (?, ?, ?, ?, ?, ?)"
        try:
            self._db.execute("begin immediate")
            try:
                if not self._db.execute(f"{insert} on conflict (id) do nothing", first).rowcount:
                    self._db.execute("rollback")
                    return False
                self._db.executemany(insert, others)
                self._db.execute("commit")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise
        except sqlite3.ProgrammingError as error:
            raise self._closed() from error
        except FAILURES as error:
            raise self._failed(error) from error
        self.commits.took(time.perf_counter() - began)
        return True

    def _commit(self, statement: str, values: tuple[object, ...]) -> bool:
        began = time.perf_counter()
        try:
            done = self._db.execute(statement, values).rowcount > 0
            self.commits.took(time.perf_counter() - began)
            return done
        except sqlite3.ProgrammingError as error:
            raise self._closed() from error
        except FAILURES as error:
            raise self._failed(error) from error

    def _closed(self) -> DeviceLost:
        if self.waits_for is not None:
            return DeviceLost(self.waits_for.code, **self.waits_for.facts)
        return DeviceLost(JournalFault.CLOSED, what=f"journal {self.path}")

    def _failed(self, error: Exception) -> DeviceError:
        code, what = code_of(error), f"journal {self.path}"
        if not is_damage(error):
            kind = DiskTrouble if is_disk_trouble(error, Path(self.path).parent) else DeviceError
            return kind(code, what=what, why=error)
        if self.path != ":memory:":
            with suppress(OSError):
                suspect(Path(self.path)).touch()  # the next start checks, and mends
        return JournalDamaged(code, what=what, why=error)

    def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.ProgrammingError as error:
            raise self._closed() from error
        except FAILURES as error:
            raise self._failed(error) from error

    def load(self, game: str) -> list[Entry]:
        """Returns all entries of a game, in order."""
        rows = self._query(
            "select seq, id, at, by, action from entry where game = ? order by seq", game
        )
        return [Entry(*row) for row in rows]

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

    def rewrite_headers(self, headers: Mapping[str, str]) -> None:
        """Changes the header lines of games, to forget a name; entries stay.

        The old headers are overwritten, in the file and in the write-ahead log.

        Raises:
            DeviceError: the disk cannot be written; nothing changed.
        """
        self._query("pragma secure_delete = on")
        self._query("begin immediate")
        try:
            for game, header in headers.items():
                self._query("update game set header = ? where id = ?", header, game)
            self._query("commit")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("rollback")
            raise
        self._query("pragma wal_checkpoint(truncate)")

    def extent(self) -> tuple[int, int]:
        """Returns the numbers of games and of entries."""
        rows = self._query("select (select count(*) from game), (select count(*) from entry)")
        return rows[0]

    def check(self) -> str:
        """Runs SQLite's quick check; returns `ok` or the problem."""
        try:
            return str(self._db.execute("pragma quick_check(1)").fetchone()[0])
        except FAILURES as error:
            if is_damage(error):
                return str(error)
            raise self._failed(error) from error

    def copy_to(self, path: Path) -> None:
        """Writes a consistent copy of the present state to a new file.

        It is on disk when this returns. Commits wait meanwhile.

        Raises:
            DeviceError: the disk is full, or cannot be written; then there is no copy.
        """
        try:
            self._db.execute("vacuum into ?", (str(path),))
            sync_file(path)
        except (*FAILURES, OSError) as error:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            if is_damage(error):
                raise self._failed(error) from error
            raise DeviceError(code_of(error), what=f"copy {path}", why=error) from error

    def give_way(self, aside: Path) -> None:
        """Replaces this journal with the one prepared beside it (`NEW`), and opens it.

        If the power fails meanwhile, `take_place` completes it at the next start.

        Args:
            aside: where the present one goes.

        Raises:
            DeviceError: it could not be done.
        """
        path = Path(self.path)
        try:
            self._db.close()  # which leaves no write-ahead log
            try:
                set_aside(path, aside)
                take_place(path)
            finally:
                self._db = self._open()
        except (*FAILURES, OSError) as error:
            raise self._failed(error) from error

    def close(self) -> None:
        """Closes the file; a second call does nothing."""
        self._db.close()


def lay_tables(db: sqlite3.Connection) -> None:
    """Creates the tables of a journal in an empty database, in the caller's transaction."""
    for statement in SCHEMA.split(";"):
        db.execute(statement)
    db.execute(f"pragma user_version = {VERSION}")
