"""The terminal's keyboard as buttons.

    seat 0   q +1   w +5   e -1          Enter      OK
    seat 1   i +1   o +5   p -1          Backspace  UNDO
    seat 2   a +1   s +5   d -1          c          COUNT
    seat 3   j +1   k +5   l -1

Keys act without Enter and are not echoed; Ctrl-C still works. The terminal is restored on exit.
"""

import os
import sys
import termios
import tty
from collections.abc import Callable, Mapping
from contextlib import suppress
from select import select
from threading import Thread
from time import monotonic
from typing import Any

from pegboard.controls import Button, Pressed, buttons
from pegboard.devices.ports import Post, Pressable
from pegboard.errors import Code, DeviceError, DeviceMissing

KEYS: dict[str, Button] = {
    **{
        key: Button.parse(f"{seat}{kind}")
        for seat, row in enumerate(("qwe", "iop", "asd", "jkl"))
        for key, kind in zip(row, ("+1", "+5", "-1"), strict=True)
    },
    **dict.fromkeys("\r\n", Button.parse("ok")),
    **dict.fromkeys("\x7f\x08", Button.parse("undo")),
    "c": Button.parse("count"),
}
"""Button by key."""

_ESCAPE = "\x1b"


def open(
    rest: str, seats: int, pins: Mapping[str, int], through: Pressable | None = None
) -> "Keyboard":
    """Opens the keyboard of the terminal.

    Args:
        rest: empty.
        seats: seats that have keys.
        pins: not used.
        through: the board whose buttons the keys press; None posts presses.

    Raises:
        DeviceMissing: standard input is not a terminal, or this program runs in its background.
    """
    return Keyboard(seats, through)


def buttons_of(typed: str) -> list[Button]:
    """Returns the buttons for typed keys; ignores other keys."""
    if typed.startswith(
        _ESCAPE
    ):  # ignore the letters in escape sequences of arrow and function keys
        return []
    return [KEYS[key] for key in typed.lower() if key in KEYS]


class Keys(Code):
    """Codes of `DeviceMissing` for a keyboard that cannot be read."""

    NO_TERMINAL = "no-terminal", "keyboard: standard input is not a terminal"
    IN_BACKGROUND = (
        "in-background",
        "keyboard: this program runs in the background (`fg` brings it up)",
    )


class Keyboard:
    """Reads keys from a terminal, one at a time, on a thread."""

    def __init__(self, seats: int, through: Pressable | None = None, fd: int | None = None) -> None:
        """Takes control of the terminal.

        Args:
            seats: seats that have keys.
            through: the board whose buttons the keys press; None posts presses.
            fd: file descriptor of the terminal; standard input if None.

        Raises:
            DeviceMissing: it is not a terminal, or this program runs in its background.
        """
        self._fd = _stdin() if fd is None else fd
        if self._fd < 0 or not os.isatty(self._fd):
            raise DeviceMissing(Keys.NO_TERMINAL)
        if fd is None and os.tcgetpgrp(self._fd) != os.getpgrp():
            raise DeviceMissing(Keys.IN_BACKGROUND)
        self._buttons = frozenset(buttons(seats))
        self._through = through
        self._before: list[Any] | None = None
        self._thread: Thread | None = None
        self._wake_read, self._wake = os.pipe()

    def start(self, post: Post) -> None:
        """Starts a thread that reads keys and posts presses."""
        through = self._through
        press = through.press if through else lambda button: post(Pressed(button, monotonic()))
        self._before = termios.tcgetattr(self._fd)
        tty.setcbreak(self._fd)
        self._thread = Thread(target=self._run, args=(press,), name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Restores the terminal; a second call does nothing."""
        if self._wake < 0:
            return
        os.close(self._wake)  # wakes the thread
        self._wake = -1
        if self._thread is not None:
            self._thread.join()
        os.close(self._wake_read)
        if self._before is not None:
            with suppress(termios.error):  # the terminal was closed
                termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def _run(self, press: Callable[[Button], None]) -> None:
        while True:
            ready, _, _ = select([self._fd, self._wake_read], [], [])
            if self._wake_read in ready:
                return
            try:
                typed = os.read(self._fd, 1024)
            except OSError:  # the terminal was closed
                typed = b""
            if not typed:
                return
            for button in buttons_of(typed.decode(errors="ignore")):
                if button in self._buttons:
                    with suppress(DeviceError):  # the board was closed, or has no such button
                        press(button)


def _stdin() -> int:
    """Returns standard input's file descriptor; -1 if there is none."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return -1
