"""A running board with games to be backed up."""

from pathlib import Path

from pegboard.storage.journal import SqliteJournal
from tests.support.damage import play


def board(folder: Path, *games: str) -> Path:
    """A state folder in which some games were played."""
    journal = SqliteJournal(folder / "journal.db")
    for game in games:
        play(journal, game, 1, 30)
    journal.close()
    return folder
