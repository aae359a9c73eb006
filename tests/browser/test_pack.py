"""The pack on the table: the question about it, and its letters on the picker."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.pages import all_received
from tests.support.browser.playing import wait
from tests.support.browser.scripted import Stage

LETTERS = {"A": "1", "J": "V", "Q": "D", "K": "R"}
QUESTION: dict[str, Any] = {
    "code": "french", "letters": LETTERS, "question": "Is this a French pack: 1 V D R?",
}  # fmt: skip


def printed(page: Page, within: str) -> list[str]:
    return page.locator(f"{within} playing-card text").all_text_contents()


def test_pack_question_shows_its_cards(page: Page, stage: Stage) -> None:
    stage.set(mode="score", pack=QUESTION)
    expect(page.locator("#pack-title")).to_have_text("Is this a French pack?")
    assert printed(page, "#pack") == ["1", "R", "D", "V"]
    page.click("#pack .primary")
    wait(page, stage, [{"pack": True}])
    stage.set(pack=QUESTION | {"question": None})
    expect(page.locator("#pack")).to_be_hidden()
    stage.set(pack=QUESTION)
    page.locator("#pack footer button").first.click()
    wait(page, stage, [{"pack": True}, {"pack": False}])


def test_pack_question_is_not_shown_to_watchers(page: Page, stage: Stage) -> None:
    you: dict[str, Any] = {"role": "watcher", "seat": None, "covered": []}
    stage.set(mode="score", pack=QUESTION, you=you)
    expect(page.locator("#pack")).to_be_hidden()
    assert all_received(page, stage) == []


def test_picker_uses_letters_of_pack(page: Page, stage: Stage) -> None:
    stage.set(mode="score", pack=QUESTION | {"question": None})
    page.click(".key.pick")
    row = page.locator("#picker .deck .suit").first.locator("b")
    expect(row).to_have_text(["1", *"23456789", "10", "V", "D", "R"])
    page.click('#picker .deck [data-card="JH"]')
    assert printed(page, "#picker .slot") == ["V"]
    expect(page.locator('#picker .deck [data-card="JD"]')).to_have_attribute(
        "aria-label", "jack of diamonds"
    )
