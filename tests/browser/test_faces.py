"""The page on a phone, a small and a large kiosk; without a board; with reduced motion."""

import asyncio
import threading
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.support.browser.measures import MOVING
from tests.support.browser.pages import (
    PATIENCE_MS,
    all_received,
    context_of,
    finish_animations,
    open_page,
    received,
    wait_until_drawn,
)
from tests.support.browser.scripted import (  # fmt: skip
    COMPUTER,
    DEMO,
    DISCARD,
    DOUBTFUL,
    OFFER,
    PLAN,
    SEEN,
    TOO_FEW,
    TOO_MANY,
    WHICH,
    Stage,
    offer_of,
    pegs,
    state,
)
from tests.support.browser.sizes import OFF_SIDE, SMALL

SIZES = [(390, 844), (800, 480), (1280, 800)]
SCENES: dict[str, dict[str, Any]] = {
    "score": {"pending": [5, 0]}, "computer": COMPUTER, "discard": DISCARD, "demo": DEMO,
    "offer": {"offer": OFFER}, "seen": {"offer": SEEN}, "doubt": {"offer": DOUBTFUL},
    "which": {"offer": WHICH}, "few": {"offer": TOO_FEW}, "many": {"offer": TOO_MANY},
    "clock": {"offer": offer_of("5H 5D JS 5C", "5S", id="o7", narrated=True, countdown=5)},
    "win": {"scores": [121, 87], "winner": 0, "skunk": 1, "stage": "over"},
}  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_scenes_fit_with_large_touch_targets(
    page: Page, stage: Stage, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for name, changes in SCENES.items():
        stage.set(**{"game": name} | changes)
        if name == "win":
            page.wait_for_selector("#win .who")
        finish_animations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
        assert page.evaluate(SMALL) == [], name
        assert page.evaluate(OFF_SIDE) == [], name
        if size[0] >= 700:  # a kiosk does not scroll
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1], name
            bottom = page.evaluate(
                "document.querySelector('#keys-shared').getBoundingClientRect().bottom"
            )
            assert bottom <= size[1], name
        score = page.locator('[data-seat="0"] .score').bounding_box()
        one_row = size[0] < 700 and name in ("computer", "discard")
        assert score is not None and score["height"] >= (48 if one_row else 55), name
    stage.set()
    page.click(".key.pick")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(OFF_SIDE) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_three_digit_scores_fit_seat_panels(
    page: Page, stage: Stage, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.set(scores=[121, 118])
    expect(page.locator('[data-seat="0"] .score')).to_have_text("121")
    for seat in (0, 1):
        panel = page.locator(f'[data-seat="{seat}"]').bounding_box()
        score = page.locator(f'[data-seat="{seat}"] .score').bounding_box()
        assert panel is not None and score is not None
        assert score["x"] + score["width"] <= panel["x"] + panel["width"]


class Deaf(asyncio.Event):
    """A desk that receives a command but never executes it."""

    def __init__(self) -> None:
        super().__init__()
        self.received = threading.Event()

    async def wait(self) -> Literal[True]:
        self.received.set()
        return await super().wait()


def test_connection_loss_is_shown_and_recovered(context: BrowserContext) -> None:
    stage = Stage()
    troubles: list[str] = []
    page = open_page(context, stage, troubles)
    stage.desk.gate = deaf = stage.server.call(Deaf)
    page.click('[data-press="0+5"]')  # the board dies before it can answer
    assert deaf.received.wait(PATIENCE_MS / 1000)
    port = stage.server.port
    stage.stop()
    expect(page.locator("#lost")).to_be_visible()
    page.click('[data-press="1+1"]')
    expect(page.locator("#notice")).to_contain_text("nothing was sent")
    again = Stage(port)
    try:
        again.set(scores=[60, 52])
        again.light(pegs((60, 47), (52, 50)))
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator('[data-seat="0"] .score')).to_have_text("60")
        expect(page.locator('circle[data-track="0"][data-hole="60"][data-lit]')).to_be_visible()
        received(page, again, 1)  # reconnects after its pause
        assert all_received(page, again) == [{"press": "0+5"}]  # resent once; the other was dropped
    finally:
        page.close()
        again.stop()
    expected = ("WebSocket", "ERR_CONNECTION_REFUSED")  # no board answered
    assert [each for each in troubles if not any(word in each for word in expected)] == []


def test_page_retries_missing_board_and_late_layout(
    page: Page, stage: Stage, troubles: list[str]
) -> None:
    page.route("**/api/layout", lambda route: route.fulfill(status=503))
    page.reload()
    expect(page.locator('[data-seat="0"] .score')).to_have_text("47")
    page.unroute("**/api/layout")
    expect(page.locator("circle[data-lit]").first).to_be_visible()
    troubles[:] = [each for each in troubles if "503" not in each]


def test_reduced_motion_keeps_scenes_still(browser: Browser, stage: Stage) -> None:
    context = context_of(browser, moves=True, reduced_motion="reduce")
    context.clock.install()
    page = open_page(context, stage)
    stage.set(offer=OFFER)
    expect(page.locator("#offer .item[data-lit]")).to_have_text("fifteen two+2")
    page.clock.run_for(2000)
    expect(page.locator("#offer .item >> nth=0")).to_have_attribute("data-lit", "")
    stage.set(pending=[5, 0])
    expect(page.locator(".pending .more")).to_have_text("+5")
    wait_until_drawn(page)
    assert page.evaluate(MOVING) == 0
    context.close()


def test_straight_61_hole_board_is_drawn(page: Page, stage: Stage) -> None:
    """Uses one vertical track of 61 holes without start holes."""
    column = [[n, 20, 10 + 8 * n] for n in range(61)]
    other = {"name": "column", "length": 61, "width_mm": 40, "height_mm": 500,
             "names": ["one"], "tracks": [column]}  # fmt: skip
    stage.desk.layout_message = other
    stage.set(seats=state()["seats"], target=61)
    page.reload()
    stage.light(bytes(3 * 60) + b"\xff\x00\x00")
    lit = page.locator("circle[data-lit]")
    expect(lit).to_have_count(1)
    assert lit.get_attribute("data-hole") == "61"
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    stage.desk.layout_message = PLAN


def test_first_page_download_is_small(browser: Browser, stage: Stage) -> None:
    context = browser.new_context()
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(stage.url)
    page.wait_for_selector("circle[data-lit]")
    page.wait_for_load_state("networkidle")
    # Transfer size: compressed if the board compresses, with headers.
    sizes = [answer.request.sizes() for answer in answers]
    weight = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert any(answer.url.endswith("board.js") for answer in answers)
    assert 50_000 < weight <= 150_000
    context.close()
