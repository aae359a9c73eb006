"""Reads a board's journal into its feed, as it grows."""

from itertools import groupby

from pegboard.hall.chain.feed import Feed
from pegboard.storage.journal_queries import JournalQueries

AT_ONCE = 5000


class JournalFeed:
    """The feed of a journal; its epoch is the journal's lineage.

    Args:
        board: the board's id.
        journal: that is read; only on the thread that owns it.
    """

    def __init__(self, board: str, journal: JournalQueries) -> None:
        self.feed = Feed(board, journal.lineage())
        self._journal, self._place = journal, 0

    def catch_up(self) -> int:
        """Reads what has been committed since; returns how many items the feed has now.

        Raises:
            DeviceError: the journal cannot be read.
        """
        while rows := self._journal.committed(self._place, AT_ONCE):
            self._place = rows[-1][0]
            for game, entries in groupby((row[1:] for row in rows), key=lambda entry: entry[0]):
                beginning = self._journal.beginning(game)
                assert beginning is not None, "an entry has a game"
                self.feed.add(game, beginning, entries)
        return len(self.feed.items)
