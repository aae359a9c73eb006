"""Backups of a running hall, requested by `pegboard hall backup` over the control socket."""

import asyncio
import tempfile
from pathlib import Path
from typing import IO

from pegboard.errors import DeviceError
from pegboard.hall.folder import STORE
from pegboard.hall.hall import Hall
from pegboard.hall.maintenance.backup import write_backup
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.ops.control_socket import serve_control_socket
from pegboard.storage.codes import RestoreFault


class HallBackups:
    """Backs up a hall whose store is a file. Use from one event loop only.

    Args:
        store_thread: thread of the hall's store.
        folder: folder of the hall.
        config: configuration file, if any.
    """

    def __init__(self, store_thread: StoreThread, folder: Path, config: Path | None) -> None:
        self._store_thread, self.state, self._config = store_thread, folder, config

    async def run(self) -> None:
        """Serves the control socket until cancelled."""
        await serve_control_socket(self, self.state, lambda: False)

    async def backup(self) -> IO[bytes]:
        """Returns a backup as an unnamed file; commits wait while the store is copied.

        Raises:
            DeviceError: the disk is full, or the store is damaged.
        """
        try:
            with tempfile.TemporaryDirectory(dir=self.state, prefix=".backup-") as folder:
                copy = Path(folder) / STORE
                await self._store_thread.run(lambda hall: _copy(hall, copy))
                return await asyncio.to_thread(self._pack, copy)
        except OSError as error:
            if isinstance(error, DeviceError):
                raise
            raise DeviceError(RestoreFault.BACKUP_TROUBLE, why=error.strerror or error) from error

    def _pack(self, copy: Path) -> IO[bytes]:
        out: IO[bytes] = tempfile.TemporaryFile(dir=self.state)  # noqa: SIM115
        try:
            write_backup(out, self.state, copy, self._config)
        except BaseException:
            out.close()
            raise
        return out

    def refuse_open(self, force: bool) -> None:
        """Refuses a restore: a hall is only restored into a new folder.

        Raises:
            DeviceError: always.
        """
        raise DeviceError(RestoreFault.UNKNOWN_QUESTION)

    async def restore(self, file: Path, *, force: bool = False) -> object:
        """Refuses a restore, see `refuse_open`."""
        raise DeviceError(RestoreFault.UNKNOWN_QUESTION)


def _copy(hall: Hall, copy: Path) -> None:
    assert isinstance(hall.store, SqliteStore)
    hall.store.copy_to(copy)
