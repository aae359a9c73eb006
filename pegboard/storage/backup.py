"""A backup: one file with all games, the configuration and the board's settings.

A zip that any computer can open, with a manifest of its exact contents:

    manifest.json   the other files with length and SHA-256; the numbers of games and entries
    journal.db      every game, as SQLite's `VACUUM INTO` copies a journal in use
    config.toml     the configuration file, if there is one
    remembered.json the last setup
    settings.json   the settings made on the page

It does not contain the paired devices: a backup travels, and a device removed since must not
come back with it. Nor does it contain saved pictures.
The configuration may hold passwords: keep a backup as safe as those.
"""

import errno
import hashlib
import json
import lzma
import os
import shutil
import sqlite3
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from pegboard import __version__
from pegboard.config import parse
from pegboard.errors import DeviceError, PegboardError
from pegboard.storage.codes import Unfit
from pegboard.storage.game_rows import (
    Extent,
    UnfitGame,
    check_file,
    check_game,
    extent,
    longest_that_fits,
    open_to_read,
    read_games,
)
from pegboard.storage.journal_errors import FAILURES
from pegboard.storage.port import Game

FORMAT = "pegboard backup"
VERSION = 1
JOURNAL, CONFIG, MANIFEST = "journal.db", "config.toml", "manifest.json"
SETTINGS = ("remembered.json", "settings.json")
"""Files of the state folder that are people's, and may travel."""

LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of a backup that is read."""
LARGEST = {JOURNAL: 1024 * 1024 * 1024, CONFIG: 256 * 1024, MANIFEST: 64 * 1024}
"""Bytes of what is in it, unpacked; a backup that would fill the disk is refused."""
LARGEST_SETTING = 256 * 1024
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
class Unpacked:
    """A backup, unpacked and complete. Its games have not been checked yet."""

    journal: Path
    extent: Extent
    """As the manifest says it."""
    made: str
    settings: Mapping[str, bytes]
    """By name, the configuration among them."""


def write_backup(out: IO[bytes], journal: Path, settings: Mapping[str, bytes]) -> Extent:
    """Writes a backup.

    Args:
        out: where to; afterwards it is at its beginning again.
        journal: a copy of the journal that nobody has open.
        settings: what else goes in, by name.

    Returns:
        How much is in it.

    Raises:
        OSError: the disk is full.
    """
    with closing(open_to_read(journal)) as db:
        held = extent(read_games(db))
    files = {JOURNAL: _sum(journal)}
    files |= {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in settings.items()
    }
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "pegboard": __version__,
        "journal": asdict(held),
        "files": files,
    }
    # A Raspberry Pi without a network begins in 1970, and a zip in 1980.
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as pack:
        pack.writestr(zip_entry(MANIFEST), json.dumps(manifest, indent=1) + "\n")
        for name, content in settings.items():
            pack.writestr(zip_entry(name), content)
        pack.write(journal, JOURNAL)
    out.seek(0)
    return held


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


def settings_of(state: Path, config: Path | None) -> dict[str, bytes]:
    """Returns the other files of a backup: those that exist and are not too large."""
    found = {}
    for name in SETTINGS:
        path = state / name
        if path.is_file() and path.stat().st_size <= LARGEST_SETTING:
            found[name] = path.read_bytes()
    if config is not None and config.is_file() and config.stat().st_size <= LARGEST[CONFIG]:
        found[CONFIG] = config.read_bytes()
    return found


def unpack(file: Path | IO[bytes], folder: Path) -> Unpacked:
    """Unpacks a backup into a folder, and verifies that it is complete.

    Args:
        file: its path, or the open file.
        folder: an empty one.

    Raises:
        UnfitBackup: it is not.
        OSError: it cannot be read, or there is no room for it.
    """
    size = file.stat().st_size if isinstance(file, Path) else os.fstat(file.fileno()).st_size
    if size > LARGEST_FILE:
        raise UnfitBackup(Unfit.TOO_LARGE, most=LARGEST_FILE // 2**20)
    try:
        with zipfile.ZipFile(file) as pack:
            return _unpack(pack, folder)
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


def _unpack(pack: zipfile.ZipFile, folder: Path) -> Unpacked:
    names = [info.filename for info in pack.infolist()]
    if len(set(names)) != len(names) or MANIFEST not in names:
        raise UnfitBackup(Unfit.NO_MANIFEST)
    manifest = _manifest(_content(pack, MANIFEST, LARGEST[MANIFEST]))
    files = manifest["files"]
    if set(names) != {MANIFEST, *files} or JOURNAL not in files:
        raise UnfitBackup(Unfit.OTHER_FILES)
    if unknown := set(files) - {JOURNAL, CONFIG, *SETTINGS}:
        raise UnfitBackup(Unfit.STRANGE_FILE, file=f"{sorted(unknown)[0]!r:.60}")
    size = files[JOURNAL]["bytes"]
    if size > LARGEST[JOURNAL]:
        raise UnfitBackup(Unfit.HUGE_JOURNAL, size=size // 2**20)
    if (free := shutil.disk_usage(folder).free) < 3 * size:
        wanted = 3 * size // 2**20 + 1
        raise DeviceError(Unfit.NO_ROOM, free=free // 2**20, wanted=wanted)
    settings = {}
    for name in set(files) - {JOURNAL}:
        content = _content(pack, name, LARGEST.get(name, LARGEST_SETTING))
        _compare(name, files[name], len(content), hashlib.sha256(content).hexdigest())
        settings[name] = content
    if CONFIG in settings:
        _check_config(settings[CONFIG])
    journal = folder / JOURNAL
    sha, length = hashlib.sha256(), 0
    with pack.open(JOURNAL) as source, journal.open("xb") as target:
        while chunk := source.read(CHUNK):
            length += len(chunk)
            if length > size:  # a zip may hold more than it says
                raise UnfitBackup(Unfit.LONGER_THAN_SAID, file=JOURNAL)
            sha.update(chunk)
            target.write(chunk)
    _compare(JOURNAL, files[JOURNAL], length, sha.hexdigest())
    return Unpacked(journal, Extent(**manifest["journal"]), manifest["made"], settings)


def _content(pack: zipfile.ZipFile, name: str, most: int) -> bytes:
    with pack.open(name) as source:
        content = source.read(most + 1)
    if len(content) > most:
        raise UnfitBackup(Unfit.FILE_TOO_LONG, file=name, most=most)
    return content


def _manifest(content: bytes) -> dict[str, Any]:
    """Returns the manifest, after checking its form."""
    try:
        manifest = json.loads(content)
        if manifest["format"] != FORMAT:
            raise ValueError
        version = manifest["version"]
        if isinstance(version, int) and version > VERSION:
            raise UnfitBackup(Unfit.NEWER, version=version, known=VERSION)
        journal = manifest["journal"]
        right = (
            version == VERSION
            and isinstance(manifest["made"], str)
            and set(journal) == {"games", "entries", "sha256"}
            and all(_is_count(journal[word]) for word in ("games", "entries"))
            and all(
                set(of) == {"bytes", "sha256"} and _is_count(of["bytes"])
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


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _compare(name: str, said: Mapping[str, Any], length: int, sha256: str) -> None:
    if said["bytes"] != length or said["sha256"] != sha256:
        raise UnfitBackup(Unfit.OTHER_CONTENT, file=name)


def _check_config(content: bytes) -> None:
    try:
        parse(content.decode(), "its configuration")
    except (UnicodeDecodeError, PegboardError) as error:
        raise UnfitBackup(Unfit.INSIDE, why=error) from error


@dataclass(frozen=True, slots=True)
class FitGames:
    """The games of a backup that this pegboard can use."""

    games: Iterator[Game]
    """Oldest first; to be read once."""
    unfit: list[UnfitGame]
    """Reason for each that is left out or cut, complete after the games were read."""


@contextmanager
def fit_games(unpacked: Unpacked) -> Iterator[FitGames]:
    """Yields the games of a backup, after verifying that they are those its manifest counts.

    A game that cannot be replayed to its end is cut where the rules refuse it, or left out: it must
    not keep the others from being restored.

    Raises:
        UnfitBackup: they are others, or not one can be used.
    """
    unfit: list[UnfitGame] = []

    def fit(db: sqlite3.Connection) -> Iterator[Game]:
        number = 0
        for game in read_games(db):
            try:
                check_game(game)
            except UnfitGame as error:
                unfit.append(error)
                cut = longest_that_fits(game)
                if cut is None:
                    continue
                game = cut
            number += 1
            yield game
        if unfit and not number:
            raise UnfitBackup(Unfit.INSIDE, why=unfit[0])

    try:
        with closing(open_to_read(unpacked.journal)) as db:
            check_file(db)
            if extent(read_games(db)) != unpacked.extent:
                raise UnfitBackup(Unfit.OTHER_GAMES)
            yield FitGames(fit(db), unfit)
    except (*FAILURES, UnfitGame) as error:
        raise UnfitBackup(Unfit.INSIDE, why=error) from error
