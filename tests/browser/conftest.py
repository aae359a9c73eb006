"""A real Chromium in front of a scripted desk. Every test also fails on what it did not ask for:
a message on the console, an error in a script, a request that leaves this host."""

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.support.browser import failures
from tests.support.browser.chromium import ARGUMENTS, MISSING, browser_path
from tests.support.browser.pages import PATIENCE_MS, Kept, context_of, open_page
from tests.support.browser.quick_board import started
from tests.support.browser.scripted import Stage
from tests.support.running_board import RunningBoard

FAILED = pytest.StashKey[bool]()
PAGES = failures.Pages()

expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Forgets the pages that an earlier test closed."""
    PAGES.begin()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Leaves evidence of a failure; the page on which a test failed is not used again."""
    report = yield
    if report.failed and not item.stash.get(FAILED, False):
        item.stash[FAILED] = True
        if folder := failures.leave(item, report, PAGES):
            place = folder.relative_to(item.config.rootpath)
            report.sections.append(("Evidence", f"left in {place}/"))
    return report


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    # For this folder only: while Playwright is open, no other test could run an event loop.
    with sync_playwright() as playwright, PAGES.watching():
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests of this folder that a worker runs one after the other."""
    path = browser_path()
    if path is None:
        pytest.fail(f"{MISSING}, or leave out with -m 'not browser'")
    browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def theatre() -> Iterator[Stage]:
    """The server of all scripted tests."""
    stage = Stage()
    yield stage
    stage.stop()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """One quick board for the tests of a file: each begins a game of its own."""
    service = started(tmp_path_factory.mktemp("board"))
    yield service
    service.stop()


@pytest.fixture
def stage(theatre: Stage) -> Stage:
    """The desk, as if nobody had played with it before."""
    theatre.reset()
    return theatre


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = context_of(browser)
    yield context
    context.close()


@pytest.fixture(scope="package")
def kept(browser: Browser, theatre: Stage) -> Iterator[Kept]:
    """The page that tests share."""
    kept = Kept(browser, theatre)
    yield kept
    kept.close()


@pytest.fixture
def troubles(kept: Kept) -> list[str]:
    """What went wrong on the page; a test that causes trouble on purpose clears it."""
    return kept.troubles


@pytest.fixture
def page(request: pytest.FixtureRequest, kept: Kept, stage: Stage) -> Iterator[Page]:
    """A page as it is when it has been loaded."""
    yield kept.again()
    kept.leave()
    kept.spoilt = kept.spoilt or request.node.stash.get(FAILED, False)
    assert kept.troubles == []


@pytest.fixture
def fresh(context: BrowserContext, stage: Stage) -> Iterator[Page]:
    """A page of the test's own, loaded for it: for what cannot be put back."""
    troubles: list[str] = []
    yield open_page(context, stage, troubles)
    assert troubles == []
