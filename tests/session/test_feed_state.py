"""States as changes: once for all who see the same, and nothing that others may not see."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pegboard.session.feed.feed import Hub
from pegboard.session.feed.state import StateCache
from pegboard.session.feed.viewer import BOARD, WATCHER, Viewer

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


async def next_text(feed: AsyncIterator[str | bytes]) -> dict[str, Any]:
    async with asyncio.timeout(2):
        said = await anext(feed)
    message: dict[str, Any] = json.loads(said)
    return message


def test_the_state_is_made_once_for_each_sight_however_many_watch() -> None:
    async def story() -> None:
        game = Game()
        hub = Hub(game.sight, game.tell)
        hub.publish_state()
        contexts = [hub.watch(viewer) for viewer in [WATCHER] * 50 + [ANN, ANN, BEN]]
        for context in contexts:
            context.__enter__()
        game.made.clear()
        game.score = 1
        hub.publish_state()
        assert sorted(game.made) == ["", "a", "b"]
        for context in contexts:
            context.__exit__(None, None, None)

    asyncio.run(story())


def test_first_the_whole_then_what_has_changed() -> None:
    async def story() -> None:
        game = Game()
        hub = Hub(game.sight, game.tell)
        hub.publish_state()
        with hub.watch(ANN, changes=True) as ann, hub.watch(BEN) as ben:
            whole = await next_text(ann)
            assert whole == {"type": "state", "n": 1, **game.tell("a")}
            await next_text(ben)
            game.score = 7
            hub.publish_state()
            assert await next_text(ann) == {
                "type": "change", "n": 2, "after": 1, "set": {"score": 7},
            }  # fmt: skip
            assert (await next_text(ben))["type"] == "state", "who asks for no changes gets none"

    asyncio.run(story())


def test_who_was_not_meant_hears_nothing() -> None:
    """Not even that something has changed: a hand that another one sees is nobody's business."""

    async def story() -> None:
        game = Game()
        hub = Hub(game.sight, game.tell)
        hub.publish_state()
        with hub.watch(ANN, changes=True) as ann, hub.watch(BEN, changes=True) as ben:
            await next_text(ann)
            await next_text(ben)
            game.cards["b"] = "QS"
            hub.publish_state()
            assert (await next_text(ben))["set"] == {"card": "QS"}
            game.score = 2
            hub.publish_state()
            told = await next_text(ann)
            assert told["after"] == 1 and told["set"] == {"score": 2}

    asyncio.run(story())


def test_who_reads_slowly_or_sees_something_else_now_is_told_the_whole() -> None:
    async def story() -> None:
        game = Game()
        seats = {"a": "a", "b": "b"}
        hub = Hub(lambda viewer: seats.get(viewer.device, ""), game.tell)
        hub.publish_state()
        with hub.watch(ANN, changes=True) as ann:
            await next_text(ann)
            for score in (1, 2, 3):
                game.score = score
                hub.publish_state()
            late = await next_text(ann)
            assert late["type"] == "state" and late["score"] == 3
            seats["a"] = "b"  # another seat is given to it
            hub.publish_state()
            other = await next_text(ann)
            assert other["type"] == "state" and other["card"] == "KD"

    asyncio.run(story())


def test_a_device_that_is_put_out_hears_no_more() -> None:
    async def story() -> None:
        game = Game()
        hub = Hub(game.sight, game.tell)
        hub.publish_state()
        with hub.watch(ANN) as ann, hub.watch(BOARD) as board:
            await next_text(ann)
            await next_text(board)
            assert {viewer.role for viewer in hub.viewers} == {"player", "board"}
            game.score = 3
            hub.publish_state()
            hub.end("a")
            assert [item async for item in ann] == [], "not even what lay ready for it"
            assert (await next_text(board))["score"] == 3

    asyncio.run(story())


@given(
    st.lists(
        st.tuples(st.sampled_from("xyz"), st.integers(0, 3), st.booleans()), min_size=1, max_size=40
    )
)
def test_changes_put_together_are_the_state(steps: list[tuple[str, int, bool]]) -> None:
    """A reader who applies every change, and reads now and then, always has the present state."""
    facts = {"x": 0, "y": 0, "z": 0}
    tellings = StateCache(lambda sight: dict(facts))
    tellings.advance()
    has = tellings.of("one")
    state = json.loads(has.whole)
    for key, value, reads in steps:
        facts[key] = value
        tellings.advance()
        told = tellings.of("one")
        if not reads or told is has:
            continue
        if told.follows(has):
            change = json.loads(told.change)
            assert change["after"] == state["n"]
            state = {**state, **change["set"], "n": change["n"]}
        else:
            state = json.loads(told.whole)
        has = told
        assert {key: state[key] for key in facts} == facts
