"""Faults of buttons and dials appear in the state without further presses."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli.run import changed
from pegboard.config import ButtonsConfig, Config
from pegboard.controls import Button, Edge, debounce
from pegboard.controls.dial import MAX_INVALID
from pegboard.devices.inputs._fingers import Fault
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import App, build_app
from tests.support.dial_pins import PINS
from tests.support.waiting import await_until

OK, PLUS1 = Button.parse("ok"), Button.parse("0+1")


def button_faults(parts: App) -> list[str]:
    """Returns the button faults that the page shows."""
    devices = parts.publisher.snapshot()["devices"]
    return [
        device["says"]
        for device in devices
        if device["name"].startswith("button") and device["says"]
    ]


def assert_fault(tmp_path: Path, story: Callable[[App, Any], None], expected: str) -> None:
    """Runs a story on a board; waits until the page shows exactly the expected fault."""

    async def play() -> None:
        config = Config(buttons=ButtonsConfig(pins=PINS))
        parts = await build_app(changed(config, simulated=True, state=tmp_path))
        await parts.game.lobby.new_game(SetupRequest("score"))
        running = [asyncio.ensure_future(work) for work in parts.background_tasks()]
        try:
            await await_until(lambda: "gpio:mock" in parts.sources._open, "the buttons")
            assert button_faults(parts) == []
            story(parts, parts.sources._open["gpio:mock"])
            (only,) = await await_until(lambda: button_faults(parts), "a fault")
            assert expected in only
        finally:
            for work in running:
                work.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await parts.close()

    asyncio.run(play())


def test_button_down_at_start_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debounce, "START_STUCK_S", 0.2)

    def story(parts: App, _: Any) -> None:
        parts.presses.post(Edge(OK, True, time.monotonic(), initial=True))

    assert_fault(tmp_path, story, "button ok has been held down since the start; is it stuck")


def test_stuck_button_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debounce, "STUCK_S", 0.2)

    def story(_: App, board: Any) -> None:
        board.misbehave(OK, Fault.STUCK)
        board.press(OK)

    assert_fault(tmp_path, story, "button ok has been held down for over")


def test_chattering_button_is_reported(tmp_path: Path) -> None:
    def story(_: App, board: Any) -> None:
        for number in range(2 * debounce.MAX_EDGES):
            pin = board._devices[PLUS1].pin
            (pin.drive_high if number % 2 else pin.drive_low)()

    assert_fault(tmp_path, story, "button 0+1 chatters")


def test_skipping_dial_is_reported(tmp_path: Path) -> None:
    def story(_: App, board: Any) -> None:
        for number in range(MAX_INVALID):
            board._dials[0].poll(number % 2 == 0, number % 2 == 0, time.monotonic())

    assert_fault(tmp_path, story, "the dial of Player 1 skips")
