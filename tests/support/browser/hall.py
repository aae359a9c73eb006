"""What the tests of the hall's pages have in common."""

from contextlib import ExitStack

from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.browser.axe import faults
from tests.support.browser.measures import CUT_TEXT, FAINT_TEXT, SMALL_TARGETS
from tests.support.browser.pages import context_of, stay_here
from tests.support.running_hall import RunningHall

PHONE: ViewportSize = {"width": 390, "height": 844}


def direct(page: Page, hall: RunningHall) -> None:
    """Gives the PIN on a director's page that has been opened."""
    page.fill("#pin", hall.pin)
    page.keyboard.press("Enter")
    page.wait_for_selector("#todo h2")


class Phones:
    """Phones before the pages of a hall, each with a browser of its own; closed with the stack."""

    def __init__(
        self, browser: Browser, hall: RunningHall, stack: ExitStack, troubles: list[str]
    ) -> None:
        self._browser, self._hall = browser, hall
        self._stack, self._troubles = stack, troubles

    def open(self, path: str, locale: str) -> Page:
        """A page of the hall, in a language."""
        context = context_of(self._browser, viewport=PHONE, locale=locale)
        self._stack.callback(context.close)
        page = context.new_page()
        stay_here(page, self._hall.address, self._troubles)
        page.goto(f"{self._hall.address}/{path}")
        return page


def well(page: Page) -> None:
    """Nothing that axe finds, nothing faint, small or cut off, nothing to scroll sideways."""
    assert faults(page) == []
    assert page.evaluate(FAINT_TEXT)["bad"] == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(CUT_TEXT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
