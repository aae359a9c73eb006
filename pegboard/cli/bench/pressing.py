"""Latency from a button's pin to the strip."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from pegboard.board.layout import Layout
from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.controls import Button, ButtonKind
from pegboard.devices.ports import Strip
from pegboard.schema.setup_request import SetupRequest

PRESSES = 120


class Stamped:
    """A memory strip that records the time of each frame."""

    def __init__(self, strip: Strip) -> None:
        self.strip, self.length = strip, strip.length
        self.shown_at: list[float] = []

    def show(self, frame: bytes) -> None:
        """Records the time, then lights the strip."""
        self.shown_at.append(time.monotonic())
        self.strip.show(frame)

    def close(self) -> None:
        """Closes the strip."""
        self.strip.close()


def presses() -> dict[str, Any]:
    """Measures the latency from the edge at OK's pin to the frame output, including the commit."""
    spent = sorted(asyncio.run(_press_all()))
    if not spent:
        return {"press_to_frame_ms": None}
    p99 = spent[min(len(spent) - 1, int(len(spent) * 0.99))]
    return {"press_to_frame_ms": {"p50": 1000 * median(spent), "p99": 1000 * p99}}


async def _press_all() -> list[float]:
    from pegboard.devices.strips import open_strip
    from pegboard.service.build import build_app

    spent: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        config = changed(Config(), simulated=True, state=Path(folder))
        strips: list[Stamped] = []

        def factory(layout: Layout) -> Strip:
            strips.append(Stamped(open_strip("memory:", layout.length)))
            return strips[-1]

        parts = await build_app(config, factory=factory)
        works = [asyncio.ensure_future(work) for work in parts.background_tasks()]
        await parts.game.lobby.new_game(SetupRequest("score"))
        try:
            for number in range(PRESSES):
                if number % 100 == 0:
                    await parts.game.lobby.new_game(SetupRequest("score"))
                parts.sources.press(Button(ButtonKind.PLUS1, number % 2))
                await _until(lambda: any(parts.presses.pending))
                await asyncio.sleep(0.12)
                before, started = parts.table.seq, time.monotonic()
                parts.sources.press(Button(ButtonKind.OK))
                await _until(lambda: parts.table.seq == before + 1)  # noqa: B023 - awaited here
                await _until(lambda: strips[0].shown_at[-1] >= started)  # noqa: B023 - the same
                await asyncio.sleep(0.12)
                spent.append(next(at for at in strips[0].shown_at if at >= started) - started)
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            await parts.close()
    return spent


async def _until(is_done: Callable[[], bool]) -> None:
    """Waits until a condition holds, with a generous timeout."""
    async with asyncio.timeout(30):
        while not is_done():
            await asyncio.sleep(0.005)
