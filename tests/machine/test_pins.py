"""Buttons and LEDs on simulated pins: /dev/gpiochip0 and /dev/spidev0.0, as on a Pi."""

from collections.abc import Callable
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.machine.conftest import say
from tests.machine.machine import Machine
from tests.machine.pins import Pins
from tests.support.waiting import wait_until
from tests.support.ws2812_decoder import SHEETS, decode

PLUS_1, PLUS_5, OTHER_PLUS_1, OTHER_PLUS_5, OK, UNDO = 5, 6, 23, 24, 17, 27
REAL = """
[board]
strip = "spi:"
[buttons]
source = "gpio:"
commit_s = 60.0
debounce_ms = 40.0
[camera]
source = "none"
"""
"""Staged points wait for OK, and contacts settle slowly: so does everything on this machine."""


LIBRARIES = {"gpiod": "", "lgpio": "GPIOZERO_PIN_FACTORY=lgpio"}
"""Environment of the service for each library; gpiod is the default."""


@pytest.fixture(scope="module")
def pi(machine: Machine) -> Pins:
    machine.wait()
    return Pins(machine)


@pytest.fixture(scope="module", params=LIBRARIES)
def pins(pi: Pins, request: pytest.FixtureRequest) -> Pins:
    pi.restart_board(REAL, LIBRARIES[request.param])
    maps = pi.machine.output("cat /proc/$(systemctl show pegboard -p MainPID --value)/maps")
    assert {name for name in LIBRARIES if f"/{name}/_ext" in maps or f"/_{name}." in maps} == {
        request.param
    }
    return pi


@pytest.fixture(autouse=True)
def new_game(pins: Pins) -> None:
    assert pins.ask(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]


def until(pins: Pins, test: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    state: dict[str, Any] = {}

    def passes() -> bool:
        nonlocal state
        state = pins.machine.state()
        return test(state)

    wait_until(
        passes, lambda: f"other points than {state['pending']}, {state['scores']}", every_s=0.2
    )
    return state


def test_doctor_accepts_devices(pins: Pins) -> None:
    """Devices work for the service's user inside its unit."""
    assert [device for device in pins.machine.state()["devices"] if not device["ok"]] == []
    assert "gpiochip" in pins.machine.output("ls /dev") and pins.lines()[OK] == "1 in up watched"


def test_button_presses_are_pegged(pins: Pins) -> None:
    pins.press(PLUS_1, PLUS_1, PLUS_5, OTHER_PLUS_5)
    assert until(pins, lambda state: any(state["pending"]))["scores"] == [0, 0]
    until(pins, lambda state: state["pending"][:2] == [7, 5])
    pins.press(OK)
    until(pins, lambda state: state["scores"] == [7, 5])
    pins.press(UNDO)
    until(pins, lambda state: state["scores"] != [7, 5])


def test_bouncing_contact_is_one_press(pins: Pins) -> None:
    """Ten changes within a millisecond as the contact closes, and as it opens."""
    bounces = [f"{PLUS_1} 0\nwait 100\n{PLUS_1} z\nwait 100\n"] * 5
    pins.move(*bounces, f"{PLUS_1} 0\nwait 80000\n", *bounces, "wait 200000\n")
    pins.press(OTHER_PLUS_1)
    state = until(pins, lambda state: state["pending"][1] == 1)
    assert state["pending"][:2] == [1, 1]


def test_spark_is_no_press(pins: Pins, request: pytest.FixtureRequest) -> None:
    """Relies on the kernel to filter changes of 0.3 ms."""
    if "lgpio" in request.node.callspec.id:
        pytest.skip("by lgpio each change counts as soon as it is seen")
    late = int(pins.machine.output(f"python3 /share/inside/sparks.py {PLUS_5} 30"))
    pins.press(PLUS_1)
    state = until(pins, lambda state: state["pending"][0] % 5 == 1)
    say(f"30 sparks, {late} of them longer than they should be")
    if late == 30:
        pytest.skip("the host is too busy for so short a time")
    assert state["pending"][0] <= 1 + 5 * late


def test_loose_wire_is_reported_and_ignored(pins: Pins) -> None:
    """Thirty bursts of 0.05 s with four thousand changes per second."""
    for _ in range(30):
        pins.move(*[f"{OTHER_PLUS_5} 0\nwait 250\n{OTHER_PLUS_5} z\nwait 250\n"] * 100)
    state = pins.machine.state()
    assert state["pending"][1] <= 30 * 5, "a loose wire pressed again and again"
    pins.press(PLUS_1)
    until(pins, lambda state: state["pending"][0] == 1)
    assert pins.machine.output("systemctl show pegboard -p NRestarts --value") == "0\n"


def test_spi_frames_match_the_page(pins: Pins) -> None:
    """Checks each frame against the data sheet, and the last one against the page."""
    pins.messages()
    assert pins.ask(action="peg 0 29")["ok"] and pins.ask(action="peg 1 12")["ok"]
    place = f"127.0.0.1:{pins.machine.port}"
    with connect(f"ws://{place}/ws", origin=Origin(f"http://{place}")) as socket:
        frames = quiet(socket, seconds=3)
    sent = pins.messages()
    assert sent and frames
    lit = [decode(each.data, each.clock_hz, SHEETS["ws2812b-v5"]) for each in sent]
    say(f"{len(sent)} frames on SPI at {sent[0].clock_hz} Hz, all within the data sheet")
    shown = bytes(value for green, red, blue in lit[-1] for value in (red, green, blue))
    assert shown == frames[-1] and any(shown)


def quiet(socket: Any, seconds: float) -> list[bytes]:
    """Returns frames received until none arrives for some seconds."""
    frames: list[bytes] = []
    while True:
        try:
            got = socket.recv(timeout=seconds)
        except TimeoutError:
            return frames
        if isinstance(got, bytes):
            frames.append(got)
