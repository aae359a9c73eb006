"""Keyboard input, on a real pseudo-terminal."""

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from queue import Queue

import pytest

from pegboard.controls import Button, Input, Pressed, buttons
from pegboard.devices.inputs import keyboard, open_inputs
from pegboard.devices.inputs.keyboard import KEYS, Keyboard, buttons_of
from pegboard.errors import Common, DeviceLost, DeviceMissing


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Yields both ends of a pseudo-terminal."""
    hand, screen = os.openpty()
    yield hand, screen
    for fd in (hand, screen):
        with suppress(OSError):  # a test closed it
            os.close(fd)


def names(inbox: Queue[Input], count: int) -> list[str]:
    items = [inbox.get(timeout=20) for _ in range(count)]
    return [str(item.button) for item in items if isinstance(item, Pressed)]


def test_keyboard_posts_presses(terminal: tuple[int, int]) -> None:
    hand, screen = terminal
    before = termios.tcgetattr(screen)
    inbox: Queue[Input] = Queue()
    source = Keyboard(2, fd=screen)
    source.start(inbox.put)
    assert not termios.tcgetattr(screen)[3] & (termios.ICANON | termios.ECHO)
    assert termios.tcgetattr(screen)[3] & termios.ISIG  # Ctrl-C works
    os.write(hand, b"qweioP\x7fc?7aj\n")
    assert names(inbox, 9) == "0+1 0+5 0-1 1+1 1+5 1-1 undo count ok".split()
    source.close()
    source.close()
    assert termios.tcgetattr(screen) == before
    assert inbox.empty()  # a and j belong to seats that this board lacks


def test_keyboard_presses_board_buttons(terminal: tuple[int, int]) -> None:
    hand, screen = terminal
    pressed: Queue[Button] = Queue()

    class Board:
        def press(self, button: Button) -> None:
            pressed.put(button)
            raise DeviceLost(Common.VERBATIM, says="gone")

    source = Keyboard(2, Board(), fd=screen)
    source.start(lambda item: pytest.fail(f"{item} was posted"))
    os.write(hand, b"qw")
    assert [str(pressed.get(timeout=20)) for _ in range(2)] == ["0+1", "0+5"]
    source.close()


def test_keyboard_survives_closed_terminal(terminal: tuple[int, int]) -> None:
    hand, screen = terminal
    source = Keyboard(2, fd=screen)
    source.start(lambda item: None)
    os.close(hand)
    assert source._thread is not None
    source._thread.join(20)
    assert not source._thread.is_alive()
    source.close()


def test_keyboard_closes_before_start(terminal: tuple[int, int]) -> None:
    Keyboard(2, fd=terminal[1]).close()


def test_every_button_has_a_key() -> None:
    assert set(KEYS.values()) == set(buttons(4))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("", []), ("z", []), ("\x1b[C", []), ("\x1bOP", []), ("C", ["count"]), ("\r\n", ["ok"] * 2)],
)
def test_typed_keys_map_to_buttons(typed: str, expected: list[str]) -> None:
    assert [str(button) for button in buttons_of(typed)] == expected


def test_keyboard_without_terminal_raises_device_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for stdin in (StringIO(), None):
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(DeviceMissing, match="not a terminal"):
            open_inputs("keyboard:", 2)
    read, write = os.pipe()
    with pytest.raises(DeviceMissing, match="not a terminal"):
        Keyboard(2, fd=read)
    os.close(read)
    os.close(write)


def test_keyboard_in_background_raises_device_missing(
    monkeypatch: pytest.MonkeyPatch, terminal: tuple[int, int]
) -> None:
    monkeypatch.setattr(keyboard, "_stdin", lambda: terminal[1])
    monkeypatch.setattr(os, "tcgetpgrp", lambda fd: os.getpgrp() + 1)
    with pytest.raises(DeviceMissing, match="background"):
        open_inputs("keyboard:", 2)
    monkeypatch.setattr(os, "tcgetpgrp", lambda fd: os.getpgrp())
    source = open_inputs("keyboard:", 2)
    inbox: Queue[Input] = Queue()
    source.start(inbox.put)
    os.write(terminal[0], b"q")
    item = inbox.get(timeout=20)
    assert isinstance(item, Pressed) and str(item.button) == "0+1"
    source.close()
