"""The journal: every action on disk before a peg moves (SQLite, write-ahead log, synchronous=FULL).

One table of games, one of entries; an entry is one line of the game record and is never changed or
deleted: `undo` is an entry too, and the state is the replay. One connection, held exclusively,
because two connections met a corruption bug in SQLite before 3.51.3 (the "WAL-reset bug").

The calls here block (a commit is a sync of the disk); the service makes them on one worker thread.
"""

import sqlite3
from pathlib import Path

from pegboard.errors import DeviceError, DeviceLost
from pegboard.ports import Entry

VERSION = 1
"""Of the tables below; written to the file as its user_version."""

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


class SqliteJournal:
    """A journal in one file, or in memory for `:memory:`.

    Raises:
        DeviceError: the file cannot be opened, is damaged, or was written by a newer pegboard.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        try:
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, timeout=2.0
            )
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise DeviceError(f"journal {self.path}: {_cure(error)}") from error

    def _prepare(self) -> None:
        run = self._db.execute
        run("pragma locking_mode = exclusive")
        run("pragma journal_mode = wal")
        run("pragma synchronous = full")
        run("pragma foreign_keys = on")
        version = run("pragma user_version").fetchone()[0]
        if version > VERSION:
            self._db.close()
            raise DeviceError(
                f"journal {self.path}: written by a newer pegboard (journal version {version}, "
                f"this one knows {VERSION}); update pegboard or choose another file"
            )
        if version == 0:
            run("begin immediate")
            for statement in SCHEMA.split(";"):
                run(statement)
            run(f"pragma user_version = {VERSION}")
            run("commit")
        else:
            run("begin immediate")  # takes the lock now, so that a second service is refused here
            run("commit")

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Commits the beginning of a game; False where the id is known, and nothing changes."""
        return self._commit(
            "insert or ignore into game values (?, (select count(*) + 1 from game), ?, ?, ?)",
            (game, at, mode, header),
        )

    def append(self, game: str, entry: Entry) -> bool:
        """Commits one entry; when this returns it survives a pulled plug.

        Returns:
            False where an entry with this id was committed before (in any game): nothing is added.
        """
        return self._commit(
            "insert into entry values (?, ?, ?, ?, ?, ?) on conflict (id) do nothing",
            (game, entry.seq, entry.id, entry.at, entry.by, entry.action),
        )

    def _commit(self, statement: str, values: tuple[object, ...]) -> bool:
        try:
            return self._db.execute(statement, values).rowcount > 0
        except sqlite3.ProgrammingError as error:
            raise DeviceLost(f"journal {self.path}: closed") from error
        except sqlite3.Error as error:
            raise DeviceError(f"journal {self.path}: {_cure(error)}") from error

    def load(self, game: str) -> list[Entry]:
        """All entries of a game, in order."""
        rows = self._db.execute(
            "select seq, id, at, by, action from entry where game = ? order by seq", (game,)
        )
        return [Entry(*row) for row in rows]

    def latest(self) -> tuple[str, str, str] | None:
        """The newest game: (id, header, mode), or None where there is none."""
        row = self._db.execute(
            "select id, header, mode from game order by number desc limit 1"
        ).fetchone()
        return None if row is None else (row[0], row[1], row[2])

    def games(self) -> list[tuple[str, str, str]]:
        """Every game as (id, header, mode), oldest first."""
        rows = self._db.execute("select id, header, mode from game order by number")
        return [(row[0], row[1], row[2]) for row in rows]

    def check(self) -> str:
        """SQLite's own quick check: `ok`, or what is wrong."""
        return str(self._db.execute("pragma quick_check").fetchone()[0])

    def close(self) -> None:
        """Closes the file; a second call does nothing."""
        self._db.close()


def _cure(error: Exception) -> str:
    """What SQLite or the system said, with what to do about it."""
    said = str(error)
    cures = {
        "database is locked": "another pegboard has it open; stop that one or choose another file",
        "database or disk is full": "the disk is full; free some space and press again",
        "disk I/O error": "the disk cannot be written; look at its space and its health",
        "readonly": "it cannot be written; look at the file's owner and the disk",
        "file is not a database": "it is not a journal or it is damaged; move it away",
        "malformed": "it is damaged; move it away or restore a backup",
        "unable to open": "it cannot be opened; look at the folder and its owner",
    }
    for symptom, cure in cures.items():
        if symptom in said:
            return f"{said}: {cure}"
    return said
