"""Backups of a hall: one file with its store, keys and configuration.

    manifest.json   hashes of the other files, extent of the store, the hall's public key
    hall.db         the store, copied with SQLite's `VACUUM INTO`
    hall.key        the hall's secret key, by which boards recognise it
    director.pin    the director's PIN
    hall.toml       the configuration file, if any

With a PostgreSQL store there is no `hall.db`; use `pg_dump`. The backup is as secret as the key in
it.
"""

import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import msgspec

from pegboard.chain.key_file import load_key
from pegboard.errors import DeviceError, PegboardError
from pegboard.hall.codes import HallFault
from pegboard.hall.folder import FILE, KEY, STORE
from pegboard.hall.maintenance.integrity import Extent, examine
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.host.atomic_file import atomic_write
from pegboard.storage.integrity.manifest import MANIFEST, Kind, is_count, pack
from pegboard.storage.paths import as_owner

PIN, CONFIG = "director.pin", "hall.toml"
BACKED_UP = "backed-up"
"""File whose modification time is that of the last backup."""
COUNTS = ("boards", "entries", "events", "decisions")
NOTHING = Extent(0, 0, 0, 0)
SMALL_BYTES = 256 * 1024
FAULTS, FAULTS_MOST = "faults", 20
"""Manifest key of the list of the store's faults, and the maximum number listed."""


def _fits(manifest: Mapping[str, Any]) -> bool:
    return (
        all(is_count(manifest["extent"][word]) for word in COUNTS)
        and set(manifest["extent"]) == {*COUNTS}
        and len(bytes.fromhex(manifest["hall"])) == 32
        and KEY in manifest["files"]
    )


KIND = Kind(
    format="pegboard hall backup",
    version=1,
    database=STORE,
    small=dict.fromkeys((KEY, PIN, CONFIG), SMALL_BYTES),
    file_bytes=8 << 30,
    database_bytes=32 << 30,
    fits=_fits,
)


def copy_closed(folder: Path, copy: Path) -> None:
    """Copies the store of a hall that is not running.

    Raises:
        DeviceError: the store cannot be copied.
    """
    with closing(SqliteStore(folder / STORE)) as store:
        store.copy_to(copy)


def write_backup(
    out: IO[bytes], folder: Path, copy: Path | None, config: Path | None = None
) -> Extent:
    """Writes a backup; faults of a damaged store are listed in its manifest.

    Args:
        out: output file; rewound afterwards.
        folder: folder of the hall.
        copy: copy of the store; None if the store is a database.
        config: configuration file, if any.

    Returns:
        The extent of the store.

    Raises:
        DeviceError: there is no hall, or its store cannot be read.
        OSError: the disk is full.
    """
    if not (folder / KEY).is_file():
        raise DeviceError(HallFault.NO_FOLDER, folder=str(folder))
    extent, faults = NOTHING, list[PegboardError]()
    if copy is not None:
        with closing(SqliteStore(copy)) as store:
            extent, faults = examine(store)
    small = {
        name: file.read_bytes()
        for name, file in ((KEY, folder / KEY), (PIN, folder / PIN), (CONFIG, config))
        if file is not None and file.is_file() and file.stat().st_size <= SMALL_BYTES
    }
    facts: dict[str, Any] = {"hall": load_key(folder / KEY).public.hex(), "extent": asdict(extent)}
    if faults:
        facts[FAULTS] = [str(fault) for fault in faults[:FAULTS_MOST]]
    pack(out, KIND, facts, copy, small)
    return extent


class _Faults(msgspec.Struct):
    faults: list[str] = []


def faults_in(backup: IO[bytes]) -> list[str]:
    """Returns the faults of the store that a new backup lists in its manifest."""
    backup.seek(0)
    with zipfile.ZipFile(backup) as pack:
        return msgspec.json.decode(pack.read(MANIFEST), type=_Faults).faults


def backup_closed(out: IO[bytes], folder: Path, database: str, config: Path | None) -> Extent:
    """Backs up a hall that is not running, or whose store is in PostgreSQL."""
    if database != FILE:
        return write_backup(out, folder, None, config)
    if not (folder / STORE).is_file():
        raise DeviceError(HallFault.NO_FOLDER, folder=str(folder))
    with tempfile.TemporaryDirectory(dir=folder, prefix=".backup-") as name:
        copy_closed(folder, Path(name) / STORE)
        return write_backup(out, folder, Path(name) / STORE, config)


def mark_backed_up(folder: Path) -> None:
    """Records the time of a backup for `pegboard hall doctor`, ignoring errors."""
    with suppress(OSError), as_owner(folder):
        atomic_write(folder / BACKED_UP, b"")
