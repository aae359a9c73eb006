"""Sticky notices on disk: a repaired journal, a lost game, shown until somebody acknowledges it."""

import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from pegboard.host.atomic_file import atomic_write
from pegboard.i18n.serialize import as_json, from_json
from pegboard.notice import Notice

log = logging.getLogger(__name__)

FILE = "notices.json"
OLDER_FILE = "bulletins.json"
"""The file of version 0.1.0: read where there is no other, and gone with the first change."""
MOST = 20
"""Number of notices kept; the oldest go."""


class KeptNotices:
    """The notices nobody has acknowledged yet, in a file of the state folder."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Reads the notices of an earlier run; ignores an unreadable file."""
        self._file, self._older, self._clock = folder / FILE, folder / OLDER_FILE, clock
        self.unread: list[Notice] = []
        """Oldest first."""
        file = self._file if self._file.exists() else self._older
        try:
            # Each sentence is kept as what it is made of: every page has it in its own language.
            kept = from_json(json.loads(file.read_bytes()))
            self.unread = [Notice.from_json(each) for each in kept]
        except FileNotFoundError:
            pass
        except (OSError, LookupError, TypeError, ValueError) as error:
            log.warning("notices: %s", error)

    def keep(self, notice: Notice) -> None:
        """Adds a notice; a repeated one is kept once."""
        if any(each.is_same(notice) for each in self.unread):
            return
        log.warning("%s", notice.sentence)
        fresh = replace(notice, sticky=True, id=uuid4().hex, at=self._clock())
        self.unread = [*self.unread, fresh][-MOST:]
        self._write()

    def acknowledge(self, id: str) -> bool:
        """Removes a notice; returns False if it is not one of these."""
        left = [each for each in self.unread if each.id != id]
        if len(left) == len(self.unread):
            return False
        self.unread = left
        self._write()
        return True

    def _write(self) -> None:
        try:
            kept = [as_json(each.as_json()) for each in self.unread]
            atomic_write(self._file, json.dumps(kept).encode())
        except OSError as error:  # it is still shown, for as long as this run lasts
            log.warning("notices: %s", error)
            return
        with suppress(OSError):
            self._older.unlink(missing_ok=True)
