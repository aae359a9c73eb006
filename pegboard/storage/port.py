"""The interface of a journal, and its data types."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

RunBlocking = Callable[..., Awaitable[Any]]
"""Runs a blocking call on the journal's thread and waits for it: `await run_blocking(f, *args)`."""

ENTRIES_MOST = 20_000
"""Maximum number of entries of a game, a hundred times that of a long one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A committed line of a game; `id` is that of the command, chosen by the client."""

    seq: int
    id: str
    at: float
    by: str
    action: str
    """Action as in the record: `peg 0 5`, `undo`."""
    link: bytes = field(default=b"", compare=False, repr=False)
    """Hash of the previous link and this entry, set by the journal; see `integrity.chain`."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game with all its entries, including undone ones and their undos."""

    id: str
    started: float
    mode: str
    header: str
    entries: tuple[Entry, ...]
    seal: bytes = field(default=b"", compare=False, repr=False)
    """Hash of its header; see `integrity.chain`."""


@dataclass(slots=True)
class Commits:
    """Durations of commits since the file was opened, in seconds."""

    count: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, seconds: float) -> None:
        """Adds one duration."""
        self.count += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


class Journal(Protocol):
    """Durable storage of games."""

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Commits the start of a game: its id, the record's header lines, and its mode.

        Returns False and changes nothing if the id exists.
        """

    def append(self, game: str, entry: Entry) -> bool:
        """Commits one entry durably; raises DeviceError if that is impossible.

        Returns False and adds nothing if an entry with this id exists.
        """

    def append_all(self, game: str, entries: Sequence[Entry]) -> bool:
        """Commits several entries durably: all of them or none.

        Returns False and adds nothing if an entry with the first one's id exists.
        """

    def rewrite_headers(self, headers: Mapping[str, str]) -> None:
        """Replaces the header lines of games, by id; raises DeviceError if that is impossible."""

    def load(self, game: str) -> list[Entry]:
        """Returns all entries of a game in order."""

    def latest(self) -> tuple[str, str, str] | None:
        """Returns (id, header, mode) of the newest game; None if there is none."""

    def find(self, game: str) -> tuple[str, str, str] | None:
        """Returns (id, header, mode) of a game; None if the id does not exist."""

    def close(self) -> None:
        """Closes the file."""
