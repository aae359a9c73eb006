"""Contract tests for every kind of strip, simulated or real.

To test real hardware, set its address and length:
`PEGBOARD_TEST_STRIP=spi:/dev/spidev0.0 PEGBOARD_TEST_LENGTH=244`. It is shown a few frames.
"""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pegboard.board.color import OKABE_ITO
from pegboard.board.layout import Layout
from pegboard.board.scene import Scene
from pegboard.devices import strip_driver as lights_module
from pegboard.devices.ports import Strip
from pegboard.devices.strip_driver import StripDriver
from pegboard.devices.strips import open_strip, schemes, spi, ws281x
from pegboard.devices.strips._chain import Chain
from pegboard.devices.strips._simulated_spi import Port
from pegboard.devices.strips._simulated_ws281x import Library
from pegboard.devices.strips._ws2812 import ORDERS, reordered
from pegboard.errors import Common, DeviceLost, DeviceMissing
from tests.support.emulated_board import EmulatedBoard, SharedBoard
from tests.support.machine_files import create_machine
from tests.support.strip_driver import wait_for_frames
from tests.support.waiting import LIMIT_S, await_until

LENGTH = int(os.environ.get("PEGBOARD_TEST_LENGTH", "10"))
BARE = {"memory", "terminal"}
"""Strips that are simulations themselves; all others have a `mock`."""
EMULATED = "serial: on the emulated board"
"""A strip with the real firmware at the other end; see `tests.support.emulated_board`."""
ADDRESSES = [
    f"{scheme}:" if scheme in BARE else f"{scheme}:mock"
    for scheme in schemes()
    if scheme != "serial"
]
ADDRESSES += ["spi:/dev/spidev0.0 on a library that is not real", "ws281x:18 on one"]
STRIPS = [
    *(pytest.param(address, id=address) for address in ADDRESSES),
    pytest.param(EMULATED, id=EMULATED, marks=pytest.mark.group("firmware")),
]
if named := os.environ.get("PEGBOARD_TEST_STRIP"):
    ADDRESSES = [named]
    STRIPS = [pytest.param(named, id=named)]


def opened(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Strip:
    """Opens a strip; two use the code of real ones with simulated libraries."""
    if address == EMULATED:
        BOARD[:] = BOARD or [SHARED.anew(tmp_path)]
        return open_strip(f"serial:{BOARD[0].port}", LENGTH)
    if " on " not in address:
        return open_strip(address, LENGTH)
    modules: dict[str, Any] = {name: ModuleType(name) for name in ("spidev", "rpi_ws281x")}
    for name, module in modules.items():
        module.__spec__ = pytest.__spec__  # pretend that it is installed
        monkeypatch.setitem(sys.modules, name, module)
    modules["spidev"].SpiDev = lambda: Port(Chain(LENGTH))
    modules["rpi_ws281x"].PixelStrip = Library().PixelStrip
    if address.startswith("spi:"):
        return spi.open("/dev/spidev0.0", LENGTH, root=create_machine(tmp_path, "5", spi=True))
    return ws281x.open("18", LENGTH, root=create_machine(tmp_path, "4"))


SHARED = SharedBoard()
BOARD: list[EmulatedBoard] = []
"""The board used by the current test, if any."""


@pytest.fixture(autouse=True)
def the_next_test_begins_anew() -> Iterator[None]:
    yield
    BOARD.clear()


@pytest.fixture(scope="module", autouse=True)
def no_board_is_left() -> Iterator[None]:
    yield
    SHARED.close()


@pytest.fixture(params=STRIPS)
def strip(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Strip]:
    strip = opened(request.param, tmp_path, monkeypatch)
    yield strip
    strip.close()


def test_strip_accepts_frame_of_its_length(strip: Strip) -> None:
    assert strip.length == LENGTH
    strip.show(bytes(range(30)) if LENGTH == 10 else bytes([9] * 3 * LENGTH))
    strip.show(bytes(3 * LENGTH))
    strip.show(bytes([255] + [0] * (3 * LENGTH - 1)))


@pytest.mark.parametrize("change", [-1, 1, 3, -3 * LENGTH])
def test_strip_refuses_frame_of_other_length(strip: Strip, change: int) -> None:
    with pytest.raises(ValueError, match=rf"{3 * LENGTH + change} bytes"):
        strip.show(bytes(3 * LENGTH + change))
    strip.show(bytes(3 * LENGTH))


def test_strip_closes_twice(strip: Strip) -> None:
    strip.show(bytes([7] * 3 * LENGTH))
    strip.close()
    strip.close()


def test_closed_strip_raises_device_lost(strip: Strip) -> None:
    strip.close()
    with pytest.raises(DeviceLost, match="closed"):
        strip.show(bytes(3 * LENGTH))


LIGHT = bytes(range(3, 3 + 3 * LENGTH)) if LENGTH < 80 else bytes([3, 200, 9] * LENGTH)
SIMULATED = [address for address in ADDRESSES if "mock" in address]
UNPLUGGABLE = [address for address in ADDRESSES if address == "memory:" or "mock" in address]


def test_strip_shows_every_level(strip: Strip) -> None:
    for level in (0, 1, 127, 128, 254, 255):
        strip.show(bytes([level] * 3 * LENGTH))


@pytest.mark.parametrize("address", SIMULATED)
def test_lit_frame_equals_sent_frame(address: str) -> None:
    strip: Any = open_strip(address, LENGTH)
    assert strip.lit == bytes(3 * LENGTH)
    strip.show(LIGHT)
    assert strip.lit == LIGHT
    strip.close()
    assert strip.lit == bytes(3 * LENGTH)  # dark


@pytest.mark.parametrize("address", UNPLUGGABLE)
def test_strip_recovers_after_replug(address: str) -> None:
    strip: Any = open_strip(address, LENGTH)
    strip.show(LIGHT)
    strip.unplug()
    for _ in range(2):
        with pytest.raises(DeviceLost, match=address.partition(":")[0]):
            strip.show(LIGHT)
    strip.replug()
    strip.show(LIGHT)
    strip.unplug()
    strip.close()  # silently
    strip.close()


@pytest.mark.parametrize("address", ["memory:fail-after=2", "spi:mock,fail-after=2"])
def test_strip_fails_after_injected_count(address: str) -> None:
    strip = open_strip(address, LENGTH)
    strip.show(LIGHT)
    strip.show(bytes(3 * LENGTH))
    with pytest.raises(DeviceLost):
        strip.show(LIGHT)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("scheme", ["spi", "ws281x"])
def test_strip_applies_colour_order(scheme: str, order: str) -> None:
    right: Any = open_strip(f"{scheme}:mock,wants={order}", LENGTH, order)
    right.show(LIGHT)
    assert right.lit == LIGHT
    right.close()
    if order != "GRB":
        wrong: Any = open_strip(f"{scheme}:mock,wants={order}", LENGTH)
        wrong.show(LIGHT)
        assert wrong.lit != LIGHT
        assert sorted(wrong.lit[:3]) == sorted(LIGHT[:3])


def test_colour_order_is_ignored_without_wire() -> None:
    strip: Any = open_strip("memory:", LENGTH, "BRG")
    strip.show(LIGHT)
    assert strip.frame == LIGHT
    assert reordered(LIGHT, "GRB") is LIGHT


# --- integration with the strip driver


def board() -> Layout:
    row = f"[[row]]\ntrack = 0\nfirst_hole = 1\nlast_hole = {LENGTH}\nfirst_pixel = 0\n"
    places = f"from_mm = [1, 1]\nto_mm = [{LENGTH}, 1]\n"
    head = f"tracks = 1\nholes = {LENGTH}\nwidth_mm = {LENGTH + 1}\nheight_mm = 9\n"
    return Layout.parse(head + row + places, "test")


def pegs(front: int, rear: int = 0, pending: int = 0) -> Scene:
    return replace(Scene.of(((front, rear),), pending=(pending,), target=LENGTH), skunk_lines=())


class Shown:
    """A strip that records frames."""

    def __init__(self, strip: Strip) -> None:
        self.strip, self.length = strip, strip.length
        self.frames: list[bytes] = []
        self.plugged = True
        self.free = threading.Event()
        """Event that must be set for the strip to accept a frame."""
        self.free.set()
        self.begun = 0
        """Number of frames it started to accept."""

    def show(self, frame: bytes) -> None:
        self.begun += 1
        assert self.free.wait(LIMIT_S)
        if not self.plugged:
            raise DeviceLost(Common.VERBATIM, says="unplugged")
        self.strip.show(frame)
        self.frames.append(frame)

    def close(self) -> None:
        self.strip.close()


@pytest.fixture
def lit(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[StripDriver, list[Shown]]:
    monkeypatch.setattr(lights_module, "PAUSES_S", (0.01,))
    strips: list[Shown] = []

    def once() -> Shown:
        strips.append(Shown(opened(request.param, tmp_path, monkeypatch)))
        return strips[-1]

    lights = StripDriver(
        lambda layout: once(),
        board(),
        OKABE_ITO,
        brightness=0.5,
        max_mA=2000,
        clock=time.monotonic,
        on_frame=lambda _: None,
    )
    return lights, strips


async def running(lights: StripDriver, story: Callable[[], Any]) -> None:
    task = asyncio.ensure_future(lights.run())
    try:
        await story()
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("lit", STRIPS, indirect=True)
def test_driver_skips_equal_frames_and_sends_latest(
    lit: tuple[StripDriver, list[Shown]], monkeypatch: pytest.MonkeyPatch
) -> None:
    lights, strips = lit
    monkeypatch.setattr(lights_module, "HEARTBEAT_S", 1e6)

    async def story() -> None:
        lights.show(pegs(1))
        await await_until(lambda: bool(strips and strips[0].frames))
        before = len(strips[0].frames)
        for _ in range(5):
            lights.show(pegs(1))
            await wait_for_frames(lights)
        assert len(strips[0].frames) == before
        strips[0].free.clear()
        begun = strips[0].begun
        for front in range(1, LENGTH - 1):
            lights.show(pegs(1, 0, front))
            await await_until(lambda: strips[0].begun > begun, "a frame on its way")
            await asyncio.sleep(0)
        strips[0].free.set()
        await await_until(lambda: len(strips[0].frames) > before)
        await wait_for_frames(lights)
        assert 0 < len(strips[0].frames) - before < LENGTH - 2

    asyncio.run(running(lights, story))


@pytest.mark.parametrize("lit", STRIPS, indirect=True)
def test_reopened_strip_gets_current_frame(
    lit: tuple[StripDriver, list[Shown]],
) -> None:
    lights, strips = lit

    async def story() -> None:
        lights.show(pegs(1))
        await await_until(lambda: bool(strips and strips[0].frames))
        strips[0].plugged = False
        lights.show(pegs(3, 1))
        await await_until(lambda: len(strips) == 2 and bool(strips[1].frames))
        await await_until(lambda: lights.fault is None)
        await await_until(lambda: strips[1].frames[-1] == lights.frame)

    asyncio.run(running(lights, story))


@pytest.mark.parametrize(("wants", "right"), [("RGB", True), ("GRB", False)])
def test_page_shows_colours_decoded_by_simulated_leds(wants: str, right: bool) -> None:
    shown: list[bytes] = []
    lights = StripDriver(
        lambda layout: open_strip(f"spi:mock,wants={wants}", layout.length, "RGB"),
        board(),
        OKABE_ITO,
        brightness=0.5,
        max_mA=2000,
        clock=time.monotonic,
        on_frame=shown.append,
    )

    async def story() -> None:
        lights.show(pegs(1))
        await await_until(lambda: bool(shown))
        assert any(shown[0])
        assert (shown[0] == lights.frame) is right

    asyncio.run(running(lights, story))


@pytest.mark.parametrize("address", ["", "moon:", "memory.x:", "_frame:", "../memory:", "os:"])
def test_unknown_scheme_error_lists_strip_schemes(address: str) -> None:
    with pytest.raises(DeviceMissing, match=r"must be one of .*memory, .*terminal") as caught:
        open_strip(address, 3)
    assert repr(address) in str(caught.value)


def test_strip_schemes_match_modules_of_folder() -> None:
    assert {"memory", "spi", "terminal", "ws281x"} <= set(schemes())
    assert not any(name.startswith("_") for name in schemes())
