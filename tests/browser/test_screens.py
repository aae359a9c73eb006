"""Every screen of the page is accessible: on a phone, a small and a large kiosk."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser.axe import OF_THE_LAYOUT, violations
from tests.support.browser.looks import LOOKS, SMALLEST
from tests.support.browser.measures import CUT_TEXT, FAINT_TEXT, SMALL_TARGETS
from tests.support.browser.pages import SharedPage
from tests.support.browser.screens import SCREENS, visit
from tests.support.browser.scripted import Stage


@pytest.fixture(
    scope="module",
    params=[*LOOKS[:-1], pytest.param(LOOKS[-1], marks=pytest.mark.group("core"))],
    ids=lambda look: "-".join(map(str, look)),
)
def look(request: pytest.FixtureRequest) -> tuple[int, int, str]:
    """Width, height and language; `make test` checks every screen in the last one."""
    look: tuple[int, int, str] = request.param
    return look


@pytest.fixture(scope="module")
def window(browser: Browser, theatre: Stage, look: tuple[int, int, str]) -> Iterator[SharedPage]:
    """Yields one page for all screens of a look."""
    width, height, locale = look
    window = SharedPage(
        browser, theatre, viewport={"width": width, "height": height}, locale=locale
    )
    yield window
    window.close()


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_accessible(window: SharedPage, look: tuple[int, int, str], name: str) -> None:
    """Expects no axe violation, faint text, small target or clipping."""
    page = visit(window, name)
    assert violations(page, () if look == SMALLEST else OF_THE_LAYOUT) == []
    contrast = page.evaluate(FAINT_TEXT)
    assert contrast["bad"] == [] and contrast["seen"] > 3
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(CUT_TEXT) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert [each for each in window.troubles if each.startswith("left the host")] == []
