"""Helpers for tests of the hall's pages."""

from contextlib import ExitStack

from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.browser.axe import violations
from tests.support.browser.measures import CUT_TEXT, FAINT_TEXT, SMALL_TARGETS
from tests.support.browser.pages import context_of, record_troubles
from tests.support.running_hall import RunningHall

PHONE: ViewportSize = {"width": 390, "height": 844}


def sign_in(page: Page, hall: RunningHall) -> None:
    """Enters the PIN on an open director's page."""
    page.fill("#pin", hall.pin)
    page.keyboard.press("Enter")
    page.wait_for_selector("#boards h2")


class Phones:
    """Phones on the pages of a hall, each with its own browser; closed with the stack."""

    def __init__(
        self, browser: Browser, hall: RunningHall, stack: ExitStack, troubles: list[str]
    ) -> None:
        self._browser, self._hall = browser, hall
        self._stack, self._troubles = stack, troubles

    def open(self, path: str, locale: str) -> Page:
        """Opens a page of the hall in a language."""
        context = context_of(self._browser, viewport=PHONE, locale=locale)
        self._stack.callback(context.close)
        page = context.new_page()
        record_troubles(page, self._hall.address, self._troubles)
        page.goto(f"{self._hall.address}/{path}")
        return page


def assert_accessible(page: Page) -> None:
    """Asserts that axe finds nothing, and that no text is faint, small or clipped."""
    assert violations(page) == []
    assert page.evaluate(FAINT_TEXT)["bad"] == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(CUT_TEXT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
