"""The port of the journal: one committed line of a game, and what a journal can do."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """One committed line of a game: `id` is the command's own, made by the client."""

    seq: int
    id: str
    at: float
    by: str
    action: str
    """The record's text: `peg 0 5`, `undo`."""


class Journal(Protocol):
    """Storage of games that survives a pulled plug."""

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Commits the beginning of a game: its id, the record's header lines, how it is played.

        False where the id is known: then nothing changes.
        """

    def append(self, game: str, entry: Entry) -> bool:
        """Commits one entry before it returns; DeviceError where that is impossible.

        False where an entry with this id was committed before: then nothing is added.
        """

    def load(self, game: str) -> list[Entry]:
        """Returns all entries of a game in order."""

    def latest(self) -> tuple[str, str, str] | None:
        """Returns the game begun last: its id, header and mode; None where there is none."""

    def close(self) -> None:
        """Lets go of the file."""
