"""The strip driver: latest frame wins, equal frames are skipped, failures recover."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from pegboard.board.color import OKABE_ITO, for_leds, limit, milliamps
from pegboard.board.layout_files import load_layout
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.devices import strip_driver as module
from pegboard.devices.strip_driver import StripDriver
from pegboard.devices.strips import open_strip
from pegboard.errors import Common, DeviceLost, DeviceMissing
from tests.support.strip_driver import wait_for_frames
from tests.support.waiting import LIMIT_S, await_until

LAYOUT = load_layout("two-track")


class GatedStrip:
    """A strip that accepts frames only while its gate is open, and records them."""

    def __init__(self) -> None:
        self.length = LAYOUT.length
        self.inner = open_strip("memory:", LAYOUT.length)
        self.free = threading.Event()
        self.free.set()
        self.begun = 0
        """Number of frames it started to accept."""
        self.frames: list[bytes] = []
        self.lost = False
        self.closed = 0

    def show(self, frame: bytes) -> None:
        self.begun += 1
        assert self.free.wait(LIMIT_S)
        if self.lost:
            raise DeviceLost(Common.VERBATIM, says="unplugged")
        self.inner.show(frame)
        self.frames.append(frame)

    def close(self) -> None:
        self.closed += 1


def lit(open_: Callable[[], GatedStrip], sent: list[bytes], max_mA: int = 2000) -> StripDriver:
    return StripDriver(
        lambda layout: open_(),
        LAYOUT,
        OKABE_ITO,
        brightness=1.0,
        max_mA=max_mA,
        clock=time.monotonic,
        on_frame=sent.append,
    )


async def run_for(lights: StripDriver, story: Callable[[], "asyncio.Future[None]"]) -> None:
    task = asyncio.ensure_future(lights.run())
    try:
        await story()
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def scene(front: int) -> Scene:
    return Scene.of(((front, 0), (0, 0)))


def test_driver_skips_equal_frames_and_reports_sent_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 1e6)
    strip = GatedStrip()
    sent: list[bytes] = []

    async def story() -> None:
        lights.show(scene(5))
        await await_until(lambda: len(sent) == 1)
        for _ in range(5):
            lights.show(scene(5))
            await wait_for_frames(lights)
        assert len(strip.frames) == 1

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert sent == strip.frames == [lights.frame]
    assert strip.closed == 1


def test_move_animates_hole_by_hole() -> None:
    strip = GatedStrip()
    sent: list[bytes] = []

    async def story() -> None:
        lights.show(scene(0))
        await await_until(lambda: len(sent) == 1)
        lights.show(Scene.of(((6, 0), (0, 0))))
        await await_until(lambda: len(sent) >= 5)
        await await_until(is_still)
        lights.show(scene(6))  # it may still wait for the last change
        await wait_for_frames(lights)
        last = render(scene(6), LAYOUT, OKABE_ITO, time.monotonic())
        assert sent[-1] == limit(for_leds(last, 1.0), 2000)

    def is_still() -> bool:
        return lights._scene is not None and lights._scene.next_change(time.monotonic()) is None

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert len(set(sent)) >= 5


def test_slow_strip_gets_only_latest_scene() -> None:
    strip = GatedStrip()
    strip.free.clear()
    sent: list[bytes] = []

    async def story() -> None:
        for front in range(40):
            lights.show(Scene.of(((0, 0), (0, 0)), pending=(front, 0)))
            await await_until(lambda: strip.begun, "a frame on its way")
            await asyncio.sleep(0)
        strip.free.set()
        await await_until(lambda: len(sent) >= 2)
        await wait_for_frames(lights)

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert len(sent) < 10


def test_failed_strip_is_reported_and_reopened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES_S", (0.01,))
    strips: list[GatedStrip] = []
    sent: list[bytes] = []

    def opened() -> GatedStrip:
        if len(strips) == 1 and not opened.tries:  # type: ignore[attr-defined]
            opened.tries = 1  # type: ignore[attr-defined]
            raise DeviceMissing(Common.VERBATIM, says="no such strip")
        strips.append(GatedStrip())
        return strips[-1]

    opened.tries = 0  # type: ignore[attr-defined]

    async def story() -> None:
        lights.show(scene(5))
        await await_until(lambda: len(sent) == 1)
        strips[0].lost = True
        lights.show(scene(9))
        await await_until(lambda: lights.fault is not None)
        assert lights.fault
        await await_until(lambda: len(strips) == 2 and bool(strips[1].frames))
        assert lights.fault is None and lights.fault is None

    lights = lit(opened, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert strips[0].closed == strips[1].closed == 1


def test_driver_detects_failure_of_static_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES_S", (0.01,))
    strips: list[GatedStrip] = []
    sent: list[bytes] = []

    def opened() -> GatedStrip:
        strips.append(GatedStrip())
        strips[-1].lost = len(strips) == 1
        return strips[-1]

    async def story() -> None:
        static = Scene.of(((5, 0), (0, 0)))
        assert static.next_change(time.monotonic()) is None
        lights.show(static)
        await await_until(lambda: len(sent) == 1)
        assert len(strips) == 2 and lights.fault is None

    lights = lit(opened, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert strips[0].closed == 1


def test_driver_renders_next_frame_while_sending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strip, busy, rendered_meanwhile = GatedStrip(), [False], threading.Event()
    sent: list[bytes] = []
    show = strip.show

    def showing(frame: bytes) -> None:
        busy[0] = True
        if sent:  # the first scene is static: no other frame is rendered
            rendered_meanwhile.wait(LIMIT_S)
        show(frame)
        busy[0] = False

    def rendering(*args: object) -> bytes:
        if busy[0]:
            rendered_meanwhile.set()
        return render(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(strip, "show", showing)
    monkeypatch.setattr(module, "render", rendering)

    async def story() -> None:
        lights.show(scene(0))
        await await_until(lambda: len(sent) == 1)
        lights.show(scene(6))
        await await_until(lambda: len(sent) >= 3)

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert rendered_meanwhile.is_set()


def test_driver_enforces_current_limit() -> None:
    strip = GatedStrip()
    sent: list[bytes] = []
    budget = LAYOUT.length + 40

    async def story() -> None:
        lights.show(Scene.of(((121, 110), (80, 70)), winner=0))
        await await_until(lambda: len(sent) >= 3)

    lights = lit(lambda: strip, sent, budget)
    lights.show(Scene.of(((110, 100), (80, 70))))
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert max(map(milliamps, sent)) <= budget


def test_driver_detects_unplugged_idle_strip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 0.05)
    strips = [GatedStrip(), GatedStrip()]
    sent: list[bytes] = []
    faults: list[str] = []
    opened = iter(strips)
    lights = lit(lambda: next(opened), sent)
    lights._on_fault = lambda: faults.append(str(lights.fault or ""))

    async def story() -> None:
        lights.show(scene(5))
        await await_until(lambda: len(strips[0].frames) > 2)
        assert len(set(strips[0].frames)) == 1 and len(sent) == 1, "the same is told once"
        strips[0].lost = True
        await await_until(lambda: lights.fault is not None)
        await await_until(lambda: bool(strips[1].frames) and lights.fault is None)
        assert strips[1].frames[-1] == strips[0].frames[-1]
        assert faults == ["unplugged", ""]

    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]


def test_suspended_strip_stays_closed_until_resumed() -> None:
    strips: list[GatedStrip] = []
    sent: list[bytes] = []

    def opened() -> GatedStrip:
        strips.append(GatedStrip())
        return strips[-1]

    async def story() -> None:
        lights.show(scene(5))
        await await_until(lambda: len(sent) == 1)
        async with lights.suspended():
            assert strips[0].closed == 1
            lights.show(scene(6))
            await asyncio.sleep(0)
            assert len(strips) == 1 and lights.fault is None
        await await_until(lambda: len(strips) == 2 and strips[1].frames)

    lights = lit(opened, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert [strip.closed for strip in strips] == [1, 1]


def test_failing_strip_is_suspended_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES_S", (1e6,))
    tries: list[int] = []

    def opened() -> GatedStrip:
        tries.append(len(tries))
        if len(tries) == 1:
            raise DeviceMissing(Common.VERBATIM, says="in use")
        return GatedStrip()

    async def story() -> None:
        lights.show(scene(5))
        await await_until(lambda: lights.fault is not None)
        async with lights.suspended():
            pass
        await await_until(lambda: len(tries) == 2 and lights.fault is None)

    lights = lit(opened, [])
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]


def test_strip_opened_during_shutdown_is_closed() -> None:
    opens, is_free = threading.Event(), threading.Event()
    strip = GatedStrip()

    def opened() -> GatedStrip:
        opens.set()
        assert is_free.wait(LIMIT_S)
        return strip

    async def story() -> None:
        running = asyncio.ensure_future(lit(opened, []).run())
        await await_until(opens.is_set)
        running.cancel()
        asyncio.get_running_loop().call_soon(is_free.set)
        with suppress(asyncio.CancelledError):
            await running
        assert running.cancelled() and strip.closed == 1

    asyncio.run(story())
