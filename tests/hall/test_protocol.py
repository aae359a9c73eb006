"""The protocol between board and hall: exactly once, forks, refusals."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.chain.codes import UploadFault
from pegboard.chain.condition import Condition, conditions
from pegboard.chain.feed import Feed
from pegboard.chain.item import BEGIN, Item
from pegboard.chain.keys import SigningKey
from pegboard.chain.upload import Upload
from pegboard.errors import WireError
from pegboard.hall.hall import Hall
from pegboard.hall.protocol.hall_side import HallSide
from pegboard.hall.protocol.handover import unfinished_game
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import (
    MESSAGE_BYTES,
    VERSION,
    Ack,
    Adopt,
    Entries,
    FromHall,
    Have,
    Hello,
    Look,
    Refused,
    Seat,
    Welcome,
    encode,
    from_board,
    from_hall,
)

KEY, HALL_KEY = SigningKey(bytes(range(32))), SigningKey(bytes(range(32, 64)))
NONCE = "0123456789abcdef"


def play(feed: Feed, entries: int, by: str = "button") -> Feed:
    first = max(len(feed.items), 1)
    rows = [("g", n, f"{by}-{n}", float(n), by, "peg 0 1") for n in range(first, first + entries)]
    feed.add("g", (1.0, "score", "players 2\n"), rows)
    return feed


@pytest.fixture
def hall() -> Iterator[Hall]:
    store = SqliteStore(":memory:")
    hall = Hall(store)
    hall.join(KEY.public, "Table 1", 1.0)
    yield hall
    store.close()


def answer(hall: Hall, side: HallSide, text: bytes) -> FromHall:
    """Returns the hall's reply, committing an upload if there is one."""
    message = side.receive(text)
    if isinstance(message, Upload):
        (result,) = hall.receive([message])
        return side.reply_to_upload(result)
    assert not isinstance(message, Adopt | Look)
    return message


def stored(hall: Hall, feed: Feed) -> list[object]:
    return list(hall.store.items(feed.board, feed.epoch))


def test_conversation_from_hello_to_ack(hall: Hall) -> None:
    feed = play(Feed(KEY.id, 7), 9)
    board, side = BoardSide(feed, KEY, HALL_KEY.public), HallSide(hall, HALL_KEY.public, NONCE)
    hello = board.receive(encode(side.welcome()), 50.0)
    assert isinstance(hello, Hello) and board.next_entries() is None, (
        "not before the hall has sent its heads"
    )
    have = answer(hall, side, encode(hello))
    assert isinstance(have, Have) and len(have.ends) == 2 and side.board == KEY.id
    entries = board.receive(encode(have), 50.0, most=4)
    for _ in range(2):
        assert isinstance(entries, Entries) and len(entries.items) == 4
        ack = answer(hall, side, encode(entries))
        assert isinstance(ack, Ack)
        entries = board.receive(encode(ack), 50.0, most=4)
    assert board.behind == 2 and isinstance(entries, Entries) and len(entries.items) == 2
    assert board.receive(encode(answer(hall, side, encode(entries))), 50.0) is None
    assert board.behind == 0 and stored(hall, feed) == feed.items
    play(feed, 1)
    more = board.next_entries()
    assert isinstance(more, Entries) and len(more.items) == 1 and board.next_entries() is None
    assert isinstance(answer(hall, side, encode(more)), Ack)
    assert side.announced is not None and side.announced.seq == 11 and side.announced.at == 50.0


@given(st.integers(0, 2**32), st.integers(1, 60))
@settings(max_examples=40)
def test_items_are_stored_once_despite_cut_connections(seed: int, entries: int) -> None:
    rng, nonces = Random(seed), count()
    feed, left = Feed(KEY.id, 7), entries
    store = SqliteStore(":memory:")
    hall = Hall(store)
    hall.join(KEY.public, "Table 1", 1.0)
    try:
        for _ in range(10_000):
            board = BoardSide(feed, KEY)
            side = HallSide(hall, HALL_KEY.public, f"nonce-{next(nonces):020}")
            to_board: bytes | None = encode(side.welcome())
            for _ in range(rng.randint(1, 12)):
                if left and rng.random() < 0.6:
                    step = min(left, rng.randint(1, 9))
                    play(feed, step)
                    left -= step
                message = (
                    board.receive(to_board, 1.0, rng.randint(1, 7))
                    if to_board is not None
                    else board.next_entries()
                )
                to_board = None
                if message is None:
                    continue
                if rng.random() < 0.1:
                    break  # message and connection are lost
                reply = answer(hall, side, encode(message))
                assert not isinstance(reply, Refused), reply
                if rng.random() < 0.3:
                    break  # the reply is lost after the commit
                to_board = encode(reply)
                stored_before = stored(hall, feed)
                assert stored_before == feed.items[: len(stored_before)]
                assert board.acknowledged <= len(stored_before)
            if not left and stored(hall, feed) == feed.items:
                break
        assert stored(hall, feed) == feed.items
        assert len(store.view(KEY.id, 7).branches) == 1
    finally:
        store.close()


def connected(hall: Hall, feed: Feed) -> tuple[HallSide, BoardSide, Have]:
    board, side = BoardSide(feed, KEY), HallSide(hall, HALL_KEY.public, NONCE)
    hello = board.receive(encode(side.welcome()), 1.0)
    assert hello is not None
    have = answer(hall, side, encode(hello))
    assert isinstance(have, Have)
    return side, board, have


def refusal(refused: FromHall | Upload | Adopt | Look) -> str:
    assert isinstance(refused, Refused), refused
    assert refused.says
    return refused.code


def test_unknown_board_is_refused(hall: Hall) -> None:
    feed = play(Feed(KEY.id, 7), 3)
    side = HallSide(hall, HALL_KEY.public, NONCE)
    hello = BoardSide(feed, KEY).receive(encode(side.welcome()), 1.0)
    assert isinstance(hello, Hello)
    other = SigningKey()
    replayed = HallSide(hall, HALL_KEY.public, NONCE[::-1])
    assert refusal(replayed.receive(encode(hello))) == TalkFault.NOT_YOU
    assert refusal(replayed.receive(encode(hello))) == TalkFault.UNEXPECTED, "it is closed"
    not_joined = BoardSide(Feed(other.id, 7), other).receive(encode(side.welcome()), 1.0)
    assert not_joined is not None
    stranger = HallSide(hall, HALL_KEY.public, NONCE)
    assert refusal(stranger.receive(encode(not_joined))) == UploadFault.UNKNOWN
    changed = msgspec.structs.replace(hello, epoch=8)
    assert refusal(HallSide(hall, b"", NONCE).receive(encode(changed))) == TalkFault.NOT_YOU


def test_unexpected_board_message_is_refused(hall: Hall) -> None:
    feed = play(Feed(KEY.id, 7), 3)
    side, board, have = connected(hall, feed)
    entries = board.receive(encode(have), 1.0)
    assert isinstance(entries, Entries)
    early = HallSide(hall, HALL_KEY.public, NONCE)
    assert refusal(early.receive(encode(entries))) == TalkFault.HELLO_FIRST
    assert isinstance(side.receive(encode(entries)), Upload)
    assert refusal(side.receive(encode(entries))) == TalkFault.ONE_AT_A_TIME
    forged = msgspec.structs.replace(entries, signature="00" * 64)
    side, *_ = connected(hall, feed)
    assert refusal(answer(hall, side, encode(forged))) == UploadFault.FORGED
    assert stored(hall, feed) == []
    for text in (b"", b"[]", b'{"type":"hello"}', b'{"type":"ack","end":[1,"00"]}',
                 encode(entries)[:-1] + b',"more":1}', b" " * (MESSAGE_BYTES + 1)):  # fmt: skip
        code = refusal(HallSide(hall, HALL_KEY.public, NONCE).receive(text))
        assert code in (TalkFault.NO_MESSAGE, TalkFault.TOO_LONG)
        with pytest.raises(WireError):
            from_board(text)


def test_unexpected_hall_message_is_refused(hall: Hall) -> None:
    feed = play(Feed(KEY.id, 7), 3)
    welcome = HallSide(hall, HALL_KEY.public, NONCE).welcome()
    for board, message, code in (
        (BoardSide(feed, KEY, KEY.public), welcome, TalkFault.OTHER_HALL),
        (BoardSide(feed, KEY), Welcome(VERSION + 1, welcome.hall, NONCE), TalkFault.VERSION),
        (BoardSide(feed, KEY), Refused("x", "why"), TalkFault.REFUSED),
        (BoardSide(feed, KEY), Ack(connected(hall, feed)[2].ends[-1]), TalkFault.UNEXPECTED),
        (BoardSide(feed, KEY), Have(()), TalkFault.UNEXPECTED),
    ):
        with pytest.raises(WireError) as caught:
            board.receive(encode(message), 1.0)
        assert caught.value.code is code
    with pytest.raises(WireError):
        from_hall(b"{}")


def test_cloned_board_creates_fork(hall: Hall) -> None:
    first = play(play(Feed(KEY.id, 7), 3), 2)
    clone = play(play(Feed(KEY.id, 7), 3), 4, by="clone")
    for feed in (first, clone, first, clone):
        side, board, have = connected(hall, feed)
        message = board.receive(encode(have), 1.0, 2)
        while message is not None:
            message = board.receive(encode(answer(hall, side, encode(message))), 1.0, 2)
        assert board.behind == 0
    view = hall.store.view(KEY.id, 7)
    assert view.is_forked and view.branches[1].start == 4
    assert list(hall.store.items(KEY.id, 7, 1)) == clone.items
    assert stored(hall, first) == first.items


def talk(hall: Hall, feed: Feed) -> None:
    side, board, have = connected(hall, feed)
    message = board.receive(encode(have), 1.0, 5)
    while message is not None:
        message = board.receive(encode(answer(hall, side, encode(message))), 1.0, 5)
    assert board.behind == 0


def test_boards_complete_older_copy_of_hall(tmp_path: Path) -> None:
    """Replaces the hall by an older copy, which the boards complete."""
    lost = SqliteStore(tmp_path / "hall.db")
    hall = Hall(lost)
    hall.join(KEY.public, "Table 1", 1.0)
    feed = play(Feed(KEY.id, 7), 12)
    talk(hall, feed)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        lost._db.backup(copy)
    talk(hall, play(feed, 30))
    lost.close()
    store = SqliteStore(tmp_path / "copy.db")
    promoted = Hall(store)
    assert len(stored(promoted, feed)) == 13
    talk(promoted, feed)
    assert stored(promoted, feed) == feed.items
    assert len(store.view(KEY.id, 7).branches) == 1
    store.close()


@pytest.mark.parametrize("years", [-60, 10])
def test_wrong_board_clock_is_reported(hall: Hall, years: int) -> None:
    now = 1e9 + years * 31_557_600.0
    feed = Feed(KEY.id, 7)
    feed.add("g", (now, "score", "players 2\n"), [("g", 1, "x", now, "button", "peg 0 1")])
    board, side = BoardSide(feed, KEY), HallSide(hall, HALL_KEY.public, NONCE)
    message = board.receive(encode(side.welcome()), now)
    while message is not None:
        message = board.receive(encode(answer(hall, side, encode(message))), now)
    assert stored(hall, feed) == feed.items
    found = conditions(hall.store.epochs(KEY.id), side.announced, 1e9)
    assert found == {Condition.CLOCK: abs(years) * 31_557_600}


def test_overlong_game_is_not_handed_over() -> None:
    def items(n: int) -> list[Item]:
        begun = Item(1, "g", BEGIN, "", 1.0, "score", "players 2\n")
        moves = (Item(i + 2, "g", i + 1, f"{i}", 1.0, "", f"correct 0 {i % 2}") for i in range(n))
        return [begun, *moves]

    going = unfinished_game(items(5000), ())
    assert going is not None
    assert from_hall(encode(Seat(goes_on=going))) == Seat(goes_on=going)
    assert unfinished_game(items(6000), ()) is None
