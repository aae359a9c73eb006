"""A USB keypad, simulated by pipes and a fake ioctl."""

import os
import struct
from collections.abc import Iterator
from errno import EBUSY, ENOTTY
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from pegboard.config import Config
from pegboard.controls import Button, Edge, Input
from pegboard.devices.inputs import evdev, open_inputs, schemes
from pegboard.devices.inputs.evdev import (
    KEY_CODES,
    EvdevKeypad,
    Keypad,
    find_keypad,
    key_plan,
)
from pegboard.errors import ConfigError, DeviceMissing
from tests.support.waiting import wait_until

KEYPAD = {*range(71, 84), 96, 98, 55, 14, 69}
LETTERS = {*range(1, 100)}
EV_KEY = 1
ENTER, SEVEN, DOT = 96, 71, 83


class Device:
    """An input device: a named pipe, and its keys."""

    def __init__(self, kernel: "Kernel", name: str, keys: set[int]) -> None:
        self.path = kernel.folder / name
        self.keys, self.down = keys, set[int]()
        self.owner: int | None = None
        os.mkfifo(self.path)
        self.hand = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
        kernel.devices[os.fstat(self.hand).st_ino] = self

    def send(self, code: int, value: int, *, kind: int = EV_KEY, at: float = 5.25) -> None:
        if kind == EV_KEY and value < 2:
            (self.down.add if value else self.down.discard)(code)
        whole = int(at)
        os.write(self.hand, struct.pack("llHHi", whole, int((at - whole) * 1e6), kind, code, value))

    def unplug(self) -> None:
        self.path.unlink()
        os.close(self.hand)


class Kernel:
    """The folder of input devices, and the replies to ioctl requests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.devices: dict[int, Device] = {}
        self.clocks: list[int] = []

    def control(self, fd: int, request: int, argument: Any) -> int:
        device = self.devices.get(os.fstat(fd).st_ino)
        if device is None or request >> 8 & 0xFF != ord("E"):
            raise OSError(ENOTTY, os.strerror(ENOTTY))
        match request & 0xFF:
            case 0x18 | 0x21 as which:
                for code in device.down if which == 0x18 else device.keys:
                    argument[code // 8] |= 1 << code % 8
            case 0x90:
                if device.owner is not None:
                    raise OSError(EBUSY, os.strerror(EBUSY))
                device.owner = fd
            case 0xA0:
                self.clocks += struct.unpack("i", argument)
        return 0


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    return Kernel(tmp_path)


@pytest.fixture
def keypad(kernel: Kernel) -> Device:
    return Device(kernel, "event3", KEYPAD)


@pytest.fixture
def source(kernel: Kernel, keypad: Device) -> Iterator[EvdevKeypad]:
    source = EvdevKeypad("", key_plan(2, {}), folder=kernel.folder, control=kernel.control)
    yield source
    source.close()
    source.close()


def edges(inbox: Queue[Input], count: int) -> list[tuple[str, bool]]:
    inputs = [inbox.get(timeout=20) for _ in range(count)]
    return [(str(edge.button), edge.down) for edge in inputs if isinstance(edge, Edge)]


def test_keypad_posts_button_edges(source: EvdevKeypad, keypad: Device, kernel: Kernel) -> None:
    inbox: Queue[Input] = Queue()
    source.start(inbox.put)
    keypad.send(SEVEN, 1, at=5.25)
    assert inbox.get(timeout=20) == Edge(Button.parse("0+1"), True, 5.25)
    keypad.send(SEVEN, 2)  # repeats
    keypad.send(0, 0, kind=0)
    keypad.send(69, 1)  # Num Lock
    keypad.send(SEVEN, 0)
    for code in (75, 79, 73, 77, 81, ENTER, 28, DOT, 14, 82, 72):
        keypad.send(code, 1)
        keypad.send(code, 0)
    downs = [name for name, down in edges(inbox, 21) if down]
    assert downs == "0+5 0-1 1+1 1+5 1-1 ok ok undo undo count".split()
    assert inbox.empty()  # 8 belongs to a seat that this board lacks
    assert kernel.clocks == [1] and keypad.owner is not None


def test_key_held_at_start_posts_initial_edge(kernel: Kernel, keypad: Device) -> None:
    keypad.down = {DOT, ENTER}
    inbox: Queue[Input] = Queue()
    source = EvdevKeypad(
        str(keypad.path), key_plan(2, {}), folder=kernel.folder, control=kernel.control
    )
    source.start(inbox.put)
    first, second = inbox.get(timeout=20), inbox.get(timeout=20)
    assert isinstance(first, Edge) and isinstance(second, Edge)
    assert {str(first.button), str(second.button)} == {"ok", "undo"}
    assert first.down and first.initial and second.initial
    source.close()


def test_keypad_resyncs_after_dropped_events(source: EvdevKeypad, keypad: Device) -> None:
    inbox: Queue[Input] = Queue()
    source.start(inbox.put)
    keypad.send(SEVEN, 1)
    assert edges(inbox, 1) == [("0+1", True)]
    keypad.down = {ENTER}
    keypad.send(3, 0, kind=0)
    assert sorted(edges(inbox, 2)) == [("0+1", False), ("ok", True)]


def test_keypad_recovers_after_replug(
    source: EvdevKeypad, keypad: Device, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evdev, "SEARCH_S", 0.01)
    inbox: Queue[Input] = Queue()
    source.start(inbox.put)
    keypad.send(SEVEN, 1)
    assert edges(inbox, 1) == [("0+1", True)]
    keypad.unplug()
    released = inbox.get(timeout=20)
    assert isinstance(released, Edge) and not released.down and released.initial
    wait_until(lambda: source.faults() != (), "the fault")
    assert source.faults()[0].code == Keypad.GONE and "event3 was unplugged" in str(
        source.faults()[0]
    )
    replugged = Device(kernel, "event7", KEYPAD)
    wait_until(lambda: source.faults() == (), "the keypad")
    replugged.send(ENTER, 1)
    assert edges(inbox, 1) == [("ok", True)]


def test_find_keypad_prefers_stable_name(kernel: Kernel, keypad: Device) -> None:
    Device(kernel, "event0", LETTERS)
    Device(kernel, "event1", {113, 114})
    named = kernel.folder / "by-id/usb-Acme_Keypad-event-kbd"
    named.parent.mkdir()
    named.symlink_to("../event3")
    assert find_keypad(kernel.folder, kernel.control) == named
    Device(kernel, "event4", KEYPAD)
    with pytest.raises(DeviceMissing) as several:
        find_keypad(kernel.folder, kernel.control)
    assert several.value.code == Keypad.SEVERAL
    assert "usb-Acme_Keypad-event-kbd, evdev:" in str(several.value)


@pytest.mark.parametrize("code", [Keypad.NONE, Keypad.NOT_INPUT, Keypad.TAKEN])
def test_unusable_keypad_error_gives_reason(code: Keypad, kernel: Kernel) -> None:
    rest = ""
    if code is Keypad.NONE:
        Device(kernel, "event0", LETTERS)
    elif code is Keypad.TAKEN:
        Device(kernel, "event3", KEYPAD).owner = 99
    else:
        rest = str(kernel.folder / "letter.txt")
        Path(rest).write_text("no device")
    with pytest.raises(DeviceMissing) as error:
        EvdevKeypad(rest, key_plan(2, {}), folder=kernel.folder, control=kernel.control)
    assert error.value.code == code


def test_key_plan_covers_every_seat() -> None:
    planned = key_plan(4, {})
    assert {str(button) for button in planned.values()} == {
        *(f"{seat}{kind}" for seat in range(4) for kind in ("+1", "+5", "-1")),
        *("ok", "undo", "count"),
    }
    custom = key_plan(2, {"ok": 78, "0+1": 30})
    assert str(custom[78]) == "ok" and 96 not in custom and 71 not in custom
    assert {str(button) for button in custom.values()} == {
        *(f"{seat}{kind}" for seat in range(2) for kind in ("+1", "+5", "-1")),
        *("ok", "undo", "count"),
    }


def test_key_plan_override_frees_default_key() -> None:
    planned = key_plan(2, {"count": 96})
    assert str(planned[96]) == "count" and str(planned[28]) == "ok"
    assert key_plan(2, {"2+1": SEVEN}) == key_plan(2, {})  # of a seat that this board lacks


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"ok": 0}, "buttons.keys: ok = 0: must be a key code from 1 to 767"),
        ({"ok": KEY_CODES[-1] + 1}, "must be a key code from 1 to 767"),
        ({"okay": 28}, "buttons.keys: unknown button 'okay'"),
        ({"ok": 30, "undo": 30}, "the key 30 is used by both ok and undo"),
    ],
)
def test_key_plan_refuses_impossible_keys(keys: dict[str, int], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        key_plan(2, keys)


def test_evdev_refuses_non_input_device(kernel: Kernel) -> None:
    assert "evdev" in schemes()
    letter = kernel.folder / "letter.txt"
    letter.write_text("no device")
    with pytest.raises(DeviceMissing) as error:  # served by the real kernel
        open_inputs(f"evdev:{letter}", 2, keys=Config().buttons.keys)
    assert error.value.code == Keypad.NOT_INPUT
