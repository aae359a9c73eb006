"""Atomic file writes: after a crash a file is either old or new, never partial.

The content goes to a temporary file in the same folder, which is synced and renamed over the
target; then the folder is synced.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

from pegboard.errors import Common, DeviceError

PART = ".part"
"""Suffix of incomplete files; those left by a dead process may be deleted."""


def atomic_write(path: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Writes or replaces a file; see `atomic_open`.

    Raises:
        OSError: the file cannot be written; the old one is unchanged.
    """
    with atomic_open(path, mode=mode) as file:
        file.write(content)


def save(path: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Writes or replaces a file, creating its folder; see `atomic_open`.

    Raises:
        DeviceError: the file cannot be written; the old one is unchanged.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, content, mode=mode)
    except OSError as error:
        why = error.strerror or error
        raise DeviceError(Common.FILE_TROUBLE, file=str(path), why=why) from error


@contextmanager
def atomic_open(path: Path, *, mode: int = 0o600) -> Iterator[IO[bytes]]:
    """Opens a file that replaces the old one when the block ends, or is deleted if it fails.

    Args:
        path: the file to write or replace.
        mode: permission bits of the file.

    Raises:
        OSError: the file cannot be written; the old one is unchanged.
    """
    part = path.with_name(f".{path.name}.{uuid4().hex[:8]}{PART}")
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Flushes a file to disk; blocks until it is there."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Flushes the entries of a folder to disk; blocks until they are there."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
