"""The folder of a hall on disk: its store and its key."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pegboard.hall.hall import Hall
from pegboard.hall.store.sqlite import SqliteStore

STORE, KEY = "hall.db", "hall.key"


@contextmanager
def opened(folder: Path) -> Iterator[Hall]:
    """Opens the hall in a folder, which is made if it is not there; closes it afterwards.

    Only its owner may look into a new folder: the journals have the cards of games that go on.

    Raises:
        DeviceError: its files cannot be used.
        OSError: the folder cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = SqliteStore(folder / STORE)
    try:
        yield Hall(store)
    finally:
        store.close()
