"""A USB board on a virtual port: detection by name, play, unplugging and reconnecting."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.machine.conftest import say
from tests.machine.machine import Machine
from tests.machine.pins import Pins
from tests.support.waiting import wait_until

PYTHON = "/opt/pegboard/current/bin/python"
PROGRAM = f"{PYTHON} /share/inside/usb_board.py"
ON_USB = """
[board]
strip = "serial:"
[buttons]
source = "serial:"
commit_s = 60.0
[camera]
source = "none"
"""


@pytest.fixture(scope="module")
def usb(machine: Machine) -> Pins:
    machine.wait()
    board = Pins(machine, load="")
    machine.output(f"{PROGRAM} plug")
    machine.output(f"setsid {PROGRAM} serve >/run/usb-board.log 2>&1 &")
    machine.until("ls /dev/serial/by-id", lambda text: "pegboard" in text)
    board.restart_board(ON_USB)
    return board


def faults(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [device for device in state["devices"] if not device["ok"]]


def until(usb: Pins, test: Callable[[dict[str, Any]], Any], limit_s: float = 90) -> dict[str, Any]:
    log = "cat /run/usb-board.log; journalctl -b -u pegboard -n 20 --no-pager -o cat"
    state: dict[str, Any] = {}

    def passes() -> bool:
        nonlocal state
        state = usb.machine.state()
        return bool(test(state))

    wait_until(
        passes,
        lambda: f"another state than {state} ({usb.machine.output(log)})",
        limit_s,
        every_s=0.3,
    )
    return state


def has_pending(presses: int, state: dict[str, Any]) -> bool:
    return bool(state["pending"][0] == presses)


def test_usb_board_is_found_and_owned_by_group(usb: Pins) -> None:
    until(usb, lambda state: not faults(state))
    assert usb.machine.output("stat -c '%G %a' /dev/ttyACM0") == "dialout 660\n"


def test_usb_board_plays_and_reconnects(usb: Pins) -> None:
    assert usb.ask(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    for pressed in (1, 2):
        usb.machine.output(f"{PROGRAM} press 0")
        until(usb, partial(has_pending, pressed))
    usb.machine.output(f"{PROGRAM} unplug")
    lost = until(usb, faults)
    assert lost["scores"] == [0, 0] and usb.ask(action="peg 1 5")["ok"]
    usb.machine.output(f"{PROGRAM} plug")
    begun = time.monotonic()
    until(usb, lambda state: not faults(state))
    say(f"plugged in again, and used after {time.monotonic() - begun:.0f} s")
    before = usb.machine.state()["pending"][0]
    usb.machine.output(f"{PROGRAM} press 0")
    until(usb, lambda state: state["pending"][0] == before + 1)
    assert usb.machine.output("systemctl show pegboard -p NRestarts --value") == "0\n"
