"""The bundled page of the wheel: few requests, and no mix of versions after an update."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from pegboard.http.static_files import STATIC
from pegboard.web.bundle import bundle
from tests.support import wheels
from tests.support.browser.pages import WIDE, record_troubles, wait_until_ready
from tests.support.running_board import RunningBoard
from tests.support.running_hall import RunningHall

REQUESTS, BYTES = 15, 110_000
"""Limits of the first page, including its service worker."""
DIALOGS = {
    "help": ".to-help", "devices": ".to-phones", "settings": ".to-settings", "doctor": ".to-check",
    "camera": ".to-camera",
}  # fmt: skip
"""Dialog -> the menu tile that opens it."""
MAKE_OLDER = "document.querySelector('script[type=module]').setAttribute('src', '/older.js')"
"""Makes the page look as if it was opened before an update."""
OLDER = "script[src='/older.js']"
ALL_FILES = """async (folder) => {
  const names = [...document.querySelectorAll("script[type=module]")].map(({ src }) => src);
  const found = new Set();
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const text = await (await fetch(name)).text();
    const later = text.matchAll(/import\\("([^"]+)"\\)/g);
    for (const [, file] of later) names.push(new URL(file, name).href);
  }
  for (const name of found) await import(name);
  return found.size;
}"""
"""Imports every file the page may load."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundled")
    return wheels.unpack(wheels.build(folder), folder / "site")


@pytest.fixture(scope="module")
def installed(site: Path) -> Iterator[RunningBoard]:
    service = wheels.start_service(site, site.parent / "state")
    yield service
    service.stop()


@pytest.fixture
def troubles() -> list[str]:
    return []


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce", locale="en-GB")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, installed: RunningBoard, troubles: list[str]) -> Page:
    page = context.new_page()
    record_troubles(page, installed.address, troubles)
    return page


def test_bundled_first_page_stays_within_request_limit(
    context: BrowserContext, page: Page, installed: RunningBoard, troubles: list[str]
) -> None:
    sockets: list[str] = []
    finished: list[Request] = []
    context.on("requestfinished", lambda request: finished.append(request))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(installed.address)
    wait_until_ready(page)
    page.wait_for_selector("#home[open]")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_function("() => caches.match('/static/offline/offline.js')")
    sizes = {request.url: request.sizes() for request in finished}
    names = [*sizes, *sockets]
    assert len(names) <= REQUESTS, names
    sent = [size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values()]
    assert sum(sent) <= BYTES, sizes
    assert troubles == []


def test_bundled_dialogs_open(page: Page, installed: RunningBoard, troubles: list[str]) -> None:
    page.goto(installed.address)
    wait_until_ready(page)
    page.wait_for_selector("#home[open]")
    page.keyboard.press("Escape")
    for name, tile in DIALOGS.items():
        page.click("#open-menu")
        page.click(f"#menu {tile}")
        expect(page.locator(f"#{name}")).to_be_visible()
        expect(page.locator(f"#{name} h2").first).not_to_be_empty()
        page.evaluate("for (const each of document.querySelectorAll('dialog[open]')) each.close()")
    page.click("#open-new")
    expect(page.locator("#newgame")).to_be_visible()
    assert page.evaluate(ALL_FILES) > 20
    page.goto(f"{installed.address}history")
    page.wait_for_selector("body[data-ready]")
    assert page.evaluate(ALL_FILES) > 4
    assert troubles == []


def with_next_version(site: Path, folder: Path) -> Path:
    """Returns a copy of the installed files with the page of the next version."""
    sources, newer = folder / "sources", folder / "newer"
    shutil.copytree(STATIC, sources)
    wheels.replace_once(sources / "main.js", "const SOON_MS = 50;", "const SOON_MS = 51;")
    static = newer / "pegboard" / "web" / "static"
    leave_out = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(site, newer, ignore=leave_out, copy_function=os.link)
    for name, content in bundle(sources).items():
        file = static / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return newer


def test_open_page_reloads_after_update(
    context: BrowserContext, site: Path, tmp_path: Path
) -> None:
    before = wheels.start_service(site, tmp_path / "state")
    page = context.new_page()
    page.goto(before.address)
    wait_until_ready(page)
    script = page.locator("script[type=module]")
    older = str(script.get_attribute("src"))
    newer = with_next_version(site, tmp_path)
    before.stop()
    after = wheels.start_service(newer, tmp_path / "state", urlsplit(before.address).port or 0)
    try:
        expect(script).not_to_have_attribute("src", older)
        wait_until_ready(page)
        held = page.request.get(urljoin(after.address, str(script.get_attribute("src"))))
        assert held.headers["cache-control"] == "max-age=31536000, immutable"
        removed = page.request.get(urljoin(after.address, older))
        assert (removed.status, removed.headers["cache-control"]) == (404, "no-cache")
    finally:
        after.stop()


def test_history_reloads_when_bundled_file_is_missing(
    page: Page, installed: RunningBoard, troubles: list[str]
) -> None:
    missing = [404]

    def answer(route: Route) -> None:
        # Never `times=1`: removing a route can block the page's next request.
        if missing:
            route.fulfill(status=missing.pop())
        else:
            route.continue_()

    page.route("**/history-export.js", answer)
    page.goto(f"{installed.address}history")
    page.wait_for_selector("body[data-ready]")
    page.evaluate(MAKE_OLDER)
    page.click("#rooms [data-room=export]")
    expect(page.locator(OLDER)).to_have_count(0)
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#rooms [aria-current]")).to_have_attribute("data-room", "export")
    assert len(troubles) == 1 and "404" in troubles[0], troubles


def test_hall_page_reloads_after_update(context: BrowserContext, tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "hall")
    page = context.new_page()
    page.goto(hall.address)
    expect(page.locator("#name")).not_to_be_empty()
    page.evaluate(MAKE_OLDER)
    assert hall.stop() == 0
    hall.restart()
    expect(page.locator(OLDER)).to_have_count(0)
    expect(page.locator("#name")).not_to_be_empty()
    assert hall.stop() == 0
