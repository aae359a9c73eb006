"""Reads a board's journal into its feed, as it grows."""

from dataclasses import dataclass
from itertools import groupby

from pegboard.chain.feed import Beginning, Feed, Row
from pegboard.storage.journal_queries import JournalQueries

PAGE_ENTRIES = 200
"""Entries that are read at once: a press that is to be saved meanwhile waits no longer."""


ITEMS_IN_MEMORY = 2000
"""Items that are kept although the hall has them: a dozen games."""


@dataclass(frozen=True, slots=True)
class Page:
    """Entries as they were committed, and how their games began.

    Attributes:
        lineage: of the journal that they were read from.
        last: the place of the last one.
        rows: in the order of the journal.
        beginnings: by game.
    """

    lineage: int
    last: int
    rows: tuple[Row, ...]
    beginnings: dict[str, Beginning]


def read_page(journal: JournalQueries, after: int, most: int = PAGE_ENTRIES) -> Page:
    """Reads the next entries; to be called on the thread that owns the journal.

    Args:
        journal: that is read.
        after: the place of the last one that is known.
        most: entries to read.

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
        board: the board's id.
        lineage: of the journal.
        keep: items up to this number are forgotten as they are read; None keeps the newest
            `KEPT` while it is not known what the hall has.
    """

    def __init__(self, board: str, lineage: int, keep: int | None = 0) -> None:
        self.feed = Feed(board, lineage)
        self._trim_before = keep
        self.place = 0
        """The place in the journal of the last entry that was read."""

    def add(self, page: Page) -> bool:
        """Adds entries; returns False if they are of another journal, which begins a new feed."""
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
        """Forgets what a hall has, but for the newest items, which it may ask for again."""
        self.feed.trim(max(0, seq - ITEMS_IN_MEMORY))
        self._trim_before = max(self._trim_before or 0, self.feed.trimmed)

    def catch_up(self, journal: JournalQueries) -> int:
        """Reads all that has been committed since; returns how many items the feed has now.

        Raises:
            DeviceError: the journal cannot be read.
        """
        while (page := read_page(journal, self.place)).rows:
            self.add(page)
        return len(self.feed)
