"""Row-by-row recovery of a damaged journal.

An unreadable range of rows is bisected until the readable rows are found. A lost page costs a few
dozen rows; everything around it is recovered.
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
"""Sizes in bytes of the file header, and of the first page, which lists the tables."""
TRIES = 8_000
"""Maximum number of ranges tried per table, newest rows first; the rest counts as unreadable."""
BEYOND = 3_000
"""Rows searched beyond the expected ones if their number is unreadable."""
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
    """Number of entries it had, as far as is known."""
    readable: bool = False
    """True if anything could be read."""


def salvage(damaged: Path, expected_rows: int = 0) -> Salvaged:
    """Reads everything that can be read from a damaged journal.

    Args:
        damaged: path of the journal, next to its write-ahead log; neither is changed.
        expected_rows: number of rows that are known to have existed.
    """
    salvaged = Salvaged()
    database = damaged.read_bytes() if damaged.exists() else b""
    with tempfile.TemporaryDirectory(dir=damaged.parent, prefix=".salvage-") as folder:
        copy = Path(folder) / JOURNAL
        # First read the file with its log, which has the newest entries; then without, in case the
        # log is damaged; then with a fresh first page, in case SQLite finds no tables.
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
                _add(salvaged, *_read(copy, with_log, expected_rows))
            if salvaged.readable:
                break
        log_of(copy).unlink(missing_ok=True)
        log = wal_contents(damaged)
        for sound_only in (True, False) if log.damaged or log.torn or not database else ():
            copy.write_bytes(log.image(database, sound_only=sound_only))
            _add(salvaged, *_read(copy, False, expected_rows))
    return salvaged


def wal_contents(path: Path) -> WalContents:
    """Reads the write-ahead log of a journal; a missing one counts as empty.

    Raises:
        OSError: the log cannot be read.
    """
    if not log_of(path).exists():
        return WalContents()
    return read_wal(log_of(path).read_bytes(), PAGE)


def _add(salvaged: Salvaged, rows: Rows, unread: int) -> None:
    """Adds the rows from one reading of the file."""
    for id, started, mode, header, seal in rows["game"]:
        if [type(value) for value in (id, started, mode, header)] == GAME_TYPES:
            game = Game(id, started, mode, header, (), seal if isinstance(seal, bytes) else b"")
            salvaged.readings.add_game(game)
    for game_id, seq, id, at, by, action, link in rows["entry"]:
        if [type(each) for each in (game_id, seq, id, at, by, action)] == ENTRY_TYPES:
            linked = Entry(seq, id, at, by, action, link if isinstance(link, bytes) else b"")
            salvaged.readings.add_entry(game_id, linked)
    salvaged.expected = max(salvaged.expected, len(rows["entry"]) + unread)
    salvaged.readable = salvaged.readable or bool(rows["game"] or rows["entry"])


def _mend(copy: Path, length: int) -> None:
    """Overwrites the first page of a copy with that of a new journal, which has the same tables."""
    fresh = copy.with_name("fresh.db")
    if not fresh.exists():
        write_games(fresh, [])
    with copy.open("r+b") as file:
        # Pad a truncated file, so that the root pages of its tables exist.
        pages = max(-(-copy.stat().st_size // PAGE), fresh.stat().st_size // PAGE)
        file.truncate(pages * PAGE)
        file.write(fresh.read_bytes()[:length])
        file.seek(28)  # number of pages in the file header
        file.write(pages.to_bytes(4, "big"))


def _read(path: Path, with_log: bool, expected_rows: int) -> tuple[Rows, int]:
    rows: Rows = {"game": [], "entry": []}
    unread = 0
    with suppress(*FAILURES):
        # SQLite reads the log only on a writable connection; this is a copy.
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
                reader = _Pieces(db, table, columns, expected_rows)
                rows[table] = list(reader.rows())
                unread += reader.unread
    rows["game"] = [row[1:] for row in sorted(rows["game"], key=lambda row: str(row[0]).zfill(9))]
    rows["entry"] = [row[1:] for row in rows["entry"]]
    return rows, unread


class _Pieces:
    """A table that is read in ranges of rows."""

    def __init__(
        self, db: sqlite3.Connection, table: str, columns: tuple[str, ...], expected_rows: int
    ) -> None:
        self.unread = 0
        """Number of rows that exist but cannot be read."""
        self._db, self._table, self._beyond = db, table, expected_rows + BEYOND
        present = {row[1] for row in db.execute(f"pragma table_info({table})")}
        words = [
            column if column in present else "null" for column in columns
        ]  # version 1 lacks some columns
        self._select = (
            f"select {'number' if table == 'game' else 'rowid'}, {', '.join(words)} from {table} "
            "where rowid between ? and ? order by rowid"
        )
        self._tries = TRIES

    def rows(self) -> Iterator[tuple]:  # type: ignore[type-arg]
        try:
            last = self._db.execute(f"select max(rowid) from {self._table}").fetchone()[0] or 0
            is_exact = True
        except FAILURES:
            last, is_exact = self._beyond, False
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
                elif is_exact:
                    self.unread += high - low + 1
