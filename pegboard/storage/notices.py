"""Notices shown until somebody has read them: a repaired journal, a lost copy.

A notice goes with the next press; a bulletin stays on every page until it is acknowledged, and
survives a restart.
"""

import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from pegboard.i18n.serialize import as_json, from_json
from pegboard.storage.atomic_file import atomic_write

log = logging.getLogger(__name__)

FILE = "bulletins.json"
MOST = 20
"""So many are kept; the oldest go."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """One notice."""

    id: str
    at: float
    """Seconds since 1970."""
    text: str
    """Kept as what it is made of, so that each page can have it in its own language."""


class Bulletins:
    """The unread notices, in a file of the state folder."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Reads what an earlier run had to tell; a file that cannot be read is no bulletin."""
        self._file, self._clock = folder / FILE, clock
        self.unread: list[Bulletin] = []
        try:
            kept = from_json(json.loads(self._file.read_bytes()))
            self.unread = [Bulletin(**each) for each in kept]
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError) as error:
            log.warning("bulletins: %s", error)

    def tell(self, text: str) -> None:
        """Tells something from now on; the same words are told once."""
        if any(each.text == text for each in self.unread):
            return
        log.warning("%s", text)
        self.unread = [*self.unread, Bulletin(uuid4().hex, self._clock(), text)][-MOST:]
        self._write()

    def told(self) -> list[dict[str, str]]:
        """Returns those nobody has read, for the page."""
        return [{"id": each.id, "text": each.text} for each in self.unread]

    def read(self, id: str) -> bool:
        """Marks one as read; False where it is none of these."""
        left = [each for each in self.unread if each.id != id]
        if len(left) == len(self.unread):
            return False
        self.unread = left
        self._write()
        return True

    def _write(self) -> None:
        try:
            kept = [{"id": b.id, "at": b.at, "text": as_json(b.text)} for b in self.unread]
            atomic_write(self._file, json.dumps(kept).encode())
        except OSError as error:  # it is told all the same, for as long as this run lasts
            log.warning("bulletins: %s", error)
