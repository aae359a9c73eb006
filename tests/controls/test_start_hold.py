"""Buttons held at power-on request a reset, safe mode or pairing."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from pegboard.controls import Button, Edge, OkHold, OpenDoor, Reset, SafeStart, StartHold
from pegboard.controls.staging import OK_HOLD_S, RESET_BUTTONS, SAFE_BUTTONS, START_HOLD_S
from pegboard.errors import DeviceError
from pegboard.notice import Notice
from pegboard.schema.setup_request import SetupRequest
from pegboard.storage import factory_reset
from tests.support.waiting import await_until

UNDO, COUNT, OK = (Button.parse(name) for name in ("undo", "count", "ok"))


def held(*buttons: Button, at: float = 0.0) -> StartHold:
    hold = StartHold()
    for button in buttons:
        hold.feed(Edge(button, True, at, initial=True))
    return hold


@pytest.mark.parametrize(
    ("pair", "named", "means"),
    [((UNDO, COUNT), RESET_BUTTONS, Reset()), ((UNDO, OK), SAFE_BUTTONS, SafeStart())],
)
def test_both_buttons_held_long_enough_trigger_once(
    pair: tuple[Button, ...], named: frozenset[Button], means: Reset | SafeStart
) -> None:
    hold = held(*pair)
    assert set(pair) == named
    assert hold.next_due() == START_HOLD_S
    assert hold.due(START_HOLD_S - 0.01) is None
    assert hold.due(START_HOLD_S) == means
    assert hold.due(START_HOLD_S + 1) is None
    assert hold.next_due() is None


@pytest.mark.parametrize("buttons", [(UNDO,), (COUNT,), (OK,), (), (OK, COUNT), (OK, UNDO, COUNT)])
def test_other_combinations_do_not_trigger(buttons: tuple[Button, ...]) -> None:
    hold = held(*buttons)
    assert hold.next_due() is None
    assert hold.due(100.0) is None


def test_releasing_a_third_button_keeps_the_hold() -> None:
    hold = held(UNDO, OK, COUNT)
    hold.feed(Edge(COUNT, False, 1.0))
    assert hold.due(START_HOLD_S) == SafeStart()


def test_releasing_one_button_ends_the_hold() -> None:
    hold = held(UNDO, COUNT)
    hold.feed(Edge(UNDO, False, 4.9))
    hold.feed(Edge(UNDO, True, 4.91))
    assert not hold.due(100.0)


def test_buttons_pressed_after_start_do_not_trigger() -> None:
    hold = StartHold()
    hold.feed(Edge(UNDO, True, 1.0))
    hold.feed(Edge(COUNT, True, 1.0))
    assert not hold.due(100.0)


def test_ok_held_alone_opens_pairing_once() -> None:
    hold = OkHold()
    hold.feed(Edge(OK, True, 1.0))
    assert hold.next_due() == 1.0 + OK_HOLD_S and hold.due(OK_HOLD_S) is None
    assert hold.due(1.0 + OK_HOLD_S) == OpenDoor()
    assert hold.due(100.0) is None and hold.next_due() is None
    for bounce in (101.0, 101.125):
        hold.feed(Edge(OK, False, bounce))
        hold.feed(Edge(OK, True, bounce + 0.125))
    assert hold.next_due() == 101.25 + OK_HOLD_S
    hold.feed(Edge(UNDO, True, 102.0))
    hold.feed(Edge(UNDO, False, 102.1))
    assert hold.due(200.0) is None


def test_ok_down_at_start_does_not_open_pairing() -> None:
    hold = OkHold()
    hold.feed(Edge(OK, True, 0.0, initial=True))
    assert hold.due(100.0) is None


def test_reset_request_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    assert not factory_reset.is_requested(folder)
    assert "a reset of network and pairing is noted" in factory_reset.request(folder)
    assert factory_reset.is_requested(folder) and factory_reset.request(folder)
    factory_reset.clear(folder)
    factory_reset.clear(folder)
    assert not factory_reset.is_requested(folder)


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file is in the way")
    with pytest.raises(DeviceError, match="reset-requested"):
        factory_reset.request(tmp_path / "state")


def test_service_revokes_every_device_and_reports_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pegboard.cli.run import changed
    from pegboard.config import Config
    from pegboard.controls import staging
    from pegboard.service.build import build_app

    monkeypatch.setattr(staging.StartHold.__init__, "__defaults__", (0.05,))

    async def story() -> Notice | None:
        parts = await build_app(changed(Config(), simulated=True, state=tmp_path))
        await parts.game.lobby.new_game(SetupRequest("score"))
        running = asyncio.ensure_future(parts.presses.run())
        pairing = parts.game.pairing
        await pairing.accept(pairing.request("Ann's phone", pairing.new_invitation().pin).id)
        for button in (UNDO, COUNT):
            parts.presses.post(Edge(button, True, time.monotonic(), initial=True))
        try:
            await await_until(lambda: not pairing.devices and parts.game.notices.transient)
            assert "Ann" not in (tmp_path / "devices.json").read_text()
            assert not factory_reset.is_requested(tmp_path)
            return parts.game.notices.transient
        finally:
            running.cancel()
            await parts.close()

    assert "all paired devices were removed" in str(asyncio.run(story()))


def test_interrupted_revocation_completes_at_next_start(
    tmp_path: Path,
) -> None:
    from pegboard.pairing import PairingRegistry, open_pairing

    async def here(call: Any, *arguments: Any) -> Any:
        return call(*arguments)

    async def story() -> tuple[PairingRegistry, PairingRegistry]:
        pairing = await open_pairing(tmp_path, here)
        await pairing.accept(pairing.request("Ann's phone", pairing.new_invitation().pin).id)
        again = await open_pairing(tmp_path, here)
        factory_reset.request(tmp_path)
        return again, await open_pairing(tmp_path, here)

    before, after = asyncio.run(story())
    assert [device.name for device in before.devices] == ["Ann's phone"]
    assert after.devices == () and not factory_reset.is_requested(tmp_path)
