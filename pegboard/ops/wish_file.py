"""Reads a wish that the service has written into its folder, for root to carry out."""

import os
from contextlib import suppress
from pathlib import Path

LONGEST = 80


def take_line(path: Path) -> str:
    """Reads and removes a file of one line; empty if there is none, or it cannot be read.

    The folder is another user's: a link there is not followed, and not much is read.
    """
    line = ""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            line = file.read(LONGEST).decode("ascii", errors="replace")
    with suppress(OSError):
        path.unlink()
    return line.strip()
