"""Remembers across a restart, in two small files: the last setups, and the game on the table.

The setups are the requests that began the last game of each mode (`session.setup_request`), so
that one touch starts the next. The journal has every game, but not which of two that are not over
people play. A file that is missing, old or damaged means: no setup is remembered, the newest game
is on the table, and none waits.
"""

import json
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pegboard.errors import Common, DeviceError
from pegboard.history.players import folded
from pegboard.session.schema.state import WaitingGame
from pegboard.session.setup_request import SetupRequest, as_json
from pegboard.storage.atomic_file import atomic_write

FILE = "remembered.json"
"""Name of the file of the setups in the state folder."""
LARGEST = 16 * 1024
"""More than this nobody wrote who sat down to a game."""


class LastSetup:
    """The file of the last setup. Its methods block: they use the disk."""

    def __init__(self, folder: Path) -> None:
        """Reads the file."""
        self.path = folder / FILE
        self.requests: dict[str, SetupRequest] = {}
        """The last request of each mode."""
        with suppress(OSError, ValueError, RecursionError):
            if self.path.stat().st_size <= LARGEST:
                found = msgspec.json.decode(self.path.read_bytes(), type=dict[str, msgspec.Raw])
                self.requests = {
                    mode: request
                    for mode, raw in found.items()
                    if (request := _request(raw)) is not None and request.mode == mode
                }

    def forget(self, name: str) -> None:
        """Removes a folded name, so that it is no longer suggested.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for request in list(self.requests.values()):
            if name in [folded(other) for other in request.names]:
                self.keep(replace(request, names=()))

    def keep(self, request: SetupRequest) -> None:
        """Saves the setup atomically.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        requests = {**self.requests, request.mode: request}
        wanted = {mode: as_json(each) for mode, each in requests.items()}
        text = json.dumps(wanted, ensure_ascii=False, indent=1) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(self.path, text.encode(), mode=0o644)
        except OSError as error:
            raise DeviceError(
                Common.FILE_TROUBLE, file=str(self.path), why=error.strerror or error
            ) from error
        self.requests = requests


def _request(raw: msgspec.Raw) -> SetupRequest | None:
    """Returns a request, if it is still valid."""
    try:
        return msgspec.json.decode(raw, type=SetupRequest)
    except (msgspec.DecodeError, UnicodeError):
        return None


TABLE_FILE = "table.json"
"""Which game is on the table, and which wait."""
MOST = 5
"""So many games wait at most; the oldest goes, and is in the history all the same."""


class Remembered(msgspec.Struct, frozen=True):
    """The content of the file."""

    on_table: str = ""
    """Id of the game on the table."""
    newest: str = ""
    """Id of the newest game in the journal then: with a newer one the file is out of date."""
    waiting: tuple[WaitingGame, ...] = ()
    """The one that was left last comes first."""


class TableMemory:
    """The file. Its methods block: they use the disk."""

    def __init__(self, folder: Path) -> None:
        """Reads the file."""
        self.path = folder / TABLE_FILE
        self.known = Remembered()
        with suppress(OSError, ValueError, RecursionError):
            if self.path.stat().st_size <= LARGEST:
                self.known = msgspec.json.decode(self.path.read_bytes(), type=Remembered)

    def keep(self, known: Remembered) -> None:
        """Saves it atomically.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        if known == self.known:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(self.path, msgspec.json.encode(known), mode=0o644)
        except OSError as error:
            raise DeviceError(
                Common.FILE_TROUBLE, file=str(self.path), why=error.strerror or error
            ) from error
        self.known = known
