"""The kiosk: sound without a touch, and no unanswered question stays open."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.support.browser.chromium import ARGUMENTS, browser_path
from tests.support.browser.measures import CUT_TEXT
from tests.support.browser.pages import context_of
from tests.support.browser.scripted import COMPUTER, DEMO, Stage
from tests.support.running_board import running_board
from tests.support.waiting import wait_until

LEFT_MS, SLOW_MS = 60_000, 300_000
UPRIGHT = [(480, 800), (1080, 1920)]
ROOMS = """
window.rooms = [];
const Real = AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.rooms.push(this); }
};
"""
NOTICE = {
    "id": "n1", "at": 1.0, "about": "journal", "state": "fault", "code": "x", "facts": {},
    "says": "A card of the board failed.", "cure": "",
}  # fmt: skip


@pytest.fixture
def kiosk(playwright: Playwright) -> Iterator[Browser]:
    """Yields a browser with the flag of the kiosk's unit."""
    flag = "--autoplay-policy=no-user-gesture-required"
    path = browser_path()
    assert path is not None
    browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, flag])
    yield browser
    browser.close()


def scored(stage: Stage, points: int) -> None:
    stage.set(**COMPUTER | {"scores": [40 + points, 30], "seq": 20 + points})


def test_kiosk_plays_sound_without_touch(kiosk: Browser, stage: Stage) -> None:
    page = context_of(kiosk).new_page()
    page.add_init_script(ROOMS)
    scored(stage, 1)
    page.goto(f"{stage.url}/#kiosk")
    page.wait_for_selector("body[data-whole]")
    scored(stage, 4)
    wait_until(lambda: page.evaluate("rooms.length"), "a sound")
    wait_until(lambda: page.evaluate("rooms[0].state") == "running", "it is not silent")
    page.context.close()


def test_other_pages_are_silent_until_touched(browser: Browser, stage: Stage) -> None:
    page = context_of(browser).new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.add_init_script(
        ROOMS + "Object.defineProperty(navigator, 'userActivation', "
        "{ value: { hasBeenActive: false } });"  # evaluating a script counts as a touch
    )
    scored(stage, 1)
    page.goto(stage.url)
    page.wait_for_selector("body[data-whole]")
    page.evaluate("dispatchEvent(new PointerEvent('pointerdown'))")  # a script is not a touch
    for points in range(2, 9):
        scored(stage, points)
        expect(page.locator(".seat .score").first).to_have_text(str(40 + points))
    assert page.evaluate("rooms.length") == 0
    assert [text for text in messages if "AudioContext" in text] == []
    page.context.close()


def at_the_kiosk(browser: Browser, stage: Stage) -> Page:
    page = context_of(browser, viewport={"width": 800, "height": 480}).new_page()
    page.clock.install()
    stage.set(**COMPUTER)
    page.goto(f"{stage.url}/#kiosk")
    page.clock.run_for(1000)
    page.wait_for_selector("body[data-whole]")
    return page


@pytest.mark.parametrize(
    ("way", "dialog", "stays_ms"),
    [
        (["#open-menu"], "#menu", LEFT_MS),
        (["#open-new"], "#newgame", LEFT_MS),
        (["#open-menu", "#menu .to-settings"], "#settings", LEFT_MS),
        (["#open-menu", "#menu .to-phones"], "#devices", LEFT_MS),
        (["#open-menu", "#menu .to-home"], "#home", LEFT_MS),
        (["#open-menu", "#menu .to-help"], "#help", SLOW_MS),
    ],
)
def test_abandoned_dialog_closes_on_kiosk(
    browser: Browser, stage: Stage, way: list[str], dialog: str, stays_ms: int
) -> None:
    page = at_the_kiosk(browser, stage)
    for each in way:
        page.click(each)
        page.clock.run_for(500)
    expect(page.locator(dialog)).to_be_visible()
    page.clock.run_for(stays_ms - 5000)
    expect(page.locator(dialog)).to_be_visible()
    page.mouse.move(3, 3)
    page.locator(dialog).dispatch_event("pointerdown")
    page.clock.run_for(stays_ms - 5000)
    expect(page.locator(dialog)).to_be_visible()
    page.clock.run_for(6000)
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.context.close()


def test_kiosk_returns_from_history_and_rules(browser: Browser, tmp_path: Path) -> None:
    with running_board(tmp_path, "--no-demo") as service:
        page = context_of(browser).new_page()
        page.clock.install()
        page.goto(f"{service.address}#kiosk")
        page.wait_for_selector("body[data-ready]")
        page.goto(f"{service.address}history")
        page.wait_for_selector("a[data-room=games]")
        page.clock.run_for(SLOW_MS + 1000)
        page.wait_for_url("**/#kiosk")
        page.wait_for_selector("body[data-ready]")
        page.keyboard.press("Escape")
        page.click("#open-menu")
        page.click("#menu .to-help")
        page.click("#help .to-rules")
        page.wait_for_url("**/rules?*kiosk=1")
        page.context.close()


def test_sticky_notice_stays_open_on_kiosk(browser: Browser, stage: Stage) -> None:
    page = at_the_kiosk(browser, stage)
    stage.set(**COMPUTER | {"notices": [NOTICE]})
    expect(page.locator("#notices")).to_be_visible()
    page.clock.run_for(2 * SLOW_MS)
    expect(page.locator("#notices")).to_be_visible()
    page.context.close()


def test_dialogs_stay_open_outside_kiosk(browser: Browser, stage: Stage) -> None:
    page = context_of(browser).new_page()
    page.clock.install()
    stage.set(**COMPUTER)
    page.goto(stage.url)
    page.clock.run_for(1000)
    page.wait_for_selector("body[data-whole]")
    page.click("#open-menu")
    page.clock.run_for(2 * SLOW_MS)
    expect(page.locator("#menu")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(("width", "height"), UPRIGHT)
def test_portrait_kiosk_shows_whole_game(
    browser: Browser, stage: Stage, width: int, height: int
) -> None:
    page = context_of(browser, viewport={"width": width, "height": height}).new_page()
    stage.set(**COMPUTER)
    page.goto(f"{stage.url}/#kiosk")
    page.wait_for_selector("body[data-whole]")
    for part in ("#next-line", "#hand .cards", "#keys-shared", ".count"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CUT_TEXT) == []
    page.context.close()


@pytest.mark.parametrize(("width", "height"), UPRIGHT)
def test_portrait_kiosk_shows_attract_screen(
    browser: Browser, stage: Stage, width: int, height: int
) -> None:
    page = context_of(browser, viewport={"width": width, "height": height}).new_page()
    page.clock.install()
    stage.set(**DEMO, inviting=True)
    page.goto(f"{stage.url}/#kiosk")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#attract .touch")).to_be_attached()
    page.clock.run_for(LEFT_MS + 50_000)
    expect(page.locator("body[data-attract]")).to_have_count(1)
    for part in ("#attract h2", "peg-board", "#attract .player >> nth=1", "#attract .touch span"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    header, board = (page.locator(part).bounding_box() for part in ("#attract h2", "peg-board"))
    hands = page.locator("#attract .hands").bounding_box()
    assert header is not None and board is not None and hands is not None
    assert header["y"] + header["height"] <= board["y"]
    assert board["y"] + board["height"] <= hands["y"] + 1
    assert board["width"] > 0.9 * width
    page.context.close()


def test_attract_screen_returns_after_untouched_interruption(
    browser: Browser, stage: Stage
) -> None:
    page = context_of(browser).new_page()
    page.clock.install()
    stage.set(**DEMO, inviting=True)
    page.goto(f"{stage.url}/#kiosk")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#attract .touch")).to_be_attached()
    page.clock.run_for(LEFT_MS + 50_000)
    invitation = page.locator("body[data-attract]")
    expect(invitation).to_have_count(1)
    # The sample deal after a demo is a game with real cards, until its film is opened.
    stage.set(**DEMO | {"mode": "score"}, inviting=True)
    expect(invitation).to_have_count(0)
    stage.set(**DEMO | {"mode": "score", "sample": True}, inviting=True)
    expect(invitation).to_have_count(1)
    page.context.close()
