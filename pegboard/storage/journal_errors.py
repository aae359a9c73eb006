"""Classification of SQLite and system errors by their remedy."""

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from pegboard.errors import DeviceError
from pegboard.storage.codes import JournalFault

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of SQLite's module, whose messages may be undecodable for damaged files."""

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's codes for damaged content, as opposed to inaccessible files."""
DAMAGE_PHRASES = ("not decode to UTF-8", "unsupported file format", "already exists")
"""Parts of messages about damage that have no specific code."""

DISK_CODES = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
DISK_ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT)


class DiskTrouble(DeviceError):
    """The disk is full, read-only or failing; its data may be intact."""


class JournalDamaged(DeviceError):
    """The file is readable, but its content is damaged."""


def is_damage(error: Exception) -> bool:
    """Returns whether an error means damaged content rather than an inaccessible file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, UnicodeDecodeError):
        return True
    return code in DAMAGED or any(words in str(error) for words in DAMAGE_PHRASES)


def is_disk_trouble(error: Exception, folder: Path) -> bool:
    """Returns whether an error is a disk problem, which may pass, rather than a wrong path."""
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
    """Returns the code of an SQLite or system error."""
    return CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, JournalFault.TROUBLE)
