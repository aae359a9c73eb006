"""A board of three or four tracks fills the available width in every phase and size."""

import json
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from pegboard.board.layout_files import load_layout
from pegboard.board.layout_message import layout_message
from tests.support.browser.pages import all_received, finish_animations, open_page
from tests.support.browser.scripted import BLUE, DEMO, FOLLOWED, GOLD, OFFER, Stage
from tests.support.browser.tables import BOARDS, deal, scenes, seats_for

SIZES = [
    (1280, 800), (800, 480), (390, 664), (360, 640), (768, 1024), (1920, 1080),
    (640, 400),  # 1280x800 at 200 %
]  # fmt: skip
LEAST = 0.98
WIDTHS = """() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    const { left, top, right, bottom } = box("peg-board");
    const lights = document.querySelector("peg-board .lights");
    const [, , wide, high] = lights.getAttribute("viewBox").split(" ").map(Number);
    // The drawing is as wide as its box only if it has the same shape.
    const drawn = Math.min(right - left, (bottom - top) * wide / high);
    const shown = new Set([...lights.querySelectorAll("[data-track]")].map((c) => c.dataset.track));
    // Between the players; on a phone the middle of the page has no box.
    const room = Math.max(box("#place").width, box("#middle").width);
    return { width: drawn, room, right, tracks: [...shown].map(Number).sort() };
}"""
ROWS = """() => [document.body.hasAttribute("data-over") ? "#win" : "#next", "#demo",
    innerWidth < 700 ? "#keys-left" : "", "#keys-shared"]
    .map((part) => [part, part && document.querySelector(part).getBoundingClientRect()])
    .filter(([, box]) => box && box.width && box.height)
    .map(([part, { top, bottom }]) => [part, top, bottom])"""
"""Elements below the board, from top to bottom."""


def phases(players: int) -> dict[str, dict[str, Any]]:
    """Returns the phases of a game from home to win."""
    all_scenes = scenes(players)
    watched = seats_for(players) | FOLLOWED | {"hand_sizes": [1, 2, 3, 3][:players]}
    played = ("mode", "stage", "turn", "count", "dealer", "pile", "starter", "next")
    demo = seats_for(players) | {key: DEMO[key] for key in played}
    return {
        "home": demo | {"inviting": True, "waiting": None},
        "demo": demo,
        "scored": seats_for(players),
        "pending": all_scenes["score"],
        "deal": all_scenes["discard"],
        "cut": deal(players)["cut"],
        "play": all_scenes["play"],
        "show": all_scenes["show"],
        "watching": watched,
        "counting": seats_for(players, offer=OFFER),
        "over": all_scenes["win"],
    }


def with_board(page: Page, stage: Stage, players: int) -> None:
    plan = layout_message(load_layout(BOARDS[players]))
    stage.desk.layout_message = json.loads(json.dumps(plan))
    stage.set(layout=BOARDS[players], **seats_for(players, game="board"))
    page.wait_for_function(
        "() => !document.querySelector('.lights').getAttribute('viewBox').endsWith(' 128')"
    )


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_board_fills_available_width(
    context: BrowserContext, stage: Stage, players: int, size: tuple[int, int]
) -> None:
    width, height = size
    page = open_page(context, stage)
    page.set_viewport_size({"width": width, "height": height})
    with_board(page, stage, players)
    phone = width < 700
    for name, scene in phases(players).items():
        stage.set(**scene | {"game": name, "layout": BOARDS[players]})
        if name == "over":
            page.wait_for_selector("#win .who", state="visible")
        finish_animations(page)
        finish_animations(page)  # size observers take effect in the next frame
        if phone and page.locator("body[data-playing]").count():
            page.evaluate("document.querySelector('.key.board').click()")
            board = page.locator("#boardview peg-board")
            expect(board.locator("circle[data-track='2']").first).to_be_visible()
            page.evaluate("document.querySelector('#boardview').close()")
            continue
        widths = page.evaluate(WIDTHS)
        assert widths["width"] >= LEAST * widths["room"], f"{name}: {widths}"
        assert widths["right"] <= width, name
        if phone:
            assert widths["room"] == width - 20, name
            assert len(widths["tracks"]) == 2, name
        else:
            assert widths["tracks"] == list(range(players)), name
        if height > 480 or not phone:  # at 200 % the page scrolls
            assert page.evaluate("document.documentElement.scrollHeight") <= height, name
            for (part, _, bottom), (other, top, _) in pairwise(page.evaluate(ROWS)):
                assert bottom <= top + 1, f"{name}: {part} covers {other}"
    page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")


def test_portrait_tablet_gives_names_and_board_full_width(page: Page, stage: Stage) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    stage.set(**DEMO)
    finish_animations(page)
    for name in page.locator(".seat .name").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
    stage.set()
    finish_animations(page)
    assert page.evaluate(WIDTHS)["width"] > 0.92 * 768
    assert page.evaluate("document.documentElement.scrollHeight") <= 1024


def test_phone_shows_own_track_and_nearest_rival(page: Page, stage: Stage) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    with_board(page, stage, 4)
    four = seats_for(4, game="lanes") | {
        "layout": BOARDS[4], "scores": [40, 70, 55, 10],
        "pegs": [[40, 30], [70, 66], [55, 50], [10, 2]],
        "you": {"role": "player", "seat": 2, "covered": []},
    }  # fmt: skip
    stage.set(**four)
    finish_animations(page)
    assert page.evaluate(WIDTHS)["tracks"] == [1, 2], "the one just ahead"
    stage.set(**four | {"pegs": [[40, 30], [70, 66], [75, 55], [10, 2]]})
    finish_animations(page)
    assert page.evaluate(WIDTHS)["tracks"] == [1, 2], "the one just behind, where one leads"
    stage.set(**four | {"you": {"role": "player", "seat": 3, "covered": []}})
    finish_animations(page)
    assert page.evaluate(WIDTHS)["tracks"] == [0, 3]
    page.get_by_role("button", name="Show the whole board").click()
    whole = page.locator("#boardview peg-board")
    expect(whole.locator("circle[data-track='1']").first).to_be_visible()
    assert page.evaluate(WIDTHS)["tracks"] == [0, 1, 2, 3]
    page.keyboard.press("Escape")
    expect(page.locator("#place .whole-board")).to_be_visible()
    assert page.evaluate(WIDTHS)["tracks"] == [0, 3]
    page.set_viewport_size({"width": 800, "height": 480})
    expect(page.locator(".whole-board")).to_be_hidden()
    finish_animations(page)
    assert page.evaluate(WIDTHS)["tracks"] == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [(390, 664), (1280, 800)], ids=["phone", "wide"])
def test_pegs_on_reshaped_board_can_be_dragged(
    page: Page, stage: Stage, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    with_board(page, stage, 4)
    stage.set(**seats_for(4, game="drag") | {
        "layout": BOARDS[4], "pegs": [[40, 30], [70, 66], [55, 50], [10, 2]],
        "scores": [40, 70, 55, 10], "last": {**stage.desk.state["last"], "seat": 2},
    })  # fmt: skip
    pixels = bytearray(3 * stage.desk.layout_message["length"])
    for (track, hole), color in {(2, 55): BLUE, (1, 70): GOLD}.items():
        at = 3 * stage.desk.layout_message["tracks"][track][hole - 1][0]
        pixels[at : at + 3] = bytes(color)
    stage.light(bytes(pixels))
    page.wait_for_selector("circle[data-track='2'][data-hole='55'][data-lit]")
    page.wait_for_selector("circle[data-track='1'][data-hole='70'][data-lit]")
    finish_animations(page)
    here, there = (
        page.locator(f"circle[data-track='2'][data-hole='{hole}']").bounding_box()
        for hole in (55, 58)
    )
    assert here and there
    page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    page.wait_for_selector("peg-board[data-peg]")
    page.mouse.down()
    page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=6)
    expect(page.locator(".bubble")).to_have_text("Bartholomew: 55 → 58")
    page.mouse.up()
    assert {"action": "correct 2 58"} in all_received(page, stage)
    assert page.locator("#boardview[open]").count() == 0, "a drag is no tap"


@pytest.mark.parametrize(
    "size", [(768, 1024), (1080, 1920)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_covered_cards_fit_seat_on_portrait_screen(
    context: BrowserContext, stage: Stage, size: tuple[int, int]
) -> None:
    page = open_page(context, stage)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.set(**phases(2)["play"])
    finish_animations(page)
    rooms = page.evaluate(
        """() => [...document.querySelectorAll(".minis playing-card")].map((card) =>
            card.closest(".seat").getBoundingClientRect().bottom
            - card.getBoundingClientRect().bottom)"""
    )
    assert rooms and min(rooms) >= 0
