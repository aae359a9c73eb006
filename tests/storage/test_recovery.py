"""Recovery: a damaged journal is set aside, and rebuilt from the newest copy and readable parts."""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.notice import Notice
from pegboard.storage.game_rows import extent, open_to_read, read_games
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_files import NEW, log_of, prepare_journal
from pegboard.storage.recovery import open_journal
from pegboard.storage.snapshots import MOST_COPIES, copies, is_copy_due, make_copy, newest_good
from tests.support.journals import (
    DAY_1,
    DAY_2,
    append_pegs,
    copy_state,
    erase_header,
    fill_with_zeros,
    journal_templates,
    truncate_half,
)


def notice_text(notice: Notice | None) -> str:
    """Returns the text of a repair notice, which must exist."""
    assert notice is not None and notice.sticky
    return notice.text


def lengths(journal: SqliteJournal) -> dict[str, int]:
    return {game: len(journal.load(game)) for game, _, _ in journal.games()}


def test_undamaged_journal_opens_without_notice(tmp_path: Path) -> None:
    copy_state(tmp_path)
    journal, notice = open_journal(tmp_path, DAY_2)
    assert notice is None
    assert lengths(journal) == {"one": 90, "two": 80, "three": 60}
    journal.close()
    assert not list(tmp_path.glob("*damaged*"))


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize(
    "damage", [fill_with_zeros, erase_header, truncate_half, empty, Path.unlink]
)
def test_copy_is_restored_if_nothing_is_readable(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    file = copy_state(tmp_path) / "journal.db"
    damage(file)
    journal, notice = open_journal(tmp_path, DAY_2)
    recovered = lengths(journal)
    assert recovered["one"] == 90 and recovered["two"] >= 40
    assert "The copy of 2023-11-14 was restored." in notice_text(notice)
    append_pegs(journal, "four", 1, 3)
    journal.close()
    again, notice = open_journal(tmp_path, DAY_2)
    assert notice is None and lengths(again) == {**recovered, "four": 3}
    again.close()


def test_lost_first_page_loses_no_entries(tmp_path: Path) -> None:
    """There is no copy, and no page that lists the tables."""
    for length in (100, 4096):
        state = tmp_path / str(length)
        file = copy_state(state) / "journal.db"
        for copy in copies(state):
            copy.path.unlink()
        file.write_bytes(bytes(length) + file.read_bytes()[length:])
        journal, notice = open_journal(state, DAY_2)
        assert lengths(journal) == {"one": 90, "two": 80, "three": 60}
        assert notice is not None and (
            "230 newer entries could be recovered, including 3 newer games"
        ) in notice_text(notice)
        journal.close()


def test_wal_is_read_without_first_page(tmp_path: Path) -> None:
    file = copy_state(tmp_path) / "journal.db"
    content, log = journal_templates()[1]
    log = bytes(1) + log[1:]  # or SQLite would read the first page from it
    file.write_bytes(bytes(100) + content[100:])
    log_of(file).write_bytes(log)
    journal, notice = open_journal(tmp_path, DAY_2)
    assert lengths(journal) == {"one": 90, "two": 80, "three": 90}
    assert (
        notice is not None
        and "130 newer entries could be recovered, including 1 newer game" in notice_text(notice)
    )
    journal.close()
    assert (tmp_path / "journal.db.damaged-2023-11-15-wal").read_bytes() == log


def test_file_of_zeros_reports_lost_entries(tmp_path: Path) -> None:
    fill_with_zeros(copy_state(tmp_path) / "journal.db")
    (tmp_path / "journal.db.second").unlink()
    journal, notice = open_journal(tmp_path, DAY_2)
    assert "Nothing in it could be read: anything newer is lost." in notice_text(notice)
    journal.close()


def test_damaged_files_are_kept_under_dated_names(tmp_path: Path) -> None:
    file = copy_state(tmp_path) / "journal.db"
    for ending in ("", "-2"):
        fill_with_zeros(file)
        was = file.read_bytes()
        journal, notice = open_journal(tmp_path, DAY_2)
        journal.close()
        aside = tmp_path / f"journal.db.damaged-2023-11-15{ending}"
        assert aside.read_bytes() == was and aside.name in notice_text(notice)


def test_number_of_set_aside_journals_is_limited(tmp_path: Path) -> None:
    file = copy_state(tmp_path) / "journal.db"
    for day in range(8):
        fill_with_zeros(file)
        log_of(file).write_bytes(b"a log")
        journal, notice = open_journal(tmp_path, DAY_2 + 86_400 * day)
        assert "damaged" in notice_text(notice)
        journal.close()
    there = sorted(path.name for path in tmp_path.glob("journal.db.damaged-*"))
    days = [f"journal.db.damaged-2023-11-{day}" for day in range(18, 23)]
    assert there == sorted([*days, *(f"{day}-wal" for day in days)])


@pytest.mark.parametrize(("byte", "value"), [(47, 5), (63, 0)])
def test_invalid_header_bytes_are_damage(tmp_path: Path, byte: int, value: int) -> None:
    """Byte 47 is the schema format, byte 63 the version of the journal."""
    file = copy_state(tmp_path) / "journal.db"
    content = bytearray(file.read_bytes())
    content[byte] = value
    file.write_bytes(content)
    journal, notice = open_journal(tmp_path, DAY_2)
    assert "The journal was damaged." in notice_text(notice) and "The copy of" in notice_text(
        notice
    )
    assert journal.check() == "ok" and lengths(journal)["one"] == 90
    journal.close()


def test_newer_entries_are_salvaged_from_damaged_file(tmp_path: Path) -> None:
    file = copy_state(tmp_path) / "journal.db"
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        size = db.execute("pragma page_size").fetchone()[0]
        root = db.execute("select rootpage from sqlite_schema where name = 'game'").fetchone()[0]
        index = db.execute(
            "select rootpage from sqlite_schema where name = 'sqlite_autoindex_entry_1'"
        ).fetchone()[0]
    assert root != index
    content[(index - 1) * size : index * size] = bytes(size)
    file.write_bytes(content)
    (tmp_path / "journal.db.suspect").touch()
    journal, notice = open_journal(tmp_path, DAY_2)
    assert lengths(journal) == {"one": 90, "two": 80, "three": 60}
    assert (
        notice is not None
        and "100 newer entries could be recovered, including 1 newer game" in notice_text(notice)
    )
    assert journal.check() == "ok"
    journal.close()


def test_games_are_salvaged_without_copy(tmp_path: Path) -> None:
    file = copy_state(tmp_path) / "journal.db"
    for copy in copies(tmp_path):
        copy.path.unlink()
    truncate_half(file)
    journal, notice = open_journal(tmp_path, DAY_2)
    assert (
        notice is not None
        and "There was no copy." in notice_text(notice)
        and "could be recovered" in notice_text(notice)
    )
    for game, _, _ in journal.games():
        journal.load(game)
    journal.close()


def test_damage_found_in_use_is_repaired_at_next_start(tmp_path: Path) -> None:
    file = copy_state(tmp_path) / "journal.db"
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        size = db.execute("pragma page_size").fetchone()[0]
        root = db.execute("select rootpage from sqlite_schema where name = 'entry'").fetchone()[0]
    content[(root - 1) * size : root * size] = bytes(size)
    file.write_bytes(content)
    # No check after a clean stop, but reading the newest game fails.
    journal, notice = open_journal(tmp_path, DAY_2)
    assert "The journal was damaged." in notice_text(notice) and "The copy of" in notice_text(
        notice
    )
    assert lengths(journal)["one"] == 90
    journal.close()


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), log=st.booleans(), blows=st.integers(1, 8))
def test_random_damage_keeps_the_copy_and_replayable_games(
    tmp_path_factory: pytest.TempPathFactory, seed: int, log: bool, blows: int
) -> None:
    folder, rng = copy_state(tmp_path_factory.mktemp("state")), Random(seed)
    file = folder / "journal.db"
    if log:  # unclean stop: the newest entries are in the log
        for target, content_then in zip((file, log_of(file)), journal_templates()[1], strict=True):
            target.write_bytes(content_then)
    for target in [file, log_of(file)] if log else [file]:
        content = bytearray(target.read_bytes())
        for _ in range(blows):
            at, length = rng.randrange(len(content)), rng.choice([1, 16, 512, 4096])
            content[at : at + length] = rng.randbytes(len(content[at : at + length]))
        target.write_bytes(content)
    (folder / "journal.db.suspect").touch()
    with closing(open_to_read(copies(folder)[0].path)) as db:
        copied = list(read_games(db))
    journal, notice = open_journal(folder, DAY_2)
    assert journal.check() == "ok"
    journal.close()
    with closing(open_to_read(file)) as db:
        games = {game.id: game for game in read_games(db)}
    if notice:  # else the damage is invisible
        for game in copied:
            assert games[game.id].entries[: len(game.entries)] == game.entries
        for game in games.values():
            assert [entry.seq for entry in game.entries] == list(range(1, len(game.entries) + 1))


def test_interrupted_recovery_is_completed_at_next_start(tmp_path: Path) -> None:
    file = copy_state(tmp_path) / "journal.db"
    with closing(open_to_read(copies(tmp_path)[0].path)) as db:
        games = list(read_games(db))
    prepare_journal(file, games)
    log_of(file).write_bytes(b"a log that belongs to the old file")
    journal, notice = open_journal(tmp_path, DAY_2)
    assert notice is None and lengths(journal) == {"one": 90, "two": 40}
    assert not file.with_name(file.name + NEW).exists()
    journal.close()


def test_newest_copies_are_kept_despite_clock_changes(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    clock = [DAY_1, DAY_1 + 9e8, DAY_1 - 5e8, *(DAY_1 + 86_400 * n for n in range(1, 8))]
    for number, now in enumerate(clock):
        append_pegs(journal, f"g{number}", 1, 3)
        made = make_copy(journal, tmp_path, now)
        assert made is not None
        assert make_copy(journal, tmp_path, now) is None, "there is nothing new"
    there = copies(tmp_path)
    assert [copy.number for copy in there] == list(range(4, 11)) and len(there) == MOST_COPIES
    newest = newest_good(tmp_path)
    assert newest is not None and newest.number == 10
    with closing(open_to_read(newest.path)) as db:
        assert extent(read_games(db)).games == 10
    fill_with_zeros(newest.path)
    older = newest_good(tmp_path)
    assert older is not None and older.number == 9
    journal.close()


def test_copy_is_due_at_night_after_a_day_or_after_clock_reset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    journal = SqliteJournal(tmp_path / "journal.db")
    midnight = 1_700_006_400.0 - 1_700_006_400.0 % 86_400
    assert is_copy_due(tmp_path, midnight)
    append_pegs(journal, "one", 1, 2)
    made = make_copy(journal, tmp_path, midnight + 20 * 3600)
    assert made is not None
    os.utime(made.path, (0, midnight + 20 * 3600))
    assert not is_copy_due(tmp_path, midnight + 23 * 3600)
    assert not is_copy_due(tmp_path, midnight + 26 * 3600)
    assert is_copy_due(tmp_path, midnight + 27 * 3600 + 60)
    assert is_copy_due(tmp_path, midnight + 45 * 3600)
    assert is_copy_due(tmp_path, midnight + 10 * 3600), (
        "the copy is from the future: the clock went back"
    )
    journal.close()
