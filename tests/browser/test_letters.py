"""Names without a keyboard: on-screen letters, and regular players by one touch."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from pegboard.board.layout_files import load_layout
from pegboard.config import GameConfig
from pegboard.devices.notices import device_notice
from pegboard.schema.setup_request import SetupRequest
from pegboard.session.board_choice import BoardChoice
from pegboard.session.views.welcome import welcome
from tests.support.browser.axe import violations
from tests.support.browser.pages import (
    context_of,
    finish_animations,
    open_page,
    received,
    wait_until_ready,
)
from tests.support.browser.scripted import Stage
from tests.support.waiting import wait_until

REGULARS = GameConfig(regulars=("Ann", "Ben"))


def set_regulars(stage: Stage, usual: GameConfig, *names: str) -> None:
    """Makes the board know these people; `names` played last."""
    boards = BoardChoice(load_layout("two-track"), is_simulated=False)
    last = {"score": SetupRequest("score", names=names)} if names else {}
    stage.desk.welcome_message = welcome([device_notice("strip", "memory:")], boards, usual, last)


def small_keys(page: Page) -> list[str]:
    """Returns on-screen keys that are too small, or outside of the screen."""
    found: list[str] = page.evaluate("""() => [...document.querySelectorAll(".letters button")]
        .filter((key) => key.checkVisibility()).flatMap((key) => {
          const { width, height, left, right, bottom } = key.getBoundingClientRect();
          const out = left < 0 || right > innerWidth || bottom > innerHeight;
          return width < 44 || height < 44 || out ? [`${key.textContent} ${width}x${height}`] : [];
        })""")
    return found


def names_of_new_games(stage: Stage) -> list[list[str]]:
    """Returns the names of requested games; other commands may come from earlier pages."""
    return [command["new"]["names"] for command in stage.received if "new" in command]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_name_is_typed_on_screen_letters(browser: Browser, stage: Stage, language: str) -> None:
    size = {"width": 800, "height": 480}
    context = context_of(browser, viewport=size, has_touch=True, locale=language)
    set_regulars(stage, replace(REGULARS, regulars=("Ann", "Ben")))
    stage.desk.players = ["ben", "Zoë"]
    page = open_page(context, stage)
    page.tap("#open-new")
    fields = page.locator("#newgame .seat-row input")
    letters = page.locator("#newgame .letters")
    expect(letters).to_be_hidden()
    fields.first.tap()
    expect(letters).to_be_visible()
    finish_animations(page)
    assert small_keys(page) == []
    expect(fields.first).to_be_in_viewport()
    assert violations(page) == []
    for key in "ÉVE":
        letters.get_by_role("button", name=key, exact=True).tap()
    page.tap(".letters .space")
    letters.get_by_role("button", name="L", exact=True).tap()
    page.tap(".letters .erase")
    page.keyboard.type("x")
    expect(fields.first).to_have_value("Éve x")
    expect(fields.first).to_be_focused()
    expect(letters.locator(".chip-name")).to_have_text(["Ann", "Ben", "Zoë"])
    letters.locator(".chip-name >> nth=0").tap()
    expect(fields.first).to_have_value("Ann")
    expect(fields.nth(1)).to_be_focused()
    expect(letters.locator(".chip-name")).to_have_text(["Ben", "Zoë"])
    letters.locator(".chip-name >> nth=0").tap()
    expect(letters).to_be_hidden()
    page.tap("#newgame .primary")
    page.tap("#newgame .keep .primary")
    wait_until(lambda: names_of_new_games(stage) == [["Ann", "Ben"]], lambda: str(stage.received))
    context.close()


def test_screen_letters_are_hidden_outside_kiosk(page: Page, stage: Stage) -> None:
    page.click("#open-new")
    page.click("#newgame .seat-row input >> nth=0")
    expect(page.locator("#newgame .letters")).to_have_count(0)


@pytest.mark.parametrize(
    ("usual", "last", "text"),
    [
        (GameConfig(), ("Cid", "Dora"), "Rematch: Cid v Dora"),
        (REGULARS, (), "New game: Ann v Ben"),
    ],
)
def test_regular_players_sit_down_in_one_touch(
    page: Page, stage: Stage, usual: GameConfig, last: tuple[str, ...], text: str
) -> None:
    set_regulars(stage, usual, *last)
    stage.set(inviting=True, game="g11")
    page.reload()
    wait_until_ready(page)
    button = page.get_by_role("button", name=text)
    expect(button).to_be_visible()
    page.click("#home [data-choice=count]")
    expect(button).to_be_hidden()  # counting a hand needs no new game
    page.click("#home .back")
    button.click()
    new = received(page, stage, 1)[-1]["new"]
    assert (new["mode"], new["names"]) == ("score", list(last or ("Ann", "Ben")))
    expect(page.locator("#home")).to_be_hidden()
