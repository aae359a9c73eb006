"""Verifies a backup, then restores it atomically."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pegboard.chain.keys import SigningKey
from pegboard.errors import DeviceError, IllegalAction
from pegboard.hall.codes import MaintenanceFault
from pegboard.hall.folder import KEY, STORE
from pegboard.hall.maintenance.backup import KIND
from pegboard.hall.maintenance.integrity import Extent, examine
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.host.atomic_file import sync_file, sync_folder
from pegboard.storage.codes import Unfit
from pegboard.storage.integrity.manifest import Contents, UnfitBackup, unpack_archive


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore.

    Attributes:
        made: time of the backup in UTC, such as 2026-11-21 09:41.
        extent: extent of the store; None if the store is a database.
        hall: public key of the hall as hexadecimal digits.
        faults: faults of the store as sentences; only with `damaged`.
    """

    made: str
    extent: Extent | None
    hall: str
    faults: tuple[str, ...] = ()


def restore(file: Path, folder: Path, *, damaged: bool = False) -> Restored:
    """Restores a backup into a new folder.

    Args:
        file: the backup, not encrypted.
        folder: target folder, empty or missing.
        damaged: restore even if the store is damaged.

    Raises:
        IllegalAction: the folder is not empty.
        UnfitBackup: the file is not a valid backup; nothing was changed.
        DeviceError: the disk is full or fails.
        OSError: the folder cannot be created.
    """
    place = folder.resolve()
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise IllegalAction(MaintenanceFault.NOT_EMPTY, folder=str(folder))
    place.parent.mkdir(parents=True, exist_ok=True)
    with _beside(place) as work:
        found = unpack_archive(file, KIND, work)
        restored = _checked(found, damaged=damaged)
        for name, content in found.small.items():
            (work / name).touch(mode=0o600)
            (work / name).write_bytes(content)
        for path in work.iterdir():
            path.chmod(0o600)
            sync_file(path)
        if place.exists():
            shutil.copystat(place, work)
            os.chown(work, place.stat().st_uid, place.stat().st_gid)
            for path in work.iterdir():
                os.chown(path, place.stat().st_uid, place.stat().st_gid)
        sync_folder(work)
        work.replace(place)
    sync_folder(place.parent)
    return restored


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """Yields a temporary folder on the same disk, removed unless it was renamed."""
    work = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}-restore-"))
    try:
        yield work
    finally:
        with suppress(FileNotFoundError):
            shutil.rmtree(work)


def _checked(found: Contents, *, damaged: bool) -> Restored:
    manifest = found.manifest
    try:
        key = SigningKey(bytes.fromhex(found.small[KEY].decode("ascii")))
    except ValueError as error:
        raise UnfitBackup(Unfit.CONTENT_MISMATCH, file=KEY) from error
    if key.public.hex() != manifest["hall"]:
        raise UnfitBackup(Unfit.CONTENT_MISMATCH, file=KEY)
    made = manifest["made"][:16].replace("T", " ")
    if found.database is None:
        return Restored(made, None, manifest["hall"])
    try:
        with closing(SqliteStore(found.database)) as store:
            store.check()
            extent, faults = examine(store)
    except DeviceError as error:
        raise UnfitBackup(Unfit.INSIDE, why=error) from error
    if faults and not damaged:
        raise UnfitBackup(Unfit.INSIDE, why=faults[0])
    if extent != Extent(**manifest["extent"]):
        raise UnfitBackup(Unfit.CONTENT_MISMATCH, file=STORE)
    return Restored(made, extent, manifest["hall"], tuple(map(str, faults)))
