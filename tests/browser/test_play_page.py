"""The page during a deal: constant board size, and legibility from two metres."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pegboard.board.layout_files import load_layout
from pegboard.board.layout_message import layout_message
from tests.support.browser.measures import MOVING
from tests.support.browser.pages import finish_animations, wait_until_drawn
from tests.support.browser.scripted import COMPUTER, DISCARD, OFFER, Stage
from tests.support.browser.tables import BOARDS, deal, seats_for

BARS_PX = {"#next-line": 16.0, ".pending .more": 28.0, ".pending .becomes": 28.0, ".score": 34.0}
"""Minimum x-heights in pixels at 800x480, by element.

On a 7 inch screen, 154 mm wide, a pixel is 0.1925 mm; from 2 m one minute of arc is 0.582 mm, or
3 px. Normal eyes distinguish letters of 5 minutes, which is 15 px, the absolute minimum. The prompt
is bold and read calmly: a little more. Scores and pending points are read at a glance: about twice
as much, 28 px (9') and 34 px (11'). Smaller texts (the last score, the points to go) are for people
at the board."""
X_HEIGHT = """(part) => {
    const style = getComputedStyle(document.querySelector(part));
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return [pen.measureText("x").actualBoundingBoxAscent, parseFloat(style.fontSize)];
}"""
LAST = [
    {"hand": 12, "crib": None, "pegging": 5}, {"hand": 8, "crib": 4, "pegging": 0},
    {"hand": 2, "crib": None, "pegging": 11}, {"hand": 0, "crib": None, "pegging": 3},
]  # fmt: skip
CLIPPED = """(parts) => {
    const wrong = [];
    for (const seat of document.querySelectorAll(".seat")) {
        const room = seat.getBoundingClientRect();
        const seen = [...seat.querySelectorAll(parts)]
            .map((part) => [part, part.getBoundingClientRect()])
            .filter(([, box]) => box.width);
        for (const [part, box] of seen) {
            const off = box.left < room.left || box.right > room.right || box.bottom > room.bottom;
            const on = seen.some(([other, b]) => other !== part && b.left < box.right - 1
                && box.left < b.right - 1 && b.top < box.bottom - 4 && box.top < b.bottom - 4);
            if (off || on) wrong.push([seat.dataset.seat, String(part.className), off, on]);
        }
    }
    return wrong;
}"""
"""Elements of a seat's panel that leave it or overlap another one."""
ORDER = """() => {
    const at = (seat) => {
        const { x, y, width, height } = seat.getBoundingClientRect();
        const angle = Math.atan2(y + height / 2 - innerHeight / 2, x + width / 2 - innerWidth / 2);
        return [Number(seat.dataset.seat), (angle + 2 * Math.PI + 1) % (2 * Math.PI)];
    };
    const round = [...document.querySelectorAll(".seat")].map(at);
    const first = round.find(([seat]) => seat === 0)[1];
    const turned = ([, angle]) => (angle - first + 2 * Math.PI) % (2 * Math.PI);
    return round.sort((a, b) => turned(a) - turned(b)).map(([seat]) => seat);
}"""
"""The seats clockwise around the centre of the screen, from the first."""


def with_board(page: Page, stage: Stage, players: int) -> None:
    plan = layout_message(load_layout(BOARDS[players]))
    stage.desk.layout_message = json.loads(json.dumps(plan))
    stage.set(layout=BOARDS[players], **seats_for(players, game="board"))
    page.wait_for_function(
        "n => document.querySelectorAll('.plates > *').length === n", arg=players
    )


@pytest.mark.parametrize("players", BOARDS)
def test_board_size_is_constant_during_deal(page: Page, stage: Stage, players: int) -> None:
    with_board(page, stage, players)
    for width, height in ((1280, 800), (800, 480)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = {}
        for name, scene in deal(players).items():
            stage.set(**{"game": "one", "layout": BOARDS[players]} | scene)
            if name == "over":
                page.wait_for_selector("#win .who", state="visible")
            finish_animations(page)
            boxes[name] = page.locator("peg-board").bounding_box()
        assert set(boxes) == {"discard", "cut", "play", "show", "over"}
        assert len({str(box) for box in boxes.values()}) == 1, boxes
        [board, *_] = boxes.values()
        assert board is not None
        room = page.locator("#middle").bounding_box()
        assert room is not None
        # It fills its room horizontally or vertically.
        assert board["width"] > 0.93 * room["width"] or board["height"] > 0.44 * height, board


@pytest.mark.parametrize("players", BOARDS)
def test_seat_panels_are_clockwise(page: Page, stage: Stage, players: int) -> None:
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        stage.set(**seats_for(players, game="one"))
        finish_animations(page)
        assert page.evaluate(ORDER) == list(range(players)), width


def test_scores_and_prompt_are_legible_from_two_metres(page: Page, stage: Stage) -> None:
    page.set_viewport_size({"width": 800, "height": 480})
    stage.set(pending=[7, 0], scores=[7, 52], last_deal=LAST[:2], next="Ben’s hand next")
    finish_animations(page)
    for part, least in BARS_PX.items():
        height, size = page.evaluate(X_HEIGHT, part)
        assert height >= least, f"{part}: {height} px at {size} px"
    for part in (".pending .more", ".pending .becomes"):
        assert page.evaluate(X_HEIGHT, part)[1] == 60
    for prompt in ("Ben’s hand next", "Throw 2 to your crib", "Peg, or COUNT a hand"):
        stage.set(**DISCARD | {"game": prompt, "next": prompt})
        finish_animations(page)
        height, size = page.evaluate(X_HEIGHT, "#next-line")
        assert 36 <= size <= 40 and height >= BARS_PX["#next-line"], prompt
        box, room = page.locator("#next-line").bounding_box(), page.locator("#next").bounding_box()
        assert box and room and box["height"] <= room["height"] and box["width"] <= room["width"]


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_player_panels_are_legible_from_two_metres(
    page: Page, stage: Stage, players: int
) -> None:
    page.set_viewport_size({"width": 800, "height": 480})
    with_board(page, stage, players)
    stage.set(game="high", layout=BOARDS[players], **seats_for(players) | {
        "scores": [109] * players, "pegs": [[109, 90]] * players, "pending": [12] * players,
    })  # fmt: skip
    finish_animations(page)
    for part in (".pending .more", ".pending .becomes"):
        assert page.evaluate(X_HEIGHT, part)[1] == 60
    assert page.evaluate(CLIPPED, ".more, .becomes, .clock, .dealer-mark") == []


@pytest.mark.parametrize("players", BOARDS)
def test_buttons_do_not_cover_prompt_on_short_phone(page: Page, stage: Stage, players: int) -> None:
    with_board(page, stage, players)
    for width, height in ((390, 664), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        stage.set(
            game="short",
            layout=BOARDS[players],
            **seats_for(players, next="Throw 2 to BENJAMIN’s crib"),
        )
        finish_animations(page)
        prompt, keys = (
            page.locator("#next").bounding_box(),
            page.locator("#keys-left").bounding_box(),
        )
        assert prompt and keys and prompt["y"] + prompt["height"] <= keys["y"], (width, players)


def test_pending_score_has_countdown_ring(page: Page, stage: Stage) -> None:
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        stage.set(game=motion, commit_s=60)
        stage.set(game=motion, pending=[7, 0], commit_s=60)
        wait_until_drawn(page)
        ring = page.locator('.seat[data-seat="0"] .clock')
        expect(ring.locator("circle")).to_have_count(2)
        assert (page.evaluate(MOVING) > 0) is (motion == "no-preference")
    expect(page.locator('.seat[data-seat="0"] .becomes')).to_have_text("→ 54")


def test_seat_panel_shows_points_of_last_deal(page: Page, stage: Stage) -> None:
    stage.set(last_deal=LAST[:2])
    ann, ben = (
        page.locator('.seat[data-seat="0"] .deal'),
        page.locator('.seat[data-seat="1"] .deal'),
    )
    assert ann.locator("dd").all_text_contents() == ["12", "5"]
    assert ben.locator("dt").all_text_contents() == ["hand", "crib", "pegging"]
    assert ben.locator("dd").all_text_contents() == ["8", "4", "0"]
    stage.set(last_deal=[])
    expect(ann).to_be_hidden()


def test_crib_owner_has_shape_and_label(page: Page, stage: Stage) -> None:
    for width, height in ((1280, 800), (800, 480), (390, 664), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        stage.set(**DISCARD | {"game": f"{width}"})
        mark = page.locator('.seat[data-seat="1"] .deals')
        expect(mark).to_have_text("crib")
        expect(mark.locator("span")).to_be_visible()
        expect(mark.locator("svg")).to_be_visible()
        expect(page.locator('.seat[data-seat="0"] .deals')).to_be_hidden()


SORTED = ["AH", "4C", "5D", "6S", "TH", "JS"]


def test_hands_are_sorted_by_rank(page: Page, stage: Stage) -> None:
    def shown(within: str) -> list[Any]:
        cards = page.locator(f"{within} playing-card")
        return [card.get_attribute("card") for card in cards.all()]

    stage.set(**DISCARD)
    assert shown("#hand .cards") == SORTED
    stage.set(hands=[["JS", "5D", "5H", "AC"], None], crib=["KD", "2C", "9H", "9S"], dealer=1)
    assert shown('.seat[data-seat="0"] .minis') == ["AC", "5H", "5D", "JS"]
    assert shown("#play .crib") == ["2C", "9S", "9H", "KD"]
    claim = {"seat": 0, "crib": False, "cards": ["JS", "5D", "5H", "AC"], "starter": "2D"}
    stage.set(**COMPUTER | {"game": "claims", "stage": "show", "claim": claim, "call": None})
    page.wait_for_selector("#claim[open]")
    assert shown("#claim .own") == ["AC", "5H", "5D", "JS", "2D"]
    stage.set(game="offer", offer=OFFER)
    assert shown("#offer .counted-cards") == ["5H", "5D", "5C", "JS", "5S"]
