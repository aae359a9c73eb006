"""A day of a kiosk: attract screen, touches and abandoned dialogs, hour after hour."""

import re
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Request, expect

from tests.support.browser.pages import context_of
from tests.support.running_board import SIMULATED, RunningBoard, running_board

pytestmark = pytest.mark.timeout(600)

SETTLED_H, WATCHED_H, MOST_H = 8, 16, 100
"""Hours until all views are loaded; hours without loading a script that end the test; limit.

Views load when the game needs them, and the page's clock is faster than the service's. A page that
still loads scripts at the limit fails."""
CONFIG = SIMULATED + "[game]\nattract_s = 1.0\npace_s = 0.05\n"
"""The attract screen appears a second after the last touch, or twelve during a game."""
MINUTE_MS = 60_000


@dataclass(frozen=True)
class Sample:
    """Resources used by the page and the service."""

    heap_mib: float
    nodes: float
    listeners: float
    service_mib: float
    scripts: float


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningBoard]:
    file = tmp_path / "pegboard.toml"
    file.write_text(CONFIG)
    with running_board(tmp_path / "state", "--config", str(file)) as service:
        yield service


def sample(devtools: CDPSession, service: RunningBoard, scripts: int) -> Sample:
    devtools.send("HeapProfiler.collectGarbage")
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    found = {each["name"]: each["value"] for each in metrics}
    status = Path(f"/proc/{service.process.pid}/status").read_text()
    resident = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.M)
    assert resident is not None
    heap = found["JSHeapUsedSize"] / 2**20
    memory = int(resident[1]) / 1024
    return Sample(heap, found["Nodes"], found["JSEventListeners"], memory, scripts)


def scripts_of(requests: list[Request]) -> int:
    """Returns the number of loaded scripts."""
    return len({each.url for each in requests if each.resource_type == "script"})


def abandon_dialog(*way: str) -> Callable[[Page], None]:
    """Opens a dialog by these buttons, and abandons it."""

    def leave(page: Page) -> None:
        page.keyboard.press("Escape")
        for button in way:
            page.click(button)
            page.clock.fast_forward(500)
        expect(page.locator("dialog[open]").first).to_be_visible()

    return leave


def abandon_game(page: Page) -> None:
    """Abandons a game against the computer after the first cards."""
    page.keyboard.press("Escape")
    page.click("#open-new")
    page.click("#newgame footer .primary")
    expect(page.locator("#newgame")).to_be_hidden()
    page.keyboard.press("Enter")


def abandon_home(page: Page) -> None:
    """Abandons the home screen."""
    expect(page.locator("#home")).to_be_visible()


VISITS = (
    abandon_home,
    abandon_dialog("#open-menu", "#menu .to-settings"),
    abandon_game,
    abandon_dialog("#open-menu", "#menu .to-phones"),
    abandon_dialog("#open-new"),
    abandon_dialog("#open-menu", "#menu .to-check"),
)


def test_kiosk_day_leaves_no_dialog_and_no_memory_leak(
    browser: Browser, service: RunningBoard
) -> None:
    context = context_of(browser, viewport={"width": 800, "height": 480}, has_touch=True)
    page = context.new_page()
    page.clock.install()
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    page.goto(f"{service.address}#kiosk")
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable")
    samples: list[Sample] = []
    settled_at = SETTLED_H
    for hour in range(MOST_H):
        pass_idle_hour(page)
        samples.append(sample(devtools, service, scripts_of(requests)))
        if hour > SETTLED_H and samples[-1].scripts > samples[-2].scripts:
            settled_at = hour
        if hour == settled_at + WATCHED_H:
            break
        page.tap("#attract .touch")
        VISITS[hour % len(VISITS)](page)
    else:
        pytest.fail(f"scripts are still loaded after {MOST_H} h")
    # Opening the settings again may retain one copy of the first: so the maximum of a whole
    # round of visits is compared with the maximum of the last round.
    settled, end = maximum(samples[settled_at:][: len(VISITS)]), maximum(samples[-len(VISITS) :])
    print(f"\nafter {settled_at} h: {settled}\nafter {len(samples)} h: {end}")
    assert end.listeners <= 1.05 * settled.listeners
    assert end.nodes <= 1.1 * settled.nodes
    assert end.heap_mib <= settled.heap_mib + 1.0
    assert end.service_mib <= settled.service_mib + 6.0
    context.close()


def maximum(samples: list[Sample]) -> Sample:
    """Returns the maximum of each figure."""
    return Sample(*map(max, *map(astuple, samples)))


def pass_idle_hour(page: Page) -> None:
    """Lets an hour pass, until the attract screen is shown again."""
    invites = page.locator("body[data-attract]")
    for _ in range(60):
        page.clock.fast_forward(MINUTE_MS)
    for _ in range(60):
        try:
            expect(invites).to_have_count(1, timeout=500)
            break
        except AssertionError:
            page.clock.fast_forward(MINUTE_MS)
    expect(invites).to_have_count(1)
    expect(page.locator("dialog[open]")).to_have_count(0)
