"""The journal: commits every action to disk before a peg moves (SQLite, WAL, synchronous=FULL).

There is a table of games and one of entries. An entry is one line of the game record and is never
changed or deleted: `undo` is an entry too, and the state is obtained by replay. The file is held by
a single, exclusive connection because of a corruption bug with two connections in SQLite before
3.51.3 (the "WAL-reset bug").

The entries of a game form a hash chain (`integrity/chain.py`), and are also appended, unsynced, to
another file (`integrity/second_log.py`).

All calls block (a commit syncs the disk); the service makes them on one worker thread.
"""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pegboard.errors import DeviceError, DeviceLost, IllegalAction
from pegboard.host.atomic_file import sync_file
from pegboard.storage.codes import JournalFault
from pegboard.storage.integrity.chain import chained, root_of, seal_of
from pegboard.storage.integrity.second_log import SecondLog, second_log_of
from pegboard.storage.journal_errors import (
    FAILURES,
    DiskTrouble,
    JournalDamaged,
    code_of,
    is_damage,
    is_disk_trouble,
)
from pegboard.storage.journal_files import install_prepared, set_aside, suspect
from pegboard.storage.journal_queries import JournalQueries
from pegboard.storage.port import ENTRIES_MOST, Commits, Entry, Game
from pegboard.storage.tables import (
    INSERT_ENTRY,
    MOST_VERSIONS,
    VERSION,
    create_tables,
    lineage_of,
    set_lineage,
    upgrade,
)


class SqliteJournal(JournalQueries):
    """A journal in a file, or in memory for `:memory:`.

    Raises:
        JournalDamaged: the file is not a journal, or is inconsistent.
        DeviceError: the file cannot be opened, or was written by a newer version.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.commits = Commits()
        self.waits_for: DeviceError | None = None
        """Reason why the journal is not open yet; None if it is open."""
        self.settled = False
        """True if the write-ahead log is empty."""
        self.second = SecondLog(second_log_of(Path(path)))
        self._head = ("", 0, b"")
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
        """Creates a placeholder, which refuses every operation, for a journal on a failing disk."""
        journal = cls.__new__(cls)
        journal.path, journal.waits_for, journal.commits = str(path), why, Commits()
        journal.settled, journal.second = True, SecondLog(second_log_of(path))
        journal._head = ("", 0, b"")
        journal._db = sqlite3.connect(":memory:", check_same_thread=False)
        journal._db.close()
        return journal

    def adopt(self, other: "SqliteJournal") -> None:
        """Takes over the connection of another journal, which must not be used afterwards."""
        self._db, self.path, self.waits_for = other._db, other.path, None
        self.settled, self.second, self._head = other.settled, other.second, other._head

    def probe(self) -> None:
        """Reads from the disk, for the watchdog; does nothing if the journal is not open.

        Raises:
            DeviceError: the disk cannot be read.
        """
        if self.waits_for is None:
            self.latest()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=2.0)
        try:
            self._prepare(db)
            if self.path != ":memory:":
                self.second.open(lineage_of(db))
        except BaseException:
            db.close()
            raise
        self.settled, self._head = False, ("", 0, b"")
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
        run("begin immediate")  # takes the lock, so that a second service is refused here
        if version == 0:
            create_tables(db)
            set_lineage(db)
        elif version < VERSION:
            upgrade(db)
        run("commit")

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Commits the start of a game; returns False and changes nothing if the id exists."""
        begun = Game(game, float(at), mode, header, ())
        begun = replace(begun, seal=seal_of(begun))
        is_new = self._commit(
            "insert or ignore into game values (?, (select count(*) + 1 from game), ?, ?, ?, ?)",
            [(game, begun.started, mode, header, begun.seal)],
        )
        if is_new:
            self.second.start(begun)
        return is_new

    def append(self, game: str, entry: Entry) -> bool:
        """Commits one entry durably: it survives a power failure.

        Returns:
            False, adding nothing, if any game already has an entry with this id.

        Raises:
            IllegalAction: the game has reached the maximum number of entries.
            DeviceError: the disk is full or failing; nothing is added.
        """
        return self.append_all(game, [entry])

    def append_all(self, game: str, entries: Sequence[Entry]) -> bool:
        """Commits several entries in one transaction: all of them or none.

        Returns:
            False, adding nothing, if any game already has an entry with the first one's id.

        Raises:
            IllegalAction, DeviceError: as for `append`.
        """
        if entries[-1].seq > ENTRIES_MOST:
            raise IllegalAction(JournalFault.GAME_FULL, most=ENTRIES_MOST)
        linked = list(chained(self._link_before(game, entries[0].seq), entries))
        is_new = self._commit(
            INSERT_ENTRY + " on conflict (id) do nothing",
            [(game, e.seq, e.id, e.at, e.by, e.action, e.link) for e in linked],
        )
        if is_new:
            self._head = game, linked[-1].seq, linked[-1].link
            self.second.append(game, linked)
        return is_new

    def _link_before(self, game: str, seq: int) -> bytes:
        """Returns the link of the entry before `seq`, or the root of the game."""
        if self._head[:2] == (game, seq - 1):
            return self._head[2]
        last = "select link from entry where game = ? and seq < ? order by seq desc limit 1"
        if row := self._query(last, game, seq):
            return bytes(row[0][0])
        begun = self._query("select id, started, mode from game where id = ?", game)
        return root_of(*begun[0]) if begun else b""  # no such game: the insert fails

    def _commit(self, statement: str, rows: Sequence[tuple[object, ...]]) -> bool:
        """Executes a statement for each row in one transaction; False if it skips the first."""
        began = time.perf_counter()
        try:
            self._db.execute("begin immediate")
            try:
                is_new = self._db.execute(statement, rows[0]).rowcount > 0
                if is_new and (others := rows[1:]):
                    added = self._db.executemany(statement, others).rowcount
                    if added < len(others):
                        raise sqlite3.IntegrityError("an entry has the id of another")
                self._db.execute("commit" if is_new else "rollback")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise
        except sqlite3.ProgrammingError as error:
            raise self._closed() from error
        except FAILURES as error:
            raise self._failed(error) from error
        if is_new:
            self.settled = False
            self.commits.add(time.perf_counter() - began)
        return is_new

    def _closed(self) -> DeviceLost:
        if self.waits_for is not None:
            return DeviceLost(self.waits_for.code, **self.waits_for.facts)
        return DeviceLost(JournalFault.CLOSED, what=f"journal {self.path}")

    def _failed(self, error: Exception) -> DeviceError:
        code, subject = code_of(error), f"journal {self.path}"
        if not is_damage(error):
            kind = DiskTrouble if is_disk_trouble(error, Path(self.path).parent) else DeviceError
            return kind(code, what=subject, why=error)
        if self.path != ":memory:":
            with suppress(OSError):
                suspect(Path(self.path)).touch()  # the next start checks and repairs it
        return JournalDamaged(code, what=subject, why=error)

    def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.ProgrammingError as error:
            raise self._closed() from error
        except FAILURES as error:
            raise self._failed(error) from error

    def rewrite_headers(self, headers: Mapping[str, str]) -> None:
        """Replaces the header lines of games, to forget a name; entries stay.

        The old headers are overwritten, in the file and in the write-ahead log.

        Raises:
            DeviceError: the disk cannot be written; nothing is changed.
        """
        self._query("pragma secure_delete = on")
        self._query("begin immediate")
        changed = []
        try:
            for id, header in headers.items():
                for started, mode in self._query("select started, mode from game where id = ?", id):
                    game = Game(id, started, mode, header, ())
                    changed.append(replace(game, seal=seal_of(game)))
                    values = header, changed[-1].seal, id
                    self._query("update game set header = ?, seal = ? where id = ?", *values)
            self._query("commit")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("rollback")
            raise
        self.checkpoint()
        try:
            self.second.rewrite(changed)
        except OSError as error:
            raise self._failed(error) from error

    def checkpoint(self) -> None:
        """Moves the content of the write-ahead log into the database and empties the log.

        Raises:
            DeviceError: the disk cannot be written; nothing is lost.
        """
        busy, *_ = self._query("pragma wal_checkpoint(truncate)")[0]
        self.settled = not busy

    def check(self, *, thorough: bool = False) -> str:
        """Runs SQLite's quick check; returns `ok` or the problem.

        Args:
            thorough: True to also check indexes against tables and entries against games.
        """
        try:
            if thorough and self._db.execute("pragma foreign_key_check").fetchone():
                return "an entry without a game"
            kind = "integrity_check" if thorough else "quick_check"
            return str(self._db.execute(f"pragma {kind}(1)").fetchone()[0])
        except FAILURES as error:
            if is_damage(error):
                return str(error)
            raise self._failed(error) from error

    def copy_to(self, path: Path) -> None:
        """Writes a consistent copy to a new file and syncs it; commits wait meanwhile.

        Raises:
            DeviceError: the disk is full or cannot be written; there is no copy then.
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

    def switch_to_prepared(self, aside: Path) -> None:
        """Replaces this journal with the prepared one next to it (`NEW`), and opens that.

        If the power fails meanwhile, `install_prepared` completes the exchange at the next start.

        Args:
            aside: new path of the current journal.

        Raises:
            DeviceError: the exchange failed.
        """
        path = Path(self.path)
        try:
            self._db.close()  # a clean close leaves no write-ahead log
            try:
                set_aside(path, aside)
                install_prepared(path)
            finally:
                self._db = self._open()
        except (*FAILURES, OSError) as error:
            raise self._failed(error) from error

    def close(self) -> None:
        """Closes the file; does nothing if already closed."""
        self.second.close()
        self._db.close()
