"""A backup archive: a zip file with a manifest of its exact contents.

    manifest.json   format and version, time and pegboard version of its creation, length and
    SHA-256 of the other files, and facts specific to the kind of backup

Nothing in it is used before all files have been compared with the manifest.
"""

import errno
import hashlib
import json
import lzma
import os
import shutil
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from pegboard import __version__
from pegboard.errors import DeviceError, PegboardError
from pegboard.storage.codes import Unfit

MANIFEST = "manifest.json"
MANIFEST_BYTES = 64 * 1024
DIRECTORY_BYTES = 64 * 1024
"""Maximum size of the zip's directory, which `zipfile` reads into memory."""
RATIO, RATIO_FREE = 100, 64 << 20
"""Maximum size of the database as a multiple of the archive's, plus a fixed number of bytes."""
CHUNK = 256 * 1024
SPOILT = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,  # flag bit: encrypted
)


class UnfitBackup(PegboardError, ValueError):
    """A file that is not a complete backup; the message says why."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of backup.

    Attributes:
        format, version: format and version of its manifest.
        database: name of its database, which is unpacked to a file.
        small: maximum size in bytes of each other file, by name.
        file_bytes, database_bytes: maximum sizes of the archive and of its database.
        fits: returns whether a manifest has the facts of this kind.
    """

    format: str
    version: int
    database: str
    small: Mapping[str, int]
    file_bytes: int
    database_bytes: int
    fits: Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Contents:
    """An unpacked, complete backup.

    Attributes:
        manifest: content of the manifest.
        database: path of the unpacked database; None without one.
        small: content of the other files, by name.
    """

    manifest: Mapping[str, Any]
    database: Path | None
    small: Mapping[str, bytes]


def pack(
    out: IO[bytes],
    kind: Kind,
    facts: Mapping[str, Any],
    database: Path | None,
    small: Mapping[str, bytes],
) -> None:
    """Writes a backup archive.

    Args:
        out: file to write; positioned at its start afterwards.
        kind: kind of the backup.
        facts: facts in the manifest specific to this kind.
        database: copy of the database that nobody has open; None without one.
        small: content of the other files, by name.

    Raises:
        OSError: the disk is full.
    """
    files = {kind.database: _sum(database)} if database is not None else {}
    files |= {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in small.items()
    }
    manifest = {
        "format": kind.format,
        "version": kind.version,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "pegboard": __version__,
        **facts,
        "files": files,
    }
    # Zip dates begin in 1980, the clock of a Raspberry Pi without a network in 1970.
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as file:
        file.writestr(zip_entry(MANIFEST), json.dumps(manifest, indent=1) + "\n")
        for name, content in small.items():
            file.writestr(zip_entry(name), content)
        if database is not None:
            file.write(database, kind.database)
    out.seek(0)


def zip_entry(name: str) -> zipfile.ZipInfo:
    """Returns the header of a file in a zip, with a date that the format can hold."""
    entry = zipfile.ZipInfo(name, max(time.localtime()[:6], (1980, 1, 1, 0, 0, 0)))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _sum(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return {
            "bytes": path.stat().st_size,
            "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
        }


def unpack_archive(file: Path | IO[bytes], kind: Kind, folder: Path) -> Contents:
    """Unpacks a backup into a folder and verifies that it is complete.

    Args:
        file: path of the backup, or the open file.
        kind: expected kind.
        folder: empty folder to unpack into.

    Raises:
        UnfitBackup: the file is not a complete backup of this kind.
        OSError: the file cannot be read, or the disk is full.
    """
    size = file.stat().st_size if isinstance(file, Path) else os.fstat(file.fileno()).st_size
    if size > kind.file_bytes:
        raise UnfitBackup(Unfit.TOO_LARGE, most=kind.file_bytes // 2**20)
    try:
        with file.open("rb") if isinstance(file, Path) else nullcontext(file) as stream:
            if _directory_size(stream, size) > DIRECTORY_BYTES:
                raise UnfitBackup(Unfit.NO_MANIFEST)
            with zipfile.ZipFile(stream) as opened:
                return _contents(opened, kind, folder, RATIO * size + RATIO_FREE)
    except (UnfitBackup, DeviceError):
        raise
    except OSError as error:
        if error.errno is None or error.errno in (errno.EINVAL, errno.ENOENT):
            # zipfile seeks to an offset outside the file without checking it
            raise UnfitBackup(Unfit.DAMAGED) from error
        raise
    # zipfile raises all kinds of errors for damaged or hostile files
    except (*SPOILT, struct.error, ValueError, KeyError, OverflowError, MemoryError) as error:
        raise UnfitBackup(Unfit.NOT_A_BACKUP, why=error) from error


def _directory_size(file: IO[bytes], size: int) -> int:
    """Returns the size of a zip's directory, from the record at the end of the file."""
    file.seek(max(0, size - 98))
    tail = file.read(98)
    if tail[-22:-18] != b"PK\5\6":
        raise UnfitBackup(Unfit.DAMAGED)
    if tail[-42:-38] == b"PK\6\7":  # above 4 GiB a longer record precedes it
        return int.from_bytes(tail[-58:-50], "little")
    return int.from_bytes(tail[-10:-6], "little")


def _contents(file: zipfile.ZipFile, kind: Kind, folder: Path, most: int) -> Contents:
    names = [info.filename for info in file.infolist()]
    if len(set(names)) != len(names) or MANIFEST not in names:
        raise UnfitBackup(Unfit.NO_MANIFEST)
    manifest = _manifest(_read(file, MANIFEST, MANIFEST_BYTES), kind)
    files = manifest["files"]
    if set(names) != {MANIFEST, *files}:
        raise UnfitBackup(Unfit.FILES_MISMATCH)
    if unknown := set(files) - {kind.database, *kind.small}:
        raise UnfitBackup(Unfit.STRANGE_FILE, file=f"{sorted(unknown)[0]!r:.60}")
    size = files[kind.database]["bytes"] if kind.database in files else 0
    if size > min(kind.database_bytes, most):
        raise UnfitBackup(Unfit.HUGE_JOURNAL, size=size // 2**20)
    if (free := shutil.disk_usage(folder).free) < 3 * size:
        needed = 3 * size // 2**20 + 1
        raise DeviceError(Unfit.NO_ROOM, free=free // 2**20, wanted=needed)
    small = {}
    for name in set(files) - {kind.database}:
        content = _read(file, name, kind.small[name])
        _compare(name, files[name], len(content), hashlib.sha256(content).hexdigest())
        small[name] = content
    database = None
    if kind.database in files:
        database = folder / kind.database
        _extract(file, kind.database, files[kind.database], database)
    return Contents(manifest, database, small)


def _extract(file: zipfile.ZipFile, name: str, entry: Mapping[str, Any], to: Path) -> None:
    sha, length = hashlib.sha256(), 0
    with file.open(name) as source, to.open("xb") as target:
        while chunk := source.read(CHUNK):
            length += len(chunk)
            if length > entry["bytes"]:  # a zip can contain more than it declares
                raise UnfitBackup(Unfit.LONGER_THAN_DECLARED, file=name)
            sha.update(chunk)
            target.write(chunk)
    _compare(name, entry, length, sha.hexdigest())


def _read(file: zipfile.ZipFile, name: str, most: int) -> bytes:
    with file.open(name) as source:
        content = source.read(most + 1)
    if len(content) > most:
        raise UnfitBackup(Unfit.FILE_TOO_LONG, file=name, most=most)
    return content


def _manifest(content: bytes, kind: Kind) -> dict[str, Any]:
    """Parses the manifest and checks its structure."""
    try:
        manifest = json.loads(content)
        if manifest["format"] != kind.format:
            raise ValueError
        version = manifest["version"]
        if isinstance(version, int) and version > kind.version:
            raise UnfitBackup(Unfit.NEWER, version=version, known=kind.version)
        right = (
            version == kind.version
            and isinstance(manifest["made"], str)
            and kind.fits(manifest)
            and all(
                set(of) == {"bytes", "sha256"} and is_count(of["bytes"])
                for of in manifest["files"].values()
            )
        )
        if not right:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, UnfitBackup):
            raise
        raise UnfitBackup(Unfit.BAD_MANIFEST) from error
    return dict(manifest)


def is_count(value: object) -> bool:
    """Returns whether a value in a manifest is a valid count."""
    return type(value) is int and 0 <= value < 2**53


def _compare(name: str, entry: Mapping[str, Any], length: int, sha256: str) -> None:
    if entry["bytes"] != length or entry["sha256"] != sha256:
        raise UnfitBackup(Unfit.CONTENT_MISMATCH, file=name)
