"""Borrowing the LEDs, and the buttons on their port, from the running service."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pegboard.board.color import OKABE_ITO
from pegboard.board.layout_files import load_layout
from pegboard.board.scene import Scene
from pegboard.config import Config
from pegboard.devices import input_manager
from pegboard.devices.input_manager import InputManager
from pegboard.devices.strip_driver import StripDriver
from pegboard.devices.strips import open_strip
from pegboard.ops.control_socket import NotRunning, borrowed_strip, serve_control_socket
from tests.support.waiting import await_until

LAYOUT = load_layout("two-track")


async def while_running(works: list[Any], story: Callable[[], Awaitable[None]]) -> None:
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await story()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def test_service_releases_borrowed_strip(tmp_path: Path) -> None:
    opened: list[Any] = []

    def open_one(_: Any) -> Any:
        opened.append(open_strip("memory:", LAYOUT.length))
        return opened[-1]

    lights = StripDriver(
        open_one, LAYOUT, OKABE_ITO, brightness=1.0, max_mA=2000, clock=time.monotonic
    )

    def borrow() -> int:
        with borrowed_strip(tmp_path):
            return len(opened)

    async def story() -> None:
        lights.show(Scene.of(((5, 0), (0, 0))))
        await await_until(lambda: bool(lights.frame))
        await await_until((tmp_path / "hatch").exists)
        assert await asyncio.to_thread(borrow) == 1
        await await_until(lambda: len(opened) == 2 and bool(lights.frame))

    backups: Any = None
    socket = serve_control_socket(backups, tmp_path, lambda: False, lights.suspended)
    asyncio.run(while_running([lights.run(), socket], story))


def test_borrowing_needs_running_service(tmp_path: Path) -> None:
    with pytest.raises(NotRunning), borrowed_strip(tmp_path):
        pass


class Source:
    """An input that only counts calls."""

    def __init__(self) -> None:
        self.started = self.closed = 0

    def start(self, post: object) -> None:
        self.started += 1

    def close(self) -> None:
        self.closed += 1


def test_buttons_on_the_same_port_are_released_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sources: dict[str, list[Source]] = {}

    def opened(address: str, *_: object, **__: object) -> Source:
        sources.setdefault(address, []).append(Source())
        return sources[address][-1]

    monkeypatch.setattr(input_manager, "open_inputs", opened)
    config = Config()
    buttons = replace(config.buttons, source="serial:", also=("evdev:",))
    manager = InputManager(replace(config, buttons=buttons), seats=2)

    async def story() -> None:
        await await_until(lambda: len(sources) == 2)
        async with manager.suspended("serial"):
            assert [source.closed for source in sources["serial:"]] == [1]
        await await_until(lambda: len(sources["serial:"]) == 2)
        assert [source.closed for source in sources["evdev:"]] == [0]

    asyncio.run(while_running([manager.run()], story))
    manager.close()
