"""How quick the page is, here and on a machine four times slower.

    python -m tests.support.page_speed

A real Chromium in front of the real service. Two things are measured, each without and with
Chromium's own slowdown of the processor: how long until the page can be used (its state is there,
its pegs are lit and a touch is answered), and how many pictures a second are drawn while pegs walk.
Run it on a machine that does nothing else.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser.chromium import ARGUMENTS, MISSING, browser_path
from tests.support.running import SIMULATED, Running, running

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
PICTURES = """async (ms) => {
    const times = [];
    const end = performance.now() + ms;
    while (performance.now() < end) times.push(await new Promise(requestAnimationFrame));
    return times.slice(1).map((time, n) => time - times[n]);
}"""
WALK_MS = 1000


def opened(browser: Browser, service: Running, slowdown: int) -> Page:
    """A page on a slowed machine, once it can be used."""
    context = browser.new_context(viewport={"width": 800, "height": 480})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.add_init_script(USABLE)
    page.goto(service.address)
    page.wait_for_selector("circle[data-lit]")
    page.wait_for_timeout(300)
    return page


def usable_ms(browser: Browser, service: Running, slowdown: int) -> float:
    """Milliseconds from the navigation until the page can be used; the median of some tries."""
    times = []
    for _ in range(TRIES):
        page = opened(browser, service, slowdown)
        times.append(float(page.evaluate("window.usable")))
        page.context.close()
    return statistics.median(times)


def walking(browser: Browser, service: Running, slowdown: int) -> list[float]:
    """Milliseconds between two pictures while pegs walk."""
    page = opened(browser, service, slowdown)
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


def main() -> int:
    path = browser_path()
    if path is None:
        print(MISSING, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        config = Path(folder) / "pegboard.toml"
        config.write_text(SIMULATED)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        options = ("--config", str(config), "--no-demo")
        with running(Path(folder) / "state", *options) as service:
            service.command(new={"mode": "score"})
            for slowdown in SLOWDOWNS:
                ready = usable_ms(browser, service, slowdown)
                gaps = sorted(walking(browser, service, slowdown))
                late = gaps[int(0.95 * len(gaps))]
                print(
                    f"processor {slowdown} x slower: usable after {ready:.0f} ms; while pegs walk "
                    f"{1000 * len(gaps) / sum(gaps):.1f} pictures a second, "
                    f"95 % within {late:.1f} ms"
                )
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
