"""Presence of devices with an open page."""

import asyncio
from collections.abc import Callable

from pegboard.pairing.viewer import BOARD, Viewer
from pegboard.session.feed.feed import GameFeed
from pegboard.session.feed.presence import Presence
from tests.support.waiting import await_until

ANN = Viewer("player", device="1", name="Ann's phone")


def story(check: Callable[[Presence, list[bool]], object], away_after_s: float = 0.01) -> None:
    async def run() -> None:
        changes: list[bool] = []
        presence = Presence(lambda: changes.append(presence.is_away("1")), away_after_s)
        assert not presence.is_away("1"), "it has a moment to connect"
        await check(presence, changes)  # type: ignore[misc]

    asyncio.run(run())


def test_device_is_away_without_a_page_and_returns_at_once() -> None:
    async def check(presence: Presence, changes: list[bool]) -> None:
        await await_until(lambda: changes == [True], "it never came")
        hub = GameFeed(presence=presence)
        with hub.subscribe(ANN):
            assert changes == [True, False]
            with hub.subscribe(ANN), hub.subscribe(BOARD):
                pass
            assert not presence.is_away("1"), "another of its pages is open"
        assert not presence.is_away("1"), "it may be loading its page again"
        await await_until(lambda: changes == [True, False, True], "it is away")

    story(check)


def test_reloaded_page_does_not_count_as_absence() -> None:
    async def check(presence: Presence, changes: list[bool]) -> None:
        presence.open_page("1")
        presence.close_page("1")
        presence.open_page("1")
        assert changes == [] and not presence._leaving

    story(check, away_after_s=60.0)
