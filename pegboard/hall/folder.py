"""The folder of a hall: its key, and its store unless the hall uses PostgreSQL."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pegboard.chain.key_file import load_key
from pegboard.chain.keys import SigningKey
from pegboard.errors import DeviceError, NotationError
from pegboard.hall.codes import HallFault, StoreFault
from pegboard.hall.hall import Hall
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall.store.port import HallStore
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.text_file import read_text

STORE, KEY, LOCK = "hall.db", "hall.key", "hall.lock"
FILE, NONE = "file", "none"
OWNER = KeyValues("hall", bytes)
"""Public key of the hall that owns a store."""


@contextmanager
def open_hall(folder: Path, database: str = FILE, password_file: str = NONE) -> Iterator[Hall]:
    """Opens the hall in a folder, creating it if necessary; closes it afterwards.

    A new folder is readable only by its owner, because the journals contain the cards of running
    games.

    Args:
        folder: folder of the hall.
        database: `file` for a store in the folder, or the URL of a PostgreSQL database.
        password_file: file with the database password; `none` for none.

    Raises:
        DeviceError: the files or the database cannot be used.
        OSError: the folder cannot be created.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = _store(folder, database, password_file)
    try:
        if store.shared:
            _check_owner(store, load_key(folder / KEY), database)
        yield Hall(store)
    finally:
        store.close()


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Locks a hall's folder for one running hall; the system unlocks it when the process ends.

    Raises:
        DeviceError: another process runs this hall, or the lock cannot be made.
        OSError: the folder cannot be created.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / LOCK
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DeviceError(
            StoreFault.TROUBLE, file=str(file), why=error.strerror or error
        ) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise DeviceError(HallFault.RUNS_ALREADY, folder=str(folder)) from error
        yield
    finally:
        os.close(descriptor)


def _store(folder: Path, database: str, password_file: str) -> HallStore:
    if database == FILE:
        return SqliteStore(folder / STORE)
    try:
        from pegboard.hall.store.postgres import PostgresStore  # not installed with every hall
    except ImportError as error:
        raise DeviceError(StoreFault.NO_DRIVER) from error
    password = None
    if password_file != NONE:
        try:
            password = read_text(Path(password_file).expanduser()).strip()
        except (OSError, NotationError) as error:
            raise DeviceError(StoreFault.TROUBLE, file=password_file, why=error) from error
    return PostgresStore(database, password)


def _check_owner(store: HallStore, key: SigningKey, database: str) -> None:
    """Refuses a database that belongs to another hall, since boards pin the hall's key.

    Raises:
        DeviceError: the database belongs to another hall.
    """
    owner = OWNER.get(store)
    if owner is None:
        OWNER.put(store, key.public)
    elif owner != key.public:
        raise DeviceError(StoreFault.OTHER_KEY, file=database, key=owner.hex()[:12])
