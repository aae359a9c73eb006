"""Measures page speed at full speed and with a fourfold CPU slowdown.

    python -m tests.tools.page_speed

A real Chromium in front of the real service, first as a checkout serves the page, then as the wheel
does. Printed are the requests and kilobytes of the first page, and, each without and with
Chromium's own slowdown of the processor: how long until the page can be used (its state is there,
its pegs are lit and a touch is answered), until it is whole (nothing more is loaded unasked), and
how many pictures a second are drawn while pegs walk. Run it on a machine that does nothing else.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, Request, WebSocket, sync_playwright

from tests.support import wheels
from tests.support.browser.chromium import ARGUMENTS, MISSING, browser_path
from tests.support.paths import ROOT
from tests.support.running_board import RunningBoard

SLOWDOWNS = (1, 4)
TRIES = 5
USABLE = """
new MutationObserver((_, observer) => {
    if (!document.querySelector("body[data-ready] circle[data-lit]")) return;
    observer.disconnect();
    setTimeout(() => { window.usable = performance.now(); }, 0);
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""The moment at which the page is drawn and the main thread is free to answer."""
WHOLE = """
new MutationObserver((_, observer) => {
    if (!document.querySelector("body[data-whole]")) return;
    observer.disconnect();
    window.whole = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
PICTURES = """async (ms) => {
    const times = [];
    const end = performance.now() + ms;
    while (performance.now() < end) times.push(await new Promise(requestAnimationFrame));
    return times.slice(1).map((time, n) => time - times[n]);
}"""
WALK_MS = 1000


def open_page(browser: Browser, service: RunningBoard, slowdown: int) -> Page:
    """Opens a page on a slowed machine and waits until it is usable."""
    context = browser.new_context(viewport={"width": 800, "height": 480})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.add_init_script(USABLE)
    page.add_init_script(WHOLE)
    page.goto(service.address)
    page.wait_for_selector("circle[data-lit]")
    page.wait_for_selector("body[data-whole]")
    page.wait_for_timeout(300)
    return page


def loaded_ms(browser: Browser, service: RunningBoard, slowdown: int) -> tuple[float, float]:
    """Returns the time until the page is usable and until it is complete, in ms.

    Both are medians of some tries.
    """
    usable, whole = [], []
    for _ in range(TRIES):
        page = open_page(browser, service, slowdown)
        usable.append(float(page.evaluate("window.usable")))
        whole.append(float(page.evaluate("window.whole")))
        page.context.close()
    return statistics.median(usable), statistics.median(whole)


def sent(browser: Browser, service: RunningBoard) -> tuple[int, float]:
    """Returns the number of requests and kilobytes of the first page, without service worker."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    requests: list[Request] = []
    sockets: list[WebSocket] = []
    page.on("request", lambda request: requests.append(request))
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto(service.address)
    page.wait_for_selector("body[data-whole]")
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in requests]
    context.close()
    size = sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)
    return len(requests) + len(sockets), size / 1000


def walking(browser: Browser, service: RunningBoard, slowdown: int) -> list[float]:
    """Returns the milliseconds between frames while pegs walk."""
    page = open_page(browser, service, slowdown)
    page.wait_for_timeout(1500)
    gaps: list[float] = []
    for n in range(TRIES):
        service.command(press=f"{n % 2}+5")
        service.command(press=f"{n % 2}+5")
        service.command(press="ok")
        gaps += page.evaluate(PICTURES, WALK_MS)
        page.wait_for_timeout(300)
    page.context.close()
    return gaps


def describe(browser: Browser, service: RunningBoard) -> str:
    """Measures one service; returns its figures as text."""
    requests, kilobytes = sent(browser, service)
    lines = [f"the first page takes {requests} requests and {kilobytes:.0f} KB"]
    service.command(new={"mode": "score"})
    for slowdown in SLOWDOWNS:
        usable, whole = loaded_ms(browser, service, slowdown)
        gaps = sorted(walking(browser, service, slowdown))
        late = gaps[int(0.95 * len(gaps))]
        lines.append(
            f"  processor {slowdown} x slower: usable after {usable:.0f} ms, whole after "
            f"{whole:.0f} ms; while pegs walk {1000 * len(gaps) / sum(gaps):.1f} pictures a "
            f"second, 95 % within {late:.1f} ms"
        )
    return "\n".join(lines)


def main() -> int:
    path = browser_path()
    if path is None:
        print(MISSING, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        site = wheels.unpack(wheels.build(folder), folder / "site")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for form, place in (("checkout", ROOT), ("wheel", site)):
            service = wheels.start_service(place, folder / form, options=["--no-demo"])
            try:
                print(f"{form}: {describe(browser, service)}")
            finally:
                service.stop()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
