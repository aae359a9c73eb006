"""What the tests of the hall's pages have in common."""

from playwright.sync_api import Page, ViewportSize

from tests.support.browser.axe import faults
from tests.support.browser.measures import CUT_TEXT, FAINT_TEXT, SMALL_TARGETS
from tests.support.hall_running import RunningHall

PHONE: ViewportSize = {"width": 390, "height": 844}


def direct(page: Page, hall: RunningHall) -> None:
    """Gives the PIN on a director's page that has been opened."""
    page.fill("#pin", hall.pin)
    page.keyboard.press("Enter")
    page.wait_for_selector("#todo h2")


def well(page: Page) -> None:
    """Nothing that axe finds, nothing faint, small or cut off, nothing to scroll sideways."""
    assert faults(page) == []
    assert page.evaluate(FAINT_TEXT)["bad"] == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(CUT_TEXT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
