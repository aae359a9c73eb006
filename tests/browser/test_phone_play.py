"""Games on a phone with browser bars: all controls are visible."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pegboard.board.layout_files import load_layout
from pegboard.board.layout_message import layout_message
from tests.support.browser.pages import finish_animations
from tests.support.browser.scripted import COMPUTER, DEMO, Stage
from tests.support.browser.tables import BOARDS, scenes

PHONES = [(390, 664), (360, 640)]
NEEDED = {
    "play": ["#next-line", ".count", ".pile .cards", "#hand .cards", "#keys-shared", ".key.board"],
    "go": ["#next-line", ".count", ".pile .cards", "#hand .cards", "#hand .go", "#keys-shared"],
    "discard": ["#next-line", "#hand .cards", "#hand .confirm:not(.go)", "#keys-shared"],
}
PLACES = """(parts) => {
    const boxes = parts.map((part) => [part, document.querySelector(part).getBoundingClientRect()]);
    const seats = [...document.querySelectorAll(".seat")].map((seat) =>
        [`seat ${seat.dataset.seat}`, seat.getBoundingClientRect()]);
    return [...seats, ...boxes].map(([name, { left, top, right, bottom }]) =>
        [name, left, top, right, bottom]);
}"""
FULL = {
    "pile": ["AH", "2S", "3D", "4D", "AD", "2C", "3H", "4H"], "pile_by": [0, 1] * 4, "count": 20,
    "next": "Bartholomew: play a card.",
}  # fmt: skip

BEFORE = COMPUTER | {
    "seq": 0, "stage": "deal", "turn": None, "pile": [], "count": 0, "starter": None, "legal": [],
    "hands": [None, None], "hand_sizes": [0, 0], "awaiting_ack": True, "log": [], "last": None,
    "next": "OK for the next deal", "shuffle": {"commitment": "0549fb1e" * 8, "phrase": ""},
    "you": {"role": "player", "seat": 0, "covered": []},
}  # fmt: skip


def play_scenes(players: int) -> dict[str, dict[str, Any]]:
    """Returns the play with a full table, a go, and the discard."""
    all_scenes = scenes(players)
    play = all_scenes["play"] | FULL
    return {"play": play, "go": play | {"legal": ["go 0"]}, "discard": all_scenes["discard"]}


@pytest.mark.parametrize("players", BOARDS)
def test_phone_shows_all_controls_during_play(page: Page, stage: Stage, players: int) -> None:
    stage.desk.layout_message = json.loads(json.dumps(layout_message(load_layout(BOARDS[players]))))
    for name, scene in play_scenes(players).items():
        stage.set(**{"game": name, "layout": BOARDS[players]} | scene)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            finish_animations(page)
            places = page.evaluate(PLACES, NEEDED[name])
            where = f"{name} {width}x{height}"
            for part, left, top, right, bottom in places:
                assert right > left and bottom > top, f"{where}: {part} is not there"
                assert left >= 0 and top >= 0, f"{where}: {part}"
                assert right <= width + 0.5 and bottom <= height + 0.5, f"{where}: {part}"
            assert len({place[2] for place in places[:players]}) == 1, f"{where}: one row of seats"
            for n, (part, left, top, right, bottom) in enumerate(places):
                for other, a, b, c, d in places[n + 1 :]:
                    if {part, other} == {"#keys-shared", ".key.board"}:
                        continue
                    apart = right <= a or c <= left or bottom <= b + 0.5 or d <= top + 0.5
                    assert apart, f"{where}: {part} and {other}"


def test_phone_opens_board_by_key(page: Page, stage: Stage) -> None:
    stage.set(**scenes(2)["play"])
    page.set_viewport_size({"width": 390, "height": 664})
    expect(page.locator("peg-board")).to_be_hidden()
    page.click(".key.board")
    expect(page.locator("#boardview peg-board")).to_be_visible()
    expect(page.locator("#boardview circle[data-lit]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("peg-board")).to_be_hidden()
    page.click(".key.board")
    page.set_viewport_size({"width": 800, "height": 480})  # rotated
    expect(page.locator("#boardview")).to_be_hidden()
    expect(page.locator("#place peg-board")).to_be_visible()
    expect(page.locator(".key.board")).to_be_hidden()


def test_demo_invitation_is_not_clipped_on_phone(page: Page, stage: Stage) -> None:
    stage.set(**DEMO)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        finish_animations(page)
        demo, keys = (
            page.locator("#demo").bounding_box(),
            page.locator("#keys-shared").bounding_box(),
        )
        assert demo and keys and demo["y"] + demo["height"] <= keys["y"], (width, height)


def test_hand_does_not_cover_win_on_phone(page: Page, stage: Stage) -> None:
    stage.set(**scenes(2)["show"] | {"winner": 1, "stage": "over", "awaiting_ack": False})
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        finish_animations(page)
        for door in (".next-game", "#open-review"):
            page.locator(f"#win {door}").click(trial=True)


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_prompt_has_full_width_before_first_card(
    page: Page, stage: Stage, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    stage.set(**BEFORE)
    finish_animations(page)
    expect(page.locator("#seal")).to_be_visible()
    line, room, seal = (
        page.locator(part).bounding_box() for part in ("#next-line", ".prompt", "#seal")
    )
    assert line is not None and room is not None and seal is not None
    assert room["width"] > 0.9 * width and line["height"] <= room["height"]
    assert seal["y"] >= room["y"] + room["height"], "the seal stands below"
    assert seal["y"] + seal["height"] < height - 60
