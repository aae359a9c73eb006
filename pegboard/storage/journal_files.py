"""Files of the journal: the database, its write-ahead log, and a prepared replacement."""

import shutil
import time
from contextlib import closing, suppress
from pathlib import Path

from pegboard.host.atomic_file import PART, sync_folder
from pegboard.storage.game_rows import (
    UnfitGame,
    check_file,
    open_to_read,
    read_games,
    write_games,
)
from pegboard.storage.integrity.chain import first_damage
from pegboard.storage.journal_errors import FAILURES
from pegboard.storage.port import Game

MAGIC = b"SQLite format 3\0"
ASIDE_KEPT = 5
"""Number of set-aside journals kept, of each kind."""
AT_WORK_S = 60.0
TEMPORARY = (".upload-", ".restore-", ".backup-", ".compare-", ".salvage-")
"""Beginnings of the names of folders that are deleted when their work is done."""

NEW = ".new"
"""Ends the name of a whole journal that is about to take the place of the present one."""


def log_of(path: Path) -> Path:
    """Returns the path of a journal's write-ahead log; after a clean stop there is none."""
    return path.with_name(f"{path.name}-wal")


def suspect(path: Path) -> Path:
    """Returns the path of the mark for a journal found damaged while in use."""
    return path.with_name(f"{path.name}.suspect")


def set_aside(path: Path, aside: Path) -> None:
    """Gives a closed journal and its write-ahead log a second name.

    Raises:
        OSError: the names cannot be made.
    """
    for source, name in ((path, aside), (log_of(path), log_of(aside))):
        if source.exists():
            name.hardlink_to(source)
    sync_folder(path.parent)


def take_place(path: Path) -> bool:
    """Replaces the journal with the one prepared; nobody may have the old one open.

    The old write-ahead log goes first: beside the new file it would be applied to that.

    Returns:
        False if none lies ready.

    Raises:
        OSError: it cannot be done.
    """
    ready = path.with_name(path.name + NEW)
    if not ready.exists():
        return False
    if not _is_fit(ready):
        ready.replace(free_name(path, "damaged-new"))
        sync_folder(path.parent)
        return False
    log_of(path).unlink(missing_ok=True)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    sync_folder(path.parent)
    ready.replace(path)
    sync_folder(path.parent)
    return True


def _is_fit(ready: Path) -> bool:
    """Returns whether a prepared journal is whole: it may have lain there for long."""
    try:
        with closing(open_to_read(ready)) as db:
            check_file(db)
            return first_damage(read_games(db)) is None
    except (*FAILURES, UnfitGame):
        return False


def lay_ready(path: Path, games: list[Game], lineage: int = 0) -> None:
    """Writes games into a replacement journal beside `path`; see `take_place`.

    Args:
        path: the journal.
        games: what it is to have, in the order in which they were begun.
        lineage: of the journal that it continues; a new one by default.

    Raises:
        OSError, sqlite3.Error: it cannot be written.
    """
    part = path.with_name(path.name + NEW + PART)
    for left in (part, log_of(part), part.with_name(part.name + "-journal")):
        left.unlink(missing_ok=True)
    try:
        write_games(part, games, lineage)
        part.replace(path.with_name(path.name + NEW))
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def keep_few(path: Path, kind: str) -> None:
    """Deletes the oldest journals that were set aside, so that they never fill the disk.

    Args:
        path: the journal.
        kind: `damaged` or `before`.
    """
    found = path.parent.glob(f"{path.name}.{kind}-*")
    there = [each for each in found if not each.name.endswith("-wal")]
    with suppress(OSError):
        for old in sorted(there, key=lambda each: each.stat().st_ctime)[:-ASIDE_KEPT]:
            log_of(old).unlink(missing_ok=True)
            old.unlink()


def free_name(path: Path, ending: str) -> Path:
    """Returns an unused name beside a file.

    `journal.db.damaged-2026-11-21`, then `…-2`.
    """
    name, number = path.with_name(f"{path.name}.{ending}"), 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.name}.{ending}-{number}")
    return name


def sweep(state: Path) -> None:
    """Deletes what killed processes left half done in a state folder.

    What was changed within a minute stays: a living one may be at work on it. A time in the future
    is another boot's: a Raspberry Pi without a network begins in the past.
    """
    with suppress(OSError):
        for left in state.iterdir():
            if abs(time.time() - left.lstat().st_mtime) < AT_WORK_S:
                continue
            if left.name.startswith(TEMPORARY) and left.is_dir() and not left.is_symlink():
                shutil.rmtree(left, ignore_errors=True)
            elif left.name.startswith(".") and left.name.endswith(PART):
                left.unlink()


def header_lineage(path: Path) -> int:
    """Returns the lineage that a journal's first page gives; 0 if it cannot be read."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(72)
        if head.startswith(MAGIC) and len(head) == 72:
            return int.from_bytes(head[68:])
    return 0
