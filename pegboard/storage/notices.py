"""Persistent notices, such as a repaired journal, shown until somebody acknowledges them."""

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
"""Maximum number of notices; the oldest are dropped."""


class NoticeStore:
    """Unacknowledged notices, stored in the state folder."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Reads the stored notices; ignores an unreadable file."""
        self._file = _file(folder / state_names.NOTICES)
        self._older, self._clock = _file(folder / state_names.OLDER_NOTICES), clock
        self.unread: list[Notice] = []
        """Unacknowledged notices, oldest first."""
        try:
            # Sentences are stored as templates with arguments, so that pages can translate them.
            stored = self._file.read()
            notices = from_json((self._older.read() or []) if stored is None else stored)
            self.unread = [Notice.from_json(item) for item in notices]
        except (OSError, LookupError, TypeError, ValueError) as error:
            log.warning("notices: %s", error)

    def add(self, notice: Notice) -> None:
        """Adds a notice unless the same one is already there."""
        if any(other.is_same(notice) for other in self.unread):
            return
        log.warning("%s", notice.sentence)
        fresh = replace(notice, sticky=True, id=uuid4().hex, at=self._clock())
        self.unread = [*self.unread, fresh][-MOST:]
        self._write()

    def acknowledge(self, id: str) -> bool:
        """Removes a notice; returns False if the id is unknown."""
        left = [notice for notice in self.unread if notice.id != id]
        if len(left) == len(self.unread):
            return False
        self.unread = left
        self._write()
        return True

    def _write(self) -> None:
        try:
            self._file.write([as_json(notice.as_json()) for notice in self.unread])
        except OSError as error:  # the notices are still shown until the service stops
            log.warning("notices: %s", error)
            return
        with suppress(OSError):
            self._older.path.unlink(missing_ok=True)


def _file(path: Path) -> StateFile[list[Any]]:
    return StateFile(path, list[Any], longest=LARGEST, encode=spaced)
