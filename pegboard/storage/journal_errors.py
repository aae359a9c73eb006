"""Errors of the journal: SQLite's and the system's, told apart by what can be done about them."""

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
    """The disk is full, read-only or failing. What is on it may be as good as ever."""


class JournalDamaged(DeviceError):
    """The file is there and can be read, but what is in it is no journal any more."""


def is_damage(error: Exception) -> bool:
    """Tells whether content was met that is wrong, rather than a file that could not be reached."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, UnicodeDecodeError):
        return True
    return code in DAMAGED or any(words in str(error) for words in DAMAGE_TOLD)


def is_disk_trouble(error: Exception, folder: Path) -> bool:
    """Tells whether it is the disk that fails, which may pass, and not a path that is wrong."""
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
