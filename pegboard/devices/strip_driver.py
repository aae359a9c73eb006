"""Drives the strip: one worker renders, limits and sends each scene.

The latest frame wins: while the strip is busy newer scenes replace each other. A frame equal to
the one the strip shows is sent again only every few seconds: so a strip that was unplugged is
noticed while nothing moves, and lamps that lost their light get it back. The next frame is rendered
while the one before is on the wire, so a long chain moves as fast as its wire allows. A strip that
fails is reported, opened again with growing pauses, and stops nothing else.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress

from pegboard.board.color import Palette, for_leds, limit
from pegboard.board.layout import Layout
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.board.track import earliest
from pegboard.devices.ports import Strip
from pegboard.devices.strips._faults import StripFault
from pegboard.errors import DeviceLost, PegboardError, as_pegboard_error
from pegboard.host.retrying import Backoff

log = logging.getLogger(__name__)

FRAMES_PER_S = 75.0
"""At most so many frames a second while something moves; four tracks are 67 on the wire."""
HEARTBEAT_S = 3.0
"""Seconds after which a still frame is sent again."""
TEST_S = 60.0
"""Seconds after which the game's light returns after a test."""
TAKEN_S = 8.0
"""Seconds within which a strip takes a picture, or fails: a USB board takes some to open."""
PAUSES_S = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Between two tries to open a strip that failed."""


class StripDriver:
    """Shows scenes on a strip. Use from one event loop only."""

    def __init__(
        self,
        open_strip: Callable[[Layout], Strip],
        layout: Layout,
        palette: Palette,
        *,
        brightness: float,
        max_mA: int,
        clock: Callable[[], float],
        on_frame: Callable[[bytes], None] = lambda _: None,
        on_fault: Callable[[], None] = lambda: None,
    ) -> None:
        """Starts with nothing to show.

        Args:
            open_strip: opens the strip of a layout; called again after it failed.
            layout: where the holes are.
            palette: the tracks' colours.
            brightness: 0 to 1, in light.
            max_mA: no frame draws more.
            clock: monotonic seconds.
            on_frame: told each frame after the strip took it; what the LEDs made of it, where
                they are simulated.
            on_fault: told when the strip has failed, and when it is well again.
        """
        self.fault: PegboardError | None = None
        """Reason the strip does not show anything; None if it does."""
        self.frame = b""
        """The frame the strip shows."""
        self._open = open_strip
        self.palette = palette
        """The tracks' colours."""
        self.layout = layout
        """Layout of the holes."""
        self._brightness, self._max_mA = brightness, max_mA
        self._level, self._waiting = 1.0, False
        self._clock, self.on_frame, self._on_fault = clock, on_frame, on_fault
        self._told = b""
        self._backoff = Backoff(PAUSES_S)
        self._scene: Scene | None = None
        self._changed, self._retry = asyncio.Event(), asyncio.Event()
        self._test, self._test_ends = b"", float("-inf")
        self._taken: asyncio.Future[None] | None = None
        self._closed, self._returned = asyncio.Event(), asyncio.Event()
        self._closed.set()
        self._returned.set()
        self._worker = ThreadPoolExecutor(1, "strip")

    def show(
        self, scene: Scene, layout: Layout | None = None, palette: Palette | None = None
    ) -> None:
        """Shows a scene from now on. Non-blocking.

        Layout and colours change with the scene and never before it: the scene of a game for four
        cannot be drawn in the colours of a game for two.

        Args:
            scene: the picture.
            layout: where the holes are from now on; a board that is only drawn may become another.
            palette: the tracks' colours from now on.
        """
        self.layout, self.palette = layout or self.layout, palette or self.palette
        self._scene = scene if self._scene is None else self._scene.toward(scene, self._clock())
        self._changed.set()

    def set_lamp(self, level: float, *, waiting: bool = False) -> None:
        """Overrides the display with a plain lamp. Non-blocking.

        Args:
            level: 0 (dark) to 1, of the configured brightness.
            waiting: shows the light of a board that waits for players, in place of the game.
        """
        self._level, self._waiting = min(1.0, max(0.0, level)), waiting
        self._changed.set()

    def set_brightness(self, brightness: float) -> None:
        """Changes the brightness (0 to 1, in light) from the next frame on. Non-blocking."""
        if brightness != self._brightness:
            self._brightness = brightness
            self._changed.set()

    async def test(self, picture: bytes) -> None:
        """Shows a picture as it is in place of the game; returns once the strip has taken it.

        The current limit holds, and after `TEST_S` the game's light comes back.

        Args:
            picture: three bytes per pixel of the layout; empty for the game again.

        Raises:
            DeviceError: the strip does not take it.
        """
        self._test, self._test_ends = picture, self._clock() + TEST_S
        self._retry.set()
        self._changed.set()
        if not picture:
            return
        if self._taken is not None and not self._taken.done():
            self._taken.set_result(None)  # the newer picture is the one to wait for
        taken = self._taken = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(TAKEN_S):
                await taken
        except TimeoutError:
            raise self.fault or DeviceLost(StripFault.SILENT) from None

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[None]:
        """Closes the strip for another program; opens it again when the block ends."""
        self._returned.clear()
        self._changed.set()
        self._retry.set()
        try:
            await self._closed.wait()
            yield
        finally:
            self._returned.set()

    async def answers(self) -> None:
        """Returns once the strip's worker has finished all earlier work: a sign of life."""
        await asyncio.get_running_loop().run_in_executor(self._worker, bool)

    async def run(self) -> None:
        """Opens the strip and keeps it lit until cancelled; then turns it dark."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                await self._returned.wait()
                strip: Strip | None = None
                self._closed.clear()
                try:
                    layout = self.layout
                    opening = loop.run_in_executor(self._worker, self._open, layout)
                    try:
                        strip = await asyncio.shield(opening)
                    except asyncio.CancelledError:
                        with suppress(OSError):
                            strip = await opening  # the worker opens it anyway: close it
                        raise
                    self.frame = self._told = b""
                    if self._scene is None:
                        self._is(None)
                    await self._keep_lit(strip, layout)
                except OSError as error:
                    fault = as_pegboard_error(error)
                    if self.fault != fault:
                        log.warning("strip: %s", fault)
                    self._is(fault)
                    await self._rest(self._backoff.next_s())
                finally:
                    if strip is not None:
                        with suppress(OSError):
                            await asyncio.shield(loop.run_in_executor(self._worker, strip.close))
                    self._closed.set()
        finally:
            self._worker.shutdown(wait=False)

    async def _rest(self, pause_s: float) -> None:
        """Waits before the strip is opened again, unless somebody is looking at it or wants it."""
        self._retry.clear()
        if not self._returned.is_set():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(pause_s):
                await self._retry.wait()

    def _is(self, fault: PegboardError | None) -> None:
        """Reports that the strip fails, with the reason; without one, that it works."""
        if fault is None:
            self._backoff.reset()
        elif self._taken is not None and not self._taken.done():
            self._taken.set_exception(fault)
        if self.fault != fault:
            self.fault = fault
            self._on_fault()

    async def _keep_lit(self, strip: Strip, layout: Layout) -> None:
        latest, sent_at, ends = b"", 0.0, None
        sending: asyncio.Future[None] | None = None
        try:
            while True:
                if sending is not None and sending.done():
                    sending.result()
                    sending = None
                self._changed.clear()
                if not self._returned.is_set():
                    return
                if self.layout is not layout:
                    return  # another board has another length: its strip is reopened
                scene, now = self._scene, self._clock()
                if self._waiting and scene is not None:
                    scene = Scene.attract(len(scene.pegs), scene.target)
                if scene is not None:
                    picture = render(scene, layout, self.palette, now)
                    if len(self._test) == len(picture) and now < self._test_ends:
                        picture, ends = self._test, self._test_ends
                    else:
                        picture, ends = for_leds(picture, self._brightness * self._level), None
                    frame = limit(picture, self._max_mA)
                    still = frame == latest
                    if not still or (sending is None and now >= sent_at + HEARTBEAT_S):
                        if sending is not None:
                            await sending
                            sending = None
                            if self._changed.is_set():
                                continue  # there is something newer to show by now
                        latest, sent_at = frame, now
                        sending = asyncio.ensure_future(self._send(strip, frame))
                        sending.add_done_callback(self._sent)
                change = None if scene is None else scene.next_change(now)
                beat = None if scene is None else sent_at + HEARTBEAT_S
                await self._wait(earliest((change, beat, ends)))
        finally:
            if sending is not None:
                with suppress(OSError):
                    await asyncio.shield(sending)

    async def _send(self, strip: Strip, frame: bytes) -> None:
        await asyncio.get_running_loop().run_in_executor(self._worker, strip.show, frame)
        self.frame = frame
        self._is(None)
        awaited = self._taken is not None and not self._taken.done() and self._test
        if self._taken is not None and awaited and frame == limit(self._test, self._max_mA):
            self._taken.set_result(None)
        if (lit := getattr(strip, "lit", frame)) != self._told:
            self._told = lit
            self.on_frame(lit)

    def _sent(self, sending: asyncio.Future[None]) -> None:
        """Handles a frame that was not accepted, even if the scene is still."""
        if not sending.cancelled() and sending.exception() is not None:
            self._changed.set()

    async def _wait(self, change: float | None) -> None:
        """Waits for another scene, or until `change`, when the shown one changes."""
        pause = None if change is None else max(change - self._clock(), 1.0 / FRAMES_PER_S)
        with suppress(TimeoutError):
            # Not wait_for: before Python 3.12 it can swallow a cancellation.
            async with asyncio.timeout(pause):
                await self._changed.wait()
