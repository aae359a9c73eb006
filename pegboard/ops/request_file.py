"""Request files, which the service writes and root executes."""

import os
from contextlib import suppress
from pathlib import Path

LONGEST = 80


def consume_line(path: Path) -> str:
    """Reads and removes a file of one line; returns an empty text if missing or unreadable.

    The folder is writable by another user, so links are not followed and the length is limited.
    """
    line = ""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            line = file.read(LONGEST).decode("ascii", errors="replace")
    with suppress(OSError):
        path.unlink()
    return line.strip()
