"""Hints and reviews, for people and screen readers."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import finish_animations
from tests.support.browser.reviews import HINT, OVER, reviewed, two_deals
from tests.support.browser.scripted import COMPUTER, DISCARD, Stage

SIZES = [(390, 844), (800, 480), (1280, 800)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_hint_shows_cards_and_reason(page: Page, stage: Stage, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    stage.desk.hint_message = HINT
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
    assert {"hint": True} in stage.received
    page.click("#hand .every")
    table = page.locator("#discards tbody tr")
    expect(table).to_have_count(2)
    expect(table.nth(1).locator("td")).to_have_text(["6.6", "−5.1", "0.2", "1.7", "−0.4 ±0.1"])
    page.keyboard.press("Escape")
    # The next position has no hint yet.
    stage.set(**COMPUTER)
    expect(marked).to_have_count(0)
    expect(advice).to_be_empty()


def test_hint_key_shows_hint_or_reason(page: Page, stage: Stage) -> None:
    stage.desk.hint_message = {"fault": "you have no decision to make now"}
    stage.set(**COMPUTER)
    page.wait_for_selector("#hand .help:not([hidden])")
    page.keyboard.press("h")
    expect(page.locator("#hand .advice")).to_have_text("you have no decision to make now")
    stage.set(**COMPUTER | {"legal": []})
    expect(page.locator("#hand .help")).to_be_hidden()
    page.keyboard.press("h")
    assert stage.received.count({"hint": True}) == 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_review_lists_decisions_and_charts(
    page: Page, stage: Stage, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    ready, stage.desk.chart_svg = reviewed()
    stage.desk.reviews = [{"ready": False, "done": 3, "of": 9}, ready]
    button = page.locator("#open-review")
    expect(button).to_be_hidden()
    stage.set(**OVER)
    button.click()
    status = page.locator("#review .body > [role=status]")
    expect(status).to_have_text("Reviewing every decision …")
    rows = page.locator("#review .decisions li")
    expect(rows).to_have_count(1)
    page.click("#review .all >> nth=0")
    expect(rows.first).to_contain_text("Deal 1: You discarded 5♥ 5♦")
    expect(rows.first).to_contain_text("Keep 5 5 5 J: ")
    expect(status).to_have_text("0 of 1 decisions were the best play.")
    page.click("#review label:has-text('Computer')")
    expect(rows).to_have_count(0)
    expect(status).to_have_text("1 of 1 decisions were the best play.")
    page.click("#review .all >> nth=1")
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


def test_unavailable_review_explains_why(page: Page, stage: Stage) -> None:
    stage.desk.reviews = [{"fault": "there is nothing to review until a deal has ended"}]
    page.click("#open-menu")
    page.click("#menu .review")
    text = page.locator("#review .body > [role=status]")
    expect(text).to_have_text("there is nothing to review until a deal has ended")
    expect(page.locator("#review progress")).to_be_hidden()


def test_review_steps_through_decisions(page: Page, stage: Stage) -> None:
    ready = two_deals()
    mine = [each for each in ready["decisions"] if each["seat"] == 0]
    stage.desk.reviews, stage.desk.chart_svg = [ready], reviewed()[1]
    stage.set(**OVER)
    page.click("#open-review")
    stepper = page.locator("#review .stepper")
    kinds = {each["verdict"] for each in mine}
    sums = stepper.locator(".sum")
    for kind in kinds - {"best"}:  # the review of an earlier test may be shown at first
        expect(sums).to_contain_text(kind)
    assert sums.inner_text()[0].isdigit()
    position = stepper.locator(".position")
    expect(position).not_to_have_attribute("data-verdict", "best")  # the costliest comes first
    expect(stepper.locator(".choice[data-kind=better]")).to_be_visible()
    expect(stepper.locator(".why")).not_to_be_empty()
    # A click on the chart selects a decision, and the keys continue from there.
    first = mine[0]["step"]
    bar = stepper.locator(f".graph [data-step='{first}']")
    bar.dispatch_event("click")
    expect(stepper.locator(".place")).to_have_text(f"1 of {len(mine)}")
    expect(stepper.get_by_role("button", name="Previous decision")).to_be_disabled()
    shown = stepper.locator(".choice[data-kind=chosen] playing-card")
    expect(shown).to_have_count(len(mine[0]["chosen"]))
    stepper.get_by_role("button", name="Next decision").click()
    page.keyboard.press("ArrowRight")
    expect(stepper.locator(".place")).to_have_text(f"3 of {len(mine)}")
    page.click("#review label:has-text('All')")
    expect(stepper.locator(".place")).to_contain_text(f"of {len(ready['decisions'])}")


@pytest.mark.parametrize(
    "size", [(800, 480), (390, 664), (360, 640)], ids=lambda size: f"{size[0]}"
)
def test_review_decision_is_visible_without_scrolling(
    page: Page, stage: Stage, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.desk.reviews, stage.desk.chart_svg = [two_deals()], reviewed()[1]
    stage.set(**OVER)
    page.click("#open-review")
    position = page.locator("#review .position")
    expect(position).to_be_visible()
    finish_animations(page)
    body = page.locator("#review .body").bounding_box()
    costly = page.locator("#review .steps button", has_text="Next mistake")
    page.click("#review label:has-text('All')")
    for _ in range(8):
        box = position.bounding_box()
        assert body and box
        assert box["y"] >= body["y"] and box["y"] + box["height"] <= body["y"] + body["height"]
        assert page.locator("#review .body").evaluate("body => body.scrollTop") == 0
        if costly.is_disabled():
            break
        costly.click()
    assert page.locator("#review footer").count() == 0


def test_practice_sums_losses_of_ten_hands(page: Page, stage: Stage) -> None:
    stage.set(**OVER)
    stage.desk.reviews, stage.desk.chart_svg = [two_deals()], reviewed()[1]
    page.click("#open-review")
    page.click("#review .to-practice")
    practice = page.locator("#practice")
    for hand in range(10):
        expect(practice.locator(".hint").first).to_contain_text(
            "Ten hands" if not hand else f"{hand + 1} of 10"
        )
        cards = practice.locator(".dealt button")
        expect(cards).to_have_count(6)
        throw = practice.locator("footer .primary")
        expect(throw).to_be_disabled()
        cards.nth(0).click()
        cards.nth(1).click()
        throw.click()
        rows = practice.locator("tbody tr")
        expect(rows).to_have_count(15)
        expect(practice.locator("tr[data-chosen]")).to_have_count(1)
        if hand < 9:
            practice.locator("footer .primary").click()
    expect(practice.locator(".result")).to_contain_text("Average loss: ")
    expect(practice.locator(".result")).to_contain_text("of 10 times")
