"""The way to the strip: latest frame wins, equal frames are not sent, a failure heals."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from pegboard.board.color import OKABE_ITO
from pegboard.board.layout_files import load_layout
from pegboard.board.power import milliamps
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.devices import strip_driver as module
from pegboard.devices.strip_driver import StripDriver
from pegboard.devices.strips import open_strip
from pegboard.errors import Common, DeviceLost, DeviceMissing

LAYOUT = load_layout("two-track")


class Slow:
    """A strip that takes its time and remembers."""

    def __init__(self, pause_s: float = 0.0) -> None:
        self.length = LAYOUT.length
        self.inner = open_strip("memory:", LAYOUT.length)
        self.pause_s = pause_s
        self.frames: list[bytes] = []
        self.lost = False
        self.closed = 0

    def show(self, frame: bytes) -> None:
        time.sleep(self.pause_s)
        if self.lost:
            raise DeviceLost(Common.SAID, says="unplugged")
        self.inner.show(frame)
        self.frames.append(frame)

    def close(self) -> None:
        self.closed += 1


def lit(open_: Callable[[], Slow], sent: list[bytes], max_mA: int = 2000) -> StripDriver:
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


async def until(test: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not test():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.005)


def test_equal_frames_are_not_sent_and_what_was_sent_is_told() -> None:
    strip = Slow()
    sent: list[bytes] = []

    async def story() -> None:
        lights.show(scene(5))
        await until(lambda: len(sent) == 1)
        for _ in range(5):
            lights.show(scene(5))
            await asyncio.sleep(0.01)
        assert len(strip.frames) == 1

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert sent == strip.frames == [lights.frame]
    assert strip.closed == 1


def test_a_move_runs_hole_by_hole_and_ends_still() -> None:
    strip = Slow()
    sent: list[bytes] = []

    async def story() -> None:
        lights.show(scene(0))
        await until(lambda: len(sent) == 1)
        lights.show(Scene.of(((6, 0), (0, 0))))
        await until(lambda: len(sent) >= 5)
        await until(lambda: lights._scene is not None and lights._scene.next_change(1e9) is None)
        await asyncio.sleep(1.0)

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert len(set(sent)) >= 5


def test_a_slow_strip_gets_the_latest_scene_only() -> None:
    strip = Slow(pause_s=0.1)
    sent: list[bytes] = []

    async def story() -> None:
        for front in range(40):
            lights.show(Scene.of(((0, 0), (0, 0)), pending=(front, 0)))
            await asyncio.sleep(0.002)
        await until(lambda: len(sent) >= 2)
        await asyncio.sleep(0.25)

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert len(sent) < 10


def test_a_strip_that_fails_is_named_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES_S", (0.01,))
    strips: list[Slow] = []
    sent: list[bytes] = []

    def opened() -> Slow:
        if len(strips) == 1 and not opened.tries:  # type: ignore[attr-defined]
            opened.tries = 1  # type: ignore[attr-defined]
            raise DeviceMissing(Common.SAID, says="no such strip")
        strips.append(Slow())
        return strips[-1]

    opened.tries = 0  # type: ignore[attr-defined]

    async def story() -> None:
        lights.show(scene(5))
        await until(lambda: len(sent) == 1)
        strips[0].lost = True
        lights.show(scene(9))
        await until(lambda: lights.fault is not None)
        assert lights.fault
        await until(lambda: len(strips) == 2 and bool(strips[1].frames))
        assert lights.fault is None and lights.fault is None

    lights = lit(opened, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert strips[0].closed == strips[1].closed == 1


def test_a_failure_is_noticed_though_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES_S", (0.01,))
    strips: list[Slow] = []
    sent: list[bytes] = []

    def opened() -> Slow:
        strips.append(Slow())
        strips[-1].lost = len(strips) == 1
        return strips[-1]

    async def story() -> None:
        still = Scene.of(((5, 0), (0, 0)))
        assert still.next_change(time.monotonic()) is None
        lights.show(still)
        await until(lambda: len(sent) == 1)
        assert len(strips) == 2 and lights.fault is None

    lights = lit(opened, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert strips[0].closed == 1


def test_the_next_frame_is_rendered_while_one_is_on_the_wire(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strip, busy, rendered_meanwhile = Slow(pause_s=0.3), [False], [0]
    sent: list[bytes] = []
    show = strip.show

    def showing(frame: bytes) -> None:
        busy[0] = True
        show(frame)
        busy[0] = False

    def rendering(*args: object) -> bytes:
        rendered_meanwhile[0] += busy[0]
        return render(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(strip, "show", showing)
    monkeypatch.setattr(module, "render", rendering)

    async def story() -> None:
        lights.show(scene(0))
        await until(lambda: len(sent) == 1)
        lights.show(scene(6))
        await until(lambda: len(sent) >= 3)

    lights = lit(lambda: strip, sent)
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert rendered_meanwhile[0]


def test_no_frame_draws_more_than_it_may() -> None:
    strip = Slow()
    sent: list[bytes] = []
    budget = LAYOUT.length + 40

    async def story() -> None:
        lights.show(Scene.of(((121, 110), (80, 70)), winner=0))
        await until(lambda: len(sent) >= 3)

    lights = lit(lambda: strip, sent, budget)
    lights.show(Scene.of(((110, 100), (80, 70))))
    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
    assert max(map(milliamps, sent)) <= budget


def test_a_strip_that_is_unplugged_while_nothing_moves_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 0.05)
    strips = [Slow(), Slow()]
    sent: list[bytes] = []
    told: list[str] = []
    opened = iter(strips)
    lights = lit(lambda: next(opened), sent)
    lights._on_fault = lambda: told.append(str(lights.fault or ""))

    async def story() -> None:
        lights.show(scene(5))
        await until(lambda: len(strips[0].frames) > 2)
        assert len(set(strips[0].frames)) == 1 and len(sent) == 1, "the same is told once"
        strips[0].lost = True
        await until(lambda: lights.fault is not None)
        await until(lambda: bool(strips[1].frames) and lights.fault is None)
        assert strips[1].frames[-1] == strips[0].frames[-1]
        assert told == ["unplugged", ""]

    asyncio.run(run_for(lights, story))  # type: ignore[arg-type]
