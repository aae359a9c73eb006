"""The board's connection to its hall: long journals, other halls, long messages."""

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pegboard.chain.feed import Feed, TrimmedItems
from pegboard.chain.key_file import load_key
from pegboard.chain.keys import SigningKey
from pegboard.chain.upload import Anchor
from pegboard.config import HallLinkConfig
from pegboard.errors import Code
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.hall_client import journal_feed
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.membership import read_membership
from pegboard.hall_client.push import HallPush
from pegboard.hall_link.messages import Post, encode
from pegboard.remote.saved import SavedGame
from pegboard.service.event_bridge import EventBridge
from pegboard.session.signing.signing import Signing
from pegboard.session.table import Table
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry
from pegboard.storage.state_names import BOARD_KEY
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard
from tests.support.waiting import await_until

HEADER = "players 2\n"


async def run_blocking(call: Callable[..., Any], *args: Any) -> Any:
    return await asyncio.to_thread(call, *args)


def fill_journal(journal: SqliteJournal, game: str, entries: int) -> None:
    journal.start(game, HEADER, "score", 1.0)
    rows = [Entry(n, f"{game}-{n}", float(n), "button", "peg 0 1") for n in range(1, entries + 1)]
    journal.append_all(game, rows)


async def run_until(push: HallPush, test: Callable[[], bool]) -> None:
    running = asyncio.create_task(push.run())
    try:
        await await_until(lambda: test() or running.done())
        assert not running.done(), "it goes on whatever happens"
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def create_push(journal: SqliteJournal, folder: Path, url: str, code: str = "none") -> HallPush:
    config = HallLinkConfig(url=url, code=code, name="Table 1", wait_s=5.0)
    table = Table(journal, run_blocking, time.time)

    async def no_deals(*of: object) -> bool:
        raise AssertionError(of)

    signatures = EventBridge(Signing(table, lambda: None), no_deals, no_deals)
    return HallPush(config, folder, journal, run_blocking, lambda: None, signatures, NoTable())


class NoTable:
    """A table without remote games."""

    async def start(self, game: SavedGame) -> None: ...

    async def follow(self, game: SavedGame) -> None: ...

    def changed(self) -> None: ...


def has(push: HallPush, code: Code) -> Callable[[], bool]:
    def there() -> bool:
        return push.state is not None and (
            push.state.fault is not None and push.state.fault.code is code
        )

    return there


def has_sent(push: HallPush, items: int) -> Callable[[], bool]:
    def sent() -> bool:
        return push.state is not None and push.state.connected and push.acknowledged == items

    return sent


def test_trimmed_feed_keeps_links() -> None:
    feed = Feed("board", 7)
    feed.add("g", (1.0, "score", HEADER), [("g", n, f"{n}", 1.0, "b", "peg 0 1") for n in (1, 2)])
    whole = Feed("board", 7)
    whole.add("g", (1.0, "score", HEADER), [("g", n, f"{n}", 1.0, "b", "peg 0 1") for n in (1, 2)])
    feed.trim(2)
    feed.trim(1)
    assert (len(feed), len(feed.items), feed.head) == (3, 1, whole.head)
    root, second = (Anchor(seq, whole.link(seq)) for seq in (0, 2))
    assert feed.has(second) and feed.has(root)
    key = SigningKey()
    upload = feed.upload(key, (second, root))
    assert upload is not None and upload.items == tuple(whole.items[2:])
    with pytest.raises(TrimmedItems):
        feed.upload(key, (root,))


def test_long_journal_is_sent_and_trimmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trims items as they are read, and rereads them for a hall that lacks them."""
    monkeypatch.setattr(journal_feed, "ITEMS_IN_MEMORY", 100)
    hall = RunningHall(tmp_path / "hall")
    try:
        with closing(SqliteJournal(tmp_path / "journal.db")) as journal:
            for number in range(4):
                fill_journal(journal, f"g{number}", 400)
            folder = tmp_path / "board"
            push = create_push(journal, folder, hall.address, hall.new_join_code())
            asyncio.run(run_until(push, has_sent(push, 4 * 401)))
            assert push.items_in_memory <= 100, "what the hall has is not kept"
            again = create_push(journal, folder, hall.address)
            fill_journal(journal, "g4", 10)
            asyncio.run(run_until(again, has_sent(again, 4 * 401 + 11)))
            board = load_key(folder / BOARD_KEY).id
    finally:
        assert hall.stop() == 0
    with closing(SqliteStore(tmp_path / "hall" / "hall.db")) as store:
        (view,) = store.epochs(board)
        assert view.current.head.seq == 4 * 401 + 11 and len(view.branches) == 1


def test_board_pins_key_of_hall(tmp_path: Path) -> None:
    """Pins the hall's key at the first connection; another hall at its address gets nothing."""
    folder = tmp_path / "board"
    hall = RunningHall(tmp_path / "hall")
    with closing(SqliteJournal(tmp_path / "journal.db")) as journal:
        fill_journal(journal, "g", 3)
        try:
            stranger = create_push(journal, folder, hall.address)
            asyncio.run(run_until(stranger, has(stranger, HallLink.NOT_JOINED)))
            assert read_membership(folder) is None
            wrong = create_push(journal, folder, hall.address, "1")
            hall.new_join_code()
            asyncio.run(run_until(wrong, has(wrong, HallLink.WRONG_CODE)))
            push = create_push(journal, folder, hall.address, hall.new_join_code())
            asyncio.run(run_until(push, has_sent(push, 4)))
        finally:
            assert hall.stop() == 0
        away = create_push(journal, folder, hall.address)
        asyncio.run(run_until(away, has(away, HallLink.AWAY)))
        assert away.state is not None and away.state.to_send == 4
        other = RunningHall(tmp_path / "other", hall.port)
        try:
            code = other.new_join_code()
            lured = create_push(journal, folder, other.address, code)
            asyncio.run(run_until(lured, has(lured, HallLink.OTHER)))
            assert other.get_as_director("boards")["boards"] == []
        finally:
            assert other.stop() == 0


def test_longest_envelope_is_delivered(tmp_path: Path) -> None:
    """Escaped quotes make a message longer than its parts."""
    hall = RunningHall(tmp_path / "hall")
    journal = SqliteJournal(tmp_path / "journal.db")
    try:
        push = create_push(journal, tmp_path, hall.address, hall.new_join_code())
        fill_journal(journal, "g", 1)

        def last_seen() -> list[float]:
            return [board["heard"] for board in hall.get_as_director("boards")["boards"]]

        async def scenario() -> None:
            running = asyncio.create_task(push.run())
            await await_until(has_sent(push, 2))
            board, at = load_key(tmp_path / BOARD_KEY).id, await asyncio.to_thread(last_seen)
            letter = encode(Post(board, '"' * 64_000)).decode()
            with ScriptedBoard(
                hall.address, await asyncio.to_thread(hall.new_join_code), "Other"
            ) as other:
                other.socket.send(letter)
                other.play("peg 0 1")  # the reply comes after it
                fill_journal(journal, "h", 1)
                push.wake()
                await await_until(has_sent(push, 4))
                assert (await asyncio.to_thread(last_seen))[0] == at[0], "it never came again"
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

        asyncio.run(scenario())
    finally:
        journal.close()
        assert hall.stop() == 0
