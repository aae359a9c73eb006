"""Dark or light theme: one choice for all pages of a screen, applied before the first paint."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.axe import violations
from tests.support.browser.hall import sign_in
from tests.support.browser.measures import FAINT_TEXT
from tests.support.browser.pages import (
    SharedPage,
    context_of,
    finish_animations,
    open_page,
    wait_until_ready,
)
from tests.support.browser.reviews import OVER, reviewed
from tests.support.browser.screens import SCREENS, visit
from tests.support.browser.scripted import Stage
from tests.support.browser.theme import REPAINT, theme_script
from tests.support.running_hall import RunningHall

PAGES = ["/", "/rules", "/offline"]
FIRST_PAINT = """
new MutationObserver(() => {
    if (document.body && window.before === undefined)
        window.before = document.documentElement.dataset.theme ?? "none";
}).observe(document, { childList: true, subtree: true });
"""
"""Records the theme of the page when its body appeared."""
GROUND = """() => {
    const [r, g, b] = getComputedStyle(document.documentElement).backgroundColor
        .match(/\\d+/g).map(Number);
    const { backgroundColor } = getComputedStyle(document.body);
    return (r + g + b || backgroundColor.match(/\\d+/g).map(Number)[0] * 3) > 380;
}"""
"""True if the background is light."""


@pytest.mark.parametrize("device", ["dark", "light"])
@pytest.mark.parametrize("theme", ["dark", "light", "auto", None])
def test_theme_is_set_before_first_paint(
    browser: Browser, stage: Stage, theme: str | None, device: str
) -> None:
    """On the kiosk the default is dark, although its browser prefers light."""
    context = context_of(browser, color_scheme=device)
    if theme is not None:
        context.add_init_script(theme_script(theme))
    context.add_init_script(FIRST_PAINT)
    page = context.new_page()
    expected = device if theme == "auto" else theme or "dark"
    for path in PAGES:
        page.goto(stage.url + path)
        assert page.evaluate("window.before") == expected, path
        assert page.evaluate(GROUND) == (expected == "light"), path
    context.close()


def test_theme_setting_applies_or_follows_device(page: Page, stage: Stage) -> None:
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.locator("#settings .themes label", has_text="Light").click()
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    wait_until_ready(page)
    expect(root).to_have_attribute("data-theme", "light")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    expect(page.get_by_role("radio", name="Light", exact=True)).to_be_checked()
    page.locator("#settings .themes label", has_text="As the device").click()
    for device in ("dark", "light"):
        page.emulate_media(color_scheme=device)
        expect(root).to_have_attribute("data-theme", device)
    page.emulate_media(color_scheme="null")


@pytest.fixture(scope="module", params=[(1280, 800), (390, 664)], ids=["wide", "phone"])
def window(
    browser: Browser, theatre: Stage, request: pytest.FixtureRequest
) -> Iterator[SharedPage]:
    width, height = request.param
    window = SharedPage(browser, theatre, viewport={"width": width, "height": height}, locale="en")
    yield window
    window.close()


@pytest.mark.parametrize("name", SCREENS)
def test_light_theme_is_legible_on_every_screen(window: SharedPage, name: str) -> None:
    page = visit(window, name)
    page.evaluate(REPAINT, "light")
    finish_animations(page)
    contrast = page.evaluate(FAINT_TEXT)
    assert contrast["bad"] == [] and contrast["seen"] > 3
    assert violations(page, ("color-contrast",)) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_review_charts_use_theme_colours(browser: Browser, stage: Stage, theme: str) -> None:
    context = context_of(browser)
    context.add_init_script(theme_script(theme))
    page = open_page(context, stage)
    found, stage.desk.chart_svg = reviewed()
    stage.desk.reviews = [found]
    stage.set(**OVER)
    page.click("#open-review")
    paper = page.locator("#review .graph rect").first
    light = paper.evaluate("paper => getComputedStyle(paper).fill") == "rgb(255, 253, 248)"
    assert light == (theme == "light")
    page.click("#review .all >> nth=1")
    turned = page.locator("#review .charts").evaluate("image => getComputedStyle(image).filter")
    assert (turned == "none") == (theme == "light")
    context.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_hall_pages_use_theme_of_screen(browser: Browser, tmp_path: Path, theme: str) -> None:
    hall = RunningHall(tmp_path / "hall")
    context = context_of(browser, color_scheme="light" if theme == "dark" else "dark")
    context.add_init_script(theme_script(theme))
    context.add_init_script(FIRST_PAINT)
    page = context.new_page()
    for path in ("/", "/player", "/signs", "/director"):
        page.goto(hall.address + path)
        assert page.evaluate("window.before") == theme, path
        assert page.evaluate(GROUND) == (theme == "light"), path
    sign_in(page, hall)
    assert page.evaluate(FAINT_TEXT)["bad"] == []
    page.goto(f"{hall.address}/signs")
    page.emulate_media(media="print")
    assert page.evaluate(GROUND), "signs are printed on paper"
    context.close()
    assert hall.stop() == 0
