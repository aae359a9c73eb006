"""Facts about a hall's folder, for `pegboard hall doctor`."""

import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from pegboard.chain.key_file import load_key
from pegboard.errors import Common, DeviceError, PegboardError
from pegboard.hall.folder import FILE, KEY, NONE, STORE, open_hall
from pegboard.hall.maintenance.backup import BACKED_UP, FAULTS, KIND
from pegboard.hall.maintenance.integrity import Extent, examine
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.ops.control_socket import NotRunning, request_backup
from pegboard.ops.doctor.checks.hall import HallFacts
from pegboard.storage.integrity.manifest import unpack_archive


def read_facts(
    folder: Path, database: str = FILE, password_file: str = NONE, **more: Any
) -> HallFacts:
    """Collects the facts of a hall, running or not, without changing its folder.

    The store of a running hall is examined in a copy that the hall makes.

    Args:
        folder: folder of the hall.
        database: `file`, or the URL of a database.
        password_file: file with the database password; `none` for none.
        more: further facts to include.
    """
    found: dict[str, Any] = {**more}
    key = folder / KEY
    if key.is_file():
        try:
            found["hall"] = load_key(key).public.hex()
        except PegboardError as error:
            found["key_fault"] = error
    with suppress(OSError):
        found["backed_up"] = (folder / BACKED_UP).stat().st_mtime
    for name in (STORE, f"{STORE}-wal"):
        with suppress(OSError):
            changed = (folder / name).stat().st_mtime
            found["changed"] = max(changed, found.get("changed", 0.0))
    if key.is_file() and (database != FILE or (folder / STORE).is_file()):
        try:
            extent, faults = _examined(folder, database, password_file)
            found |= {"store": True, "store_fault": next(iter(faults), None)}
            found |= {"boards": extent.boards, "entries": extent.entries, "events": extent.events}
        except PegboardError as error:
            found["store_fault"] = error
    return HallFacts(folder, key, **found)


def _examined(
    folder: Path, database: str, password_file: str
) -> tuple[Extent, list[PegboardError]]:
    if database != FILE:
        with open_hall(folder, database, password_file) as hall:
            return examine(hall.store)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".doctor-") as name:
        work = Path(name)
        try:
            with (work / "backup").open("w+b") as out:
                request_backup(folder, out)
            made = unpack_archive(work / "backup", KIND, work).manifest
            faults = [DeviceError(Common.VERBATIM, says=str(says)) for says in made.get(FAULTS, ())]
            return Extent(**made["extent"]), [*faults]
        except NotRunning:
            with closing(SqliteStore(folder / STORE)) as store:
                store.check()
                return examine(store)
