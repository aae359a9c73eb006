"""Evidence of a failed browser test: its pages, consoles, and logs of its services.

Each test has one folder, `build/failures/<test>/`:

page-1.png     screenshot of each page, in order of opening
console.txt    address, console and script errors of each page
service-1.log  standard error of each service or hall behind the pages
desk.json      commands received by the scripted desk, and its last published state
log.txt        log of the test process, including servers in threads
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from tests.support.browser.scripted import Stage
from tests.support.child import started_children

SCREENSHOT_MS = 10_000
"""Timeout of a screenshot in milliseconds; a page that hangs has none."""
NAME_LENGTH = 180


@dataclass(frozen=True)
class PageEvidence:
    """Address, console and screenshot of a page."""

    url: str
    console: tuple[str, ...]
    picture: bytes | None

    @property
    def origin(self) -> str:
        """Host and port of the service behind the page."""
        return urlsplit(self.url).netloc


def inspect(page: Page) -> PageEvidence:
    """Returns the evidence of a page; without a screenshot if it can no longer draw one."""
    console: list[str] = []
    picture = None
    with suppress(PlaywrightError):
        console += [f"{message.type}: {message.text}" for message in page.console_messages()]
        console += [f"script error: {error}" for error in page.page_errors()]
        picture = page.screenshot(timeout=SCREENSHOT_MS)
    return PageEvidence(page.url, tuple(console), picture)


class Pages:
    """Open pages of a test, and those it closed while failing."""

    def __init__(self) -> None:
        self._contexts: list[BrowserContext] = []
        self._closed: list[PageEvidence] = []

    def forget_closed(self) -> None:
        """Discards pages closed by an earlier test."""
        self._closed.clear()

    def inspect_all(self) -> list[PageEvidence]:
        """Returns the evidence of all pages, closed ones first."""
        pages = [page for context in self._contexts for page in context.pages]
        return self._closed + [inspect(page) for page in pages if page.url != "about:blank"]

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Follows every context of every browser, until the block ends.

        A test that opens contexts in a `with` closes them before its failure is reported, so they
        are inspected when they are closed while an exception is on its way.
        """
        new_context, close_context = Browser.new_context, BrowserContext.close
        close_browser = Browser.close

        def inspect_open(contexts: list[BrowserContext]) -> None:
            if sys.exc_info()[0] is not None:
                self._closed += [inspect(page) for each in contexts for page in each.pages]

        def opening(browser: Browser, *args: object, **options: object) -> BrowserContext:
            context: BrowserContext = new_context(browser, *args, **options)  # type: ignore[arg-type]
            self._contexts.append(context)
            return context

        def closing_context(context: BrowserContext, **options: str | None) -> None:
            if context in self._contexts:
                inspect_open([context])
                self._contexts.remove(context)
            close_context(context, **options)

        def closing_browser(browser: Browser, **options: str | None) -> None:
            contexts = [each for each in self._contexts if each.browser is browser]
            inspect_open(contexts)
            self._contexts = [each for each in self._contexts if each not in contexts]
            close_browser(browser, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Browser, "new_context", opening)
            patch.setattr(BrowserContext, "close", closing_context)
            patch.setattr(Browser, "close", closing_browser)
            yield


def folder_of(item: pytest.Item) -> Path:
    """Returns the folder for the evidence of a test."""
    name = re.sub(r"[^\w.-]+", "-", item.nodeid).strip("-")[-NAME_LENGTH:]
    return item.config.rootpath / "build" / "failures" / name


def write_evidence(item: pytest.Item, report: pytest.TestReport, pages: Pages) -> Path | None:
    """Writes the evidence of a failed test, replacing that of an earlier run.

    Returns:
        Its folder; None if the test had no page.
    """
    folder = folder_of(item)
    shutil.rmtree(folder, ignore_errors=True)
    if not (found := pages.inspect_all()):
        return None
    folder.mkdir(parents=True)
    lines: list[str] = []
    for number, page in enumerate(found, 1):
        if page.picture is not None:
            (folder / f"page-{number}.png").write_bytes(page.picture)
        lines += [f"page-{number} {page.url}", *(f"  {line}" for line in page.console)]
    (folder / "console.txt").write_text("\n".join(lines) + "\n")
    origins = {page.origin for page in found}
    services = [child for child in started_children if urlsplit(child.address).netloc in origins]
    for number, child in enumerate(services, 1):
        (folder / f"service-{number}.log").write_bytes(Path(child.errors.name).read_bytes())
    for value in getattr(item, "funcargs", {}).values():
        if isinstance(value, Stage) and urlsplit(value.url).netloc in origins:
            desk = {"asked": value.received, "state": value.desk.state}
            (folder / "desk.json").write_text(json.dumps(desk, indent=1, default=str) + "\n")
    if report.caplog:
        (folder / "log.txt").write_text(report.caplog)
    return folder
