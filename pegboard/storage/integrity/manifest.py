"""A zip that any computer can open, with a manifest of its exact contents.

    manifest.json   format and version, when it was made and by which pegboard, the other files with
                    length and SHA-256, and the facts of the kind of backup

Nothing of it is used before all of it is there as the manifest says.
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
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from pegboard import __version__
from pegboard.errors import DeviceError, PegboardError
from pegboard.storage.codes import Unfit

MANIFEST = "manifest.json"
MANIFEST_BYTES = 64 * 1024
CHUNK = 256 * 1024
SPOILT = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,  # it wants a password
)


class UnfitBackup(PegboardError, ValueError):
    """A file that is not a complete backup; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of backup.

    Attributes:
        format, version: of its manifest.
        database: name of its database, which is unpacked into a file.
        small: bytes of each other file at most, by name.
        file_bytes, database_bytes: of a file that is read at most, and of the database in it.
        fits: tells if a manifest has the facts of this kind.
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
    """A backup, unpacked and complete.

    Attributes:
        manifest: of it.
        database: where its database lies now; None if it has none.
        small: the other files, by name.
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
    """Writes a backup.

    Args:
        out: where to; afterwards it is at its beginning again.
        kind: of it.
        facts: of its manifest, besides those that all have.
        database: a copy that nobody has open; None for none.
        small: the other files, by name.

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
    # A Raspberry Pi without a network begins in 1970, and a zip in 1980.
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as file:
        file.writestr(zip_entry(MANIFEST), json.dumps(manifest, indent=1) + "\n")
        for name, content in small.items():
            file.writestr(zip_entry(name), content)
        if database is not None:
            file.write(database, kind.database)
    out.seek(0)


def zip_entry(name: str) -> zipfile.ZipInfo:
    """Returns the head of a file in a zip, with a date that a zip can hold."""
    entry = zipfile.ZipInfo(name, max(time.localtime()[:6], (1980, 1, 1, 0, 0, 0)))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _sum(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return {
            "bytes": path.stat().st_size,
            "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
        }


def contents(file: Path | IO[bytes], kind: Kind, folder: Path) -> Contents:
    """Unpacks a backup into a folder, and verifies that it is complete.

    Args:
        file: its path, or the open file.
        kind: that it must be of.
        folder: an empty one.

    Raises:
        UnfitBackup: it is not.
        OSError: it cannot be read, or there is no room for it.
    """
    size = file.stat().st_size if isinstance(file, Path) else os.fstat(file.fileno()).st_size
    if size > kind.file_bytes:
        raise UnfitBackup(Unfit.TOO_LARGE, most=kind.file_bytes // 2**20)
    try:
        with zipfile.ZipFile(file) as opened:
            return _contents(opened, kind, folder)
    except (UnfitBackup, DeviceError):
        raise
    except OSError as error:
        if error.errno is None or error.errno in (errno.EINVAL, errno.ENOENT):
            # An offset outside the file: zipfile seeks to it unchecked.
            raise UnfitBackup(Unfit.DAMAGED) from error
        raise
    # Of a damaged or a hostile zip the library says whatever it stumbled over.
    except (*SPOILT, struct.error, ValueError, KeyError, OverflowError, MemoryError) as error:
        raise UnfitBackup(Unfit.NOT_A_BACKUP, why=error) from error


def _contents(file: zipfile.ZipFile, kind: Kind, folder: Path) -> Contents:
    names = [info.filename for info in file.infolist()]
    if len(set(names)) != len(names) or MANIFEST not in names:
        raise UnfitBackup(Unfit.NO_MANIFEST)
    manifest = _manifest(_read(file, MANIFEST, MANIFEST_BYTES), kind)
    files = manifest["files"]
    if set(names) != {MANIFEST, *files}:
        raise UnfitBackup(Unfit.OTHER_FILES)
    if unknown := set(files) - {kind.database, *kind.small}:
        raise UnfitBackup(Unfit.STRANGE_FILE, file=f"{sorted(unknown)[0]!r:.60}")
    size = files[kind.database]["bytes"] if kind.database in files else 0
    if size > kind.database_bytes:
        raise UnfitBackup(Unfit.HUGE_JOURNAL, size=size // 2**20)
    if (free := shutil.disk_usage(folder).free) < 3 * size:
        wanted = 3 * size // 2**20 + 1
        raise DeviceError(Unfit.NO_ROOM, free=free // 2**20, wanted=wanted)
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


def _extract(file: zipfile.ZipFile, name: str, said: Mapping[str, Any], to: Path) -> None:
    sha, length = hashlib.sha256(), 0
    with file.open(name) as source, to.open("xb") as target:
        while chunk := source.read(CHUNK):
            length += len(chunk)
            if length > said["bytes"]:  # a zip may hold more than it says
                raise UnfitBackup(Unfit.LONGER_THAN_SAID, file=name)
            sha.update(chunk)
            target.write(chunk)
    _compare(name, said, length, sha.hexdigest())


def _read(file: zipfile.ZipFile, name: str, most: int) -> bytes:
    with file.open(name) as source:
        content = source.read(most + 1)
    if len(content) > most:
        raise UnfitBackup(Unfit.FILE_TOO_LONG, file=name, most=most)
    return content


def _manifest(content: bytes, kind: Kind) -> dict[str, Any]:
    """Returns the manifest, after checking its form."""
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
    """Tells if a value of a manifest is a number of things."""
    return type(value) is int and 0 <= value < 2**53


def _compare(name: str, said: Mapping[str, Any], length: int, sha256: str) -> None:
    if said["bytes"] != length or said["sha256"] != sha256:
        raise UnfitBackup(Unfit.OTHER_CONTENT, file=name)
