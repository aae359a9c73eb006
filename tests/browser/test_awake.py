"""The wake lock keeps the screen on during a game, and only then."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.pages import context_of
from tests.support.browser.scripted import COMPUTER, DEMO, Stage
from tests.support.waiting import wait_until

RECORDED = """
window.locks = [];
const request = WakeLock.prototype.request;
WakeLock.prototype.request = async function (kind) {
  const lock = await request.call(this, kind);
  window.locks.push(lock);
  return lock;
};
"""
HELD = "window.locks.filter((lock) => !lock.released).length"


def start_game(browser: Browser, stage: Stage, path: str = "/", script: str = RECORDED) -> Page:
    context = context_of(browser)
    context.grant_permissions(["screen-wake-lock"])
    page = context.new_page()
    page.add_init_script(script)
    stage.set(**COMPUTER)
    page.goto(stage.url + path)
    page.wait_for_selector("body[data-whole]")
    return page


def has_wake_lock(page: Page, locks: int) -> None:
    wait_until(lambda: page.evaluate(HELD) == locks, f"{locks} locks")


def test_wake_lock_is_held_during_game(browser: Browser, stage: Stage) -> None:
    page = start_game(browser, stage)
    has_wake_lock(page, 1)
    stage.set(**COMPUTER | {"seq": 14})
    has_wake_lock(page, 1)
    page.evaluate("window.locks[0].release()")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    has_wake_lock(page, 1)
    stage.set(**COMPUTER | {"winner": 0, "stage": "over", "seq": 15})
    has_wake_lock(page, 0)
    stage.set(**COMPUTER | {"seq": 16})
    has_wake_lock(page, 1)
    stage.set(**DEMO)
    has_wake_lock(page, 0)
    page.context.close()


def test_wake_lock_is_released_on_home_screen(browser: Browser, stage: Stage) -> None:
    page = start_game(browser, stage)
    has_wake_lock(page, 1)
    page.click("#open-menu")
    page.click("#menu .to-home")
    expect(page.locator("#home")).to_be_visible()
    has_wake_lock(page, 0)
    page.keyboard.press("Escape")
    has_wake_lock(page, 1)
    page.context.close()


def test_wake_lock_is_released_after_idle_game(browser: Browser, stage: Stage) -> None:
    context = context_of(browser)
    context.grant_permissions(["screen-wake-lock"])
    page = context.new_page()
    page.clock.install()
    page.add_init_script(RECORDED)
    stage.set(**COMPUTER)
    page.goto(stage.url)
    page.clock.run_for(1000)
    has_wake_lock(page, 1)
    page.clock.run_for(600_000)
    has_wake_lock(page, 0)
    context.close()


@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("/#kiosk", RECORDED),
        ("/", "delete Navigator.prototype.wakeLock; window.locks = [];"),
    ],
)
def test_wake_lock_is_unused_on_kiosk_and_old_browsers(
    browser: Browser, stage: Stage, path: str, script: str
) -> None:
    page = start_game(browser, stage, path, script)
    stage.set(**COMPUTER | {"seq": 14})
    assert page.evaluate("window.locks.length") == 0
    page.context.close()
