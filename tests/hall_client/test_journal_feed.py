"""A board's journal as a feed: order of commits, removed names, keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pegboard.chain.codes import KeyFault
from pegboard.chain.item import BEGIN
from pegboard.chain.key_file import load_key
from pegboard.errors import DeviceError
from pegboard.hall_client.journal_feed import JournalFeed
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry

HEADER = "players 2\nname 0 Ann\n# seats board phone\n"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    found = SqliteJournal(tmp_path / "journal.db")
    yield found
    found.close()


def add(journal: SqliteJournal, game: str, *numbers: int) -> None:
    for number in numbers:
        entry = Entry(number, f"{game}-{number}", 9.0 + number, "button", "peg 0 1")
        assert journal.append(game, entry)


def places(reader: JournalFeed) -> list[tuple[str, int]]:
    return [(item.game, item.number) for item in reader.feed.items]


def test_feed_only_grows_at_its_end(journal: SqliteJournal) -> None:
    for game in ("first", "second", "never played"):
        journal.start(game, HEADER, "score", 1.0)
    reader = JournalFeed("board", journal.lineage())
    assert reader.catch_up(journal) == 0 and reader.feed.epoch == journal.lineage()
    add(journal, "first", 1, 2)
    assert reader.catch_up(journal) == 3
    add(journal, "second", 1)
    add(journal, "first", 3)
    assert reader.catch_up(journal) == 6 and reader.catch_up(journal) == 6
    assert places(reader) == [
        ("first", BEGIN), ("first", 1), ("first", 2), ("second", BEGIN), ("second", 1),
        ("first", 3),
    ]  # fmt: skip
    again = JournalFeed("board", journal.lineage())
    again.catch_up(journal)
    assert again.feed.head == reader.feed.head, "read in parts or at once"


def test_removing_a_name_keeps_the_chain(journal: SqliteJournal) -> None:
    journal.start("g", HEADER, "score", 1.0)
    add(journal, "g", 1, 2)
    before = JournalFeed("board", journal.lineage())
    before.catch_up(journal)
    assert "Ann" not in before.feed.items[0].text
    journal.rewrite_headers({"g": "players 2\n"})
    after = JournalFeed("board", journal.lineage())
    after.catch_up(journal)
    assert after.feed.head == before.feed.head


def test_feed_follows_order_of_commits(journal: SqliteJournal) -> None:
    journal.start("a", HEADER, "score", 1.0)
    journal.start("b", HEADER, "demo", 2.0)
    add(journal, "b", 1)
    add(journal, "a", 1)
    rows = journal.committed(0, 10)
    assert [row[1:3] for row in rows] == [("b", 1), ("a", 1)]
    assert journal.committed(rows[0][0], 10) == rows[1:] and journal.committed(0, 1) == rows[:1]
    assert journal.beginning("b") == (2.0, "demo", HEADER) and journal.beginning("c") is None


def test_key_is_created_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "board.key"
    key = load_key(path)
    assert load_key(path).public == key.public and path.stat().st_mode & 0o777 == 0o600
    path.write_text("00")
    with pytest.raises(DeviceError) as caught:
        load_key(path)
    assert caught.value.code is KeyFault.NO_KEY
