"""The interface of the journal, a game in it, and one committed line of a game."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

RunBlocking = Callable[..., Awaitable[Any]]
"""Runs a blocking call on the journal's thread and waits for it: `await run_blocking(f, *args)`."""

ENTRIES_MOST = 20_000
"""The most entries of one game: a hundred times a long one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One committed line of a game: `id` is the command's own, chosen by the client."""

    seq: int
    id: str
    at: float
    by: str
    action: str
    """The record's text: `peg 0 5`, `undo`."""
    link: bytes = field(default=b"", compare=False, repr=False)
    """Its hash with that of the entry before, set by the journal; see `integrity.chain`."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game with all its entries, undone ones and their undos included."""

    id: str
    started: float
    mode: str
    header: str
    entries: tuple[Entry, ...]
    seal: bytes = field(default=b"", compare=False, repr=False)
    """The hash of its header; see `integrity.chain`."""


@dataclass(slots=True)
class Commits:
    """Durations of commits since the file was opened, in seconds."""

    count: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def took(self, seconds: float) -> None:
        """Adds one duration."""
        self.count += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


class Journal(Protocol):
    """Storage of games that survives a power failure."""

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Commits the beginning of a game: its id, the record's header lines, its mode.

        False if the id is known: then nothing changes.
        """

    def append(self, game: str, entry: Entry) -> bool:
        """Commits one entry before it returns; raises DeviceError if that is impossible.

        False if an entry with this id was committed before: then nothing is added.
        """

    def append_all(self, game: str, entries: Sequence[Entry]) -> bool:
        """Commits several entries together before it returns: all of them or none.

        False if the first one's id was committed before: then nothing is added.
        """

    def rewrite_headers(self, headers: Mapping[str, str]) -> None:
        """Replaces the header lines of games, by id; raises DeviceError if that is impossible."""

    def load(self, game: str) -> list[Entry]:
        """Returns all entries of a game in order."""

    def latest(self) -> tuple[str, str, str] | None:
        """Returns the game begun last: its id, header and mode; None if there is none."""

    def find(self, game: str) -> tuple[str, str, str] | None:
        """Returns a game: its id, header and mode; None if there is none of that id."""

    def close(self) -> None:
        """Closes the file."""
