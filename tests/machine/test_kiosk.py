"""The board's own screen: the kiosk's unit, cage and Chromium on a display of the machine."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image as Picture

from tests.machine.conftest import say
from tests.machine.installed import INSTALL, INSTALL_S, SHARE, Installed
from tests.machine.machine import Machine

WIDTH, HEIGHT = 1280, 800
DISPLAY = ("-device", f"virtio-vga,xres={WIDTH},yres={HEIGHT}")
PAGE_S = 500.0
"""At most, from the unit's start to the page: Chromium is large, and interpreted."""
SAME = 40
"""So far may a colour of a pixel be from that of the same page elsewhere, of 255."""


@pytest.fixture(scope="module")
def kiosk(board: Installed, folder: Path) -> Iterator[Machine]:
    machine = board.machine(folder, DISPLAY, memory_MB=2048)
    try:
        machine.wait()
        machine.says(SHARE)
        yield machine
    finally:
        machine.pull_the_plug()


def test_the_screen_shows_the_page(kiosk: Machine, folder: Path) -> None:
    said = kiosk.says(f"{INSTALL} --kiosk".replace(" 2>&1 --kiosk", " --kiosk 2>&1"), INSTALL_S)
    assert "pegboard-kiosk.service" in said
    begun, last = time.monotonic(), 0
    while time.monotonic() < begun + PAGE_S:
        picture = shot(kiosk, folder / "screen.png")
        colours = len(picture.getcolors(WIDTH * HEIGHT) or [])
        if colours > 300 and colours == last:
            break
        last = colours
        time.sleep(5)
    say(f"the page is on the screen {time.monotonic() - begun:.0f} s after the installer")
    assert picture.size == (WIDTH, HEIGHT) and colours > 300
    assert kiosk.says("systemctl is-active pegboard-kiosk") == "active\n"
    assert kiosk.says("systemctl show pegboard-kiosk -p NRestarts --value") == "0\n"


def shot(machine: Machine, into: Path) -> Picture.Image:
    with Picture.open(machine.screen(into)) as picture:
        return picture.convert("RGB")
