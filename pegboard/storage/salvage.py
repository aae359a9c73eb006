"""Salvage of a damaged journal, row by row.

A range of rows that cannot be read is halved until the rows that can be are known; a page that is
gone takes a few dozen rows with it, and everything around it comes back.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path

from pegboard.storage.game_rows import Game, UnfitGame, check_game, open_to_read, write_games
from pegboard.storage.journal_errors import FAILURES
from pegboard.storage.journal_files import log_of
from pegboard.storage.port import Entry

HEADER, PAGE = 100, 4096
"""Bytes of the file's header, and of its first page, in which the tables are named."""
TRIES = 8_000
"""Number of pieces of a table tried, the newest rows first; the rest counts as unreadable."""
BEYOND = 3_000
"""Rows looked for beyond the known ones, where even their number cannot be read."""


@dataclass(slots=True)
class SalvageResult:
    """Games found in addition to those known."""

    games: list[Game]
    """All of them: the known ones, longer where more was read, and new ones; oldest first."""
    entries: int = 0
    """The number of entries that were not known."""
    readable: bool = True
    """True if anything at all could be read."""
    dropped: int = 0
    """Rows that are lost: unreadable, or beyond a gap, or not what the rules allow."""


def salvage(damaged: Path, known: list[Game]) -> SalvageResult:
    """Reads games beyond the known ones from a damaged journal.

    A game goes on only as far as its entries follow each other and the rules allow them.

    Args:
        damaged: the file, its write-ahead log beside it; neither is changed.
        known: games from a good copy.
    """
    rows, unread = _rows(damaged, sum(1 + len(game.entries) for game in known))
    saved = SalvageResult([], readable=bool(rows["game"] or rows["entry"]), dropped=unread)
    heads: dict[str, Game] = {}
    for _, id, started, mode, header in rows["game"]:
        if isinstance(id, str):
            heads[id] = Game(id, started, mode, header, ())
    more: dict[str, dict[int, Entry]] = {}
    for _, game, *row in rows["entry"]:
        if isinstance(game, str) and isinstance(row[0], int):
            more.setdefault(game, {})[row[0]] = Entry(*row)
        else:
            saved.dropped += 1
    ids: set[str] = set()
    for game in known:
        longer = _longer(game, more.pop(game.id, {}), saved, ids)
        saved.games.append(longer)
        heads.pop(game.id, None)
    for id, head in heads.items():
        try:
            check_game(head)
        except UnfitGame:
            continue  # its entries, if any were read, count as lost below
        saved.games.append(_longer(head, more.pop(id, {}), saved, ids))
    saved.dropped += sum(len(entries) for entries in more.values())
    return saved


def _longer(game: Game, found: dict[int, Entry], saved: SalvageResult, ids: set[str]) -> Game:
    """Returns a game extended by the found entries that follow its known ones."""
    known = len(game.entries)
    entries = list(game.entries)
    ids |= {entry.id for entry in entries}
    while (entry := found.get(len(entries) + 1)) is not None and entry.id not in ids:
        entries.append(entry)
        ids.add(entry.id)
    whole = replace(game, entries=tuple(entries))
    try:
        check_game(whole)
    except UnfitGame:
        whole = _as_far_as_it_goes(game, entries)
    added = len(whole.entries) - known
    saved.entries += added
    saved.dropped += sum(seq > len(whole.entries) for seq in found)
    return whole


def _as_far_as_it_goes(game: Game, entries: list[Entry]) -> Game:
    """Returns the longest valid beginning; the known part is valid."""
    good, bad = len(game.entries), len(entries)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            check_game(replace(game, entries=tuple(entries[:middle])))
            good = middle
        except UnfitGame:
            bad = middle
    return replace(game, entries=tuple(entries[:good]))


def _rows(damaged: Path, known: int) -> tuple[dict[str, list[tuple]], int]:  # type: ignore[type-arg]
    """Returns the readable rows of both tables, games in order, and the number of others."""
    best: tuple[dict[str, list[tuple]], int] = {"game": [], "entry": []}, 0  # type: ignore[type-arg]
    with tempfile.TemporaryDirectory(dir=damaged.parent, prefix=".salvage-") as folder:
        copy = Path(folder) / "journal.db"
        shutil.copyfile(damaged, copy)
        # With its log first: the newest entries are there. The log itself may be what is damaged,
        # or the file's first page, without which nothing else is found.
        for first_page in (0, HEADER, PAGE):
            for with_log in (True, False):
                shutil.copyfile(damaged, copy)
                log_of(copy).unlink(missing_ok=True)
                if with_log:
                    if not log_of(damaged).exists():
                        continue
                    shutil.copyfile(log_of(damaged), log_of(copy))
                if first_page:
                    _mend(copy, first_page)
                found = _read(copy, with_log, known)
                if _many(found) > _many(best):
                    best = found
            if _many(best):
                break
    return best


def _many(found: tuple[dict[str, list[tuple]], int]) -> int:  # type: ignore[type-arg]
    return len(found[0]["game"]) + len(found[0]["entry"])


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


def _read(path: Path, with_log: bool, known: int) -> tuple[dict[str, list[tuple]], int]:  # type: ignore[type-arg]
    found: dict[str, list[tuple]] = {"game": [], "entry": []}  # type: ignore[type-arg]
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
            for table, columns in (
                ("game", "id, started, mode, header"),
                ("entry", "game, seq, id, at, by, action"),
            ):
                reader = _Pieces(db, table, columns, known)
                found[table] = sorted(reader.rows(), key=itemgetter(0))
                unread += reader.unread
    return found, unread


class _Pieces:
    """One table, read piece by piece."""

    def __init__(self, db: sqlite3.Connection, table: str, columns: str, known: int) -> None:
        self.unread = 0
        """Rows that are known to have been there and cannot be read."""
        self._db, self._table, self._beyond = db, table, known + BEYOND
        self._select = (
            f"select rowid, {columns} from {table} where rowid between ? and ? order by rowid"
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
