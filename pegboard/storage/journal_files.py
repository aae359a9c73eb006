"""Files of the journal: the database, its write-ahead log, and a prepared replacement."""

from pathlib import Path

from pegboard.storage.atomic_file import sync_folder

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
    log_of(path).unlink(missing_ok=True)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    sync_folder(path.parent)
    ready.replace(path)
    sync_folder(path.parent)
    return True
