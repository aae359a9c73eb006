"""A running service whose camera is a video of the show."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from pegboard.cli.run import changed
from pegboard.config import CameraConfig, Config
from pegboard.controls import Button, Pressed
from pegboard.cribbage.scoring import score_hand
from pegboard.service.build import App, build_app, start_first_game
from tests.support.session import state_of
from tests.support.show_films import (
    sample_hand,
    sample_starter,
)
from tests.support.waiting import await_until

PONE, DEALER, CRIB = "hand-1.jpg", "hand-4.jpg", "hand-8.jpg"


FIRST, SECOND = PONE, DEALER


def sample_points(name: str, turned: str = "", *, crib: bool = False) -> int:
    """Returns the points of a sample's hand with its own starter, or with another sample's."""
    return score_hand(sample_hand(name), sample_starter(turned or name), crib=crib).total


until = await_until


def run_with_video(state: Path, video: Path, story: Callable[[App], Awaitable[None]]) -> None:
    """Runs a scenario on a board whose camera is a video."""

    async def run() -> None:
        config = changed(Config(), simulated=True, demo=False, state=state, pace=0.0)
        config = replace(config, camera=CameraConfig(f"files:{video}"))
        parts = await build_app(config, rng=Random(5))
        works = [asyncio.ensure_future(work) for work in parts.background_tasks()]
        await start_first_game(parts)
        try:
            await story(parts)
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            await parts.close()

    asyncio.run(run())


def press(parts: App, name: str) -> None:
    parts.presses.post(Pressed(Button.parse(name), monotonic()))


async def press_count(parts: App) -> dict[str, Any]:
    press(parts, "count")
    await until(lambda: parts.publisher.snapshot()["offer"] is not None)
    offer: dict[str, Any] = state_of(parts)["offer"]
    return offer
