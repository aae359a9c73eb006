"""One writer, many watchers: nobody waits for anybody."""

import asyncio
from typing import Any

from pegboard.cribbage.events import Won
from pegboard.session.feed.feed import GameFeed
from pegboard.session.feed.types import Feed, GameUpdate, Moved


class Game:
    """A feed whose state is one word."""

    def __init__(self) -> None:
        self.word = ""
        self.feed = GameFeed(state_for=lambda _: {"word": self.word})

    def publish(self, word: str, *moves: Moved) -> None:
        self.word = word
        self.feed.publish(moves)


def word_of(item: GameUpdate | bytes) -> Any:
    return item if isinstance(item, bytes) else item.state["word"]


async def take(feed: Feed, n: int) -> list[Any]:
    return [word_of(await asyncio.wait_for(anext(feed), 1)) for _ in range(n)]


def test_feed_starts_with_the_latest_state_and_frame() -> None:
    async def run() -> None:
        game = Game()
        published = game.feed
        game.publish("1")
        published.publish_frame(b"old")
        published.publish_frame(b"new")
        with published.subscribe() as feed:
            assert await take(feed, 2) == ["1", b"new"]
            game.publish("2")
            assert await take(feed, 1) == ["2"]

    asyncio.run(run())


def test_slow_watcher_gets_the_latest_without_delaying_others() -> None:
    async def run() -> None:
        game = Game()
        published = game.feed
        with published.subscribe() as slow, published.subscribe() as quick:
            for n in range(100):
                game.publish(str(n))
                published.publish_frame(bytes([n]))
                assert await take(quick, 2) == [str(n), bytes([n])]
            assert await take(slow, 2) == ["99", bytes([99])]
            assert len(published) == 2
        assert len(published) == 0

    asyncio.run(run())


def test_closed_feed_ends_after_remaining_content() -> None:
    async def run() -> None:
        game = Game()
        published = game.feed
        with published.subscribe() as feed:
            game.publish("last")
            published.close()
            assert [word_of(item) async for item in feed] == ["last"]
        with published.subscribe() as late:
            assert [word_of(item) async for item in late] == ["last"]
        empty = GameFeed()
        empty.close()
        with empty.subscribe() as feed:
            assert [item async for item in feed] == []

    asyncio.run(run())


def test_slow_watcher_gets_all_moves_that_were_not_undone() -> None:
    first, second, third = (Moved("g", (Won(seat, 0),)) for seat in (0, 1, 0))
    undo = Moved("g", is_undo=True, has_scored=True)

    async def run() -> None:
        game = Game()
        game.publish("before", first)
        with game.feed.subscribe() as feed:
            update = await anext(feed)
            assert isinstance(update, GameUpdate) and update.moves == ()
            for word, moves in (("1", (first, second)), ("2", (undo,)), ("3", (undo, third))):
                game.publish(word, *moves)
            update = await anext(feed)
            assert isinstance(update, GameUpdate)
            assert update.state == {"word": "3"} and update.moves == (undo, undo, third)

    asyncio.run(run())
