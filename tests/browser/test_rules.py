"""The quick reference in a real browser: no horizontal overflow, and working links."""

import pytest
from playwright.sync_api import BrowserContext

from pegboard.learn.rulebook import reference
from tests.support.browser.scripted import Stage


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640)])
def test_rules_page_fits_and_links_resolve(
    context: BrowserContext, stage: Stage, width: int, height: int
) -> None:
    troubles: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: troubles.append(message.text))
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{stage.url}/rules")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for section in reference():
        page.click(f'nav a[href="#{section.key}"]')
        heading = page.locator(f"#{section.key} h2")
        assert heading.inner_text() == section.title
        box = heading.bounding_box()
        assert box is not None and 0 <= box["y"] < height and box["x"] >= 0
    page.click("text=three")
    assert page.url.endswith("/rules?table=3&language=en")  # the language is preserved
    assert "1 straight to the crib" in page.inner_text("#deal")
    assert troubles == []
