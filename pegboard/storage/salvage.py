"""Salvage of a damaged journal, row by row.

A range of rows that cannot be read is halved until the rows that can be are known; a page that is
gone takes a few dozen rows with it, and everything around it comes back.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from pegboard.storage.game_rows import open_to_read, write_games
from pegboard.storage.integrity.wal import WalContents, read_wal
from pegboard.storage.integrity.weave import Readings
from pegboard.storage.journal_errors import FAILURES
from pegboard.storage.journal_files import log_of
from pegboard.storage.port import Entry, Game
from pegboard.storage.state_names import JOURNAL

HEADER, PAGE = 100, 4096
"""Bytes of the file's header, and of its first page, in which the tables are named."""
TRIES = 8_000
"""Number of pieces of a table tried, the newest rows first; the rest counts as unreadable."""
BEYOND = 3_000
"""Rows looked for beyond the known ones, where even their number cannot be read."""
COLUMNS = {
    "game": ("id", "started", "mode", "header", "seal"),
    "entry": ("game", "seq", "id", "at", "by", "action", "link"),
}
GAME_TYPES, ENTRY_TYPES = [str, float, str, str], [str, int, str, float, str, str]

Rows = dict[str, list[tuple]]  # type: ignore[type-arg]


@dataclass(slots=True)
class Salvaged:
    """Everything read from a damaged journal."""

    readings: Readings = field(default_factory=Readings)
    expected: int = 0
    """The entries that it had, as far as can be told."""
    readable: bool = False
    """True if anything at all could be read."""


def salvage(damaged: Path, known: int = 0) -> Salvaged:
    """Reads everything that can be read from a damaged journal.

    Args:
        damaged: the file, its write-ahead log beside it; neither is changed.
        known: number of rows of which is known that they were there.
    """
    found = Salvaged()
    database = damaged.read_bytes() if damaged.exists() else b""
    with tempfile.TemporaryDirectory(dir=damaged.parent, prefix=".salvage-") as folder:
        copy = Path(folder) / JOURNAL
        # With its log first: the newest entries are there. The log itself may be what is damaged,
        # or the file's first page, without which nothing else is found.
        for first_page in (0, HEADER, PAGE):
            for with_log in (True, False):
                copy.write_bytes(database)
                log_of(copy).unlink(missing_ok=True)
                if with_log:
                    if not log_of(damaged).exists():
                        continue
                    shutil.copyfile(log_of(damaged), log_of(copy))
                if first_page:
                    _mend(copy, first_page)
                _add(found, *_read(copy, with_log, known))
            if found.readable:
                break
        log_of(copy).unlink(missing_ok=True)
        log = wal_contents(damaged)
        for sound_only in (True, False) if log.damaged or log.torn or not database else ():
            copy.write_bytes(log.image(database, sound_only=sound_only))
            _add(found, *_read(copy, False, known))
    return found


def wal_contents(path: Path) -> WalContents:
    """Reads the write-ahead log of a journal; one that is not there is empty.

    Raises:
        OSError: it cannot be read.
    """
    if not log_of(path).exists():
        return WalContents()
    return read_wal(log_of(path).read_bytes(), PAGE)


def _add(found: Salvaged, rows: Rows, unread: int) -> None:
    """Adds one reading of the file to the others."""
    for id, started, mode, header, seal in rows["game"]:
        if [type(each) for each in (id, started, mode, header)] == GAME_TYPES:
            game = Game(id, started, mode, header, (), seal if isinstance(seal, bytes) else b"")
            found.readings.add_game(game)
    for game_id, seq, id, at, by, action, link in rows["entry"]:
        if [type(each) for each in (game_id, seq, id, at, by, action)] == ENTRY_TYPES:
            linked = Entry(seq, id, at, by, action, link if isinstance(link, bytes) else b"")
            found.readings.add_entry(game_id, linked)
    found.expected = max(found.expected, len(rows["entry"]) + unread)
    found.readable = found.readable or bool(rows["game"] or rows["entry"])


def _mend(copy: Path, length: int) -> None:
    """Copies the beginning of a new journal over that of a copy: both have the same tables."""
    fresh = copy.with_name("fresh.db")
    if not fresh.exists():
        write_games(fresh, [])
    with copy.open("r+b") as file:
        # A file that was cut short is filled up: its tables' first pages must be somewhere.
        pages = max(-(-copy.stat().st_size // PAGE), fresh.stat().st_size // PAGE)
        file.truncate(pages * PAGE)
        file.write(fresh.read_bytes()[:length])
        file.seek(28)  # how many pages there are
        file.write(pages.to_bytes(4, "big"))


def _read(path: Path, with_log: bool, known: int) -> tuple[Rows, int]:
    found: Rows = {"game": [], "entry": []}
    unread = 0
    with suppress(*FAILURES):
        # Only a connection that may write looks at a log; this is a copy.
        db = (
            sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            if with_log
            else open_to_read(path)
        )
        with closing(db):
            db.execute("pragma trusted_schema = off")
            db.execute("pragma locking_mode = exclusive")
            db.execute("pragma cell_size_check = on")
            db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
            for table, columns in COLUMNS.items():
                reader = _Pieces(db, table, columns, known)
                found[table] = list(reader.rows())
                unread += reader.unread
    found["game"] = [row[1:] for row in sorted(found["game"], key=lambda row: str(row[0]).zfill(9))]
    found["entry"] = [row[1:] for row in found["entry"]]
    return found, unread


class _Pieces:
    """One table, read piece by piece."""

    def __init__(
        self, db: sqlite3.Connection, table: str, columns: tuple[str, ...], known: int
    ) -> None:
        self.unread = 0
        """Rows that are known to have been there and cannot be read."""
        self._db, self._table, self._beyond = db, table, known + BEYOND
        there = {row[1] for row in db.execute(f"pragma table_info({table})")}
        words = [column if column in there else "null" for column in columns]  # of version 1
        self._select = (
            f"select {'number' if table == 'game' else 'rowid'}, {', '.join(words)} from {table} "
            "where rowid between ? and ? order by rowid"
        )
        self._tries = TRIES

    def rows(self) -> Iterator[tuple]:  # type: ignore[type-arg]
        try:
            last = self._db.execute(f"select max(rowid) from {self._table}").fetchone()[0] or 0
            known = True
        except FAILURES:
            last, known = self._beyond, False
        waits = [(1, last)]
        while waits:
            low, high = waits.pop()
            self._tries -= 1
            try:
                if self._tries < 0:
                    raise sqlite3.DatabaseError("too many pieces")
                yield from self._db.execute(self._select, (low, high)).fetchall()
            except FAILURES:
                if low < high and self._tries >= 0:
                    middle = (low + high) // 2
                    waits += [(low, middle), (middle + 1, high)]
                elif known:
                    self.unread += high - low + 1
