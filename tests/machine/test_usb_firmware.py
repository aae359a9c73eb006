"""The emulated firmware on a virtual USB port: LEDs match the page, pins peg.

The firmware image runs on an emulated RP2040 outside the machine. Its USB port is connected to
/dev/ttyACM0 by a port of the machine, a virtual bus and the kernel's driver.
"""

import os
import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.machine.conftest import say
from tests.machine.machine import Machine
from tests.machine.pins import Pins
from tests.machine.test_pins import quiet
from tests.machine.test_usb_board import ON_USB, PROGRAM, faults, has_pending, until
from tests.support.emulated_board import EmulatedBoard, emulated_board, skip_unless_built


@pytest.fixture(scope="module")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedBoard]:
    skip_unless_built()
    with emulated_board(tmp_path_factory.mktemp("firmware")) as there:
        yield there


@pytest.fixture(scope="module")
def usb(machine: Machine, firmware: EmulatedBoard) -> Iterator[Pins]:
    machine.wait()
    board = Pins(machine, load="")
    ended = Event()
    joining = Thread(
        target=join, args=(machine.folder / "notes.sock", firmware.port, ended), daemon=True
    )
    joining.start()
    machine.output(f"{PROGRAM} plug")
    machine.output(f"setsid {PROGRAM} join >/run/usb-board.log 2>&1 &")
    machine.until("ls /dev/serial/by-id", lambda text: "pegboard" in text)
    board.restart_board(ON_USB)
    yield board
    ended.set()
    joining.join()


def join(machine: Path, board: Path, ended: Event) -> None:
    """Forwards bytes between the machine's port and that of the board, which may disconnect."""
    port = -1
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(machine))
        while not ended.is_set():
            try:
                if port < 0:
                    port = os.open(board, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
                ready = select.select([port, wire.fileno()], [], [], 0.05)[0]
                if port in ready:
                    wire.sendall(os.read(port, 65536))
                if wire.fileno() in ready:
                    os.write(port, wire.recv(65536))
            except OSError:
                if port >= 0:
                    os.close(port)
                port = -1
                time.sleep(0.05)
    if port >= 0:
        with suppress(OSError):
            os.close(port)


def test_firmware_leds_match_the_page(usb: Pins, firmware: EmulatedBoard) -> None:
    until(usb, lambda state: not faults(state))
    assert usb.ask(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    assert usb.ask(action="peg 0 29")["ok"] and usb.ask(action="peg 1 12")["ok"]
    place = f"127.0.0.1:{usb.machine.port}"
    with connect(f"ws://{place}/ws", origin=Origin(f"http://{place}")) as page:
        shown = quiet(page, seconds=3)[-1]
    frame = firmware.wait_until_lit(shown)
    assert any(shown) and firmware.lit[: len(shown)] == shown
    low, high = frame.widths["bit"]
    say(f"{len(firmware.frames)} pictures by the firmware, bits of {low:.0f} to {high:.0f} ns")


def test_firmware_button_press_is_pegged(usb: Pins, firmware: EmulatedBoard) -> None:
    for pressed in (1, 2):
        firmware.tap(0, bounce=True)
        until(usb, partial(has_pending, pressed))
    assert not firmware.disconnects, "its own watchdog had no reason"


def test_firmware_reconnects_after_unplugging(usb: Pins, firmware: EmulatedBoard) -> None:
    usb.machine.output(f"{PROGRAM} unplug")
    firmware.unplug()
    lost = until(usb, faults)
    assert lost["scores"] == [29, 12] and usb.ask(action="peg 1 5")["ok"]
    firmware.plug()
    usb.machine.output(f"{PROGRAM} plug")
    begun = time.monotonic()
    until(usb, lambda state: not faults(state))
    say(f"plugged in again, and used after {time.monotonic() - begun:.0f} s")
    assert usb.machine.output("systemctl show pegboard -p NRestarts --value") == "0\n"
