"""Every shipped layout is drawn with all its lamps and legible numbers.

In its own shape, in the shape of a wide room, and with two tracks as on a phone.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.layout_message import layout_message

ARRANGEMENTS: dict[str, dict[str, Any]] = {
    "as it is": {"ratio": 0, "tracks": None},
    "wide": {"ratio": 1.7, "tracks": None},
    "very wide": {"ratio": 2.3, "tracks": None},
    "two tracks": {"ratio": 2.2, "tracks": [0, 1]},
}
MEASURE = """([layout, arrangement]) => {
    const board = document.createElement("peg-board");
    const shown = document.querySelector("peg-board");
    shown.replaceWith(board);
    board.arrange(arrangement);
    board.build(layout);
    const skunks = [{ below: 91, kind: "skunk" }, { below: 61, kind: "double skunk" }];
    board.show({ target: 121, skunks, seats: [], pegs: [] });
    const box = (part) => {
        const b = part.getBBox();
        return [b.x, b.y, b.x + b.width, b.y + b.height];
    };
    const view = board.querySelector(".lights").viewBox.baseVal;
    const measured = {
        view: [view.x, view.y, view.x + view.width, view.y + view.height],
        spots: [...board.querySelectorAll("circle[data-pixel]")].map((c) =>
            [+c.dataset.pixel, +c.getAttribute("cx"), +c.getAttribute("cy"), +c.getAttribute("r")]),
        texts: [...board.querySelectorAll(".marks text")].map((t) => [t.textContent, ...box(t)]),
        lines: [...board.querySelectorAll(".marks line")].map((l) =>
            ["x1", "y1", "x2", "y2"].map((key) => +l.getAttribute(key))),
    };
    board.replaceWith(shown);
    return measured;
}"""


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("name", layout_names())
def test_shipped_layouts_are_drawn_completely_and_legibly(
    page: Page, name: str, arrangement: str
) -> None:
    layout = load_layout(name)
    # As sent over the wire: tuples become lists.
    message = json.loads(json.dumps(layout_message(layout)))
    drawn = page.evaluate(MEASURE, [message, ARRANGEMENTS[arrangement]])
    spots = {pixel: (x, y) for pixel, x, y, _ in drawn["spots"]}
    assert len(spots) == len(drawn["spots"])
    lamps_there = dict(layout.lamps())
    if arrangement == "as it is":
        assert spots == lamps_there
    elif arrangement == "two tracks":
        drawn_pixels = {lamp[0] for track in message["tracks"][:2] for lamp in track}
        assert drawn_pixels <= set(spots)
        assert len(spots) <= len(lamps_there) - sum(map(len, message["tracks"][2:]))
    else:
        assert {pixel: x for pixel, (x, _) in spots.items()} == {
            pixel: x for pixel, (x, _) in lamps_there.items()
        }
        rows = sorted(lamps_there, key=lambda pixel: lamps_there[pixel][1])
        heights = [spots[pixel][1] for pixel in rows]
        assert heights == sorted(heights), "a row lies where another one was"
    texts = drawn["texts"]
    tens = [str(n) for n in range(10, 121, 10) if n not in (60, 90)]
    lamps = [{"wins": "games"}.get(extra.shows, extra.shows) for extra in layout.extras]
    assert sorted(t[0] for t in texts) == sorted([*tens, "60 double skunk", "skunk 90", *lamps])
    left, top, right, bottom = drawn["view"]
    for number, (label, x0, y0, x1, y1) in enumerate(texts):
        assert left <= x0 and top <= y0 and x1 <= right and y1 <= bottom, label
        # A text's box is empty above and below its letters, a fifth of its height each.
        spare = (y1 - y0) / 5
        for other, a0, b0, a1, b1 in texts[number + 1 :]:
            apart = x1 < a0 or a1 < x0 or y1 - spare < b0 + spare or b1 - spare < y0 + spare
            assert apart, f"{label} covers {other}"
        for pixel, x, y, r in drawn["spots"]:
            dx, dy = max(x0 - x, 0, x - x1), max(y0 + spare - y, 0, y - (y1 - spare))
            assert dx * dx + dy * dy > (0.8 * r) ** 2, f"{label} covers the hole of pixel {pixel}"
        for x, y, z, w in drawn["lines"]:
            through = x0 < max(x, z) and min(x, z) < x1 and y0 + spare < max(y, w)
            assert not (through and min(y, w) < y1 - spare), f"a line goes through {label}"
