"""Fixtures: a real Chromium and a scripted desk. Every test also fails on unexpected console
messages, script errors, and requests to other hosts.
"""

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.support.browser import failures
from tests.support.browser.chromium import ARGUMENTS, MISSING, browser_path
from tests.support.browser.pages import PATIENCE_MS, SharedPage, context_of, open_page
from tests.support.browser.quick_board import start_service
from tests.support.browser.scripted import Stage
from tests.support.running_board import RunningBoard

FAILED = pytest.StashKey[bool]()
PAGES = failures.Pages()

expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Discards pages that an earlier test closed."""
    PAGES.forget_closed()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Writes evidence of a failure; discards the page on which a test failed."""
    report = yield
    if report.failed and not item.stash.get(FAILED, False):
        item.stash[FAILED] = True
        if folder := failures.write_evidence(item, report, PAGES):
            place = folder.relative_to(item.config.rootpath)
            report.sections.append(("Evidence", f"left in {place}/"))
    return report


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    # For this folder only: while Playwright is open, no other test can run an event loop.
    with sync_playwright() as playwright, PAGES.watching():
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Yields one Chromium for all tests of this folder in a worker."""
    path = browser_path()
    if path is None:
        pytest.fail(f"{MISSING}, or leave out with -m 'not browser'")
    browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def theatre() -> Iterator[Stage]:
    """Yields the server of all scripted tests."""
    stage = Stage()
    yield stage
    stage.stop()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """Yields one fast board for the tests of a file: each starts its own game."""
    service = start_service(tmp_path_factory.mktemp("board"))
    yield service
    service.stop()


@pytest.fixture
def stage(theatre: Stage) -> Stage:
    """Returns the desk in its initial state."""
    theatre.reset()
    return theatre


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = context_of(browser)
    yield context
    context.close()


@pytest.fixture(scope="package")
def shared_page(browser: Browser, theatre: Stage) -> Iterator[SharedPage]:
    """Yields the page shared by tests."""
    shared_page = SharedPage(browser, theatre)
    yield shared_page
    shared_page.close()


@pytest.fixture
def troubles(shared_page: SharedPage) -> list[str]:
    """Errors on the page; a test that causes some on purpose clears it."""
    return shared_page.troubles


@pytest.fixture
def page(request: pytest.FixtureRequest, shared_page: SharedPage, stage: Stage) -> Iterator[Page]:
    """Yields a page in its initial state."""
    yield shared_page.reset()
    shared_page.close_dialogs()
    shared_page.is_spoilt = shared_page.is_spoilt or request.node.stash.get(FAILED, False)
    assert shared_page.troubles == []


@pytest.fixture
def fresh(context: BrowserContext, stage: Stage) -> Iterator[Page]:
    """Yields a separate, newly loaded page for tests that cannot be reset."""
    troubles: list[str] = []
    yield open_page(context, stage, troubles)
    assert troubles == []
