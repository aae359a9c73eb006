"""A USB keypad, read through the kernel's input devices (evdev).

    evdev:                                        the only keypad plugged in
    evdev:/dev/input/by-id/usb-…-event-kbd        this keypad or keyboard

    /  seat 3 +1      *  seat 3 +5      -  seat 3 -1
    7  seat 0 +1      8  seat 2 +1      9  seat 1 +1
    4  seat 0 +5      5  seat 2 +5      6  seat 1 +5        Enter         OK
    1  seat 0 -1      2  seat 2 -1      3  seat 1 -1        . Backspace   UNDO
    0  COUNT

`[buttons] keys` overrides this with kernel key codes. Num Lock makes no
difference. The keypad is grabbed: nothing it sends reaches a page on the screen or a
console. If unplugged, it is reported and searched for until it is back.

Constants: linux/input.h and linux/input-event-codes.h, on a 64-bit kernel.
"""

import os
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from errno import EBUSY
from fcntl import ioctl
from pathlib import Path
from select import POLLIN, poll
from threading import Thread
from time import CLOCK_MONOTONIC, monotonic
from typing import Any

from pegboard.controls import Button, Edge, buttons
from pegboard.devices.inputs._wiring import Wiring
from pegboard.devices.ports import Post, Pressable
from pegboard.errors import (
    Code,
    ConfigError,
    DeviceError,
    DeviceLost,
    DeviceMissing,
    NotationError,
)

KEY = "buttons.keys"
"""The key in the configuration."""
USUAL = {
    71: "0+1", 75: "0+5", 79: "0-1",
    73: "1+1", 77: "1+5", 81: "1-1",
    72: "2+1", 76: "2+5", 80: "2-1",
    98: "3+1", 55: "3+5", 74: "3-1",
    96: "ok", 28: "ok", 83: "undo", 14: "undo", 82: "count",
}  # fmt: skip
"""Default button by key code."""
KEY_CODES = range(1, 0x300)
_KEYPAD = frozenset({71, 72, 73, 75, 76, 77, 79, 80, 81, 96})
"""Keys that identify a keypad: nine digits and Enter."""
_LETTER_A = 30

_EVENT = struct.Struct("llHHi")
"""`struct input_event`: seconds, microseconds, type, code, value."""
_EV_SYN, _EV_KEY = 0, 1
_SYN_DROPPED = 3
_BITS_BYTES = 0x300 // 8
_WRITE_INT, _READ_BITS = 1 << 30 | 4 << 16, 2 << 30 | _BITS_BYTES << 16
_EVIOCGKEY = _READ_BITS | ord("E") << 8 | 0x18
_EVIOCGBIT_KEY = _READ_BITS | ord("E") << 8 | 0x20 + _EV_KEY
_EVIOCGRAB = _WRITE_INT | ord("E") << 8 | 0x90
_EVIOCSCLOCKID = _WRITE_INT | ord("E") << 8 | 0xA0

SEARCH_S = 1.0
"""Seconds between attempts to find a keypad that was unplugged."""

Control = Callable[[int, int, Any], Any]
"""The ioctl function: `fcntl.ioctl` or an equivalent."""


class Keypad(Code):
    """Codes of `DeviceMissing` and `DeviceLost` for a keypad."""

    NONE = (
        "no-keypad",
        "evdev: no USB keypad is plugged in",
        "plug one in; a keyboard with letters must be named: evdev:/dev/input/by-id/…-event-kbd",
    )
    SEVERAL = (
        "several-keypads",
        "evdev: there are several keypads",
        "name one of them: {found}",
    )
    NOT_INPUT = (
        "no-input-device",
        "evdev: {path}: {why}",
        "`ls /dev/input/by-id` names the keyboards; theirs end in -event-kbd",
    )
    GROUP = (
        "input-group",
        "evdev: {path}: permission denied",
        "add your user to the group input (`sudo usermod -aG input $USER`) and log in again",
    )
    TAKEN = "keypad-taken", "evdev: {path}: another program has taken it"
    GONE = "keypad-gone", "evdev: {path} was unplugged"


def open(
    rest: str, seats: int, keys: Mapping[str, int], through: Pressable | None = None
) -> "EvdevKeypad":
    """Opens a keypad.

    Args:
        rest: path of its device; empty for the only keypad that is plugged in.
        seats: seats that have keys.
        keys: key code by button name, where it differs from the default.
        through: not used.

    Raises:
        ConfigError: the key assignment is impossible.
        DeviceMissing: there is no such keypad, or it cannot be had; the message says what to do.
    """
    return EvdevKeypad(rest, key_plan(seats, keys))


def key_plan(seats: int, keys: Mapping[str, int]) -> dict[int, Button]:
    """Returns the button of each key code, for a board with `seats` seats.

    Args:
        seats: seats that have keys, 1 to 4.
        keys: key code by button name; replaces the button's default keys.

    Raises:
        ConfigError: no such button, no such key, or one key for two buttons.
    """
    chosen: dict[str, int] = {}
    for name, code in keys.items():
        if code not in KEY_CODES:
            raise ConfigError(Wiring.NO_SUCH_KEY, key=KEY, name=name, code=code, most=KEY_CODES[-1])
        try:
            button = str(Button.parse(name))
        except NotationError as error:
            raise ConfigError(Wiring.NO_SUCH_BUTTON, key=KEY, why=error) from error
        if code in chosen.values():
            first = next(name for name, other_code in chosen.items() if other_code == code)
            raise ConfigError(Wiring.KEY_TWICE, key=KEY, code=code, first=first, second=button)
        chosen[button] = code
    on_board = {str(button) for button in buttons(seats)}
    usual = {code: name for code, name in USUAL.items() if name in on_board - chosen.keys()}
    planned = usual | {code: name for name, code in chosen.items() if name in on_board}
    return {code: Button.parse(name) for code, name in planned.items()}


def find_keypad(folder: Path = Path("/dev/input"), control: Control = ioctl) -> Path:
    """Returns the only device with the keys of a keypad and no letters.

    Raises:
        DeviceMissing: there is none, there are several, or none can be opened.
    """
    keypads, forbidden = [], None
    for path in _devices(folder):
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except PermissionError:
            forbidden = path
            continue
        except OSError:
            continue
        try:
            keys = _codes(fd, _EVIOCGBIT_KEY, control)
        except OSError:
            continue
        finally:
            os.close(fd)
        if keys >= _KEYPAD and _LETTER_A not in keys:
            keypads.append(path)
    if not keypads and forbidden is not None:
        raise DeviceMissing(Keypad.GROUP, path=str(forbidden))
    if not keypads:
        raise DeviceMissing(Keypad.NONE)
    if len(keypads) > 1:
        raise DeviceMissing(Keypad.SEVERAL, found=", ".join(f"evdev:{path}" for path in keypads))
    return keypads[0]


def _devices(folder: Path) -> list[Path]:
    """Returns the input devices, with their stable names where they have one."""
    named = {path.resolve(): path for path in sorted((folder / "by-id").glob("*-event-*"))}
    return [named.get(path.resolve(), path) for path in sorted(folder.glob("event*"))]


def _codes(fd: int, request: int, control: Control) -> frozenset[int]:
    """Returns the key codes that the kernel reports for an ioctl request."""
    bits = bytearray(_BITS_BYTES)
    control(fd, request, bits)
    return frozenset(code for code in KEY_CODES if bits[code // 8] >> code % 8 & 1)


class EvdevKeypad:
    """A keypad, read on a thread. Posts an `Edge` for every change of a key."""

    def __init__(
        self,
        rest: str,
        planned: Mapping[int, Button],
        *,
        folder: Path = Path("/dev/input"),
        control: Control = ioctl,
    ) -> None:
        """Opens and grabs the keypad.

        Args:
            rest: path of its device; empty for the only keypad in `folder`.
            planned: button by key code.
            folder: folder of the kernel's input devices.
            control: ioctl function.

        Raises:
            DeviceMissing: there is no such keypad, or it cannot be had.
        """
        self._rest, self._planned = rest, planned
        self._folder, self._control = folder, control
        self._down: set[int] = set()
        self._post: Post = lambda _: None
        self._thread: Thread | None = None
        self._lost: DeviceLost | None = None
        self._fd = self._grab()
        self._wake = os.eventfd(0)

    def start(self, post: Post) -> None:
        """Posts edges from now on; a key that is already down is reported as `initial`."""
        self._post = post
        with suppress(OSError):  # already unplugged; the thread will notice
            self._sync_keys(initial=True)
        self._thread = Thread(target=self._run, name="keypad", daemon=True)
        self._thread.start()

    def faults(self) -> tuple[DeviceError, ...]:
        """Returns the fault of a keypad that was unplugged; empty if all is well."""
        lost = self._lost
        return () if lost is None else (lost,)

    def close(self) -> None:
        """Releases the keypad; a second call does nothing."""
        if self._wake < 0:
            return
        os.eventfd_write(self._wake, 1)
        if self._thread is not None:
            self._thread.join()
        self._post = lambda _: None
        self._release()
        os.close(self._wake)
        self._wake = -1

    def _grab(self) -> int:
        """Opens and grabs the device.

        Raises:
            DeviceMissing: there is no such device, or it cannot be had.
        """
        path = Path(self._rest) if self._rest else find_keypad(self._folder, self._control)
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except PermissionError as error:
            raise DeviceMissing(Keypad.GROUP, path=str(path)) from error
        except OSError as error:
            raise DeviceMissing(Keypad.NOT_INPUT, path=str(path), why=error.strerror) from error
        try:
            _codes(fd, _EVIOCGBIT_KEY, self._control)
            self._control(fd, _EVIOCSCLOCKID, struct.pack("i", CLOCK_MONOTONIC))
            self._control(fd, _EVIOCGRAB, 1)
        except OSError as error:
            os.close(fd)
            if error.errno == EBUSY:
                raise DeviceMissing(Keypad.TAKEN, path=str(path)) from error
            raise DeviceMissing(Keypad.NOT_INPUT, path=str(path), why=error.strerror) from error
        self._path = path
        return fd

    def _release(self) -> None:
        """Closes the device, which ends the grab, and releases its pressed keys."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
        now = monotonic()
        for code in sorted(self._down):
            self._post(Edge(self._planned[code], False, now, initial=True))
        self._down.clear()

    def _run(self) -> None:
        while not self._listen():
            self._lost = DeviceLost(Keypad.GONE, path=str(self._path))
            self._release()
            if self._search():
                return
            self._lost = None

    def _listen(self) -> bool:
        """Posts edges; returns True once closed, False once the keypad is unplugged."""
        waiting = poll()
        waiting.register(self._fd, POLLIN)
        waiting.register(self._wake, POLLIN)
        try:
            while True:
                if any(fd == self._wake for fd, _ in waiting.poll()):
                    return True
                data = os.read(self._fd, 64 * _EVENT.size)
                if not data:
                    return False
                for event in _EVENT.iter_unpack(data[: len(data) // _EVENT.size * _EVENT.size]):
                    self._handle_event(*event)
        except OSError:
            return False

    def _search(self) -> bool:
        """Waits for the keypad to be plugged in again; returns True if this was closed first."""
        closed = poll()
        closed.register(self._wake, POLLIN)
        while not closed.poll(SEARCH_S * 1000):
            with suppress(DeviceMissing):
                self._fd = self._grab()
                with suppress(OSError):
                    self._sync_keys(initial=True)
                return False
        return True

    def _handle_event(
        self, seconds: int, microseconds: int, kind: int, code: int, value: int
    ) -> None:
        if kind == _EV_SYN and code == _SYN_DROPPED:
            self._sync_keys()  # the kernel dropped events
        elif kind == _EV_KEY and value in (0, 1):  # 2 is autorepeat
            self._change(code, bool(value), seconds + microseconds * 1e-6)

    def _sync_keys(self, *, initial: bool = False) -> None:
        """Posts edges for keys whose state differs from the last posted one."""
        down = _codes(self._fd, _EVIOCGKEY, self._control)
        for code in self._planned:
            self._change(code, code in down, monotonic(), initial=initial)

    def _change(self, code: int, down: bool, at: float, *, initial: bool = False) -> None:
        button = self._planned.get(code)
        if button is None or down == (code in self._down):
            return
        (self._down.add if down else self._down.discard)(code)
        self._post(Edge(button, down, at, initial=initial))
