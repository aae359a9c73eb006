"""Actions on the page reach the desk, as one command each."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import all_received
from tests.support.browser.playing import pick, wait
from tests.support.browser.scripted import COMPUTER, DISCARD, OFFER, Stage


def test_page_buttons_press_board_pins(page: Page, stage: Stage) -> None:
    names = ["0+1", "0+5", "0-1", "1+1", "1+5", "1-1", "ok", "undo", "count"]
    for name in names:
        page.click(f'[data-press="{name}"]')
    wait(page, stage, [{"press": name} for name in names])
    assert len({message["id"] for message in stage.desk.commands}) == len(names)


def test_keys_press_board_pins(page: Page, stage: Stage) -> None:
    for key in "qWeIoP":
        page.keyboard.press(key)
    for key in ("Enter", "Backspace", "c", "x", "Control+c"):
        page.keyboard.press(key)
    names = ["0+1", "0+5", "0-1", "1+1", "1+5", "1-1", "ok", "undo", "count"]
    wait(page, stage, [{"press": name} for name in names])


def test_enter_activates_focused_button_once(page: Page, stage: Stage) -> None:
    page.focus('[data-press="1+5"]')
    page.keyboard.press("Enter")
    wait(page, stage, [{"press": "1+5"}])


def test_keys_press_no_pins_in_dialog(page: Page, stage: Stage) -> None:
    page.click("#open-new")
    page.fill("#newgame input[type=text] >> nth=0", "Queenie")
    page.keyboard.press("Backspace")
    page.keyboard.press("Escape")
    expect(page.locator("#newgame")).to_be_hidden()
    page.keyboard.press("q")
    wait(page, stage, [{"press": "0+1"}])


def test_controls_are_reachable_by_tab(page: Page) -> None:
    reached = set()
    for _ in range(20):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.press ?? ''"))
        width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
        assert width == "3px"
    assert {"0+1", "0+5", "0-1", "1+1", "1+5", "1-1", "ok", "undo", "count"} <= reached


def test_refusal_text_is_shown(page: Page, stage: Stage) -> None:
    stage.desk.errors["press"] = "nothing to take back"
    page.click('[data-press="undo"]')
    expect(page.locator("#notice")).to_have_text("nothing to take back")


def test_picker_enters_hand_by_one_touch_per_card(page: Page, stage: Stage) -> None:
    page.click(".key.pick")
    pick(page, "5H", "5D", "JS", "TC")
    expect(page.locator("#picker .primary")).to_be_disabled()
    expect(
        page.locator('#picker .deck [data-card="5H"]')
    ).to_be_disabled()  # it is in the hand already
    expect(page.locator('#picker .deck [data-card="TC"]')).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator('#picker .deck [data-card="TD"]')).to_be_focused()
    page.keyboard.type("5s")
    page.click("#picker .primary")
    wait(page, stage, [{"cards": ["5H", "5D", "JS", "TC"], "starter": "5S"}])
    expect(page.locator("#picker")).to_be_hidden()
    stage.set(offer=OFFER)
    expect(page.locator("#offer")).to_be_visible()


def test_early_offer_opens_after_picker_closes(page: Page, stage: Stage) -> None:
    page.click(".key.pick")
    for key in ("5", "h", "5", "d", "j", "s", "0", "c", "5", "s"):
        page.keyboard.press(key)
    stage.set(offer=OFFER)
    page.click("#picker .primary")
    expect(page.locator("#offer")).to_be_visible()
    expect(page.locator("#picker")).to_be_hidden()


def test_picker_shows_refusal(page: Page, stage: Stage) -> None:
    stage.desk.errors["cards"] = "5S twice"
    page.click(".key.pick")
    pick(page, "5H", "5D", "JS", "TC", "5S")
    page.click("#picker .primary")
    expect(page.locator("#picker .problem")).to_have_text("5S twice")
    expect(page.locator("#picker")).to_be_visible()


def test_hand_plays_legal_card_by_tap(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER)
    hand = page.locator("#hand .in-hand")
    expect(hand).to_have_count(3)
    ten = page.locator('#hand [data-card="TH"]')
    assert ten.get_attribute("aria-disabled") == "true"
    ten.click(force=True)  # by touch: it is not disabled, but does nothing
    page.click('#hand [data-card="6S"]')
    wait(page, stage, [{"action": "play 0 6S"}])
    stage.set(**COMPUTER | {"legal": ["go 0"], "count": 30})
    page.click("#hand .go")
    wait(page, stage, [{"action": "play 0 6S"}, {"action": "go 0"}])


def test_two_cards_are_discarded_after_confirmation(page: Page, stage: Stage) -> None:
    stage.set(**DISCARD)
    confirm = page.locator("#hand .confirm:not(.go)")
    expect(confirm).to_be_disabled()
    for card in ("TH", "JS", "JS", "AH"):
        page.click(f'#hand [data-card="{card}"]')
    expect(confirm).to_have_text("Discard 10♥ and A♥")
    confirm.click()
    wait(page, stage, [{"action": "discard 0 AHTH"}])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("peg 1 5", "Ben +5"), ("correct 0 12", "Ann set to 12"), ("play 1 TD", "Ben’s 10♦"),
        ("go 0", "Ann’s go"), ("discard 0 5H6D", "Ann’s discard"), ("cut KD", "starter K♦"),
        ("deal 0", "the deal"), ("crib 5H6D", "crib 5♥ 6♦"), ("hand 9 5H", "hand 9 5H"),
        ("dance 1", "dance 1"), (None, "nothing yet"),
    ],
)  # fmt: skip
def test_undo_button_names_move(page: Page, stage: Stage, line: str | None, words: str) -> None:
    stage.set(undo_target=line)
    expect(page.locator(".key.undo small")).to_have_text(words)


def test_enter_presses_ok_after_touch_and_dialog(page: Page, stage: Stage) -> None:
    page.click('[data-press="0+5"]')
    page.keyboard.press("Enter")
    wait(page, stage, [{"press": "0+5"}, {"press": "ok"}])
    page.click("#open-new")
    expect(page.locator("#newgame .primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#newgame .keep .primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#newgame")).to_be_hidden()
    page.keyboard.press("Enter")
    commands = all_received(page, stage)
    assert "new" in commands[2]
    assert commands[3:] == [{"press": "ok"}]


SEALED: dict[str, Any] = {
    "mode": "computer", "seq": 0, "next_commitment": "ab12" * 16,
    "shuffle": {"commitment": "0f9e" * 16, "phrase": "our words"},
}  # fmt: skip


def test_shuffle_seal_is_shown_before_and_check_after_game(page: Page, stage: Stage) -> None:
    stage.set(**SEALED)
    expect(page.locator("#seal summary")).to_have_text("Shuffle sealed: 0f9e 0f9e …")
    expect(page.locator("#seal .whole")).to_be_hidden()
    page.click("#seal summary")
    expect(page.locator("#seal .whole")).to_have_text(" ".join(["0f9e"] * 16))
    stage.set(**SEALED | {"seq": 3})
    expect(page.locator("#seal")).to_be_hidden()
    page.click("#open-menu")
    page.click("#menu .to-help")
    expect(page.locator("#help")).to_contain_text("The seed is revealed when the game is over.")
    expect(page.locator("#help")).to_contain_text("With your seed: our words")
    page.keyboard.press("Escape")
    revealed = SEALED["shuffle"] | {"seed": "77aa" * 16}
    stage.set(**SEALED | {"seq": 90, "winner": 0, "stage": "over", "shuffle": revealed})
    page.click("#seal button")
    expect(page.locator("#help h3:focus")).to_have_text("The shuffle")
    expect(page.locator("#help")).to_contain_text("The seed 77aa 77aa …")
