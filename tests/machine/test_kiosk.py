"""The kiosk unit: cage and Chromium on a virtual display."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image as Picture
from PIL import ImageChops, ImageStat

from tests.machine.conftest import say
from tests.machine.installed import INSTALL, INSTALL_S, Installed
from tests.machine.machine import BLACKLIST, QUIET, Machine
from tests.machine.pins import Pins
from tests.machine.test_systemd import exposure
from tests.ops.test_systemd import EXPOSED
from tests.support.running_board import RunningBoard
from tests.support.waiting import wait_until

WIDTH, HEIGHT = 1280, 800
DISPLAY = ("-device", f"virtio-vga,xres={WIDTH},yres={HEIGHT}")
LINE = QUIET.replace(BLACKLIST, f"{BLACKLIST},button")
NO_INPUT = ("-machine", "q35,i8042=off", "-append", LINE)
"""A screen and nothing to press: no PS/2 keyboard, and no driver of the power button, which
libinput takes for a keyboard. With either of them cage starts whatever its unit says."""
PAGE_S = 600.0
"""At most, from the unit's start to the page: Chromium is large, and interpreted."""
NO_3D = "WLR_RENDERER=pixman\nKIOSK_FLAGS=--disable-gpu\n"
"""The machine's display draws nothing by itself, and Debian 12's Mesa has no way around that."""
ALIKE = 8.0
"""So far may the colours be from those of the same page elsewhere, on average, of 255: with other
fonts they were 5, those of the page as a watcher sees it 20, those of an empty one 42."""
KIOSK = f"{INSTALL} --kiosk".replace(" 2>&1 --kiosk", " --kiosk 2>&1")
OUTSIDE = "systemctl show pegboard-kiosk -p {} --value"


@pytest.fixture(scope="module")
def kiosk(board: Installed, folder: Path) -> Iterator[Pins]:
    machine = board.machine(folder, (*DISPLAY, *NO_INPUT), memory_MB=2048)
    try:
        machine.first_page()
        machine.wait()
        pins = Pins(machine, f"printf '{NO_3D}' > /etc/pegboard/kiosk.conf".replace("\n", "\\n"))
        assert pins.ask(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
        assert "pegboard-kiosk.service" in machine.output(KIOSK, INSTALL_S)
        yield pins
    finally:
        machine.pull_the_plug()


def test_kiosk_shows_page_without_input_device(kiosk: Pins, folder: Path) -> None:
    assert kiosk.machine.output("cat /proc/bus/input/devices") == ""
    begun = time.monotonic()
    picture = settled(kiosk.machine, folder / "screen.png", begun)
    say(f"the page is on the screen {time.monotonic() - begun:.0f} s after the installer")
    assert picture.size == (WIDTH, HEIGHT)
    assert kiosk.machine.output("systemctl is-active pegboard-kiosk") == "active\n"
    assert kiosk.machine.output(OUTSIDE.format("NRestarts")) == "0\n"


def test_kiosk_screen_matches_browser_screenshot(kiosk: Pins, folder: Path, tmp_path: Path) -> None:
    """Compares the screen with the same game in the browser of the tests."""
    from playwright.sync_api import sync_playwright

    service = RunningBoard(tmp_path / "state", "--no-demo")
    try:
        assert service.command(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
            )
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce"
            )
            page.goto(f"{service.address}#kiosk", wait_until="load")
            page.wait_for_timeout(3000)
            page.screenshot(path=folder / "elsewhere.png")
            browser.close()
    finally:
        service.stop()
    with Picture.open(folder / "elsewhere.png") as elsewhere:
        apart = difference(shot(kiosk.machine, folder / "screen.png"), elsewhere.convert("RGB"))
    say(f"the kiosk's picture and the browser's differ by {apart:.1f} of 255")
    assert apart < ALIKE


def test_pegging_moves_pegs_on_the_screen(kiosk: Pins, folder: Path) -> None:
    before = shot(kiosk.machine, folder / "before.png")
    assert kiosk.ask(action="peg 0 12")["ok"] and kiosk.ask(action="peg 1 30")["ok"]
    apart = 0.0

    def has_changed() -> bool:
        nonlocal apart
        apart = difference(before, shot(kiosk.machine, folder / "after.png"))
        return apart >= 0.3

    wait_until(has_changed, lambda: f"another screen ({apart} apart)", 120, every_s=2)
    say(f"42 points later the screen differs by {apart:.1f} of 255")


def test_kiosk_stays_in_its_unit_and_sandbox(kiosk: Pins) -> None:
    machine = kiosk.machine
    group = "/sys/fs/cgroup/system.slice/pegboard-kiosk.service/cgroup.procs"
    running = machine.output("pgrep -u pegboard-kiosk").split()
    assert set(running) <= set(machine.output(f"cat {group}").split()) and len(running) > 5
    pages = machine.output("pgrep -u pegboard-kiosk -f type=renderer").split()
    spaces = {machine.output(f"readlink /proc/{pid}/ns/user").strip() for pid in pages}
    assert pages and machine.output("readlink /proc/1/ns/user").strip() not in spaces
    for pid in running:
        status = machine.run(f"cat /proc/{pid}/status 2>/dev/null")[1]
        assert not status or "NoNewPrivs:\t1" in status, status
    memory = json.loads(machine.output(OUTSIDE.format("MemoryCurrent")))
    exposed = exposure(machine, "pegboard-kiosk.service")
    say(f"{len(running)} processes, {memory / 1e6:.0f} MB, exposure {exposed}")
    assert exposed <= EXPOSED["pegboard-kiosk.service"]


def test_kiosk_exits_without_its_input_setting(kiosk: Pins) -> None:
    """Counter-check, as the last test: this machine really has no input device."""
    folder, machine = "/run/systemd/system/pegboard-kiosk.service.d", kiosk.machine
    setting = "[Service]\\nUnsetEnvironment=WLR_LIBINPUT_NO_DEVICES\\n"
    machine.output(f"mkdir -p {folder} && printf '{setting}' > {folder}/test.conf")
    machine.output("systemctl daemon-reload && systemctl restart pegboard-kiosk")
    machine.until(OUTSIDE.format("NRestarts"), lambda output: int(output) > 1)


def settled(machine: Machine, into: Path, begun: float) -> Picture.Image:
    """Returns a screenshot once the screen is stable."""
    last = shot(machine, into)
    while time.monotonic() < begun + PAGE_S:
        time.sleep(8)
        picture = shot(machine, into)
        if len(picture.getcolors(WIDTH * HEIGHT) or []) > 300 and difference(picture, last) < 0.5:
            return picture
        last = picture
    raise AssertionError(machine.run("journalctl -b -u pegboard-kiosk --no-pager | tail -30")[1])


def difference(one: Picture.Image, other: Picture.Image) -> float:
    """Returns the mean difference of colours, 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def shot(machine: Machine, into: Path) -> Picture.Image:
    with Picture.open(machine.screen(into)) as picture:
        return picture.convert("RGB")
