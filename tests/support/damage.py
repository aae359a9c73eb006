"""Journals that were played into, and damage done to them."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from pegboard.cribbage.rules import Rules
from pegboard.cribbage.tags import header_of
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_files import log_of
from pegboard.storage.port import Entry
from pegboard.storage.snapshots import make_copy

HEADER = header_of(Rules(), ("Ann", "Ben"), 0)


DAY_1, DAY_2 = 1_700_000_000.0, 1_700_090_000.0


def play(journal: SqliteJournal, game: str, first: int, last: int) -> None:
    """Pegs one point forwards and back, so that a game may be as long as it likes."""
    if first == 1:
        assert journal.start(game, HEADER, "score", DAY_1)
    for seq in range(first, last + 1):
        line = "peg 0 1" if seq % 2 else "undo"
        assert journal.append(game, Entry(seq, f"{game}-{seq}", DAY_1 + seq, "test", line))


@cache
def template() -> tuple[tempfile.TemporaryDirectory[str], tuple[bytes, bytes]]:
    """A state folder, and its journal and log as an unclean stop of a longer game leaves them."""
    kept = tempfile.TemporaryDirectory()
    folder = Path(kept.name) / "state"
    journal = SqliteJournal(folder / "journal.db")
    play(journal, "one", 1, 90)
    play(journal, "two", 1, 40)
    assert make_copy(journal, folder, DAY_1) is not None
    play(journal, "two", 41, 80)
    play(journal, "three", 1, 60)
    journal.close()
    longer = shutil.copytree(folder, Path(kept.name) / "longer") / "journal.db"
    journal = SqliteJournal(longer)
    play(journal, "three", 61, 90)
    unclean = longer.read_bytes(), log_of(longer).read_bytes()
    journal.close()
    return kept, unclean


def state_of(folder: Path) -> Path:
    """Two games in the copy; a third, and more of the second, only in the journal."""
    shutil.copytree(Path(template()[0].name) / "state", folder, dirs_exist_ok=True)
    return folder


def zeros(file: Path) -> None:
    file.write_bytes(bytes(file.stat().st_size))


def no_header(file: Path) -> None:
    file.write_bytes(b"\0" * 100 + file.read_bytes()[100:])


def half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
