"""A board's session in the test's own process."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from pegboard.camera.client import CameraClient
from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.controls import Button, Pressed
from pegboard.pairing.viewer import BOARD, Viewer
from pegboard.schema.commands import Command, parse
from pegboard.schema.messages import AckMessage, Snapshot
from pegboard.service.build import App, build_app, start_first_game
from tests.support.schema import check
from tests.support.waiting import await_until


@asynccontextmanager
async def board(
    state: Path,
    layout: str = "two-track",
    *,
    demo: bool = False,
    pace: float = 0.0,
    seed: int = 5,
    camera_client: CameraClient | None = None,
    film: CameraClient | None = None,
) -> AsyncIterator[App]:
    config = changed(Config(), simulated=True, demo=demo, state=state, pace=pace)
    config = replace(config, board=replace(config.board, layout=layout))
    parts = await build_app(config, rng=Random(seed), camera_client=camera_client, film=film)
    works = [asyncio.ensure_future(work) for work in parts.background_tasks()]
    await start_first_game(parts)
    try:
        yield parts
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await parts.close()


until = await_until


def press(parts: App, *names: str) -> None:
    for name in names:
        parts.presses.post(Pressed(Button.parse(name), monotonic()))


number = 0


async def ask(parts: App, *, id: str = "", **what: Any) -> AckMessage:
    global number
    number += 1
    return await parts.commands.execute(command(id or f"t{number}", **what), "test", BOARD)


def state_of(parts: App, viewer: Viewer = BOARD) -> dict[str, Any]:
    """Returns the state as sent to a viewer, checked against the schema."""
    state: dict[str, Any] = json.loads(json.dumps(parts.publisher.snapshot(viewer)))
    check(state, Snapshot)
    return state


def command(id: str, **what: Any) -> Command:
    """Parses a command as received from a client."""
    return parse(json.dumps({"id": id, **what}))


def run_async(story: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await story()

    asyncio.run(run())


def make_board_physical(parts: App) -> None:
    """Makes the board count as one with LEDs, which has fixed tracks."""
    parts.game.lobby._boards._is_simulated = False
