"""Dials on gpiozero's simulated pins: wired, turned, pushed, broken."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from time import monotonic
from typing import Any

import pytest

from pegboard.cli.run import changed
from pegboard.config import ButtonsConfig, Config
from pegboard.controls import Button, Edge, Input, Turned
from pegboard.controls.dial import MAX_INVALID
from pegboard.devices.inputs import open_inputs
from pegboard.devices.inputs._wiring import dial_wiring, wiring
from pegboard.devices.inputs.gpio import SimulatedButtons
from pegboard.errors import ConfigError, DeviceMissing
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import build_app
from tests.support.dial_pins import PINS
from tests.support.waiting import await_until


@pytest.fixture
def inbox() -> "Queue[Input]":
    return Queue()


@pytest.fixture
def board(inbox: "Queue[Input]") -> Iterator[SimulatedButtons]:
    source = open_inputs("gpio:mock", 2, PINS)
    assert isinstance(source, SimulatedButtons)
    source.start(inbox.put)
    yield source
    source.close()


def drained(inbox: "Queue[Input]") -> list[Any]:
    return [inbox.get_nowait() for _ in range(inbox.qsize())]


def test_dial_posts_steps(board: SimulatedButtons, inbox: "Queue[Input]") -> None:
    board.turn(0, 3)
    board.turn(1, -2)
    turned = drained(inbox)
    assert [(step.seat, step.steps) for step in turned] == [(0, 1)] * 3 + [(1, -1)] * 2
    assert all(isinstance(step, Turned) for step in turned)
    assert board.faults() == ()


def test_dial_push_posts_button_edges(board: SimulatedButtons, inbox: "Queue[Input]") -> None:
    board.press(Button.parse("1push"))
    down, up = inbox.get(timeout=20), inbox.get(timeout=20)
    assert isinstance(down, Edge) and isinstance(up, Edge)
    assert str(down.button) == "1push" and down.down and not up.down


def test_dial_between_detents_at_start_posts_nothing(inbox: "Queue[Input]") -> None:
    source = open_inputs("gpio:mock", 2, PINS)
    assert isinstance(source, SimulatedButtons)
    for name in ("0a", "0b"):
        source._contacts[name].pin.drive_low()
    source.start(inbox.put)
    for name in ("0a", "0b"):
        source._contacts[name].pin.drive_high()
    assert drained(inbox) == []
    source.turn(0, 1)
    assert len(drained(inbox)) == 1
    source.close()
    with pytest.raises(DeviceMissing, match="no dial for seat 0"):
        source.turn(0, 1)


def test_dial_reports_broken_contact(board: SimulatedButtons, inbox: "Queue[Input]") -> None:
    for number in range(MAX_INVALID):  # a missed edge: both contacts changed
        board._dials[1].poll(number % 2 == 0, number % 2 == 0, monotonic())
    (fault,) = board.faults()
    assert "dial of seat 1 skips; look for a loose wire" in str(fault)
    assert drained(inbox) == []


def test_dial_wiring_maps_configured_contacts() -> None:
    assert dial_wiring(2, {}) == {}
    assert dial_wiring(2, PINS) == {0: (16, 20), 1: (19, 26)}
    assert dial_wiring(1, PINS) == {0: (16, 20)}
    wired = wiring(2, PINS)
    assert wired[Button.parse("0push")] == 21
    assert Button.parse("1push") not in wiring(1, PINS)


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        ({"0a": 16}, "0b is missing: a dial has two contacts"),
        ({"1b": 16}, "1a is missing"),
        ({"0a": 16, "0b": 16}, "GPIO 16 is used by both 0a and 0b"),
        ({"0a": 17, "0b": 16}, "GPIO 17 is used by both ok and 0a"),
        ({"0push": 17}, "GPIO 17 is used by both ok and 0push"),
        ({"0a": 99, "0b": 16}, "0a = 99: must be GPIO"),
        ({"0c": 16}, "unknown button '0c'.*0a and 0b are the contacts of a dial"),
    ],
)
def test_impossible_dial_wiring_is_refused(pins: dict[str, int], message: str) -> None:
    with pytest.raises(ConfigError, match=f"buttons.pins: .*{message}"):
        open_inputs("gpio:mock", 2, pins)


def test_dial_enters_score(tmp_path: Path) -> None:
    config = changed(
        Config(buttons=ButtonsConfig(commit_s=60, pins=PINS)), simulated=True, state=tmp_path
    )

    async def story() -> tuple[int, ...]:
        parts = await build_app(config)
        await parts.game.lobby.new_game(SetupRequest("score"))
        running = [asyncio.ensure_future(work) for work in parts.background_tasks()]
        try:
            await await_until(lambda: "gpio:mock" in parts.sources._open, "the dials")
            board: Any = parts.sources._open["gpio:mock"]
            board.turn(0, 7)
            board.turn(0, -1)
            await await_until(lambda: parts.presses.pending == (6, 0), "the points")
            board.press(Button.parse("0push"))
            await await_until(lambda: parts.table.seq >= 1, "the peg")
            return tuple(parts.table.state.scores)
        finally:
            for work in running:
                work.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await parts.close()

    assert asyncio.run(story()) == (6, 0)
