"""One program at a time on a strip's device: a lock that lasts as long as the program."""

import fcntl
import os
from pathlib import Path

from pegboard.devices.strips._faults import StripFault
from pegboard.errors import DeviceMissing


def claim(path: Path) -> int:
    """Locks a device; returns a file descriptor that holds the lock until it is closed.

    The kernel lets any number of programs open an SPI port, and their frames alternate.

    Raises:
        DeviceMissing: another program has locked it, or it cannot be opened.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        why = error.strerror or str(error)
        raise DeviceMissing(StripFault.UNOPENED, path=str(path), why=why) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise DeviceMissing(StripFault.TAKEN, path=str(path)) from error
    return descriptor
