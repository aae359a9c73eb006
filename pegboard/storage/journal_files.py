"""The files of a journal: database, write-ahead log and prepared replacement."""

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
MOST_SET_ASIDE = 5
"""Maximum number of journals set aside, per kind."""
AT_WORK_S = 60.0
TEMPORARY = (".upload-", ".restore-", ".backup-", ".compare-", ".salvage-")
"""Name prefixes of temporary folders."""

NEW = ".new"
"""Suffix of a complete journal that is about to replace the current one."""


def log_of(path: Path) -> Path:
    """Returns the path of a journal's write-ahead log, which a clean stop removes."""
    return path.with_name(f"{path.name}-wal")


def suspect(path: Path) -> Path:
    """Returns the path of the marker for a journal found damaged while in use."""
    return path.with_name(f"{path.name}.suspect")


def set_aside(path: Path, aside: Path) -> None:
    """Hard-links a closed journal and its write-ahead log to another name.

    Raises:
        OSError: the links cannot be created.
    """
    for source, name in ((path, aside), (log_of(path), log_of(aside))):
        if source.exists():
            name.hardlink_to(source)
    sync_folder(path.parent)


def install_prepared(path: Path) -> bool:
    """Replaces the journal with the prepared one; nobody may have the old one open.

    The old write-ahead log is deleted first, or SQLite would apply it to the new file.

    Returns:
        False if there is no prepared journal.

    Raises:
        OSError: the replacement failed.
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
    """Returns whether a prepared journal, which may be old, is undamaged."""
    try:
        with closing(open_to_read(ready)) as db:
            check_file(db)
            return first_damage(read_games(db)) is None
    except (*FAILURES, UnfitGame):
        return False


def prepare_journal(path: Path, games: list[Game], lineage: int = 0) -> None:
    """Writes games to a replacement journal next to `path`; see `install_prepared`.

    Args:
        path: path of the journal to be replaced.
        games: games in the order in which they were started.
        lineage: lineage of the journal that it continues; a new one by default.

    Raises:
        OSError, sqlite3.Error: the file cannot be written.
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


def prune_set_aside(path: Path, kind: str) -> None:
    """Deletes the oldest journals set aside, so that they never fill the disk.

    Args:
        path: path of the journal.
        kind: `damaged` or `before`.
    """
    files = path.parent.glob(f"{path.name}.{kind}-*")
    journals = [file for file in files if not file.name.endswith("-wal")]
    with suppress(OSError):
        for old in sorted(journals, key=lambda each: each.stat().st_ctime)[:-MOST_SET_ASIDE]:
            log_of(old).unlink(missing_ok=True)
            old.unlink()


def free_name(path: Path, ending: str) -> Path:
    """Returns an unused name in the folder of a file.

    `journal.db.damaged-2026-11-21`, then `journal.db.damaged-2026-11-21-2`.
    """
    name, number = path.with_name(f"{path.name}.{ending}"), 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.name}.{ending}-{number}")
    return name


def sweep(state: Path) -> None:
    """Deletes temporary files that killed processes left in a state folder.

    Files changed within the last minute stay, as a running process may be using them. Times in the
    future are from an earlier boot: without a network a Raspberry Pi's clock starts in the past.
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
    """Returns the lineage in a journal's first page; 0 if unreadable."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(72)
        if head.startswith(MAGIC) and len(head) == 72:
            return int.from_bytes(head[68:])
    return 0
