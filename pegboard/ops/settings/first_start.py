"""Remembers in the state folder that the people of a board have set it up.

Only a board that its installer has set up asks: systemd gives its unit a state folder. A trial on
a developer's computer is played on at once.
"""

import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pegboard.host.atomic_file import save
from pegboard.storage.state_names import FIRST_START, SETTINGS

log = logging.getLogger(__name__)

DUE, DONE = "due", "done"


class FirstStart:
    """The file of one board. Its methods block: they use the disk."""

    def __init__(self, folder: Path, environ: Mapping[str, str] = os.environ) -> None:
        """Reads nothing yet.

        Args:
            folder: the state folder.
            environ: of the service.
        """
        self._file = folder / FIRST_START
        self.is_installed = "STATE_DIRECTORY" in environ
        """True on a board that its installer has set up."""
        self.is_due = False
        """True until somebody has gone through the set-up, or has played before there was one."""

    def begin(self, *, played: bool) -> None:
        """Finds out whether the set-up is due, and writes that down at the first start.

        Args:
            played: whether there are games already.
        """
        if not self.is_installed:
            return
        state = ""
        with suppress(OSError, ValueError):
            state = self._file.read_text(encoding="ascii").strip()
        if state not in (DUE, DONE):
            is_used = played or self._file.with_name(SETTINGS).exists()
            state = DONE if is_used else DUE
            try:
                self._write(state)
            except OSError as error:
                log.warning("first start: %s", error)
        self.is_due = state == DUE

    def finish(self) -> None:
        """Writes down that the board is set up.

        Raises:
            DeviceError: it could not be written.
        """
        if self.is_due:
            self._write(DONE)
        self.is_due = False

    def _write(self, text: str) -> None:
        save(self._file, f"{text}\n".encode(), mode=0o644)
