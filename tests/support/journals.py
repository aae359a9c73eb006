"""Journals with games, and ways to damage them."""

import shutil
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from pegboard.cribbage.rules import Rules
from pegboard.cribbage.tags import header_of
from pegboard.session.memory import SavedTableFile
from pegboard.storage.game_rows import check_game, open_to_read, read_games
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_files import log_of
from pegboard.storage.port import Entry
from pegboard.storage.recovery import open_journal
from pegboard.storage.snapshots import make_copy

HEADER = header_of(Rules(), ("Ann", "Ben"), 0)


DAY_1, DAY_2 = 1_700_000_000.0, 1_700_090_000.0


def append_pegs(journal: SqliteJournal, game: str, first: int, last: int) -> None:
    """Appends alternating pegs and undos, so a game can have any length."""
    if first == 1:
        assert journal.start(game, HEADER, "score", DAY_1)
    for seq in range(first, last + 1):
        line = "peg 0 1" if seq % 2 else "undo"
        assert journal.append(game, Entry(seq, f"{game}-{seq}", DAY_1 + seq, "test", line))


@cache
def journal_templates() -> tuple[tempfile.TemporaryDirectory[str], tuple[bytes, bytes]]:
    """Returns a template state folder, and the files an unclean stop leaves."""
    temporary = tempfile.TemporaryDirectory()
    folder = Path(temporary.name) / "state"
    journal = SqliteJournal(folder / "journal.db")
    append_pegs(journal, "one", 1, 90)
    append_pegs(journal, "two", 1, 40)
    assert make_copy(journal, folder, DAY_1) is not None
    append_pegs(journal, "two", 41, 80)
    append_pegs(journal, "three", 1, 60)
    journal.close()
    longer = shutil.copytree(folder, Path(temporary.name) / "longer") / "journal.db"
    journal = SqliteJournal(longer)
    append_pegs(journal, "three", 61, 90)
    unclean = longer.read_bytes(), log_of(longer).read_bytes()
    journal.close()
    return temporary, unclean


def copy_state(folder: Path) -> Path:
    """Copies the template state: two games in the snapshot, more only in the journal."""
    shutil.copytree(Path(journal_templates()[0].name) / "state", folder, dirs_exist_ok=True)
    return folder


def fill_with_zeros(file: Path) -> None:
    file.write_bytes(bytes(file.stat().st_size))


def erase_header(file: Path) -> None:
    file.write_bytes(b"\0" * 100 + file.read_bytes()[100:])


def truncate_half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def create_state(folder: Path, *games: str) -> Path:
    """Creates a state folder with some games; returns it."""
    journal = SqliteJournal(folder / "journal.db")
    for game in games:
        append_pegs(journal, game, 1, 30)
    journal.close()
    return folder


NOW = 1_700_000_000.0


def recovered_actions(left: Path) -> dict[str, str]:
    """Recovers a board from a disk; returns every committed action by id.

    Also those by which a new game was taken back: the game that went on has no line of them.
    """
    journal, message = open_journal(left, NOW)
    try:
        assert message is None, message
        assert journal.check() == "ok"
    finally:
        journal.close()
    rows: dict[str, str] = {}
    with closing(open_to_read(left / "journal.db")) as db:
        for game in read_games(db):
            check_game(game)
            rows[game.id] = "new game"
            for entry in game.entries:
                assert entry.id not in rows, f"{entry.id} was doubled"
                rows[entry.id] = entry.action
    taken_back = SavedTableFile(left).content.done
    assert not rows.keys() & set(taken_back), "an undo was done twice"
    return rows | dict.fromkeys(taken_back, "undo")
