"""The journal: commits survive crashes, and errors name their remedy."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pegboard.errors import DeviceError
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry
from pegboard.storage.tables import VERSION


def entry(seq: int, id: str = "") -> Entry:
    return Entry(seq, id or f"id-{seq}", 1000.0 + seq, "test", f"peg 0 {seq}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "journal.db"


def test_entries_are_read_in_order_after_reopening(path: Path) -> None:
    journal = SqliteJournal(path)
    assert journal.latest() is None
    assert journal.start("g1", "players 2\n", "score", 1.0)
    assert [journal.append("g1", entry(seq)) for seq in (1, 2, 3)] == [True] * 3
    assert journal.start("g2", "players 2\n", "demo", 2.0)
    journal.close()
    journal.close()

    again = SqliteJournal(path)
    assert again.load("g1") == [entry(1), entry(2), entry(3)]
    assert again.latest() == ("g2", "players 2\n", "demo")
    assert [game[0] for game in again.games()] == ["g1", "g2"]
    assert again.check() == "ok"
    again.close()


def test_command_id_is_committed_once_across_games(path: Path) -> None:
    journal = SqliteJournal(path)
    journal.start("g1", "", "score", 1.0)
    journal.start("g2", "", "score", 2.0)
    assert journal.append("g1", entry(1, "same"))
    assert not journal.append("g1", entry(2, "same"))
    assert not journal.append("g2", entry(1, "same"))
    assert not journal.start("g1", "other", "demo", 3.0)
    assert journal.load("g1") == [entry(1, "same")]
    assert journal.load("g2") == []
    journal.close()


def test_journal_syncs_commits_and_locks_the_file(path: Path) -> None:
    journal = SqliteJournal(path)
    pragmas = {
        name: journal._db.execute(f"pragma {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "locking_mode", "foreign_keys")
    }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "locking_mode": "exclusive",
        "foreign_keys": 1,
    }
    with pytest.raises(DeviceError, match="another pegboard has it open"):
        SqliteJournal(path)
    journal.close()


def test_newer_journal_is_not_opened(path: Path) -> None:
    SqliteJournal(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"pragma user_version = {VERSION + 1}")
    db.close()
    before = path.read_bytes()
    newer = rf"journal\.db: written by a newer pegboard .*version {VERSION + 1}"
    with pytest.raises(DeviceError, match=newer):
        SqliteJournal(path)
    assert path.read_bytes() == before


def test_error_names_file_that_is_no_journal(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"certainly not a database, but long enough to be read as one" * 20)
    with pytest.raises(DeviceError, match=r"journal\.db: .*not a journal, or it is damaged"):
        SqliteJournal(path)


def test_error_names_folder_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError, match="file"):
        SqliteJournal(tmp_path / "file" / "journal.db")


def test_journal_works_again_after_full_disk(path: Path) -> None:
    journal = SqliteJournal(path)
    journal.start("g1", "", "score", 1.0)
    journal.append("g1", entry(1))
    pages = journal._db.execute("pragma page_count").fetchone()[0]
    journal._db.execute(f"pragma max_page_count = {pages}")  # SQLite's own full disk
    big = Entry(2, "big", 1.0, "x" * 20_000, "peg 0 1")
    with pytest.raises(DeviceError, match="disk is full; free some space"):
        journal.append("g1", big)
    assert journal.load("g1") == [entry(1)]
    journal._db.execute("pragma max_page_count = 100000")
    assert journal.append("g1", big)
    assert len(journal.load("g1")) == 2
    journal.close()


def test_closed_journal_raises_error(path: Path) -> None:
    journal = SqliteJournal(path)
    journal.close()
    with pytest.raises(DeviceError, match="closed"):
        journal.append("g1", entry(1))


def test_append_survives_kill(path: Path) -> None:
    code = f"""
import os, signal
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry
from pegboard.storage.tables import VERSION
journal = SqliteJournal({str(path)!r})
journal.start("g", "", "score", 1.0)
for seq in range(1, 8):
    journal.append("g", Entry(seq, str(seq), 1.0, "t", "peg 0 1"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == -9
    journal = SqliteJournal(path)
    assert [e.seq for e in journal.load("g")] == list(range(1, 8))
    journal.close()
