"""Two, three and four players with as many tracks: everything visible at every size."""

import json

import pytest
from playwright.sync_api import Page, expect

from pegboard.board.layout_files import load_layout
from pegboard.board.layout_message import layout_message
from tests.support.browser.pages import finish_animations
from tests.support.browser.scripted import Stage
from tests.support.browser.sizes import OFF_SIDE, SMALL
from tests.support.browser.tables import BOARDS, scenes

SIZES = [(390, 844), (800, 480), (1280, 800), (1920, 1080)]
CLIPPED = """() => {
    const inside = (part, whole) => {
        const [a, b] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
        if (!a.width) return true;
        const off = a.left < b.left - 1 || a.right > b.right + 1;
        return !off && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    };
    const wrong = [];
    for (const seat of document.querySelectorAll(".seat"))
        for (const part of seat.querySelectorAll(".score, .chip:not([hidden]), .shape, .minis > *"))
            if (!inside(part, seat)) wrong.push(part.outerHTML.slice(0, 60));
    return wrong;
}"""
"""Clipped elements of a seat's panel."""

COVERED = """() => {
    const box = (part) => part.getBoundingClientRect();
    const seen = [...document.querySelectorAll(
        ".prompt, #pass-deal, #win, #play > *, #hand .in-hand, #place, .seat, .seat-keys,"
        + "#keys-shared")]
        .filter((part) => box(part).width && box(part).height);
    const wrong = [];
    seen.forEach((a, n) => seen.slice(n + 1).forEach((b) => {
        const [p, q] = [box(a), box(b)];
        const [wide, high] = [Math.min(p.right, q.right) - Math.max(p.left, q.left),
            Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
        // A starter is slightly rotated; cards of one hand may touch.
        if (wide > 4 && high > 4 && !a.contains(b) && !b.contains(a))
            wrong.push(`${a.id || a.className} ${b.id || b.className} ${wide} ${high}`);
    }));
    return wrong;
}"""
"""Overlapping elements."""


MEASURED = f"""() => {{
    const {{ scrollWidth, scrollHeight }} = document.documentElement;
    const measures = [{SMALL}, {OFF_SIDE}, {CLIPPED}, {COVERED}];
    return [scrollWidth, scrollHeight, ...measures.map((measure) => measure())];
}}"""
"""All measures in one call."""


@pytest.mark.parametrize("players", BOARDS)
@pytest.mark.parametrize(("width", "height"), [*SIZES, (390, 664), (360, 640)])
def test_seat_panel_shows_absent_phone(
    page: Page, stage: Stage, players: int, width: int, height: int
) -> None:
    stage.desk.layout_message = json.loads(json.dumps(layout_message(load_layout(BOARDS[players]))))
    page.set_viewport_size({"width": width, "height": height})
    scene = scenes(players)["play"]
    people = [dict(seat, player="person", at="a phone") for seat in scene["seats"]]
    for away in (1, None):
        seats = [dict(seat, away=n == away) for n, seat in enumerate(people)]
        stage.set(**scene | {"layout": BOARDS[players], "seats": seats})
        finish_animations(page)
        chips = page.locator(".chip.away:visible")
        expect(chips).to_have_count(0 if away is None else 1)
        if away is not None:
            expect(page.locator(f'.seat[data-seat="{away}"] .chip.away')).to_contain_text("away")
            assert page.evaluate(CLIPPED) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("players", BOARDS)
def test_all_seats_and_controls_are_visible(
    page: Page, stage: Stage, players: int, size: tuple[int, int]
) -> None:
    plan = layout_message(load_layout(BOARDS[players]))
    stage.desk.layout_message = json.loads(json.dumps(plan))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.querySelector('circle[data-pixel]').id = 'before'")
    layout = f"another {BOARDS[players]}"
    stage.set(layout=layout)  # another board is redrawn
    page.wait_for_selector("#before", state="detached")
    for name, changes in scenes(players).items():
        stage.set(**{"game": name, "layout": layout} | changes)
        page.wait_for_selector("#win .who" if name == "win" else ".seat", state="visible")
        finish_animations(page)
        width, height, *wrong = page.evaluate(MEASURED)
        assert width <= size[0] and height <= size[1], name
        assert wrong == [[], [], [], []], name  # small, off-screen, clipped, covered
        board = page.locator("peg-board").bounding_box()
        if size[0] >= 700 or name in ("score", "win"):  # otherwise it is behind a key
            assert board is not None and board["width"] >= 170, name
