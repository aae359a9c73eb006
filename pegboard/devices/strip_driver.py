"""Drives the strip: a worker renders, limits and sends each scene.

The latest frame wins: while the strip is busy, newer scenes replace each other. An unchanged frame
is resent only every few seconds, so that an unplugged strip is
noticed while nothing moves, and LEDs that lost power are lit again. The next frame is rendered
while the previous one is on the wire, so a long chain is as fast as its wire allows. A strip that
fails is reported and reopened with growing pauses; nothing else stops.
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
"""Maximum frame rate of animations; the wire allows 67 for four tracks."""
HEARTBEAT_S = 3.0
"""Seconds after which an unchanged frame is resent."""
TEST_S = 60.0
"""Seconds after which the game is shown again after a test."""
TEST_TIMEOUT_S = 8.0
"""Seconds within which a strip accepts a picture: a USB board takes some time to open."""
PAUSES_S = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses between attempts to reopen a failed strip."""


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
            open_strip: opens the strip of a layout; called again after a failure.
            layout: positions of the holes on the strip.
            palette: colour of each track.
            brightness: perceived light, 0 to 1.
            max_mA: current limit of every frame.
            clock: returns monotonic seconds.
            on_frame: receives each frame the strip accepted; if the LEDs are simulated, the
                colours they decoded.
            on_fault: called when the strip fails, and when it works again.
        """
        self.fault: PegboardError | None = None
        """Reason that the strip shows nothing; None if it works."""
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
        self._reported = b""
        self._backoff = Backoff(PAUSES_S)
        self._scene: Scene | None = None
        self._changed, self._retry = asyncio.Event(), asyncio.Event()
        self._test, self._test_ends = b"", float("-inf")
        self._test_shown: asyncio.Future[None] | None = None
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
            scene: scene to show.
            layout: new layout; a simulated board can change its layout.
            palette: new colours of the tracks.
        """
        self.layout, self.palette = layout or self.layout, palette or self.palette
        self._scene = scene if self._scene is None else self._scene.toward(scene, self._clock())
        self._changed.set()

    def set_lamp(self, level: float, *, waiting: bool = False) -> None:
        """Overrides the display with a plain lamp. Non-blocking.

        Args:
            level: fraction of the configured brightness, 0 (dark) to 1.
            waiting: show the attract animation instead of the game.
        """
        self._level, self._waiting = min(1.0, max(0.0, level)), waiting
        self._changed.set()

    def set_brightness(self, brightness: float) -> None:
        """Sets the brightness (perceived, 0 to 1) from the next frame on. Non-blocking."""
        if brightness != self._brightness:
            self._brightness = brightness
            self._changed.set()

    async def show_test(self, picture: bytes) -> None:
        """Shows a raw picture instead of the game; returns once the strip has accepted it.

        The current limit applies; after `TEST_S` the game is shown again.

        Args:
            picture: three bytes per pixel of the layout; empty returns to the game.

        Raises:
            DeviceError: the strip does not accept it.
        """
        self._test, self._test_ends = picture, self._clock() + TEST_S
        self._retry.set()
        self._changed.set()
        if not picture:
            return
        if self._test_shown is not None and not self._test_shown.done():
            self._test_shown.set_result(None)  # superseded by the newer picture
        shown = self._test_shown = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                await shown
        except TimeoutError:
            raise self.fault or DeviceLost(StripFault.SILENT) from None

    @asynccontextmanager
    async def suspended(self) -> AsyncIterator[None]:
        """Closes the strip so that another program can use it; reopens it after the block."""
        self._returned.clear()
        self._changed.set()
        self._retry.set()
        try:
            await self._closed.wait()
            yield
        finally:
            self._returned.set()

    async def wait_idle(self) -> None:
        """Waits until the worker has finished all earlier work, which proves it is alive."""
        await asyncio.get_running_loop().run_in_executor(self._worker, bool)

    async def run(self) -> None:
        """Opens the strip and keeps it lit until cancelled, then turns it dark."""
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
                            strip = await opening  # the worker opens it regardless: close it
                        raise
                    self.frame = self._reported = b""
                    if self._scene is None:
                        self._set_fault(None)
                    await self._keep_lit(strip, layout)
                except OSError as error:
                    fault = as_pegboard_error(error)
                    if self.fault != fault:
                        log.warning("strip: %s", fault)
                    self._set_fault(fault)
                    await self._wait_to_reopen(self._backoff.next_s())
                finally:
                    if strip is not None:
                        with suppress(OSError):
                            await asyncio.shield(loop.run_in_executor(self._worker, strip.close))
                    self._closed.set()
        finally:
            self._worker.shutdown(wait=False)

    async def _wait_to_reopen(self, pause_s: float) -> None:
        """Waits before reopening the strip; returns at once if it is tested or suspended."""
        self._retry.clear()
        if not self._returned.is_set():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(pause_s):
                await self._retry.wait()

    def _set_fault(self, fault: PegboardError | None) -> None:
        """Records and reports the strip's fault; None means it works."""
        if fault is None:
            self._backoff.reset()
        elif self._test_shown is not None and not self._test_shown.done():
            self._test_shown.set_exception(fault)
        if self.fault != fault:
            self.fault = fault
            self._on_fault()

    async def _keep_lit(self, strip: Strip, layout: Layout) -> None:
        latest, last_sent, ends = b"", 0.0, None
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
                    return  # the length may differ: reopen the strip
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
                    is_unchanged = frame == latest
                    if not is_unchanged or (sending is None and now >= last_sent + HEARTBEAT_S):
                        if sending is not None:
                            await sending
                            sending = None
                            if self._changed.is_set():
                                continue  # superseded meanwhile
                        latest, last_sent = frame, now
                        sending = asyncio.ensure_future(self._send(strip, frame))
                        sending.add_done_callback(self._on_sent)
                change = None if scene is None else scene.next_change(now)
                heartbeat = None if scene is None else last_sent + HEARTBEAT_S
                await self._wait_for_change(earliest((change, heartbeat, ends)))
        finally:
            if sending is not None:
                with suppress(OSError):
                    await asyncio.shield(sending)

    async def _send(self, strip: Strip, frame: bytes) -> None:
        await asyncio.get_running_loop().run_in_executor(self._worker, strip.show, frame)
        self.frame = frame
        self._set_fault(None)
        awaited = self._test_shown is not None and not self._test_shown.done() and self._test
        if self._test_shown is not None and awaited and frame == limit(self._test, self._max_mA):
            self._test_shown.set_result(None)
        if (lit := getattr(strip, "lit", frame)) != self._reported:
            self._reported = lit
            self.on_frame(lit)

    def _on_sent(self, sending: asyncio.Future[None]) -> None:
        """Wakes the driver if a frame was not accepted, even if the scene is unchanged."""
        if not sending.cancelled() and sending.exception() is not None:
            self._changed.set()

    async def _wait_for_change(self, change: float | None) -> None:
        """Waits for a new scene, or until `change`, when the animation changes."""
        pause = None if change is None else max(change - self._clock(), 1.0 / FRAMES_PER_S)
        with suppress(TimeoutError):
            # Not wait_for: before Python 3.12 it can swallow a cancellation.
            async with asyncio.timeout(pause):
                await self._changed.wait()
