"""States as changes: once for all who see the same, and nothing that others may not see."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pegboard.pairing.viewer import BOARD, WATCHER, Viewer
from pegboard.session.feed.feed import GameFeed
from pegboard.session.feed.state import StateCache, StateFrame
from pegboard.session.feed.types import Feed, GameUpdate

ANN, BEN = Viewer("player", "a", "Ann"), Viewer("player", "b", "Ben")


class Game:
    """A state with something for all, and a card for each device."""

    def __init__(self) -> None:
        self.score = 0
        self.cards = {"a": "5H", "b": "KD"}
        self.made: list[str] = []

    def sight(self, viewer: Viewer) -> str:
        return viewer.device

    def tell(self, sight: str) -> dict[str, Any]:
        self.made.append(sight)
        return {"score": self.score, "same": list(range(50)), "card": self.cards.get(sight)}


Messages = AsyncIterator[dict[str, Any]]


async def messages(feed: Feed, changes: bool) -> Messages:
    """Yields the messages that a socket makes of a feed."""
    has: StateFrame | None = None
    async for update in feed:
        assert isinstance(update, GameUpdate)
        yield json.loads(update.frame.text_after(has if changes else None))
        has = update.frame


@contextmanager
def read(feed: GameFeed, viewer: Viewer, *, changes: bool = True) -> Iterator[Messages]:
    with feed.subscribe(viewer) as updates:
        yield messages(updates, changes)


async def next_text(snapshot: Messages) -> dict[str, Any]:
    async with asyncio.timeout(2):
        return await anext(snapshot)


def test_state_is_computed_once_per_perspective() -> None:
    async def story() -> None:
        game = Game()
        published = GameFeed(game.sight, game.tell)
        published.publish()
        contexts = [published.subscribe(viewer) for viewer in [WATCHER] * 50 + [ANN, ANN, BEN]]
        for context in contexts:
            context.__enter__()
        game.made.clear()
        game.score = 1
        published.publish()
        assert sorted(game.made) == ["", "a", "b"]
        for context in contexts:
            context.__exit__(None, None, None)

    asyncio.run(story())


def test_feed_sends_full_state_then_changes() -> None:
    async def story() -> None:
        game = Game()
        published = GameFeed(game.sight, game.tell)
        published.publish()
        with read(published, ANN) as ann, read(published, BEN, changes=False) as ben:
            whole = await next_text(ann)
            assert whole == {"type": "state", "n": 1, **game.tell("a")}
            await next_text(ben)
            game.score = 7
            published.publish()
            assert await next_text(ann) == {
                "type": "change", "n": 2, "after": 1, "set": {"score": 7},
            }  # fmt: skip
            assert (await next_text(ben))["type"] == "state", "who asks for no changes gets none"

    asyncio.run(story())


def test_viewer_without_changes_gets_no_message() -> None:
    """Not even that something has changed: a hand that another one sees is nobody's business."""

    async def story() -> None:
        game = Game()
        published = GameFeed(game.sight, game.tell)
        published.publish()
        with read(published, ANN) as ann, read(published, BEN) as ben:
            await next_text(ann)
            await next_text(ben)
            game.cards["b"] = "QS"
            published.publish()
            assert (await next_text(ben))["set"] == {"card": "QS"}
            game.score = 2
            published.publish()
            snapshot = await next_text(ann)
            assert snapshot["after"] == 1 and snapshot["set"] == {"score": 2}

    asyncio.run(story())


def test_missed_state_or_new_perspective_gets_full_state() -> None:
    async def story() -> None:
        game = Game()
        seats = {"a": "a", "b": "b"}
        published = GameFeed(lambda viewer: seats.get(viewer.device, ""), game.tell)
        published.publish()
        with read(published, ANN) as ann:
            await next_text(ann)
            for score in (1, 2, 3):
                game.score = score
                published.publish()
            late = await next_text(ann)
            assert late["type"] == "state" and late["score"] == 3
            seats["a"] = "b"  # another seat is given to it
            published.publish()
            other = await next_text(ann)
            assert other["type"] == "state" and other["card"] == "KD"

    asyncio.run(story())


def test_removed_device_is_disconnected() -> None:
    async def story() -> None:
        game = Game()
        published = GameFeed(game.sight, game.tell)
        published.publish()
        with read(published, ANN) as ann, read(published, BOARD) as board:
            await next_text(ann)
            await next_text(board)
            assert {viewer.role for viewer in published.viewers} == {"player", "board"}
            game.score = 3
            published.publish()
            published.disconnect("a")
            assert [item async for item in ann] == [], "not even what lay ready for it"
            assert (await next_text(board))["set"] == {"score": 3}

    asyncio.run(story())


@given(
    st.lists(
        st.tuples(st.sampled_from("xyz"), st.integers(0, 3), st.booleans()), min_size=1, max_size=40
    )
)
def test_accumulated_changes_equal_the_state(steps: list[tuple[str, int, bool]]) -> None:
    """Applying every change, with occasional full reads, always gives the current state."""
    facts = {"x": 0, "y": 0, "z": 0}
    tellings = StateCache(lambda sight: dict(facts))
    tellings.advance()
    has = tellings.get("one")
    state = json.loads(has.full_message)
    for key, value, reads in steps:
        facts[key] = value
        tellings.advance()
        snapshot = tellings.get("one")
        if not reads or snapshot is has:
            continue
        message = json.loads(snapshot.text_after(has))
        if message["type"] == "change":
            assert message["after"] == state["n"]
            state = {**state, **message["set"], "n": message["n"]}
        else:
            state = message
        has = snapshot
        assert {key: state[key] for key in facts} == facts
