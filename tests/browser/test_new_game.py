"""New games: players, numbers, colours, targets, options."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from pegboard.board.layout_files import load_layout
from pegboard.config import GameConfig
from pegboard.devices.notices import device_notice
from pegboard.schema.setup_request import SetupRequest
from pegboard.session.board_choice import BoardChoice
from pegboard.session.views.welcome import welcome
from tests.support.browser import pages
from tests.support.browser.scripted import DEMO, Stage

SIZES = [(390, 844), (800, 480), (1280, 800)]
SEALED: dict[str, Any] = {"mode": "computer", "seq": 0, "next_commitment": "ab12" * 16}
USUAL = {"players": 2, "partners": False, "colors": ["blue", "orange"], "rules": {}}


def set_welcome(stage: Stage, layout: str = "four-track", **remembered: Any) -> None:
    """Sets the board's hardware and remembered setups."""
    devices = [device_notice("strip", "memory:")]
    last = {mode: msgspec.convert(request, SetupRequest) for mode, request in remembered.items()}
    stage.desk.welcome_message = welcome(
        devices, BoardChoice(load_layout(layout), is_simulated=False), GameConfig(), last
    )


def requested_game(page: Page, stage: Stage) -> dict[str, Any]:
    """Returns the game requested by Start; one in progress is kept, and the dialog is closed."""
    before = len(stage.received)
    page.click("#newgame .primary")
    keep = page.locator("#newgame .keep .primary")
    if keep.count():
        keep.click()
    expect(page.locator("#newgame")).to_be_hidden()
    commands = pages.received(page, stage, before + 1)
    assert len(commands) == before + 1
    new: dict[str, Any] = commands[-1]["new"]
    return new


def test_new_game_offers_three_modes(page: Page, stage: Stage) -> None:
    page.click("#open-new")
    page.fill("#newgame input[type=text] >> nth=0", "Ann")
    page.click("#newgame label:has-text('61')")
    page.click("#newgame label:has-text('Orange')")
    names = ["Ann", "Orange"]
    score = {"mode": "score", **USUAL, "target": 61, "dealer": 1, "names": names}
    assert requested_game(page, stage) == score

    stage.set(**DEMO)
    page.click("#demo [data-mode=computer]")
    names, seats = ["You", "Computer"], ["person", "club"]
    computer = {"mode": "computer", **USUAL, "target": 121, "dealer": 0, "names": names}
    assert requested_game(page, stage) == computer | {"seats": seats}

    page.click("#open-new")
    page.click("#newgame label:has-text('Watch a demo')")
    assert requested_game(page, stage) == {"mode": "demo"}


def test_new_game_cuts_for_deal_on_request(page: Page, stage: Stage) -> None:
    page.click("#open-new")
    page.click("#newgame label:has-text('Cut for deal')")
    new = requested_game(page, stage)
    assert new["cut"] is True and "dealer" not in new


def test_new_game_starts_from_last_setup(page: Page, stage: Stage) -> None:
    wish = {
        "mode": "score", "players": 3, "names": ["Ann", "Ben", "Green"], "target": 61, "dealer": 2,
        "colors": ["pink", "blue", "green"], "rules": {"muggins": True, "skunk": 40},
        "match": {"first_to": 5},
    }  # fmt: skip
    set_welcome(stage, score=wish)
    page.click("#open-new")
    names = page.locator("#newgame .seat-row:visible input")
    expect(names).to_have_count(3)
    assert [each.input_value() for each in names.all()] == ["Ann", "Ben", ""]
    expect(page.locator("#newgame summary")).to_have_text("Options: first to 5, Muggins, Skunk")
    assert requested_game(page, stage) == wish | {"partners": False}


def test_new_game_changes_colours_and_default_names_by_touch(page: Page, stage: Stage) -> None:
    set_welcome(stage)
    page.click("#open-new")
    first = page.locator("#newgame .color").first
    expect(first).to_have_attribute("aria-label", "Blue is Blue. Change the colour")
    first.click()  # orange: its previous owner gets the other
    first.click()
    new = requested_game(page, stage)
    assert (new["colors"], new["names"]) == (["green", "blue"], ["Green", "Blue"])


def test_new_game_offers_player_counts_that_fit_tracks(page: Page, stage: Stage) -> None:
    set_welcome(stage, "three-track")
    page.click("#open-new")
    expect(page.locator("#newgame input[name=table][value='4']")).to_be_disabled()
    expect(page.locator("#newgame")).to_contain_text("This board has 3 tracks")
    page.click("#newgame label:has(input[name=table][value='3'])")
    expect(page.locator("#newgame .seat-row:visible")).to_have_count(3)
    expect(page.locator("#newgame .dealing label")).to_have_text(
        ["Blue", "Orange", "Green", "Cut for deal"]
    )
    page.click("#newgame .dealing label >> nth=2")
    page.click("#newgame label:has(input[value=partners])")
    expect(page.locator("#newgame .seat-row:visible")).to_have_count(4)
    new = requested_game(page, stage)
    assert (new["players"], new["partners"], new["dealer"]) == (4, True, 2)
    assert new["colors"] == ["blue", "orange"] and len(set(new["names"])) == 4


def test_new_game_mixes_people_and_computers(page: Page, stage: Stage) -> None:
    set_welcome(stage)
    stage.set(**SEALED)
    page.click("#open-new")
    page.click("#newgame label:has(input[name=table][value='3'])")
    expect(page.locator("#newgame .levels")).to_be_hidden()
    choices = page.locator("#newgame .seat-row:visible select")
    choices.nth(1).select_option("expert")
    choices.nth(2).select_option("person")
    new = requested_game(page, stage)
    assert new["seats"] == ["person", "expert", "person"]
    assert new["names"] == ["Player 1", "Computer", "Player 2"]


def test_new_game_lists_engine_options_with_description(page: Page, stage: Stage) -> None:
    set_welcome(stage)
    page.click("#open-new")
    page.click("#newgame .options summary")
    options = stage.desk.welcome_message["options"][3:]
    expect(page.locator("#newgame .option")).to_have_count(len(options))
    for number, option in enumerate(options):
        expect(page.locator("#newgame .option").nth(number)).to_contain_text(option["text"])
    page.check("#newgame .option:has-text('Manual counting') input")
    page.fill("#newgame .option:has-text('Dealer’s bonus') input", "3")
    page.fill("#newgame .option:has-text('Head start') input >> nth=1", "10")
    page.select_option("#newgame .option:has-text('Match scoring') select", "acc")
    page.click("#newgame label:has(input[value=length])")
    page.fill("#newgame .many", "7")
    expect(page.locator("#newgame .options summary")).to_contain_text("7 games, Manual counting")
    new = requested_game(page, stage)
    assert new["match"] == {"length": 7}
    assert new["rules"] == {
        "manual_count": True, "dealer_bonus": 3, "match": "acc", "handicap": [0, 10],
    }  # fmt: skip


def test_game_begun_elsewhere_takes_scores_and_dealer(page: Page, stage: Stage) -> None:
    page.click("#open-new")
    page.click("#newgame .options summary")
    sides = page.locator("#newgame .begun .sides button")
    expect(page.locator("#newgame .begun .pad")).to_be_hidden()
    sides.nth(0).click()
    for digit in "88":
        page.click(f'#newgame .begun [data-digit="{digit}"]')
    sides.nth(1).click()
    page.keyboard.type("125")  # there is no such hole: the last digit is ignored
    page.keyboard.press("Backspace")
    page.keyboard.type("9")
    expect(sides.nth(0).locator("b")).to_have_text("88")
    expect(sides.nth(1).locator("b")).to_have_text("19")
    expect(page.locator("#newgame .options summary")).to_contain_text("from 88 : 19")
    page.check("#newgame input[name=dealer][value='1']", force=True)
    sides.nth(0).focus()
    new = requested_game(page, stage)
    assert (new["scores"], new["dealer"]) == ([88, 19], 1)
    # The next game starts at zero again.
    page.click("#open-new")
    assert "scores" not in requested_game(page, stage)


def test_scores_beyond_shorter_target_are_refused_first(page: Page, stage: Stage) -> None:
    page.click("#open-new")
    page.click("#newgame .options summary")
    page.locator("#newgame .begun .sides button").nth(1).click()
    for digit in "88":
        page.click(f'#newgame .begun [data-digit="{digit}"]')
    page.check("#newgame input[name=target][value='61']", force=True)
    page.click("#newgame footer .primary")
    expect(page.locator("#newgame .problem")).to_have_text("Each score must be below 61.")
    expect(page.locator("#newgame .keep")).to_have_count(0)
    assert stage.received == []
    page.check("#newgame input[name=target][value='121']", force=True)
    assert requested_game(page, stage)["scores"] == [0, 88]


def test_new_game_asks_only_about_game_in_progress(page: Page, stage: Stage) -> None:
    page.click("#open-new")
    page.click("#newgame .primary")
    expect(page.locator("#newgame .keep p")).to_have_text("The game at 47–52 is not over.")
    expect(page.locator("#newgame .keep .primary")).to_be_focused()
    assert stage.received == []
    page.click("#newgame .end-it")
    [ended] = pages.received(page, stage, 1)
    assert ended["new"]["keep"] is False
    for nothing_to_keep in (
        {"winner": 0, "scores": [121, 88], "stage": "over"},
        {"scores": [0, 0], "undo_target": None},
    ):
        stage.set(**nothing_to_keep)
        page.click("#open-new")
        before = len(stage.received)
        page.click("#newgame .primary")
        *_, begun = pages.received(page, stage, before + 1)
        assert "keep" not in begun["new"]
        stage.set()


def test_refused_new_game_shows_reason_and_keeps_entries(page: Page, stage: Stage) -> None:
    stage.desk.errors["new"] = "colors must differ for every side"
    page.click("#open-new")
    page.fill("#newgame input[type=text] >> nth=0", "Ann")
    page.click("#newgame .primary")
    page.click("#newgame .keep .primary")
    expect(page.locator("#newgame .problem")).to_have_text("colors must differ for every side")
    assert page.input_value("#newgame input[type=text] >> nth=0") == "Ann"


def test_new_game_chooses_level_and_shuffle_phrase(page: Page, stage: Stage) -> None:
    stage.set(**SEALED)
    page.click("#open-new")
    expect(page.locator("#newgame .seal summary")).to_contain_text(
        "Next shuffle sealed: ab12 ab12 …"
    )
    page.click("#newgame label:has-text('Beginner')")
    page.fill("#newgame .sealing input", "  seven crows ")
    new = requested_game(page, stage)
    assert (new["seats"], new["phrase"]) == (["person", "beginner"], "seven crows")
    page.click("#open-new")
    assert page.input_value("#newgame .sealing input") == ""  # valid for one game
    page.click("#newgame label:has-text('Score our game')")
    for hidden in (".levels", ".sealing"):
        expect(page.locator(f"#newgame {hidden}")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_new_game_fits_with_large_touch_targets(
    page: Page, stage: Stage, size: tuple[int, int]
) -> None:
    from tests.support.browser.sizes import OFF_SIDE, SMALL

    set_welcome(stage)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.set(**SEALED)
    page.click("#open-new")
    page.click("#newgame label:has(input[name=table][value='4'])")
    page.click("#newgame .options summary")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(OFF_SIDE) == []
    expect(page.locator("#newgame .primary")).to_be_in_viewport(ratio=1)


def test_dealt_game_for_two_people_on_phones(page: Page, stage: Stage) -> None:
    stage.set(**DEMO)
    page.click("#demo [data-mode=computer]")
    page.click("#newgame label:has-text('Another person')")
    names = page.locator("#newgame .seat-row:visible input")
    assert [name.get_attribute("placeholder") for name in names.all()] == ["Player 1", "Player 2"]
    new = requested_game(page, stage)
    assert (new["mode"], new["seats"]) == ("computer", ["person", "person"])
    set_welcome(stage, computer={"mode": "computer", "seats": ["person", "person"]})
    page.click("#open-new")
    page.click("#newgame label:has(input[value=computer])")
    expect(page.locator("#newgame input[name=level][value=person]")).to_be_checked()
