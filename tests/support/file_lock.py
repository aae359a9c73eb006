"""A lock shared by all test processes of this checkout."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def hold_lock(lock: Path) -> Iterator[None]:
    """Holds an exclusive file lock during the block.

    The kernel gives it back when the process ends, however it ends.

    Args:
        lock: made where it is not there, with its folder. It stays: a file removed while somebody
            waits for it would be locked twice.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
