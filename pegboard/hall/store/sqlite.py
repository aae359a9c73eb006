"""The store in one SQLite file, for one process (write-ahead log, synchronous=FULL)."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from pegboard.chain.branches import EpochView
from pegboard.chain.item import Item, next_link, root_link
from pegboard.errors import DeviceError
from pegboard.hall.codes import MaintenanceFault, StoreFault
from pegboard.hall.store.port import EpochAppend, JoinedBoard, Marks, StoreConflict
from pegboard.hall.store.sqlite_schema import CHANGES, TABLES, VERSION
from pegboard.hall.store.views import EPOCHS, by_board, epoch_views
from pegboard.host.atomic_file import sync_file
from pegboard.tournament.decisions import StoredDecision

PRIVATE = 0o600
"""File mode: only the owner may read and write."""


class SqliteStore:
    """A hall's store in a file, or in memory for `:memory:`.

    Raises:
        DeviceError: the file cannot be opened, or belongs to another program or a newer pegboard.
    """

    shared = False

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        if self.path != ":memory:":
            self._restrict()
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise DeviceError(StoreFault.TROUBLE, file=self.path, why=error) from error
        try:
            self._prepare()
        except BaseException as error:
            self._db.close()
            if isinstance(error, sqlite3.Error):
                raise DeviceError(StoreFault.TROUBLE, file=self.path, why=error) from error
            raise

    def _restrict(self) -> None:
        """Makes the file private to its owner, because it contains the cards of running games.

        SQLite gives its other files the mode of this one, but leaves existing ones as they are.
        """
        with suppress(OSError):  # reported when the file is opened
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE))
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(self.path + suffix).chmod(PRIVATE)

    def _prepare(self) -> None:
        run = self._db.execute
        run("pragma journal_mode = wal")
        run("pragma synchronous = full")
        run("pragma foreign_keys = on")
        version = run("pragma user_version").fetchone()[0]
        if version > VERSION:
            raise DeviceError(StoreFault.NEWER, file=self.path, version=version, known=VERSION)
        if 0 < version < VERSION:
            self._save_older(version)
        with self._commit():
            for change in CHANGES[run("pragma user_version").fetchone()[0] :]:
                for statement in change.split(";"):
                    run(statement)
            run(f"pragma user_version = {VERSION}")

    def _save_older(self, version: int) -> None:
        """Saves a copy of the store that an older pegboard can read."""
        copy = Path(f"{self.path}.version-{version}")
        if not copy.exists():
            self.copy_to(copy)

    @contextmanager
    def _commit(self) -> Iterator[None]:
        """Runs the block in a transaction.

        Raises:
            DeviceError: the disk is full or fails.
        """
        try:
            self._db.execute("begin immediate")
            try:
                yield
                self._db.execute("commit")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise
        except sqlite3.Error as error:
            raise DeviceError(StoreFault.TROUBLE, file=self.path, why=error) from error

    def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise DeviceError(StoreFault.TROUBLE, file=self.path, why=error) from error

    def add_board(self, board: JoinedBoard) -> bool:
        """Adds a board; returns False if its id exists."""
        row = (board.id, board.key, board.name, board.added, board.revoked)
        with self._commit():
            done = self._db.execute("insert or ignore into board values (?, ?, ?, ?, ?)", row)
        return done.rowcount > 0

    def revoke(self, board: str, at: float) -> bool:
        """Revokes a board's key; returns False if the board is unknown."""
        with self._commit():
            done = self._db.execute("update board set revoked = ? where id = ?", (at, board))
        return done.rowcount > 0

    def board(self, id: str) -> JoinedBoard | None:
        """Returns a board; None if it has not joined."""
        rows = self._query("select * from board where id = ?", id)
        return JoinedBoard(*rows[0]) if rows else None

    def boards(self) -> list[JoinedBoard]:
        """Returns all boards, ordered by the time at which they joined."""
        return [JoinedBoard(*row) for row in self._query("select * from board order by added, id")]

    def epochs(self, board: str) -> list[EpochView]:
        """Returns the epochs of a board, oldest first."""
        return self._views("e.board = ?", board)

    def all_epochs(self) -> dict[str, list[EpochView]]:
        """Returns the epochs of all boards that have any, by board, with one query."""
        return by_board(self._views("true"))

    def view(self, board: str, epoch: int) -> EpochView:
        """Returns an epoch; an empty view if it is unknown."""
        found = self._views("e.board = ? and e.epoch = ?", board, epoch)
        return found[0] if found else EpochView.new(board, epoch)

    def _views(self, which: str, *values: object) -> list[EpochView]:
        return epoch_views(self._query(EPOCHS.format(which=which), *values))

    def read(self, which: Sequence[tuple[str, int]]) -> list[tuple[JoinedBoard | None, EpochView]]:
        """Returns each of several epochs with its board."""
        return [(self.board(board), self.view(board, epoch)) for board, epoch in which]

    def _branch(self, board: str, epoch: int, number: int) -> tuple[int, int, int, int] | None:
        """Returns a branch's id, parent, start and length; None if there is none."""
        rows = self._query(
            "select b.id, b.parent, b.start, b.seq from branch b join epoch e "
            "on b.epoch = e.number where e.board = ? and e.epoch = ? and b.number = ?",
            *(board, epoch, number),
        )
        return rows[0] if rows else None

    def link_at(self, board: str, epoch: int, branch: int, seq: int) -> bytes | None:
        """Returns the link of an item, also in a shared prefix; None beyond the end."""
        if seq == 0:
            return root_link(board, epoch)
        found = self._branch(board, epoch, branch)
        if found is None:
            return None
        id, parent, start, _ = found
        if seq <= start:
            return self.link_at(board, epoch, parent, seq)
        rows = self._query("select link from item where branch = ? and seq = ?", id, seq)
        return rows[0][0] if rows else None

    def add(self, additions: Sequence[EpochAppend]) -> None:
        """Commits several appends together.

        Raises:
            StoreConflict: a branch does not have the expected length; nothing is added.
            DeviceError: a board is unknown, or the disk is full; nothing is added.
        """
        with self._commit():
            for addition in additions:
                self._append(addition)

    def _append(self, addition: EpochAppend) -> None:
        board, epoch, growth = addition.board, addition.epoch, addition.append
        self._db.execute("insert or ignore into epoch (board, epoch) values (?, ?)", (board, epoch))
        [(row,)] = self._query(
            "select number from epoch where board = ? and epoch = ?", board, epoch
        )
        branch, head = growth.branch, growth.branch.head
        found = self._branch(board, epoch, branch.number)
        if growth.after != (branch.start if found is None else found[3]):
            raise StoreConflict(StoreFault.CONFLICT, what=board)
        if found is None:
            if (
                self._query("select count(*) from branch where epoch = ?", row)[0][0]
                != branch.number
            ):
                raise StoreConflict(StoreFault.CONFLICT, what=board)
            id = self._db.execute(
                "insert into branch (epoch, number, parent, start, seq, link, signature) "
                "values (?, ?, ?, ?, ?, ?, ?)",
                (row, branch.number, branch.parent, branch.start, head.seq, head.link,
                 branch.signature),
            ).lastrowid  # fmt: skip
        else:
            id = found[0]
            self._db.execute(
                "update branch set seq = ?, link = ?, signature = ? where id = ?",
                (head.seq, head.link, branch.signature, id),
            )
        self._db.executemany(
            "insert into item values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (id, item.seq, item.game, item.number, item.id, item.at, item.by, item.text, link)
                for item, link in zip(growth.items, growth.links, strict=True)
            ),
        )

    def items(self, board: str, epoch: int, branch: int = 0, after: int = 0) -> Iterator[Item]:
        """Yields the items of a branch in order, from the one after `after`."""
        found = self._branch(board, epoch, branch)
        if found is None:
            return
        id, parent, start, _ = found
        if after < start:
            for item in self.items(board, epoch, parent, after):
                if item.seq > start:
                    break
                yield item
        rows = self._query(
            "select seq, game, number, id, at, by, text, link from item where branch = ? "
            "and seq > ? order by seq",
            *(id, after),
        )
        before: bytes | None = None
        for *fields, link in rows:
            item = Item(*fields)
            if item.at == 0.0:
                before = before or self.link_at(board, epoch, branch, item.seq - 1)
                item = _as_signed(item, before, link)
            before = link
            yield item

    def choose(self, board: str, epoch: int, branch: int | None) -> None:
        """Saves the director's choice of a branch."""
        with self._commit():
            self._db.execute(
                "update epoch set chosen = ? where board = ? and epoch = ?", (branch, board, epoch)
            )

    def decide(self, event: str, decisions: Sequence[StoredDecision]) -> None:
        """Appends decisions to an event's log.

        Raises:
            StoreConflict: the log does not have the expected length; nothing is added.
        """
        with self._commit():
            last = self._query("select coalesce(max(seq), 0) from decision where event = ?", event)[
                0
            ][0]
            if [decision.seq for decision in decisions] != [
                *range(last + 1, last + 1 + len(decisions))
            ]:
                raise StoreConflict(StoreFault.CONFLICT, what=event)
            self._db.executemany(
                "insert into decision values (?, ?, ?, ?)",
                [(event, decision.seq, decision.text, decision.link) for decision in decisions],
            )

    def decisions(self, event: str, after: int = 0) -> list[StoredDecision]:
        """Returns the decisions of an event in order, from the one after `after`."""
        rows = self._query(
            "select seq, text, link from decision where event = ? and seq > ? order by seq",
            *(event, after),
        )
        return [StoredDecision(*row) for row in rows]

    def events(self) -> list[str]:
        """Returns the ids of all events, in the order in which they were opened."""
        rows = self._query("select event from decision where seq = 1 order by rowid")
        return [event for (event,) in rows]

    def put_value(self, kind: str, key: str, value: bytes | None) -> None:
        """Sets a value of a collection; None deletes it."""
        with self._commit():
            self._db.execute("delete from note where kind = ? and key = ?", (kind, key))
            if value is not None:
                self._db.execute(
                    "insert into note (kind, key, value) values (?, ?, ?)", (kind, key, value)
                )

    def values(self, kind: str, key: str | None = None) -> dict[str, bytes]:
        """Returns the values of a collection by key, in the order in which they were put."""
        rows = self._query(
            "select key, value from note where kind = ? and key = coalesce(?, key) order by turn",
            *(kind, key),
        )
        return dict(rows)

    def marks(self) -> Marks:
        """Returns the current change markers."""
        boards: dict[str, tuple[object, ...]] = {}
        epochs = self.all_epochs()
        for board in self.boards():
            mark: tuple[object, ...] = (None, None, [])
            for view in epochs.get(board.id, [])[-1:]:
                mark = (view.epoch, view.chosen, [branch.head.seq for branch in view.branches])
            boards[board.id] = (board.revoked is not None, *mark)
        return Marks(
            boards, dict(self._query("select event, max(seq) from decision group by event"))
        )

    def copy_to(self, path: Path) -> None:
        """Writes a consistent, synced copy to a new file.

        Raises:
            DeviceError: the disk is full or fails; no copy is left.
        """
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE))
            self._query("vacuum into ?", str(path))
            sync_file(path)
        except OSError as error:  # DeviceError is an OSError
            path.unlink(missing_ok=True)
            if isinstance(error, DeviceError):
                raise
            raise DeviceError(StoreFault.TROUBLE, file=str(path), why=error) from error

    def check(self) -> None:
        """Runs SQLite's integrity check, and checks that the tables are those of this version.

        Raises:
            DeviceError: the file is damaged, or has other tables.
        """
        [(says,), *_] = self._query("pragma integrity_check")
        if says != "ok":
            raise DeviceError(StoreFault.TROUBLE, file=self.path, why=says)
        with closing(SqliteStore(":memory:")) as fresh:
            if self._query(TABLES) != fresh._query(TABLES):
                raise DeviceError(MaintenanceFault.TABLES)

    def close(self) -> None:
        """Closes the file; a second call does nothing."""
        self._db.close()


def _as_signed(item: Item, before: bytes | None, link: bytes) -> Item:
    """Restores a signed time of -0.0, which older halls accepted and SQLite does not store."""
    signed = msgspec.structs.replace(item, at=-0.0)
    return signed if before is not None and next_link(before, signed) == link else item
