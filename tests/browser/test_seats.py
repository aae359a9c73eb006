"""Two, three and four at a table with as many tracks: all of it in sight, at every size."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from pegboard.board.layout_files import load_layout
from pegboard.session.views.layout import layout_message
from tests.support.browser.pages import settled
from tests.support.browser.scripted import Stage
from tests.support.browser.sizes import OFF_SIDE, SMALL

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (800, 480), (1280, 800), (1920, 1080)]
BOARDS = {2: "two-track", 3: "three-track", 4: "four-track"}
COLORS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7")
NAMES = ("Ann", "Computer", "Bartholomew", "Dee")

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
"""What of a seat's panel is cut off."""

COVERED = """() => {
    const box = (part) => part.getBoundingClientRect();
    const seen = [...document.querySelectorAll(
        "#next, #win, #play > *, #hand .in-hand, #place, .seat, .seat-keys, #keys-shared")]
        .filter((part) => box(part).width && box(part).height);
    const wrong = [];
    seen.forEach((a, n) => seen.slice(n + 1).forEach((b) => {
        const [p, q] = [box(a), box(b)];
        const [wide, high] = [Math.min(p.right, q.right) - Math.max(p.left, q.left),
            Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
        // A starter lies a little aslant; cards of one hand may touch.
        if (wide > 4 && high > 4 && !a.contains(b) && !b.contains(a))
            wrong.push(`${a.id || a.className} ${b.id || b.className} ${wide} ${high}`);
    }));
    return wrong;
}"""
"""What covers what."""


def seated(players: int, **changes: Any) -> dict[str, Any]:
    """So many at the table; `player` of all but the first is a computer where `legal` is given."""
    people = ["person" if n == 0 or "legal" not in changes else "club" for n in range(players)]
    return {
        "seats": [
            {"name": NAMES[n], "color": COLORS[n], "player": people[n], "side": n}
            for n in range(players)
        ],
        "scores": [118, 104, 87, 121][:players],
        "pegs": [[118, 110], [104, 99], [87, 80], [120, 111]][:players],
        "pending": [0] * players, "hands": [None] * players, "hand_sizes": [0] * players,
        "match": {"first_to": 5, "length": None, "wins": [2] * players, "played": 4, "over": False},
    } | changes  # fmt: skip


def scenes(players: int) -> dict[str, dict[str, Any]]:
    others = [None] * (players - 1)
    playing = {
        "mode": "computer", "stage": "play", "turn": 0, "dealer": 0, "count": 27,
        "pile": ["TH", "5D", "2S", "TD"], "pile_by": [1, 0, 1, 0], "starter": "KD",
        "hands": [["4C", "6S", "TC", "9H"], *others], "hand_sizes": [4] * players,
        "legal": ["play 0 4C"], "next": "Ann: play a card.",
    }  # fmt: skip
    six = ["4C", "6S", "TC", "9H", "AH", "KS"]
    return {
        "score": seated(players, pending=[29, *[0] * (players - 1)]),
        "play": seated(players, **playing),
        "discard": seated(players, **playing | {
            "stage": "discard", "pile": [], "pile_by": [], "starter": None, "count": 0,
            "hands": [six, *others], "legal": ["discard 0 4C6S"],
        }),
        "show": seated(players, **playing | {
            "stage": "deal", "pile": [], "legal": [], "crib": ["5H", "5S", "JD", "QC"],
            "hands": [["4C", "6S", "TC", "9H"]] * players, "awaiting_ack": True,
            "next": "Press OK for the next deal.",
        }),
        "win": seated(players, winner=1, stage="over", skunk=1, games=[0, 2, *[0] * (players - 2)]),
    }  # fmt: skip


@pytest.mark.parametrize("players", BOARDS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_is_in_sight(
    page: Page, stage: Stage, players: int, size: tuple[int, int]
) -> None:
    plan = layout_message(load_layout(BOARDS[players]))
    stage.desk.plan = json.loads(json.dumps(plan))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.querySelector('circle[data-pixel]').id = 'before'")
    stage.set(layout=f"another {BOARDS[players]}")  # another board: it is drawn anew
    page.wait_for_selector("#before", state="detached")
    for name, changes in scenes(players).items():
        stage.set(**{"game": name, "layout": BOARDS[players]} | changes)
        page.wait_for_selector("#win .who" if name == "win" else ".seat", state="visible")
        settled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1], name
        assert page.evaluate(SMALL) == [], name
        assert page.evaluate(OFF_SIDE) == [], name
        assert page.evaluate(CLIPPED) == [], name
        assert page.evaluate(COVERED) == [], name
        board = page.locator("peg-board").bounding_box()
        assert board is not None and board["width"] >= 170, name
