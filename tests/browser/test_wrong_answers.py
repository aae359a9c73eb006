"""Wrong answers everywhere: the user can always continue."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_by_touch import do_next
from tests.support.browser.pages import context_of
from tests.support.running_board import RunningBoard

STEPS = 60
"""Upper limit for a lesson, even with two answers to each question."""
CONTROLS = "button:enabled:not(.close), a, [data-card]"


@pytest.fixture
def page(browser: Browser, service: RunningBoard, tmp_path: Path) -> Iterator[Page]:
    """Yields a page of the board; refusals are 409 responses, not errors."""
    context = context_of(browser, viewport={"width": 390, "height": 664}, has_touch=True)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda text: troubles.append(text.text) if text.type == "error" else None)
    assert service.command(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    show(page, service)
    yield page
    context.close()
    assert [trouble for trouble in troubles if "409 (Conflict)" not in trouble] == []


def show(page: Page, service: RunningBoard) -> None:
    page.goto(service.address)
    page.wait_for_selector("body[data-whole]")
    page.wait_for_function("() => window.shownState")
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def assert_can_continue(dialog: Locator) -> None:
    """Asserts that something other than the close button can be touched."""
    expect(dialog.locator(CONTROLS).first).to_be_visible()


@pytest.mark.parametrize("seed", [1, 2])
def test_lesson_recovers_from_random_choices(page: Page, seed: int) -> None:
    """Random choices: a worse one is applied anyway, or replaced."""
    rng = Random(seed)
    page.click("#open-menu")
    page.click("#menu .to-help")
    page.click("#help .to-learn")
    page.wait_for_selector("#learn[open] .todo")
    dialog = page.locator("#learn")
    for _ in range(STEPS):
        assert_can_continue(dialog)
        before = page.query_selector("#learn .body")
        if dialog.locator(".todo a").count():  # the end: another game, a repetition, or the rules
            return
        if dialog.locator(".pick").count():
            touch(dialog.locator(".pick button").nth(rng.randrange(2)))
        elif dialog.locator(".lay").count():
            for card in rng.sample(dialog.locator(".own .in-hand").all(), 2):
                touch(card)
            touch(dialog.locator(".lay"))
        elif dialog.locator(".numbers").count():
            touch(rng.choice(dialog.locator(".numbers button").all()))
        elif dialog.locator(".tap").count():
            touch(rng.choice(dialog.locator(".own .in-hand").all()))
        else:
            wrong = dialog.locator(".own .in-hand")
            says_go = dialog.locator(".todo .primary").inner_text() == "Go"
            if says_go and rng.random() < 0.5:  # a card although go is due
                touch(wrong.first)
            else:
                touch(dialog.locator(".todo .primary"))
        page.wait_for_function("before => !before.isConnected", arg=before)
        text = dialog.inner_text()
        assert (
            "no card that stays within 31" not in text or dialog.locator(".todo .primary").count()
        )
    raise AssertionError(f"not over after {STEPS} answers: {dialog.inner_text()}")


def touch(control: Locator) -> None:
    control.evaluate("control => control.click()")


def test_muggins_game_recovers_from_wrong_claims_and_calls(
    page: Page, service: RunningBoard
) -> None:
    """Claims every hand as two, and calls too many points."""
    new = {"mode": "computer", "target": 61, "rules": {"muggins": True, "wrong_call": "2"}}
    assert service.command(new=new)["ok"]
    show(page, service)
    for _ in range(600):
        state = page.evaluate("shownState")
        if state["winner"] is not None:
            break
        if state["call"] and state["callers"] and page.locator("#claim[open] .call").count():
            page.locator('#claim .call [data-count="29"]').first.evaluate("each => each.click()")
            page.wait_for_function(
                "call => JSON.stringify(shownState.call) !== JSON.stringify(call)",
                arg=state["call"],
            )
            continue
        if not do_next(page):
            break
    assert page.evaluate("shownState.winner") is not None
    assert "muggins 0 29" in service.get("api/record")
    # The game is reviewed, then practice discards any two cards of each hand.
    page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
    page.click("#open-menu")
    page.locator("#menu button", has_text="Review the game so far").click()
    practice = page.locator("#review .to-practice")
    practice.click()
    dialog = page.locator("#practice")
    for _ in range(10):
        expect(dialog.locator(".dealt .counted")).to_have_count(6)
        for card in dialog.locator(".dealt .counted").all()[:2]:
            touch(card)
        dialog.locator("footer .primary").click()
        expect(dialog.locator(".verdict")).to_be_visible()
        assert_can_continue(dialog)
        dialog.locator("footer .primary").click()
    expect(dialog.locator(".dealt .counted")).to_have_count(6)


def test_new_game_form_recovers_from_wrong_entries(page: Page, service: RunningBoard) -> None:
    page.click("#open-new")
    form = page.locator("#newgame")
    form.locator(".seats input[type=text]").nth(0).fill("#1")
    form.locator(".options summary").click()
    form.locator(".begun .sides button").nth(0).click()
    page.keyboard.type("99")
    form.locator("label:has(input[name=target][value='61'])").click()
    form.locator(".option:has-text('Double skunk') input").fill("60")
    refusals = [""]
    name = form.locator(".seats input[type=text]").nth(0)
    double_skunk = form.locator(".option:has-text('Double skunk') input")
    corrections: list[Callable[[], None]] = [
        lambda: pad_back(page, form),
        lambda: double_skunk.fill(""),
        lambda: name.fill("Ann"),
    ]
    for correct in corrections:
        start(form)
        expect(form.locator(".problem")).not_to_have_text(refusals[-1])
        refusals.append(form.locator(".problem").inner_text())
        assert_can_continue(form)
        correct()
    page.locator(".letters .done").click()  # the letters cover the button until then
    start(form)
    expect(form).to_be_hidden()
    assert len(set(refusals)) == 4, refusals
    assert service.get("api/state")["scores"] == [9, 0]


def pad_back(page: Page, form: Locator) -> None:
    form.locator(".begun .sides button").nth(0).click()
    page.keyboard.press("Backspace")


def start(form: Locator) -> None:
    form.locator("footer .primary").click()
    if form.locator(".keep").count():
        form.locator(".keep .primary").click()


def test_picker_recovers_from_duplicate_card(page: Page, service: RunningBoard) -> None:
    for cards in ("5H", "6C", "7D", "8S"):
        assert service.command(action=f"peg 0 {len(cards)}")["ok"]
    assert service.command(cards=["5H", "5H", "6C", "7D"], starter="5S")["ok"]
    offer = page.locator("#offer")
    expect(offer.get_by_role("heading")).to_contain_text(
        "same card appears twice", ignore_case=True
    )
    assert_can_continue(offer)
    offer.locator('.counted[data-card="5H"]').first.click()
    expect(page.locator("#card")).to_be_visible()
    slots = page.locator('#card .deck [data-card="6C"]')
    touch(slots)  # it is in the hand already: no effect, or a refusal
    assert_can_continue(page.locator("#card[open], #offer"))
    if page.locator("#card[open]").count():
        touch(page.locator('#card .deck [data-card="4H"]'))
    expect(offer.locator("footer .primary")).to_be_visible()
    offer.locator("footer .primary").click()
    expect(offer).to_be_hidden()
