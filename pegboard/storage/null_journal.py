"""A journal that stores nothing, for games that need not be saved.

A board that plays demos all day would write to its SD card every second and wear it out. So
demos are not stored, and the latest game on disk is always one that people played.
"""

from collections.abc import Mapping, Sequence

from pegboard.storage.port import Entry


class NullJournal:
    """Implementation of `port.Journal` that accepts everything and stores nothing."""

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Returns True, as for a new game."""
        return True

    def append(self, game: str, entry: Entry) -> bool:
        """Returns True, as `start` does."""
        return True

    def append_all(self, game: str, entries: Sequence[Entry]) -> bool:
        """Returns True, as `append` does."""
        return True

    def rewrite_headers(self, headers: Mapping[str, str]) -> None:
        """Does nothing."""

    def load(self, game: str) -> list[Entry]:
        """Returns no entries."""
        return []

    def latest(self) -> tuple[str, str, str] | None:
        """Returns None."""
        return None

    def find(self, game: str) -> tuple[str, str, str] | None:
        """Returns None."""
        return None

    def close(self) -> None:
        """Does nothing."""
