"""The hand on a scripted board: tapped, dragged, refused with a reason, counted."""

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser.pages import (
    all_received,
    finish_animations,
    open_page,
    wait_until_drawn,
    wait_until_ready,
)
from tests.support.browser.playing import wait
from tests.support.browser.scripted import COMPUTER, DISCARD, Stage

MINE = {"seat": 0, "crib": False, "cards": ["4C", "6S", "TH", "5D"], "starter": "KD"}
THEIRS = {"seat": 1, "crib": False, "cards": ["2C", "3S", "TC", "QH"], "starter": "KD", "points": 2}
SHOW = COMPUTER | {
    "stage": "show", "legal": [], "pile": [], "count": 0, "claim": None, "call": None,
    "callers": [], "hands": [None, None], "awaiting_ack": False,
}  # fmt: skip


def drag_up(page: Page, card: str, by: float, *, drop: bool = True) -> None:
    box = page.locator(f'#hand [data-card="{card}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - by / 2, steps=4)
    page.mouse.move(x + 20, y - by, steps=4)
    if drop:
        page.mouse.up()


def test_dragged_card_is_played(page: Page, stage: Stage) -> None:
    page.emulate_media(reduced_motion="no-preference")
    stage.set(**COMPUTER)
    drag_up(page, "6S", 30)  # not far enough: it returns
    assert all_received(page, stage) == []
    stage.desk.commands.clear()
    finish_animations(page)
    drag_up(page, "6S", 120, drop=False)
    expect(page.locator('#hand [data-card="6S"]')).to_have_attribute("data-off", "")
    page.mouse.up()
    wait(page, stage, [{"action": "play 0 6S"}])
    page.click('#hand [data-card="4C"]')  # a tap is a tap again
    wait(page, stage, [{"action": "play 0 6S"}, {"action": "play 0 4C"}])


def test_two_dragged_cards_are_discarded(page: Page, stage: Stage) -> None:
    stage.set(**DISCARD)
    drag_up(page, "TH", 120)
    expect(page.locator('#hand [data-card="TH"]')).to_have_attribute("aria-pressed", "true")
    assert stage.received == []
    drag_up(page, "AH", 120)
    wait(page, stage, [{"action": "discard 0 AHTH"}])


def test_unplayable_card_explains_why(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER | {"count": 24})
    message = page.locator("#hand .advice")
    page.click('#hand [data-card="TH"]', force=True)
    expect(message).to_have_text("10♥ makes 34 – that’s over 31.")
    drag_up(page, "TH", 120)  # it is not draggable either
    stage.set(**COMPUTER | {"legal": [], "turn": 1})
    expect(page.locator("#hand .cards")).to_have_attribute("data-rest", "wait")
    page.click('#hand [data-card="TH"]', force=True)
    expect(message).to_have_text("Wait for your turn")
    assert stage.received == []


def test_automatic_go_is_sent_if_enabled(context: BrowserContext, stage: Stage) -> None:
    context.clock.install()
    page = open_page(context, stage)
    go = COMPUTER | {"legal": ["go 0"], "count": 30}
    stage.set(**go)
    page.clock.run_for(1200)
    assert all_received(page, stage) == [], "unless it is wished"
    stage.desk.commands.clear()
    page.check("#hand .auto-go input")
    wait(page, stage, [{"action": "go 0"}])
    stage.set(**COMPUTER)
    page.reload()  # the choice is stored
    wait_until_ready(page)
    stage.set(**go | {"count": 31})
    wait(page, stage, [{"action": "go 0"}, {"action": "go 0"}])
    stage.set(**COMPUTER)
    stage.set(**go | {"count": 29})
    page.uncheck("#hand .auto-go input")


def test_pile_cards_carry_shape_of_seat(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER | {"pile_by": [1, 0]})
    played = page.locator(".laid")
    expect(played).to_have_count(2)
    assert [played.nth(n).get_attribute("data-by") for n in (0, 1)] == ["1", "0"]
    expect(page.locator("#play .crib.closed playing-card")).to_have_count(4)
    expect(page.locator("#play .crib")).to_contain_text("Computer’s crib")


def test_own_hand_is_claimed_by_touch(page: Page, stage: Stage) -> None:
    stage.set(**SHOW | {"claim": MINE})
    expect(page.locator("#claim-title")).to_have_text("Ann’s hand: how many points?")
    expect(page.locator("#claim .own playing-card")).to_have_count(5)
    for nothing in (19, 25, 26, 27):
        expect(page.locator(f'#claim [data-count="{nothing}"]')).to_be_disabled()
    page.keyboard.press("Escape")
    page.click("#hand .claim")  # a closed dialog opens again
    page.click('#claim [data-count="12"]')
    wait(page, stage, [{"action": "claim 0 12"}])
    expect(page.locator("#claim")).to_be_hidden()


def test_missed_points_of_computer_are_called(page: Page, stage: Stage) -> None:
    stage.set(**SHOW | {"call": THEIRS, "callers": [0], "awaiting_ack": True})
    expect(page.locator("#claim-title")).to_have_text("Computer’s hand: anything missed?")
    expect(page.locator("#claim .said")).to_have_text("Computer’s hand: 2 points claimed")
    page.click('#claim [data-count="4"]')
    wait(page, stage, [{"action": "muggins 0 4"}])
    stage.set(**SHOW)
    stage.set(**SHOW | {"call": THEIRS | {"crib": True}, "callers": [0], "awaiting_ack": True})
    page.click("#claim .fine")
    wait(page, stage, [{"action": "muggins 0 4"}, {"press": "ok"}])
    page.click("#claim .fine")  # the board may have ignored an early OK
    wait(page, stage, [{"action": "muggins 0 4"}, {"press": "ok"}, {"press": "ok"}])
    stage.set(**SHOW)
    expect(page.locator("#claim")).to_be_hidden()


def test_claim_dialog_is_limited_to_own_hand(page: Page, stage: Stage) -> None:
    you: dict[str, Any] = {"role": "player", "seat": 0, "covered": []}
    stage.set(**SHOW | {"claim": MINE | {"seat": 1}, "you": you})
    page.wait_for_selector("#claim", state="attached")
    wait_until_drawn(page)
    expect(page.locator("#claim[open]")).to_have_count(0)
    stage.set(**SHOW | {"claim": MINE, "you": you})
    expect(page.locator("#claim")).to_be_visible()


def test_picker_shows_all_52_cards(page: Page) -> None:
    page.click(".key.pick")
    slot = page.locator("#picker .slot").first
    for suit in "SHDC":
        for rank in "A23456789TJQK":
            slot.click()
            page.click(f'#picker .deck [data-card="{rank}{suit}"]')
            assert slot.locator("playing-card").get_attribute("card") == rank + suit
            slot.click()  # the next card takes its place


def test_enter_discards_two_chosen_cards(page: Page, stage: Stage) -> None:
    """Enter must not deselect the second card, which has the focus."""
    stage.set(**DISCARD)
    page.click('#hand [data-card="TH"]')
    page.click('#hand [data-card="AH"]')
    page.keyboard.press("Enter")
    wait(page, stage, [{"action": "discard 0 AHTH"}])


def test_enter_sends_go(page: Page, stage: Stage) -> None:
    stage.set(**(COMPUTER | {"legal": ["go 0"], "count": 28}))
    page.keyboard.press("Enter")
    wait(page, stage, [{"action": "go 0"}])
    page.focus('#hand [data-card="4C"]')
    page.keyboard.press("Enter")
    wait(page, stage, [{"action": "go 0"}] * 2)


def test_hand_names_awaited_player(page: Page, stage: Stage) -> None:
    hint = page.locator("#hand .hint")
    others = COMPUTER | {"legal": []}
    stage.set(**others)
    expect(hint).to_have_text("Wait for your turn")
    stage.set(**others | {"awaiting_ack": True})
    expect(hint).to_have_text("OK continues")
    stage.set(**others | {"winner": 0, "stage": "over"})
    expect(hint).to_have_text("")
