"""Hints with the hand, and the review of a game, as people and screen readers meet them."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.reviews import HINT, OVER, reviewed
from tests.support.browser.scripted import COMPUTER, DISCARD, Stage

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (800, 480), (1280, 800)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_hint_shows_which_cards_and_why(
    page: Page, stage: Stage, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    stage.desk.hinted = HINT
    stage.set(**DISCARD)
    page.click("#hand .help")
    advice = page.locator("#hand .advice")
    expect(advice).to_have_text(HINT["text"])  # type: ignore[arg-type]
    assert advice.get_attribute("role") == "status"
    marked = page.locator("#hand .in-hand[data-hint]")
    expect(marked).to_have_count(2)
    expect(page.get_by_role("button", name="four of clubs hint")).to_be_visible()
    boxes = [box.bounding_box() for box in page.locator("#hand button:not([hidden])").all()]
    for one in boxes:
        for other in boxes:
            if one and other and one is not other:
                apart = (
                    one["x"] + one["width"] <= other["x"] + 1
                    or other["x"] + other["width"] <= one["x"] + 1
                    or one["y"] + one["height"] <= other["y"] + 1
                    or other["y"] + other["height"] <= one["y"] + 1
                )
                assert apart, "two buttons of the hand lie on each other"
    assert {"hint": True} in stage.asked
    # The next position has no hint yet.
    stage.set(**COMPUTER)
    expect(marked).to_have_count(0)
    expect(advice).to_be_empty()


def test_a_hint_by_key_and_why_there_is_none(page: Page, stage: Stage) -> None:
    stage.desk.hinted = {"fault": "you have no decision to make now"}
    stage.set(**COMPUTER)
    page.wait_for_selector("#hand .help:not([hidden])")
    page.keyboard.press("h")
    expect(page.locator("#hand .advice")).to_have_text("you have no decision to make now")
    stage.set(**COMPUTER | {"legal": []})
    expect(page.locator("#hand .help")).to_be_hidden()
    page.keyboard.press("h")
    assert stage.asked.count({"hint": True}) == 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_game_is_reviewed(page: Page, stage: Stage, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    ready, stage.desk.drawn = reviewed()
    stage.desk.reviews = [{"ready": False, "done": 3, "of": 9}, ready]
    button = page.locator("#open-review")
    expect(button).to_be_hidden()
    stage.set(**OVER)
    button.click()
    expect(page.locator("#review [role=status]")).to_have_text("Reviewing every decision …")
    rows = page.locator("#review .decisions li")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("Deal 1: You discarded 5♥ 5♦")
    expect(rows.first).to_contain_text("Keep 5 5 5 J: ")
    expect(page.locator("#review [role=status]")).to_have_text(
        "0 of 1 decisions were as good as the best."
    )
    page.click("#review label:has-text('Computer')")
    expect(rows).to_have_count(0)
    expect(page.locator("#review [role=status]")).to_have_text(
        "1 of 1 decisions were as good as the best."
    )
    charts = page.locator("#review .charts")
    charts.scroll_into_view_if_needed()
    assert "You 0, Computer 0" in (charts.get_attribute("alt") or "")
    page.wait_for_function("() => document.querySelector('#review .charts').naturalWidth > 0")
    page.click("#review label:has-text('You')")
    expect(rows).to_have_count(1)
    body = page.locator("#review .body")
    wide = body.evaluate("body => body.scrollWidth - body.clientWidth")
    assert wide <= 0, "the review is wider than its dialogue"
    page.keyboard.press("Escape")
    expect(page.locator("#review")).to_be_hidden()


def test_a_review_from_the_menu_that_cannot_be(page: Page, stage: Stage) -> None:
    stage.desk.reviews = [{"fault": "there is nothing to review until a deal has ended"}]
    page.click("#open-menu")
    page.click("#menu .review")
    said = page.locator("#review [role=status]")
    expect(said).to_have_text("there is nothing to review until a deal has ended")
    expect(page.locator("#review progress")).to_be_hidden()
