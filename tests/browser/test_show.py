"""The show against the computer: narrated hand by hand, large, on every screen."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.axe import OF_THE_LAYOUT, violations
from tests.support.browser.measures import MOVING
from tests.support.browser.pages import context_of, finish_animations, open_page, wait_until_drawn
from tests.support.browser.playing import wait
from tests.support.browser.scripted import COMPUTER, Stage
from tests.support.browser.shown import narrated_hand
from tests.support.browser.tables import scenes

STARTER = "KD"
HANDS: list[dict[str, Any]] = [
    {"seat": 0, "cards": "5H JD 5S TC", "number": 1},
    {"seat": 1, "cards": "2C 3S 4C QH", "number": 2},
    {"seat": 1, "cards": "AC 9S 6C 8H", "number": 3, "crib": True},
]
SIZES = [(1280, 800), (800, 480), (390, 844), (390, 664), (360, 640)]
PLACES = """() => {
    const box = (part) => {
        const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
        return [left, top, right, bottom];
    };
    return [box("#show"), ...[...document.querySelectorAll("#show .counted")].map((card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect();
        return [left, top, right, bottom];
    }), box("#show .telling"), box("#keys-shared")];
}"""


def scene(hand: dict[str, Any], step: int | None = None, **more: Any) -> dict[str, Any]:
    show = narrated_hand(**hand, starter=STARTER, step=step, **more)
    return COMPUTER | {
        "game": "show", "stage": "show", "pile": [], "count": 0, "legal": [], "starter": STARTER,
        "hands": [HANDS[0]["cards"].split(), HANDS[1]["cards"].split()], "hand_sizes": [0, 0],
        "awaiting_ack": True, "next": "Ann's hand", "show": show,
    }  # fmt: skip


def lit(page: Page) -> set[str | None]:
    cards = page.locator("#show .counted[data-lit]")
    return {card.get_attribute("data-card") for card in cards.all()}


def test_show_narrates_three_hands_in_order(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER | {"game": "show", "pile": ["4C"], "hands": [["6S"], None]})
    titles = ["Ann’s hand", "Computer’s hand", "Computer’s crib"]
    for hand, title in zip(HANDS, titles, strict=True):
        stage.set(**scene(hand))
        page.wait_for_selector("#show:not([hidden])")
        expect(page.locator("#show h2")).to_have_text(title)
        expect(page.locator("#show .telling b")).to_have_text("0")
        expect(page.locator("#show .counted")).to_have_count(5)
        steps = scene(hand)["show"]["steps"]
        for n, step in enumerate(steps):
            stage.set(**scene(hand, n))
            assert lit(page) == set(step["cards"]) and lit(page)
            expect(page.locator("#show .telling b")).to_have_text(str(step["total"]))
            expect(page.locator("#show .spoken")).to_have_text(step["said"])
            expect(page.locator("#show .item[data-lit] span")).to_have_text(step["said"])
        stage.set(**scene(hand, narrated=True))
        assert lit(page) == set()
        total = scene(hand)["show"]["points"]
        expect(page.locator("#show .telling b")).to_have_text(str(total))
        expect(page.locator(".key.ok small")).to_have_text("continue")
    assert scene(HANDS[0])["show"]["points"] > 0
    page.keyboard.press("Enter")
    wait(page, stage, [{"press": "ok"}])
    stage.set(**scene(HANDS[0]) | {"show": None})
    expect(page.locator("#show")).to_be_hidden()
    expect(page.locator("#next-line")).to_be_visible()


@pytest.mark.parametrize("players", [2, 4])
def test_show_is_large_and_visible_on_every_screen(page: Page, stage: Stage, players: int) -> None:
    stage.set(**scenes(players)["play"])
    stage.set(**scenes(players)["show"] | {"show": scene(HANDS[0], 0)["show"]})
    page.wait_for_selector("#show:not([hidden])")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        finish_animations(page)
        where = f"{width}x{height}"
        show, *parts, keys = page.evaluate(PLACES)
        assert show[0] >= 0 and show[2] <= width and show[3] <= keys[1] + 0.5, where
        assert keys[3] <= height + 0.5, where
        for left, top, right, bottom in parts:
            assert show[0] <= left and right <= show[2], where
            assert show[1] <= top and bottom <= show[3], where
        assert parts[0][2] - parts[0][0] >= (56 if width < 400 else 73), where
        assert violations(page, OF_THE_LAYOUT) == [], where


def test_show_respects_reduced_motion(browser: Browser, stage: Stage) -> None:
    context = context_of(browser, moves=True, reduced_motion="reduce")
    page = open_page(context, stage)
    stage.set(**scene(HANDS[0]))
    page.wait_for_selector("#show:not([hidden])")
    for n in range(2):
        stage.set(**scene(HANDS[0], n))
        wait_until_drawn(page)
        assert page.evaluate(MOVING) == 0
        assert lit(page)
    context.close()
