"""A real Chromium in front of a scripted desk. Every test also fails on what it did not ask for:
a message on the console, an error in a script, a request that leaves this host."""

import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from tests.support.browser.chromium import ARGUMENTS
from tests.support.browser.scripted import Stage


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # For one module only: while Playwright is open, no other test could run an event loop.
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.fail("no chromium: apt-get install chromium, or leave out with -m 'not browser'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(8000)
    yield context
    context.close()


@pytest.fixture
def troubles() -> list[str]:
    """What went wrong on the page; a test that causes trouble on purpose clears it."""
    return []


@pytest.fixture
def page(context: BrowserContext, stage: Stage, troubles: list[str]) -> Iterator[Page]:
    page = context.new_page()

    def left_the_host(request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(stage.url).netloc:
            troubles.append(f"left the host: {request.url}")

    page.on("console", lambda message: troubles.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("request", left_the_host)
    page.goto(stage.url)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("circle[data-lit]")
    page.wait_for_selector("body[data-whole]")
    yield page
    assert troubles == []
