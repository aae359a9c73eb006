"""Accessibility: forced colours, reduced motion, zoom, and self-tests of the measures."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browser.axe import OF_THE_LAYOUT, violations
from tests.support.browser.looks import LOOKS, SMALLEST
from tests.support.browser.measures import CUT_TEXT, FAINT_TEXT, MOVING, SMALL_TARGETS
from tests.support.browser.pages import (
    context_of,
    finish_animations,
    open_page,
    record_troubles,
    wait_until_drawn,
)
from tests.support.browser.screens import SCREENS, Screen
from tests.support.browser.scripted import COMPUTER, SEEN, Stage


@pytest.mark.parametrize(
    ("width", "height", "locale"),
    [*LOOKS[:-1], pytest.param(*LOOKS[-1], marks=pytest.mark.group("core"))],
)
def test_rules_page_is_accessible(
    context: BrowserContext, stage: Stage, width: int, height: int, locale: str
) -> None:
    page = context.new_page()
    troubles: list[str] = []
    record_troubles(page, stage.url, troubles)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{stage.url}/rules?language={locale}")
    assert violations(page, () if (width, height, locale) == SMALLEST else OF_THE_LAYOUT) == []
    assert page.evaluate(FAINT_TEXT)["bad"] == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(CUT_TEXT) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert troubles == []


def test_accessibility_measures_detect_planted_faults(page: Page) -> None:
    """Checks each measure against a fault planted for it."""
    page.evaluate("""() => {
        document.querySelector("#next-line").style.color = "#5a4030";
        const button = document.querySelector("#open-menu");
        button.style.minHeight = button.style.height = "20px";
        const word = document.createElement("button");
        word.style.cssText = "width: 60px; position: fixed; top: 0; left: 0; white-space: nowrap";
        word.textContent = "Donaudampfschifffahrtsgesellschaft";
        document.body.append(word, document.createElement("img"));
    }""")
    assert "next-line" in str(page.evaluate(FAINT_TEXT)["bad"])
    assert "open-menu" in str(page.evaluate(SMALL_TARGETS))
    assert "Donaudampf" in str(page.evaluate(CUT_TEXT))
    assert "image-alt" in {rule for rule, _ in violations(page)}


@pytest.mark.parametrize("scheme", [{"forced_colors": "active"}, {"contrast": "more"}])
def test_forced_colors_and_more_contrast_are_respected(
    page: Page, stage: Stage, scheme: dict[str, Any]
) -> None:
    page.set_viewport_size({"width": 800, "height": 480})
    page.emulate_media(**scheme)
    stage.set(**COMPUTER)
    finish_animations(page)
    # A line marks the turn, and a lit hole keeps its colour.
    outline = "getComputedStyle(document.querySelector('.seat{}')).outlineStyle"
    assert page.evaluate(outline.format("[data-turn]")) == "solid"
    assert page.evaluate(outline.format(":not([data-turn])")) == "none"
    lit = page.evaluate("getComputedStyle(document.querySelector('circle[data-lit]')).fill")
    dark = page.evaluate("getComputedStyle(document.querySelector('circle:not([data-lit])')).fill")
    assert lit != dark


def test_reduced_motion_stops_animations(browser: Browser, stage: Stage) -> None:
    context = context_of(browser, moves=True, reduced_motion="reduce")
    page = open_page(context, stage)
    scenes: list[tuple[str, dict[str, Any]]] = [
        (".pending .more", {"pending": [5, 0]}),
        ("#offer[open]", {"offer": SEEN}),
        ("#win .who", {"winner": 0, "scores": [121, 88]}),
    ]
    for sight, changes in scenes:
        stage.set(**changes)
        page.wait_for_selector(sight)
        wait_until_drawn(page)
        moving = page.evaluate(MOVING)
        assert moving == 0, changes
    context.close()


ZOOMED: dict[str, Screen] = {
    name: SCREENS[name] for name in ("score", "play", "menu", "picker", "offer", "home")
}


@pytest.mark.parametrize("name", ZOOMED)
def test_page_is_readable_at_200_percent_text_size(page: Page, stage: Stage, name: str) -> None:
    ZOOMED[name](page, stage)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    finish_animations(page)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
    off = [each for each in page.evaluate(CUT_TEXT) if each.startswith("off")]
    assert off == []
    for button in page.locator("dialog[open] footer button, #keys-shared button").all():
        if button.is_visible():
            button.scroll_into_view_if_needed()
            expect(button).to_be_in_viewport()
