"""Buttons on gpiozero's simulated pins, with the same code as on real ones."""

import sys
import threading
from collections.abc import Iterator
from queue import Queue
from time import monotonic
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from pegboard.controls import Button, Debounce, Edge, Input, Pressed, buttons
from pegboard.devices.inputs import open_inputs
from pegboard.devices.inputs._fingers import DOWN_S, Fault, Fingers
from pegboard.devices.inputs._wiring import USUAL, wiring
from pegboard.devices.inputs.gpio import GpioButtons, SimulatedButtons, trouble
from pegboard.errors import ConfigError, DeviceLost, DeviceMissing
from tests.support.waiting import wait_until

PLUS1, PLUS5, OK = (Button.parse(name) for name in ("0+1", "0+5", "ok"))


class Inbox:
    """Collects inputs from any thread, as the service does."""

    def __init__(self) -> None:
        self.items: Queue[Input] = Queue()

    def post(self, item: Input) -> None:
        self.items.put(item)

    def edge(self) -> Edge:
        edge = self.items.get(timeout=20)
        assert isinstance(edge, Edge)
        return edge

    def edges(self, count: int) -> list[Edge]:
        return [self.edge() for _ in range(count)]


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def board(inbox: Inbox) -> Iterator[SimulatedButtons]:
    source = open_inputs("gpio:mock", 2)
    assert isinstance(source, SimulatedButtons)
    source.start(inbox.post)
    yield source
    source.close()


def presses(edges: list[Edge]) -> list[Pressed]:
    debounce = Debounce()
    presses = [press for edge in edges if (press := debounce.feed(edge))]
    return presses + debounce.due(edges[-1].at + 1)


def pin_of(source: GpioButtons, button: Button) -> Any:
    return source._devices[button].pin


def test_simulated_press_toggles_pin(board: SimulatedButtons, inbox: Inbox) -> None:
    before = monotonic()
    board.press(PLUS5)
    down, up = inbox.edges(2)
    assert (down.button, down.down, down.initial) == (PLUS5, True, False)
    assert (up.button, up.down) == (PLUS5, False)
    assert before <= down.at and up.at - down.at >= DOWN_S * 0.9
    states = [state.state for state in pin_of(board, PLUS5).states]
    assert states[-3:] == [True, False, True]


def test_gpio_posts_pin_edges(board: SimulatedButtons, inbox: Inbox) -> None:
    pin_of(board, OK).drive_low()
    assert inbox.edge().button == OK
    pin_of(board, OK).drive_high()
    assert not inbox.edge().down


def test_concurrent_presses_of_one_button_queue_up(board: SimulatedButtons, inbox: Inbox) -> None:
    ready = threading.Barrier(4)

    def phone() -> None:
        ready.wait()
        board.press(PLUS1)

    phones = [threading.Thread(target=phone) for _ in range(4)]
    for thread in phones:
        thread.start()
    for thread in phones:
        thread.join()
    assert len(presses(inbox.edges(8))) == 4


def test_presses_of_two_buttons_overlap(board: SimulatedButtons, inbox: Inbox) -> None:
    board.press(PLUS1)
    board.press(OK)
    edges = inbox.edges(4)
    assert {edge.button for edge in edges[:2]} == {PLUS1, OK}
    assert [press.button for press in presses(edges)] == [PLUS1, OK]


def test_bouncing_button_gives_one_press(board: SimulatedButtons, inbox: Inbox) -> None:
    board.misbehave(PLUS1, Fault.BOUNCING)
    board.press(PLUS1)
    board.press(PLUS1)
    edges = inbox.edges(20)
    assert [edge.down for edge in edges[:6]] == [True, False] * 3
    # On a busy machine bounces may take long, so use synthetic times.
    steps = [0, 2, 3, 6, 8, 48, 50, 51, 54, 56]
    tidy = [
        Edge(edge.button, edge.down, (number // 10) * 0.2 + steps[number % 10] / 1000)
        for number, edge in enumerate(edges)
    ]
    assert [round(press.at, 3) for press in presses(tidy)] == [0.0, 0.2]


def test_stuck_button_stays_down_until_cleared(board: SimulatedButtons, inbox: Inbox) -> None:
    board.misbehave(PLUS1, Fault.STUCK)
    board.press(PLUS1)
    board.press(PLUS1)
    assert inbox.edge().down
    board.press(OK)
    assert [edge.button for edge in inbox.edges(2)] == [OK, OK]
    assert not pin_of(board, PLUS1).state
    board.misbehave(PLUS1, None)
    assert not inbox.edge().down
    board.press(PLUS1)
    assert len(inbox.edges(2)) == 2


def test_missing_button_posts_nothing(board: SimulatedButtons, inbox: Inbox) -> None:
    board.misbehave(PLUS1, Fault.MISSING)
    board.press(PLUS1)
    board.press(OK)
    assert [edge.button for edge in inbox.edges(2)] == [OK, OK]


def test_button_down_at_start_posts_initial_edge(inbox: Inbox) -> None:
    source = open_inputs("gpio:mock", 2)
    assert isinstance(source, SimulatedButtons)
    pin_of(source, PLUS1).drive_low()  # not started yet
    source.start(inbox.post)
    edge = inbox.edge()
    assert edge.initial and edge.down and edge.button == PLUS1
    source.close()


def test_closed_gpio_board_can_be_reopened(inbox: Inbox) -> None:
    for _ in range(2):  # and reopen
        source = open_inputs("gpio:mock", 4)
        assert isinstance(source, SimulatedButtons)
        source.start(inbox.post)
        source.press(PLUS1)
        assert inbox.edge().down
        source.close()
        source.close()
        with pytest.raises(DeviceLost, match="closed"):
            source.press(PLUS1)
        inbox = Inbox()


def test_simulated_boards_have_separate_pins(board: SimulatedButtons, inbox: Inbox) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GPIOZERO_MOCK_REVISION", "0002")  # a Pi that lacks most of these pins
        second = open_inputs("gpio:mock", 2)
    assert isinstance(second, SimulatedButtons)
    second.press(OK)
    board.press(PLUS1)
    assert inbox.edge().button == PLUS1
    second.close()
    board.press(PLUS1)


def test_pressing_unknown_button_raises_device_missing(board: SimulatedButtons) -> None:
    with pytest.raises(DeviceMissing, match=r"no button 2\+1"):
        board.press(Button.parse("2+1"))


def test_gpio_uses_configured_pin_factory(monkeypatch: pytest.MonkeyPatch, inbox: Inbox) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    for _ in range(2):
        source = open_inputs("gpio:", 2, {"ok": 26})
        assert type(source) is GpioButtons
        source.start(inbox.post)
        assert isinstance(gpiozero.Device.pin_factory, MockFactory)
        gpiozero.Device.pin_factory.pin("GPIO26").drive_low()
        assert inbox.edge().button == OK
        gpiozero.Device.pin_factory.pin("GPIO26").drive_high()
        inbox.edge()
        source.close()


def test_busy_pin_raises_device_missing_and_releases_others() -> None:
    factory = MockFactory()
    owner = gpiozero.LED(6, pin_factory=factory)
    with pytest.raises(DeviceMissing, match=r"button 0\+5: GPIO 6: .*in use"):
        GpioButtons(wiring(2, {}), factory)
    owner.close()
    GpioButtons(wiring(2, {}), factory).close()  # claimed pins were released
    factory.close()


@pytest.mark.parametrize(
    ("factory", "words"),
    [(None, "No module named 'lgpio': install it with"), ("rhubarb", "Unable to find pin factory")],
)
def test_machine_without_pins_raises_device_missing(
    monkeypatch: pytest.MonkeyPatch, factory: str | None, words: str
) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    for library in ("lgpio", "gpiod"):  # not installed, on any machine
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    if factory:
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", factory)
    else:
        words = "install it with `sudo apt install python3-lgpio`"
    with pytest.raises(DeviceMissing, match=words):
        open_inputs("gpio:", 2)


@pytest.mark.parametrize(
    ("reason", "chips", "words"),
    [
        ("No module named 'lgpio'", [], "python3-lgpio"),
        ("can not open gpiochip", [], "no /dev/gpiochip0; use gpio:mock"),
        ("can not open gpiochip", ["/dev/gpiochip0"], "usermod -aG gpio"),
    ],
)
def test_gpio_errors_have_cures(reason: str, chips: list[str], words: str) -> None:
    assert words in trouble(reason, lambda _: chips).cure


@pytest.mark.parametrize("address", ["gpio:5", "gpio:mock2", "rhubarb:", "", "_fingers:", "gpio"])
def test_invalid_gpio_address_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rhubarb")
    with pytest.raises(DeviceMissing):
        open_inputs(address, 2)


def test_default_wiring_avoids_reserved_pins() -> None:
    assert set(USUAL) == {str(button) for button in buttons(4)}
    reserved = {2, 3, 7, 8, 9, 10, 11, 12, 18}  # I2C, SPI0, PWM
    assert len(set(USUAL.values())) == 15 and not reserved & set(USUAL.values())
    assert set(wiring(2, {})) == set(buttons(2))
    assert wiring(2, {"0+1": 16, "3-1": 5})[PLUS1] == 16


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        ({"ok": 5}, r"GPIO 5 is used by both 0\+1 and ok"),
        ({"ok": 99}, "ok = 99: must be GPIO 2 to 27"),
        ({"ok": -1}, "must be GPIO 2 to 27"),
        ({"3+1": 1}, "must be GPIO 2 to 27"),
        ({"yes": 5}, "unknown button 'yes'"),
    ],
)
def test_impossible_pins_are_refused(pins: dict[str, int], words: str) -> None:
    with pytest.raises(ConfigError, match=f"buttons.pins: .*{words}"):
        open_inputs("gpio:mock", 2, pins)


def test_presses_start_in_call_order() -> None:
    began: list[str] = []
    fingers = Fingers(lambda button, down: began.append(str(button)) if down else None)
    calls = ["0+1", "0+1", "ok", "1+5", "1+5", "undo"]
    for name in calls:
        fingers.press(Button.parse(name))
    wait_until(lambda: len(began) >= len(calls), "the presses")
    fingers.close()
    assert began == calls
