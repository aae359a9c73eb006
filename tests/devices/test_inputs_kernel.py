"""Buttons on kernel pins through gpiod, replaced by a fake as strict as the kernel.

`tests/machine/test_pins.py` tests the same on a real kernel.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from pathlib import Path
from queue import Queue
from time import monotonic, monotonic_ns
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from pegboard.controls import Button, Edge, Input, Turned
from pegboard.devices.inputs import gpio, open_inputs
from pegboard.devices.inputs._kernel_pins import SETTLE_S, KernelButtons, find_chip, kernel_library
from pegboard.devices.inputs._wiring import wiring
from pegboard.errors import DeviceMissing

Level = Enum("Level", "ACTIVE INACTIVE")
Kind = Enum("Kind", "RISING_EDGE FALLING_EDGE")
PLUS1, OK = Button.parse("0+1"), Button.parse("ok")
DIAL = {0: (16, 20)}


@dataclass
class Event:
    """An edge as reported by gpiod: rising means active, whatever the level of the wire."""

    line_offset: int
    event_type: Kind
    timestamp_ns: int = field(default_factory=monotonic_ns)
    Type = Kind


@dataclass
class Settings:
    """Requested settings of a line."""

    direction: str
    edge_detection: str
    bias: str
    active_low: bool
    event_clock: str
    debounce_period: timedelta = timedelta()


class Lines:
    """Requested lines; `fd` is readable while events are pending."""

    def __init__(self, config: Mapping[tuple[int, ...], Settings]) -> None:
        self.settings = {pin: settings for pins, settings in config.items() for pin in pins}
        self.active: set[int] = set()
        self.waiting: list[Event] = []
        self.is_unplugged = False
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)

    def change(self, pin: int, active: bool, *, at_ns: int | None = None) -> None:
        (self.active.add if active else self.active.discard)(pin)
        kind = Kind.RISING_EDGE if active else Kind.FALLING_EDGE
        self.waiting.append(Event(pin, kind, at_ns or monotonic_ns()))
        os.eventfd_write(self.fd, 1)

    def unplug(self) -> None:
        self.is_unplugged = True
        os.eventfd_write(self.fd, 1)

    def read_edge_events(self) -> list[Event]:
        os.eventfd_read(self.fd)
        if self.is_unplugged:
            raise OSError(19, "No such device")
        events, self.waiting = self.waiting, []
        return events

    def get_values(self, pins: tuple[int, ...]) -> list[Level]:
        assert set(pins) <= self.settings.keys()
        return [Level.ACTIVE if pin in self.active else Level.INACTIVE for pin in pins]

    def release(self) -> None:
        os.close(self.fd)


class Chip:
    """A chip of 54 lines."""

    def __init__(self, path: str) -> None:
        self.path, self.closed = path, False
        if (error := CHIPS[path].error) is not None:
            raise OSError(error, os.strerror(error), path)

    def get_info(self) -> SimpleNamespace:
        return SimpleNamespace(label=CHIPS[self.path].label)

    def get_line_info(self, pin: int) -> SimpleNamespace:
        user = CHIPS[self.path].users.get(pin, "")
        return SimpleNamespace(used=bool(user), consumer=user)

    def request_lines(
        self, config: Mapping[tuple[int, ...], Settings], consumer: str, event_buffer_size: int
    ) -> Lines:
        assert consumer == "pegboard" and event_buffer_size >= 256
        requested = [pin for pins in config for pin in pins]
        assert len(requested) == len(set(requested)) and all(pins for pins in config)
        if any(pin in CHIPS[self.path].users for pin in requested):
            raise OSError(16, "Device or resource busy")
        lines = CHIPS[self.path].lines = Lines(config)
        return lines

    def close(self) -> None:
        assert not self.closed
        self.closed = True


@dataclass
class There:
    """A chip of the machine before it is opened."""

    label: str = "pinctrl-bcm2711"
    error: int | None = None
    users: dict[int, str] = field(default_factory=dict)
    lines: Lines | None = None


CHIPS: dict[str, There] = {}
GPIOD = SimpleNamespace(
    Chip=Chip,
    LineSettings=Settings,
    line=SimpleNamespace(
        Direction=SimpleNamespace(INPUT="in"),
        Edge=SimpleNamespace(BOTH="both"),
        Bias=SimpleNamespace(PULL_UP="up"),
        Clock=SimpleNamespace(MONOTONIC="monotonic"),
        Value=Level,
    ),
)


@pytest.fixture(autouse=True)
def chips() -> Iterator[dict[str, There]]:
    CHIPS.clear()
    CHIPS["/dev/gpiochip0"] = There()
    yield CHIPS


def opened(contacts: dict[int, tuple[int, int]] | None = None) -> KernelButtons:
    paths = [Path(path) for path in CHIPS]
    return KernelButtons(wiring(2, {}), contacts or {}, GPIOD, paths)


def lines() -> Lines:
    lines = CHIPS["/dev/gpiochip0"].lines
    assert lines is not None
    return lines


def test_edge_has_kernel_timestamp() -> None:
    inbox = Queue[Input]()
    board = opened()
    board.start(inbox.put)
    lines().change(5, True, at_ns=1_500_000_000)
    lines().change(5, False, at_ns=1_625_000_000)
    assert inbox.get(timeout=20) == Edge(PLUS1, True, 1.5)
    assert inbox.get(timeout=20) == Edge(PLUS1, False, 1.625)
    board.close()
    board.close()


def test_kernel_debounces_buttons_but_not_dials() -> None:
    board = opened(DIAL)
    settings = lines().settings
    assert {pin for pin, setting in settings.items() if not setting.debounce_period} == {16, 20}
    assert settings[5].debounce_period == timedelta(seconds=SETTLE_S) < timedelta(milliseconds=10)
    for setting in settings.values():
        assert (setting.direction, setting.edge_detection, setting.bias) == ("in", "both", "up")
        assert setting.active_low and setting.event_clock == "monotonic"
    board.close()


def test_start_posts_initial_edges_and_drops_older_ones() -> None:
    inbox = Queue[Input]()
    board = opened()
    lines().change(17, True)
    board.start(inbox.put)
    edge = inbox.get(timeout=20)
    assert isinstance(edge, Edge) and (edge.button, edge.initial) == (OK, True)
    assert edge.at <= monotonic()
    lines().change(17, False)
    after = inbox.get(timeout=20)
    assert isinstance(after, Edge) and not after.down and inbox.empty()
    board.close()


def test_dial_on_kernel_pins_posts_steps() -> None:
    inbox = Queue[Input]()
    board = opened(DIAL)
    board.start(inbox.put)
    for pin, active in ((16, True), (20, True), (16, False), (20, False)):
        lines().change(pin, active)
    turned = inbox.get(timeout=20)
    assert isinstance(turned, Turned) and (turned.seat, turned.steps) == (0, 1)
    board.close()


def test_lost_kernel_pins_are_reported_as_fault() -> None:
    inbox = Queue[Input]()
    board = opened()
    board.start(inbox.put)
    lines().unplug()
    assert board._thread is not None
    board._thread.join(20)
    assert [fault.code for fault in board.faults()] == ["pins-gone"]
    board.close()


def test_busy_kernel_pin_raises_device_missing() -> None:
    CHIPS["/dev/gpiochip0"].users[6] = "fan"
    with pytest.raises(DeviceMissing, match=r"button 0\+5: GPIO 6: in use by fan: is another"):
        opened()
    CHIPS["/dev/gpiochip0"].users = {20: ""}
    CHIPS["/dev/gpiochip0"].users[16] = "fan"
    with pytest.raises(DeviceMissing, match="dial 0a: GPIO 16"):
        opened(DIAL)


def test_find_chip_chooses_header_chip() -> None:
    """Ignores the firmware's pins, a chip whose position differs by model."""
    CHIPS["/dev/gpiochip0"].label = "raspberrypi-exp-gpio"
    CHIPS["/dev/gpiochip10"] = There("gpio-brcmstb")
    CHIPS["/dev/gpiochip4"] = There("pinctrl-rp1")
    assert find_chip(GPIOD, [Path(path) for path in CHIPS]).path == "/dev/gpiochip4"
    del CHIPS["/dev/gpiochip4"]
    CHIPS["/dev/gpiochip10"].error = 19
    assert find_chip(GPIOD, [Path(path) for path in CHIPS]).path == "/dev/gpiochip0"


@pytest.mark.parametrize(("error", "code"), [(13, "gpio-group"), (19, "no-gpiochip")])
def test_find_chip_without_usable_chip_raises_device_missing(error: int, code: str) -> None:
    CHIPS["/dev/gpiochip0"].error = error
    with pytest.raises(DeviceMissing) as caught:
        opened()
    assert caught.value.code == code and caught.value.cure


def test_gpio_prefers_gpiod_if_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setitem(sys.modules, "gpiod", GPIOD)
    monkeypatch.setattr(Path, "glob", lambda self, pattern: map(Path, CHIPS))
    assert kernel_library() is GPIOD
    board = open_inputs("gpio:", 2)
    assert isinstance(board, KernelButtons)
    board.close()
    chosen: list[str] = []

    def factory() -> MockFactory:
        chosen.append("gpiozero")
        return MockFactory()

    monkeypatch.setattr(gpio, "real_factory", factory)
    for older in (SimpleNamespace(Chip=Chip), None):
        monkeypatch.setitem(sys.modules, "gpiod", older)
        assert kernel_library() is None
        open_inputs("gpio:", 2).close()
    monkeypatch.setitem(sys.modules, "gpiod", GPIOD)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    open_inputs("gpio:", 2).close()
    assert chosen == ["gpiozero"] * 3


def test_fake_gpiod_matches_real_api(chips: Any) -> None:
    """Checks that gpiod, if installed, has every attribute used here."""
    library = kernel_library()
    if library is None:
        pytest.skip("gpiod is not installed")
    used = "Chip.request_lines Chip.get_line_info LineSettings EdgeEvent.Type.RISING_EDGE"
    for path in f"{used} line.Value.ACTIVE line.Clock.MONOTONIC line.Bias.PULL_UP".split():
        attribute: Any = library
        for name in path.split("."):
            attribute = getattr(attribute, name)
