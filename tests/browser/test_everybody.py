"""For everybody: axe, contrast, targets, texts that fit, zoom, the keyboard, no request outside."""

from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, expect

from tests.support.browser.measures import CUT_TEXT, FAINT_TEXT, MOVING, SMALL_TARGETS
from tests.support.browser.screens import SCREENS, Screen
from tests.support.browser.scripted import COMPUTER, DISCARD, SEEN, Stage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOOKS = [(390, 844, "de"), (800, 480, "fr"), (1280, 800, "en")]
AXE = Axe()


def visit(browser: Browser, stage: Stage, name: str, look: tuple[int, int, str]) -> Page:
    """A screen; a request that leaves the host on the way there fails the test."""
    width, height, locale = look
    context = browser.new_context(viewport={"width": width, "height": height}, locale=locale)
    context.set_default_timeout(15_000)
    page = context.new_page()
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(stage.url)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("circle[data-lit]")
    SCREENS[name](page, stage)
    hosts = {urlsplit(request.url).netloc for request in asked}
    assert hosts == {urlsplit(stage.url).netloc}
    return page


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_is_for_everybody(
    browser: Browser, stage: Stage, name: str, look: tuple[int, int, str]
) -> None:
    """Nothing that axe finds, no faint text, no small target, nothing cut off, on any screen."""
    page = visit(browser, stage, name, look)
    faults = AXE.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(fault["id"], [n["target"] for n in fault["nodes"]]) for fault in faults] == []
    contrast = page.evaluate(FAINT_TEXT)
    assert contrast["bad"] == [] and contrast["seen"] > 3
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(CUT_TEXT) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.context.close()


@pytest.mark.parametrize(("width", "height", "locale"), LOOKS)
def test_the_rules_page_is_for_everybody(
    page: Page, stage: Stage, width: int, height: int, locale: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{stage.url}/rules?language={locale}")
    assert AXE.run(page).response["violations"] == []
    assert page.evaluate(FAINT_TEXT)["bad"] == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(CUT_TEXT) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_the_measures_measure(page: Page) -> None:
    """Each of them finds what is made wrong on purpose."""
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
    faults = AXE.run(page).response["violations"]
    assert "image-alt" in {fault["id"] for fault in faults}


@pytest.mark.parametrize("scheme", [{"forced_colors": "active"}, {"contrast": "more"}])
def test_own_colours_and_more_contrast_are_honoured(
    browser: Browser, stage: Stage, scheme: dict[str, str]
) -> None:
    context = browser.new_context(viewport={"width": 800, "height": 480}, **scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(stage.url)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("circle[data-lit]")
    stage.set(**COMPUTER)
    page.wait_for_timeout(150)
    # Whose turn it is is told by a line, and a hole that is lit still shows its colour.
    outline = "getComputedStyle(document.querySelector('.seat{}')).outlineStyle"
    assert page.evaluate(outline.format("[data-turn]")) == "solid"
    assert page.evaluate(outline.format(":not([data-turn])")) == "none"
    lit = page.evaluate("getComputedStyle(document.querySelector('circle[data-lit]')).fill")
    dark = page.evaluate("getComputedStyle(document.querySelector('circle:not([data-lit])')).fill")
    assert lit != dark
    context.close()


def test_little_motion_is_honoured(browser: Browser, stage: Stage) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(stage.url)
    page.wait_for_selector("body[data-ready]")
    for changes in ({"pending": [5, 0]}, {"offer": SEEN}, {"winner": 0, "scores": [121, 88]}):
        stage.set(**changes)
        page.wait_for_timeout(300)
        moving = page.evaluate(MOVING)
        assert moving == 0, changes
    context.close()


ZOOMED: dict[str, Screen] = {
    name: SCREENS[name] for name in ("score", "play", "menu", "picker", "offer", "home")
}


@pytest.mark.parametrize("name", ZOOMED)
def test_text_twice_as_large_can_still_be_read(browser: Browser, stage: Stage, name: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(8000)
    page = context.new_page()
    page.goto(stage.url)
    page.wait_for_selector("body[data-ready]")
    ZOOMED[name](page, stage)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    page.wait_for_timeout(150)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
    off = [each for each in page.evaluate(CUT_TEXT) if each.startswith("off")]
    assert off == []
    for button in page.locator("dialog[open] footer button, #keys-shared button").all():
        if button.is_visible():
            button.scroll_into_view_if_needed()
            expect(button).to_be_in_viewport()
    context.close()


def focused(page: Page) -> str:
    return str(page.evaluate(
        "document.activeElement?.dataset?.press ?? document.activeElement?.dataset?.card"
        " ?? document.activeElement?.id ?? ''"
    ))  # fmt: skip


def test_the_focus_stays_when_the_state_is_drawn_anew(page: Page, stage: Stage) -> None:
    page.focus('[data-press="0+5"]')
    for score in (49, 51, 53):
        stage.set(scores=[score, 52], undoes=f"peg 0 {score}", last=None, seq=score)
        page.wait_for_timeout(80)
        assert focused(page) == "0+5"
    page.click("#open-menu")
    page.focus("#menu .review")
    stage.set(scores=[55, 52], log=["Ann 55: pegged"])
    page.wait_for_timeout(80)
    assert page.evaluate("document.activeElement.className") == "review"


def test_a_card_that_is_played_leaves_the_focus_in_the_hand(page: Page, stage: Stage) -> None:
    stage.set(**DISCARD)
    page.focus("#hand .in-hand >> nth=2")
    page.keyboard.press("Enter")
    stage.set(**(DISCARD | {"seq": 13, "counting": True}))
    page.wait_for_timeout(80)
    assert page.evaluate("document.activeElement.closest('#hand') !== null")
    stage.set(**COMPUTER)
    page.wait_for_timeout(80)
    assert page.evaluate("document.activeElement !== document.body")


def test_the_focus_can_always_be_seen(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER)
    seen = 0
    for _ in range(30):
        page.keyboard.press("Tab")
        shown = page.evaluate("""() => {
            const node = document.activeElement;
            if (node === document.body) return null;
            const style = getComputedStyle(node);
            const radio = node.matches("input[type=radio]") && node.nextElementSibling;
            return [style, radio && getComputedStyle(radio)].filter(Boolean).some((each) =>
                parseFloat(each.outlineWidth) >= 2 && each.outlineStyle !== "none");
        }""")
        if shown is not None:
            seen += 1
            assert shown, focused(page)
    assert seen > 12


HEARD = """
window.said = [];
const live = document.getElementById("live");
new MutationObserver(() => said.push(live.textContent))
    .observe(live, { childList: true, characterData: true, subtree: true });
"""


def test_each_score_and_whose_turn_it_is_are_told_once(page: Page, stage: Stage) -> None:
    page.evaluate(HEARD)
    assert page.locator("#live").get_attribute("aria-live") == "polite"
    last = {"seat": 1, "text": "Ben 2: pair 2", "spoken": "a pair for two"}
    for _ in range(3):  # the same state again says nothing again
        stage.set(scores=[47, 54], last=last, next="Ann: play a card.", seq=13)
        page.wait_for_timeout(100)
    page.wait_for_timeout(700)
    said = [each for each in page.evaluate("said") if each]
    assert len(said) == 1
    assert "Ben 2: pair 2" in said[0] and "Ann: play a card." in said[0] and "Ben 54" in said[0]
