"""Reads a board's growing journal into its feed."""

from dataclasses import dataclass
from itertools import groupby

from pegboard.chain.feed import Beginning, Feed, Row
from pegboard.storage.journal_queries import JournalQueries

PAGE_ENTRIES = 200
"""Number of entries read at once; limits how long a button press waits to be saved."""


ITEMS_IN_MEMORY = 2000
"""Maximum number of acknowledged items kept in memory, about a dozen games."""


@dataclass(frozen=True, slots=True)
class Page:
    """Consecutive entries of a journal, with the beginnings of their games.

    Attributes:
        lineage: lineage of the journal.
        last: position of the last entry.
        rows: entries in journal order.
        beginnings: beginnings by game.
    """

    lineage: int
    last: int
    rows: tuple[Row, ...]
    beginnings: dict[str, Beginning]


def read_page(journal: JournalQueries, after: int, most: int = PAGE_ENTRIES) -> Page:
    """Reads the next entries. Call on the thread that owns the journal.

    Args:
        journal: the journal.
        after: position of the last known entry.
        most: maximum number of entries.

    Raises:
        DeviceError: the journal cannot be read.
    """
    found = journal.committed(after, most)
    beginnings = {}
    for game in {row[1] for row in found}:
        beginning = journal.beginning(game)
        assert beginning is not None, "an entry has a game"
        beginnings[game] = beginning
    last = found[-1][0] if found else after
    return Page(journal.lineage(), last, tuple(row[1:] for row in found), beginnings)


class JournalFeed:
    """The feed of a journal; its epoch is the journal's lineage.

    Args:
        board: id of the board.
        lineage: lineage of the journal.
        trim_before: items up to this number are trimmed as they are read; None keeps the newest
            `ITEMS_IN_MEMORY` until the hall's state is known.
    """

    def __init__(self, board: str, lineage: int, trim_before: int | None = 0) -> None:
        self.feed = Feed(board, lineage)
        self._trim_before = trim_before
        self.place = 0
        """Position in the journal of the last entry read."""

    def add(self, page: Page) -> bool:
        """Adds entries; returns False if they belong to another journal, which needs a new feed."""
        if page.lineage != self.feed.epoch:
            return False
        for game, rows in groupby(page.rows, key=lambda row: row[0]):
            self.feed.add(game, page.beginnings[game], rows)
        self.place = page.last
        self.feed.trim(
            max(0, len(self.feed) - ITEMS_IN_MEMORY)
            if self._trim_before is None
            else self._trim_before
        )
        return True

    def acknowledge(self, seq: int) -> None:
        """Trims acknowledged items, except the newest ones, which may be needed again."""
        self.feed.trim(max(0, seq - ITEMS_IN_MEMORY))
        self._trim_before = max(self._trim_before or 0, self.feed.trimmed)

    def catch_up(self, journal: JournalQueries) -> int:
        """Reads all new entries; returns the length of the feed.

        Raises:
            DeviceError: the journal cannot be read.
        """
        while (page := read_page(journal, self.place)).rows:
            self.add(page)
        return len(self.feed)
