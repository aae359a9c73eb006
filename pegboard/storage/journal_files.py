"""Files of the journal: the database, its write-ahead log, and one that is to replace it."""

from pathlib import Path

from pegboard.storage.atomic_file import sync_folder

NEW = ".new"
"""Ends the name of a whole journal that is about to take the place of the present one."""


def log_of(path: Path) -> Path:
    """Returns the write-ahead log of a journal; after a clean stop there is none."""
    return path.with_name(f"{path.name}-wal")


def suspect(path: Path) -> Path:
    """Returns the mark that says that a journal was seen to be damaged while it was in use."""
    return path.with_name(f"{path.name}.suspect")


def set_aside(path: Path, aside: Path) -> None:
    """Gives a journal that nobody has open a second name, and its write-ahead log too.

    Raises:
        OSError: the names cannot be made.
    """
    for source, name in ((path, aside), (log_of(path), log_of(aside))):
        if source.exists():
            name.hardlink_to(source)
    sync_folder(path.parent)


def take_place(path: Path) -> bool:
    """Puts a whole journal that lies ready in its place; nobody may have the old one open.

    The old write-ahead log goes first: beside the new file it would be applied to that.

    Returns:
        False where none lies ready.

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
