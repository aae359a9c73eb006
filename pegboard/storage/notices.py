"""Sticky notices on disk: a repaired journal, a lost game, shown until somebody acknowledges it."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from pegboard.host.state_file import StateFile, spaced
from pegboard.i18n.serialize import as_json, from_json
from pegboard.notice import Notice
from pegboard.storage import state_names

log = logging.getLogger(__name__)

LARGEST = 1024 * 1024
MOST = 20
"""Number of notices kept; the oldest go."""


class KeptNotices:
    """The notices nobody has acknowledged yet, in a file of the state folder."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Reads the notices of an earlier run; ignores an unreadable file."""
        self._file = _file(folder / state_names.NOTICES)
        self._older, self._clock = _file(folder / state_names.OLDER_NOTICES), clock
        self.unread: list[Notice] = []
        """Oldest first."""
        try:
            # Each sentence is kept as what it is made of: every page has it in its own language.
            found = self._file.read()
            notices = from_json((self._older.read() or []) if found is None else found)
            self.unread = [Notice.from_json(each) for each in notices]
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
            self._file.write([as_json(each.as_json()) for each in self.unread])
        except OSError as error:  # it is still shown, for as long as this run lasts
            log.warning("notices: %s", error)
            return
        with suppress(OSError):
            self._older.path.unlink(missing_ok=True)


def _file(path: Path) -> StateFile[list[Any]]:
    return StateFile(path, list[Any], longest=LARGEST, encode=spaced)
