"""One writer, many watchers: nobody waits for anybody."""

import asyncio
from collections.abc import AsyncIterator

from pegboard.session.feed.feed import Hub


async def take(feed: AsyncIterator[str | bytes], n: int) -> list[str | bytes]:
    return [await asyncio.wait_for(anext(feed), 1) for _ in range(n)]


def test_a_watcher_begins_with_what_was_last() -> None:
    async def run() -> None:
        hub = Hub()
        hub.publish_text("1")
        hub.publish_frame(b"old")
        hub.publish_frame(b"new")
        with hub.watch() as feed:
            assert await take(feed, 2) == ["1", b"new"]
            hub.publish_text("2")
            assert await take(feed, 1) == ["2"]

    asyncio.run(run())


def test_a_slow_watcher_gets_the_latest_and_holds_up_nobody() -> None:
    async def run() -> None:
        hub = Hub()
        with hub.watch() as slow, hub.watch() as quick:
            for n in range(100):
                hub.publish_text(str(n))
                hub.publish_frame(bytes([n]))
                assert await take(quick, 2) == [str(n), bytes([n])]
            assert await take(slow, 2) == ["99", bytes([99])]
            assert len(hub) == 2
        assert len(hub) == 0

    asyncio.run(run())


def test_a_closed_hub_ends_its_feeds_after_the_last_word() -> None:
    async def run() -> None:
        hub = Hub()
        with hub.watch() as feed:
            hub.publish_text("last")
            hub.close()
            assert [item async for item in feed] == ["last"]
        with hub.watch() as late:
            assert [item async for item in late] == ["last"]
        empty = Hub()
        empty.close()
        with empty.watch() as feed:
            assert [item async for item in feed] == []

    asyncio.run(run())
