"""The USB board: one connection, shared by the strip `serial:` and the inputs `serial:`.

Users join the board by the address of its port and leave it when done. The first to
join starts a thread, which alone uses the port: it opens it, runs `protocol.Link`, and if
the board is unplugged retries until it is back. The last to leave ends the thread. The thread
never blocks for longer than `WRITE_S`, so leaving never hangs.
"""

import logging
import os
import select
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any

from pegboard.devices.usb_board import port as firmware_port
from pegboard.devices.usb_board.port import WRITE_S, UsbBoard
from pegboard.devices.usb_board.protocol.link import RETRY_S, TRIES, Link
from pegboard.devices.usb_board.protocol.link_events import (
    Failed,
    InputReceived,
    LinkEvent,
    Ready,
    Restarting,
    Shown,
    StatusReceived,
)
from pegboard.devices.usb_board.protocol.messages import PROTOCOL, Configure, Report, Welcome
from pegboard.errors import DeviceError, DeviceLost, DeviceMissing
from pegboard.host.retrying import Backoff

log = logging.getLogger(__name__)

PAUSES_S = (0.3, 0.5, 1.0, 2.0)
"""Pauses between attempts to open the port of a missing board."""
ANSWER_S = RETRY_S * TRIES + WRITE_S
"""Longest wait for the answer to a request."""

OnInput = Callable[[InputReceived | Ready], None]
"""Receives every input, and the start of every session. Must not block."""

_boards: list["FirmwareBoard"] = []
_joining = Lock()


def acquire(path: str) -> "FirmwareBoard":
    """Returns the board at a port, shared by all users.

    Args:
        path: path of the port; empty for the only board plugged in.

    Raises:
        DeviceMissing: none is plugged in.
    """
    with _joining:
        board = _shared(path)
        if board is None:
            board = FirmwareBoard(path)
            _boards.append(board)
        board._users += 1
        return board


def _shared(path: str) -> "FirmwareBoard | None":
    """Returns the board already connected to that port, under any name."""
    for board in _boards:
        if board._path == path:
            return board
    port = os.path.realpath(path or firmware_port.find_port())
    for board in _boards:
        with suppress(DeviceMissing):
            if os.path.realpath(board._path or firmware_port.find_port()) == port:
                return board
    return None


def release(board: "FirmwareBoard") -> None:
    """Releases a shared board; the last user closes its port."""
    with _joining:
        board._users -= 1
        if board._users == 0:
            _boards.remove(board)
            # Under the lock, so that the next user of the port finds it free.
            board._stop()


class FirmwareBoard:
    """A USB board, connected or not. Made by `join`; thread-safe."""

    def __init__(self, path: str) -> None:
        """Starts unconnected; `set_up` connects it."""
        self.name = f"serial:{path}"
        """Name for errors."""
        self._path = path
        self._users = 0
        self._configure = Configure(1)
        self._listeners: list[OnInput] = []
        self._frame: bytes | None = None
        self._shown: bytes | None = None
        self._restart: bool | None = None
        self._restarted = False
        self._welcome: Welcome | None = None
        self._report: Report | None = None
        self._fault: DeviceError | None = None  # None while connected or unknown
        self._tries = 0
        self._ready = False
        self._started = self._stopped = False
        self._changed = Condition()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._thread = Thread(target=self._run, name="firmware board", daemon=True)

    @property
    def port(self) -> str:
        """Path of its port, or the one last searched."""
        with suppress(DeviceMissing):
            return self._path or str(firmware_port.find_port())
        return self.name

    @property
    def fault(self) -> DeviceError | None:
        """Current fault, or None."""
        with self._changed:
            return self._fault

    @property
    def report(self) -> Report | None:
        """Last status report; None before the first."""
        with self._changed:
            return self._report

    def ready(self) -> tuple[Welcome, Report]:
        """Waits until the board is connected and ready; returns its identity and status.

        Raises:
            DeviceMissing: it is missing or unusable; the message says what to do.
        """
        with self._changed:
            tries = self._tries
            self._wake()
            end = monotonic() + 2 * ANSWER_S
            while not self._ready:
                if self._tries > tries:
                    self._raise(DeviceMissing)
                if not self._changed.wait(end - monotonic()):
                    self._raise(DeviceMissing)
                    raise DeviceMissing(UsbBoard.SILENT, name=self.name)
            assert self._welcome is not None and self._report is not None
            return self._welcome, self._report

    def set_up(self, **settings: int) -> None:
        """Configures the board: `pixels`, `budget_mA`, `order`, `encoders` of `Configure`.

        The first call also starts connecting; it does not wait.
        """
        with self._changed:
            if settings.get("pixels", self._configure.pixels) != self._configure.pixels:
                self._frame = self._shown = None
            self._configure = replace(self._configure, **settings)
            if not self._started:
                self._started = True
                self._thread.start()
            self._wake()

    def subscribe(self, on_input: OnInput) -> None:
        """Subscribes a listener to all inputs, beginning with the current session."""
        with self._changed:
            self._listeners.append(on_input)

    def unsubscribe(self, on_input: OnInput) -> None:
        """Unsubscribes a listener; ignores an unknown one."""
        with self._changed, suppress(ValueError):
            self._listeners.remove(on_input)

    def show(self, frame: bytes, *, wait_s: float = 2 * ANSWER_S) -> None:
        """Shows a picture; returns when its transmission to the LEDs starts.

        Raises:
            DeviceLost: the board is unplugged, or takes too long.
        """
        with self._changed:
            self._raise(DeviceLost)
            if frame == self._shown:
                return
            self._frame, self._shown = frame, None
            self._wake()
            end = monotonic() + wait_s
            while self._shown != frame:
                self._raise(DeviceLost)
                if not self._changed.wait(end - monotonic()):
                    raise DeviceLost(UsbBoard.PICTURE_LATE, name=self.name, seconds=wait_s)

    def restart(self, *, drive: bool) -> None:
        """Restarts the board; with `drive`, as a USB drive for new firmware.

        Raises:
            DeviceLost: the board was unplugged before it confirmed the restart.
        """
        with self._changed:
            self._restart, self._restarted = drive, False
            self._wake()
            end = monotonic() + 2 * ANSWER_S
            while not self._restarted:
                self._raise(DeviceLost)
                if not self._changed.wait(end - monotonic()):
                    raise DeviceLost(UsbBoard.NO_RESTART, name=self.name)

    def _stop(self) -> None:
        with self._changed:
            self._stopped = True
            self._wake()
        if self._started:
            self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # a wake-up is pending
            os.write(self._wake_write, b"!")

    def _run(self) -> None:
        backoff = Backoff(PAUSES_S)
        while not self._stopped:
            port = None
            try:
                port = firmware_port.open_port(self._path)
                self._serve(port)
            except DeviceMissing as error:
                self._disconnected(error)
            except firmware_port.TROUBLE:
                # The system's error text varies by driver and is less helpful.
                self._disconnected(DeviceLost(UsbBoard.UNPLUGGED, name=self.name))
                backoff.reset()
            finally:
                if port is not None:
                    firmware_port.shut(port)
            if not self._stopped:
                self._wait_for_work(backoff.next_s())

    def _wait_for_work(self, pause: float) -> None:
        """Waits for `pause` seconds, or until woken."""
        select.select([self._wake_read], [], [], pause)
        self._clear_wake()

    def _clear_wake(self) -> None:
        ready, _, _ = select.select([self._wake_read], [], [], 0)
        if ready:
            os.read(self._wake_read, 4096)

    def _serve(self, port: Any) -> None:
        link = Link(self._configure)
        link.start(monotonic())
        queued: bytes | None = None
        while not self._stopped:
            with self._changed:
                configure, frame, restart = self._configure, self._frame, self._restart
            now = monotonic()
            link.reconfigure(configure, now)
            if frame is not None and frame is not queued:
                queued = frame
                link.show(frame, now)
                if link.on_board == frame:
                    self._dispatch(link, [Shown(frame)])
            if restart is not None:
                with self._changed:
                    self._restart = None
                link.restart(now, drive=restart)
            events = link.tick(now)
            if data := link.data_to_send():
                port.write(data)
            if not events:
                due = link.next_due()
                pause = None if due is None else max(0.0, due - monotonic())
                ready, _, _ = select.select([port.fileno(), self._wake_read], [], [], pause)
                if self._wake_read in ready:
                    self._clear_wake()
                if port.fileno() in ready:
                    events = link.receive(port.read(max(1, port.in_waiting)), monotonic())
            self._dispatch(link, events)

    def _dispatch(self, link: Link, events: list[LinkEvent]) -> None:
        for event in events:
            match event:
                case Failed(why):
                    code = UsbBoard.LINK
                    if link.welcome is None:
                        code = UsbBoard.NOT_OURS
                    elif link.welcome.protocol != PROTOCOL:
                        code = UsbBoard.OTHER_PROTOCOL
                    raise DeviceMissing(code, name=self.name, why=why)
                case Ready() | InputReceived():
                    with self._changed:
                        if isinstance(event, Ready):
                            self._welcome, self._ready, self._fault = event.welcome, True, None
                            self._report = link.report
                            self._changed.notify_all()
                        listeners = list(self._listeners)
                    for listener in listeners:
                        listener(event)
                case Shown(frame):
                    with self._changed:
                        self._shown = frame
                        self._changed.notify_all()
                case StatusReceived(report):
                    with self._changed:
                        self._report = report
                        self._changed.notify_all()
                case Restarting():
                    with self._changed:
                        self._restarted = True
                        self._changed.notify_all()

    def _raise(self, kind: type[DeviceError]) -> None:
        """Raises the board's fault, if it has one."""
        if self._fault is not None:
            raise kind(self._fault.code, **self._fault.facts)

    def _disconnected(self, why: DeviceError) -> None:
        with self._changed:
            if self._fault is None or self._fault.as_json() != why.as_json():
                log.info("%s", why)
            self._ready, self._fault, self._shown = False, why, None
            self._tries += 1
            self._changed.notify_all()
