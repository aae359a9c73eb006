"""Stores whether the first-time set-up of a board has been completed.

Only an installed board, whose systemd unit has a state folder, offers the set-up; a trial on a
developer's computer does not.
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
    """The file of a board. Its methods block on the disk."""

    def __init__(self, folder: Path, environ: Mapping[str, str] = os.environ) -> None:
        """Stores the paths; reads nothing yet.

        Args:
            folder: state folder of the board.
            environ: environment of the service.
        """
        self._file = folder / FIRST_START
        self.is_installed = "STATE_DIRECTORY" in environ
        """True on a board set up by the installer."""
        self.is_due = False
        """True until somebody completes the set-up; False if games have been played before."""

    def initialize(self, *, played: bool) -> None:
        """Determines whether the set-up is due, and stores that at the first start.

        Args:
            played: True if there are games already.
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
        """Stores that the set-up is complete.

        Raises:
            DeviceError: the file cannot be written.
        """
        if self.is_due:
            self._write(DONE)
        self.is_due = False

    def _write(self, text: str) -> None:
        save(self._file, f"{text}\n".encode(), mode=0o644)
