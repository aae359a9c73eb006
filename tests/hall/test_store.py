"""Common tests of all stores: durability, order, conflicts, older versions.

A further engine is added to `opened`, and keeps the same promises.
"""

import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pegboard.chain.branches import (
    Append,
    Branch,
    EpochView,
    apply_append,
    evaluate_upload,
    known_heads,
)
from pegboard.chain.feed import Feed
from pegboard.chain.item import Item, item_bytes, links_of, root_link
from pegboard.chain.keys import SigningKey
from pegboard.chain.upload import Anchor, checked_links, make_upload
from pegboard.errors import DeviceError
from pegboard.hall.codes import StoreFault
from pegboard.hall.maintenance.integrity import examine
from pegboard.hall.store.port import EpochAppend, HallStore, JoinedBoard, StoreConflict
from pegboard.hall.store.postgres_schema import TABLES as POSTGRES_TABLES
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.hall.store.sqlite_schema import SCHEMA
from pegboard.tournament.decisions import StoredDecision
from tests.support import postgres as database
from tests.support.postgres import Postgres, postgres

KEY = SigningKey(bytes(32))
BOARD = JoinedBoard(KEY.id, KEY.public, "Table 1", 5.0)

Open = Callable[[], HallStore]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.group("hall"))])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Returns a function that opens the same store again."""
    stores: list[HallStore] = []
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("server")
        url = server.new_database()

    def open_again() -> HallStore:
        if request.param == "postgres":
            stores.append(database.open_store(url, server.password))
        else:
            stores.append(SqliteStore(tmp_path / "hall.db"))
        return stores[-1]

    yield open_again
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Open) -> HallStore:
    found = opened()
    assert found.add_board(BOARD)
    return found


def play(feed: Feed, entries: int, by: str = "button") -> Feed:
    first = len(feed.items) + 1
    rows = [("g", n, f"{by}-{n}", n + 0.5, by, "peg 0 1") for n in range(first, first + entries)]
    feed.add("g", (1.0, "score", "players 2\n"), rows)
    return feed


def send(store: HallStore, feed: Feed, most: int = 500) -> None:
    heads = known_heads(store.view(feed.board, feed.epoch))
    while (upload := feed.upload(KEY, heads, most)) is not None:
        links = checked_links(upload, KEY.public)
        view = store.view(feed.board, feed.epoch)
        received = evaluate_upload(
            view,
            upload,
            links,
            lambda branch, seq: store.link_at(feed.board, feed.epoch, branch, seq),
        )
        assert received.acknowledged is not None
        if received.append is not None:
            store.add([EpochAppend(feed.board, feed.epoch, received.append)])
            assert store.view(feed.board, feed.epoch) == apply_append(view, received.append)
        heads = (received.acknowledged, *heads)


def test_store_adds_board_once(store: HallStore, opened: Open) -> None:
    assert not store.add_board(replace(BOARD, name="other"))
    assert store.boards() == opened().boards() == [BOARD]
    assert (store.board(BOARD.id), store.board("nobody")) == (BOARD, None)
    assert store.revoke(BOARD.id, 9.0) and not store.revoke("nobody", 9.0)
    assert opened().boards() == [replace(BOARD, revoked=9.0)]


def test_store_returns_items_unchanged(store: HallStore, opened: Open) -> None:
    feed = play(Feed(KEY.id, 7), 9)
    assert store.view(KEY.id, 7) == EpochView.new(KEY.id, 7) and store.epochs(KEY.id) == []
    send(store, feed, 4)
    again = opened()
    assert list(again.items(KEY.id, 7)) == feed.items
    assert list(again.items(KEY.id, 7, after=6)) == feed.items[6:]
    assert again.view(KEY.id, 7).current.head == feed.head
    assert again.link_at(KEY.id, 7, 0, 3) == feed.link(3)
    assert again.link_at(KEY.id, 7, 0, 0) == feed.link(0)
    assert again.link_at(KEY.id, 7, 0, 99) is None is again.link_at(KEY.id, 7, 1, 3)
    assert list(again.items("nobody", 7)) == []


EPOCHS = count(100)
TIMES = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(times=st.lists(TIMES, min_size=1, max_size=8))
@example(times=[1.0, -0.0, 2.0])
@example(times=[-0.0, 0.0, -0.0])
def test_store_preserves_signed_times(store: HallStore, times: list[float]) -> None:
    """Includes -0.0, which older halls accepted."""
    epoch = next(EPOCHS)
    items = [Item(n, "g", n - 1, f"{n}", at, "x", "peg 0 1") for n, at in enumerate(times, 1)]
    links = tuple(links_of(root_link(KEY.id, epoch), items))
    signed = make_upload(KEY, epoch, Anchor(0, root_link(KEY.id, epoch)), items)
    branch = Branch(0, 0, 0, Anchor(len(items), links[-1]), signed.signature)
    store.add([EpochAppend(KEY.id, epoch, Append(branch, 0, tuple(items), links))])
    for after in range(len(items)):
        found = [*store.items(KEY.id, epoch, after=after)]
        assert [*map(item_bytes, found)] == [*map(item_bytes, items[after:])]
    assert examine(store)[1] == []


def test_store_keeps_both_branches_of_fork(store: HallStore, opened: Open) -> None:
    original, clone = play(Feed(KEY.id, 7), 4), play(Feed(KEY.id, 7), 4)
    play(original, 3)
    play(clone, 5, by="clone")
    send(store, original)
    send(store, clone)
    send(store, play(clone, 1, by="clone"))
    again = opened()
    view = again.view(KEY.id, 7)
    assert view.is_forked and view.branches[1].start == 5
    assert list(again.items(KEY.id, 7, 0)) == original.items
    assert list(again.items(KEY.id, 7, 1)) == clone.items
    assert list(again.items(KEY.id, 7, 1, after=7)) == clone.items[7:]
    assert again.link_at(KEY.id, 7, 1, 2) == clone.link(2)
    store.choose(KEY.id, 7, 1)
    assert again.view(KEY.id, 7).current.head == clone.head and not again.view(KEY.id, 7).is_forked


def test_store_separates_epochs(store: HallStore, opened: Open) -> None:
    first, second = play(Feed(KEY.id, 9), 2), play(Feed(KEY.id, 3), 5)
    send(store, first)
    send(store, second)
    assert [view.epoch for view in opened().epochs(KEY.id)] == [9, 3]
    other = SigningKey(bytes(31) + b"\1")
    assert store.add_board(JoinedBoard(other.id, other.public, "Other", 3.0))
    assert store.all_epochs() == {KEY.id: store.epochs(KEY.id)}, "and none of a board without"
    assert list(opened().items(KEY.id, 3)) == second.items


def test_appends_to_several_boards_are_atomic(store: HallStore, opened: Open) -> None:
    other = SigningKey(bytes(31) + b"\1")
    good = play(Feed(KEY.id, 7), 2)
    upload = good.upload(KEY, known_heads(store.view(KEY.id, 7)))
    assert upload is not None
    growth = evaluate_upload(store.view(KEY.id, 7), upload, checked_links(upload, KEY.public),
                     lambda branch, seq: store.link_at(KEY.id, 7, branch, seq)).append  # fmt: skip
    assert growth is not None
    with pytest.raises(DeviceError) as caught:
        store.add([EpochAppend(KEY.id, 7, growth), EpochAppend(other.id, 7, growth)])
    assert caught.value.code is StoreFault.TROUBLE
    assert opened().epochs(KEY.id) == []
    store.add([EpochAppend(KEY.id, 7, growth)])
    for late in (growth, replace(growth, branch=replace(growth.branch, number=2, start=0))):
        with pytest.raises(StoreConflict):
            opened().add([EpochAppend(KEY.id, 7, late)])
    assert list(opened().items(KEY.id, 7)) == good.items


def test_change_markers_cover_every_change(store: HallStore, opened: Open) -> None:
    """Detects every kind of change by another process."""
    markers = [opened().marks()]

    def changed(*where: str) -> bool:
        now, before = opened().marks(), markers[-1]
        markers.append(now)
        return [
            *(id for id in now.boards if before.boards.get(id) != now.boards[id]),
            *(event for event in now.events if before.events.get(event) != now.events[event]),
        ] == [*where]

    original, clone = play(Feed(KEY.id, 7), 4), play(Feed(KEY.id, 7), 4)
    assert changed()
    for feed, by in (
        (original, "button"),
        (original, "button"),
        (clone, "clone"),
        (clone, "clone"),
    ):
        send(store, play(feed, 3, by))
        assert changed(KEY.id), "grown, and forked"
    store.choose(KEY.id, 7, 1)
    assert changed(KEY.id)
    send(store, play(Feed(KEY.id, 3), 1))
    assert changed(KEY.id), "a new epoch"
    assert store.revoke(KEY.id, 9.0)
    assert changed(KEY.id)
    other = SigningKey(bytes(31) + b"\1")
    assert store.add_board(JoinedBoard(other.id, other.public, "Table 2", 6.0))
    assert changed(other.id)
    store.decide("evening", [StoredDecision(1, b"{}", b"")])
    assert changed("evening")
    store.put_value("code", "", b"")
    assert changed()


def test_store_accepts_unusual_texts(store: HallStore, opened: Open) -> None:
    """Includes NUL, quotes and escapes; looking up such ids finds no board."""
    feed = Feed(KEY.id, 7)
    rows = [("g\0", 1, "\0", 1e300, "\\N\t{}'\"", "\U0001f0a1 é\n")]
    feed.add("g\0", (-1.0, "score", "players 2\n"), rows)
    send(store, feed)
    assert list(opened().items(KEY.id, 7)) == feed.items
    other = SigningKey(bytes(31) + b"\1")
    assert store.add_board(JoinedBoard(other.id, other.public, "Ta\0ble", 6.0))
    assert (store.board("a\0"), store.revoke("a\0", 1.0)) == (None, False)


def test_decisions_are_append_only(store: HallStore, opened: Open) -> None:
    log = [StoredDecision(seq, b"{}", bytes([seq])) for seq in (1, 2, 3)]
    store.decide("evening", log[:2])
    for wrong in (log[:1], [log[2], log[2]], [StoredDecision(4, b"", b"")]):
        with pytest.raises(StoreConflict):
            opened().decide("evening", wrong)
    store.decide("evening", log[2:])
    store.decide("another", log[:1])
    assert opened().decisions("evening") == log and opened().decisions("evening", 2) == log[2:]
    assert opened().events() == ["evening", "another"] and opened().decisions("none") == []


def test_key_value_collections_are_separate(store: HallStore, opened: Open) -> None:
    for key in ("b", "a"):
        store.put_value("login", key, key.encode())
    store.put_value("code", "", b"code")
    store.put_value("login", "b", b"\0\xff")
    again = opened()
    assert list(again.values("login").items()) == [("a", b"a"), ("b", b"\0\xff")]
    again.put_value("login", "a", None)
    again.put_value("nothing", "", None)
    assert store.values("login") == {"b": b"\0\xff"} and store.values("code") == {"": b"code"}
    assert store.values("") == {}


def test_concurrent_stores_add_decisions_once(store: HallStore, opened: Open) -> None:
    mine = [opened() for _ in range(3)]

    def work(own: HallStore, name: int) -> None:
        for _ in range(10):
            while True:
                seq = len(own.decisions("evening")) + 1
                try:
                    own.decide("evening", [StoredDecision(seq, b"%d" % name, b"")])
                    break
                except StoreConflict:
                    continue

    threads = [threading.Thread(target=work, args=(own, n)) for n, own in enumerate(mine)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = store.decisions("evening")
    assert [decision.seq for decision in found] == [*range(1, 31)]
    assert sorted(decision.text for decision in found) == sorted([b"0", b"1", b"2"] * 10)


def test_concurrent_stores_add_items_once(store: HallStore, opened: Open) -> None:
    """Two processes commit the same uploads of two boards in opposite order, repeatedly."""
    other = SigningKey(bytes(31) + b"\1")
    store.add_board(JoinedBoard(other.id, other.public, "Table 2", 6.0))
    feeds = {key.id: (key, play(Feed(key.id, 7), 60)) for key in (KEY, other)}

    def work(own: HallStore, order: list[str]) -> None:
        while True:
            additions = []
            for board in order:
                key, feed = feeds[board]
                upload = feed.upload(key, known_heads(own.view(board, 7)), 5)
                if upload is not None:
                    links = checked_links(upload, key.public)
                    link_at = partial(own.link_at, board, 7)
                    growth = evaluate_upload(own.view(board, 7), upload, links, link_at).append
                    additions += [] if growth is None else [EpochAppend(board, 7, growth)]
            if not additions:
                return
            with suppress(StoreConflict):
                own.add(additions)

    orders = [[KEY.id, other.id], [other.id, KEY.id], [KEY.id, other.id]]
    threads = [threading.Thread(target=work, args=(opened(), order)) for order in orders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for board, (_, feed) in feeds.items():
        assert list(store.items(board, 7)) == feed.items and len(store.epochs(board)) == 1


def test_acknowledged_items_survive_kill(tmp_path: Path) -> None:
    """Kills the process right after the acknowledgement, without closing the store."""
    program = """if True:
        import os, sys
        from pegboard.tournament.decisions import StoredDecision
        from pegboard.hall.store.sqlite import SqliteStore
        store = SqliteStore(sys.argv[1])
        for seq in range(1, 21):
            store.decide("evening", [StoredDecision(seq, b"x", b"")])
            print(seq, flush=True)
        os.kill(os.getpid(), 9)
    """
    path = tmp_path / "hall.db"
    ran = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True)
    assert ran.returncode == -9, ran.stderr
    store = SqliteStore(path)
    assert len(store.decisions("evening")) == int(ran.stdout.split()[-1]) == 20
    pragmas = [store._db.execute(f"pragma {name}").fetchone()[0] for name in
               ("journal_mode", "synchronous")]  # fmt: skip
    assert pragmas == ["wal", 2], "each commit is synced"
    store.close()


def test_first_version_of_file_is_migrated(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "hall.db")
    old.executescript(f"{SCHEMA}pragma user_version = 1")
    old.execute("insert into decision values ('evening', 1, x'7b7d', x'00')")
    old.commit()
    old.close()
    store = SqliteStore(tmp_path / "hall.db")
    store.put_value("code", "", b"1")
    assert (store.events(), store.values("code")) == (["evening"], {"": b"1"})
    store.close()
    with closing(sqlite3.connect(tmp_path / "hall.db.version-1")) as kept:
        assert kept.execute("pragma user_version").fetchone() == (1,), "as the first version has it"
        assert kept.execute("select count(*) from decision").fetchone() == (1,)
    SqliteStore(tmp_path / "hall.db").close()
    assert {path.name for path in tmp_path.iterdir()} == {"hall.db", "hall.db.version-1"}


def test_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database" * 100)
    with pytest.raises(DeviceError) as caught:
        SqliteStore(tmp_path / "text")
    assert caught.value.code is StoreFault.TROUBLE
    newer = SqliteStore(tmp_path / "newer")
    newer._db.execute("pragma user_version = 99")
    newer.close()
    with pytest.raises(DeviceError) as caught:
        SqliteStore(tmp_path / "newer")
    assert caught.value.code is StoreFault.NEWER


@pytest.mark.group("hall")
def test_unsuitable_database_is_refused(server: Postgres, tmp_path: Path) -> None:
    def refusal(url: str, password: str | None = server.password) -> object:
        with pytest.raises(DeviceError) as caught:
            database.open_store(url, password)
        assert server.password not in str(caught.value)
        return caught.value.code

    url = server.new_database()
    assert refusal(url, "wrong") is StoreFault.TROUBLE
    assert refusal(server.url("none")) is StoreFault.TROUBLE
    assert refusal(f"postgresql://hall@/x?host={tmp_path}") is StoreFault.TROUBLE
    assert refusal(server.new_database("SQL_ASCII")) is StoreFault.ENCODING
    database.open_store(url, server.password).close()
    with server.connect(url.partition("@/")[2].partition("?")[0]) as db:
        db.execute("update pegboard_hall.version set number = 99")
    assert refusal(url) is StoreFault.NEWER


@pytest.mark.group("hall")
def test_first_version_of_database_is_migrated(server: Postgres) -> None:
    url = server.new_database()
    with server.connect(url.partition("@/")[2].partition("?")[0]) as db:
        db.execute("create schema pegboard_hall")
        db.execute("set search_path = pegboard_hall")
        db.execute(f"create table version (number integer primary key);{POSTGRES_TABLES}")
        db.execute("insert into version values (1)")
        for name in ("running", "over evening 2", "hidden b"):
            db.execute("insert into kept (name, value) values (%s, %s)", (name, name.encode()))
    store = database.open_store(url, server.password)
    assert store.values("running") == {"": b"running"}
    assert store.values("over") == {"evening 2": b"over evening 2"}
    assert store.values("hidden", "b") == {"b": b"hidden b"}
    store.put_value("hidden", "b", None)
    assert store.values("hidden") == {}
    store.close()


@pytest.mark.group("hall")
def test_store_reconnects_after_database_restart(server: Postgres) -> None:
    """Raises an error while the database is down, and reconnects with the next call."""
    store = database.open_store(server.new_database(), server.password)
    store.add_board(BOARD)
    feed = play(Feed(KEY.id, 7), 4)
    send(store, feed)
    server.stop(signal.SIGQUIT)
    with pytest.raises(DeviceError):
        store.boards()
    with pytest.raises(DeviceError):
        store.put_value("code", "", b"1")
    server.start()
    store.put_value("code", "", b"1")
    server.stop()
    server.start()
    assert store.values("code") == {"": b"1"}
    send(store, play(feed, 4))
    assert list(store.items(KEY.id, 7)) == feed.items
    store.close()
