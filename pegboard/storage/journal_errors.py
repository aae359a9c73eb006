"""Errors of the journal: those of SQLite and the system, sorted by their remedy."""

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from pegboard.errors import DeviceError
from pegboard.storage.codes import JournalFault

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of SQLite's module; of a damaged file even the error's own words may be damaged."""

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's codes for a file with wrong content; not of one that cannot be reached."""
DAMAGE_TOLD = ("not decode to UTF-8", "unsupported file format", "already exists")
"""The same where there is no code of its own: words of the error."""

DISK_CODES = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
DISK_ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT)


class DiskTrouble(DeviceError):
    """The disk is full, read-only or failing. The data on it may still be good."""


class JournalDamaged(DeviceError):
    """The file can be read, but its content is no longer a journal."""


def is_damage(error: Exception) -> bool:
    """Returns whether an error means wrong content, rather than an unreachable file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, UnicodeDecodeError):
        return True
    return code in DAMAGED or any(words in str(error) for words in DAMAGE_TOLD)


def is_disk_trouble(error: Exception, folder: Path) -> bool:
    """Returns whether the disk fails, which may pass, rather than the path being wrong."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_CANTOPEN:
        with suppress(OSError):
            read_only = bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
            return read_only or os.access(folder, os.W_OK)
    return code in DISK_CODES or getattr(error, "errno", None) in DISK_ERRORS


CODES = {
    sqlite3.SQLITE_BUSY: JournalFault.IN_USE,
    sqlite3.SQLITE_FULL: JournalFault.FULL,
    sqlite3.SQLITE_IOERR: JournalFault.UNREADABLE,
    sqlite3.SQLITE_READONLY: JournalFault.READ_ONLY,
    sqlite3.SQLITE_NOTADB: JournalFault.NO_JOURNAL,
    sqlite3.SQLITE_CORRUPT: JournalFault.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: JournalFault.UNOPENED,
}


def code_of(error: Exception) -> JournalFault:
    """Returns the code for an error of SQLite or of the system."""
    return CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, JournalFault.TROUBLE)
