"""Games as rows of a journal file: reading, validation and writing.

An untrusted file is never used as a journal. It is opened read-only, must have exactly the tables
of a journal, and every game must replay; accepted rows are written to a new file.
"""

import hashlib
import json
import math
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import replay
from pegboard.errors import PegboardError
from pegboard.storage.codes import UnfitRow
from pegboard.storage.integrity.chain import sealed
from pegboard.storage.port import ENTRIES_MOST, Entry, Game
from pegboard.storage.tables import (
    INSERT_ENTRY,
    SCHEMAS,
    VERSION,
    create_tables,
    schema_of,
    set_lineage,
)

MODE = re.compile("[a-z][a-z-]{0,19}")
ID_LONGEST, HEADER_LONGEST, ACTION_LONGEST, BY_LONGEST = 200, 20_000, 200, 200
"""Maximum lengths in characters, far above those written by the service."""


class UnfitGame(PegboardError, ValueError):
    """A file, or a game in it, that pegboard would not have written."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Number of games and entries, with a fingerprint of their content."""

    games: int
    entries: int
    sha256: str
    """Hash of all games and entries in order, independent of the file's layout."""


def open_to_read(path: Path) -> sqlite3.Connection:
    """Opens a journal file read-only, with nothing in it executable; nobody else may have it open.

    Its write-ahead log, if there is one, is ignored.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """
    uri = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    db.execute("pragma trusted_schema = off")
    db.execute("pragma cell_size_check = on")
    db.execute("pragma mmap_size = 0")
    return db


def check_file(db: sqlite3.Connection) -> None:
    """Checks that a database is sound and has exactly the tables of a journal.

    Raises:
        UnfitGame: it is damaged or has other tables; the message says which.
        sqlite3.Error: the file cannot be read.
    """
    verdict = str(db.execute("pragma quick_check(1)").fetchone()[0])
    if verdict != "ok":
        raise UnfitGame(UnfitRow.JOURNAL_DAMAGED, why=verdict)
    version = version_of(db)
    if version > VERSION:
        raise UnfitGame(UnfitRow.JOURNAL_NEWER, version=version, known=VERSION)
    with closing(sqlite3.connect(":memory:")) as fresh:
        if version not in SCHEMAS:
            raise UnfitGame(UnfitRow.NO_JOURNAL)
        create_tables(fresh, version)
        if schema_of(db) != schema_of(fresh):
            raise UnfitGame(UnfitRow.NO_JOURNAL)


def version_of(db: sqlite3.Connection) -> int:
    """Returns the schema version of a journal."""
    return int(db.execute("pragma user_version").fetchone()[0])


def read_games(db: sqlite3.Connection) -> Iterator[Game]:
    """Yields every game, oldest first, holding one in memory at a time.

    Raises:
        sqlite3.Error: a row cannot be read.
    """
    seal, link = ("x''", "x''") if version_of(db) < VERSION else ("seal", "link")
    rows = db.execute(f"select id, started, mode, header, {seal} from game order by number")
    for id, started, mode, header, seal in rows:
        entries = db.execute(
            f"select seq, id, at, by, action, {link} from entry where game = ? order by seq", (id,)
        )
        yield Game(id, started, mode, header, tuple(Entry(*entry) for entry in entries), seal)


def check_game(game: Game) -> None:
    """Checks that a game is valid: complete, numbered without gaps, and legal by the rules.

    Raises:
        UnfitGame: the game is not valid; the message names the game and the entry.
    """
    try:
        _check(game)
    except (PegboardError, ValueError, TypeError, OverflowError) as error:
        raise UnfitGame(UnfitRow.GAME, id=repr(str(game.id)[:40]), why=error) from error


def _check(game: Game) -> None:
    _text("its id", game.id, ID_LONGEST)
    _text("its header", game.header, HEADER_LONGEST)
    if not isinstance(game.mode, str) or not MODE.fullmatch(game.mode):
        raise UnfitGame(UnfitRow.MODE)
    if not math.isfinite(game.started):
        raise UnfitGame(UnfitRow.NO_TIME)
    if len(game.entries) > ENTRIES_MOST:
        raise UnfitGame(UnfitRow.TOO_MANY, n=len(game.entries), most=ENTRIES_MOST)
    record = parse_record(game.header, "header")
    if record.actions:
        raise UnfitGame(UnfitRow.ACTIONS_IN_HEADER)
    actions = []
    for number, entry in enumerate(game.entries, 1):
        if entry.seq != number:
            raise UnfitGame(UnfitRow.ENTRY_MISSING, n=number)
        _text(f"entry {number}: id", entry.id, ID_LONGEST)
        _text(f"entry {number}: by", entry.by, BY_LONGEST)
        _text(f"entry {number}: action", entry.action, ACTION_LONGEST)
        if not math.isfinite(entry.at):
            raise UnfitGame(UnfitRow.ENTRY_TIME, n=number)
        actions.append(parse_action(entry.action))
    replay(record.header.rules, record.header.dealer, actions)


def longest_that_fits(game: Game) -> Game | None:
    """Returns the longest valid prefix of a game; None if there is none."""
    good, bad, tried = -1, len(game.entries) + 1, len(game.entries)
    while bad - good > 1:
        try:
            check_game(replace(game, entries=game.entries[:tried]))
            good = tried
        except UnfitGame:
            bad = tried
        tried = (good + bad) // 2
    return None if good < 0 else replace(game, entries=game.entries[:good])


def _text(label: str, text: str, longest: int) -> None:
    if not isinstance(text, str) or not 0 < len(text) <= longest:
        raise UnfitGame(UnfitRow.NOT_A_TEXT, what=label, most=longest)
    text.encode()


def extent(games: Iterable[Game]) -> Extent:
    """Returns the number of games and entries, and their fingerprint."""
    number = entries = 0
    sha = hashlib.sha256()
    for game in games:
        number += 1
        entries += len(game.entries)
        _feed(sha, [game.id, game.started, game.mode, game.header])
        for entry in game.entries:
            _feed(sha, [entry.seq, entry.id, entry.at, entry.by, entry.action])
    return Extent(number, entries, sha.hexdigest())


def _feed(sha: "hashlib._Hash", row: list[object]) -> None:
    sha.update(json.dumps(row, ensure_ascii=True).encode() + b"\n")


def write_games(path: Path, games: Iterable[Game], lineage: int = 0) -> Extent:
    """Writes games to a new journal at `path`, which must not exist, and syncs it.

    Args:
        path: location of the new journal.
        games: games in the order in which they were started; their hashes are recomputed.
        lineage: lineage of the journal that it continues; a new one by default.

    Raises:
        sqlite3.Error: the file cannot be written, or two entries have the same id.
        OSError: the file cannot be synced.
    """
    counted: list[Extent] = []

    def stored(db: sqlite3.Connection) -> Iterator[Game]:
        for number, game in enumerate(map(sealed, games), 1):
            db.execute(
                "insert into game values (?, ?, ?, ?, ?, ?)",
                (game.id, number, game.started, game.mode, game.header, game.seal),
            )
            db.executemany(
                INSERT_ENTRY,
                [(game.id, e.seq, e.id, e.at, e.by, e.action, e.link) for e in game.entries],
            )
            yield game

    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as db:
        db.execute("pragma foreign_keys = on")
        db.execute("pragma synchronous = full")
        db.execute("begin immediate")
        create_tables(db)
        set_lineage(db, lineage)
        counted.append(extent(stored(db)))
        db.execute("commit")
    return counted[0]
