"""Engraving: legible, on the panel, clear of the holes, in the right place."""

from itertools import pairwise
from math import hypot

import pytest

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.plan import plan
from pegboard.board.panel.strokes import Line, width_mm, written

Point = tuple[float, float]


def away(point: Point, a: Point, b: Point) -> float:
    """Returns the distance of a point from a line segment."""
    (x, y), (dx, dy) = (point[0] - a[0], point[1] - a[1]), (b[0] - a[0], b[1] - a[1])
    part = max(0.0, min(1.0, (x * dx + y * dy) / ((dx * dx + dy * dy) or 1)))
    return hypot(x - part * dx, y - part * dy)


def has(lines: tuple[Line, ...], text: str, middle: Point, height: float) -> bool:
    """Returns whether the text is engraved at this position, within 0.05 mm."""
    there = {tuple((round(x, 1), round(y, 1)) for x, y in line) for line in lines}
    for dx in (-0.05, 0, 0.05):
        for dy in (-0.05, 0, 0.05):
            letters = written(text, (middle[0] + dx, middle[1] + dy), height)
            if {tuple((round(x, 1), round(y, 1)) for x, y in line) for line in letters} <= there:
                return True
    return False


def test_letters_are_centred() -> None:
    lines = written("120 L", (50, 20), 3)
    xs, ys = [x for line in lines for x, _ in line], [y for line in lines for _, y in line]
    assert (min(ys), max(ys)) == (18.5, 21.5)
    assert (min(xs), max(xs)) == (50 - 7 + 0.5, 50 + 7)
    assert width_mm("120 L", 3) == 14
    assert width_mm("", 3) == 0
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    shapes = {letter: written(letter, (0, 0), 6) for letter in letters}
    assert len(set(shapes.values())) == len(letters) - 1  # O and 0 are the same
    with pytest.raises(KeyError):
        written("a", (0, 0), 3)


@pytest.mark.parametrize("name", layout_names())
def test_engraving_stays_on_the_panel_and_off_the_holes(name: str) -> None:
    panel = plan(load_layout(name))
    for line in panel.lines:
        for x, y in line:
            assert 1 <= x <= panel.width_mm - 1 and 1 <= y <= panel.height_mm - 1, line
        for a, b in pairwise(line):
            near = min(away(hole, a, b) for hole in panel.holes)
            assert near >= panel.drill_mm / 2 + 0.5, (a, b)


@pytest.mark.parametrize("name", layout_names())
def test_every_fifth_hole_is_numbered_and_marked(name: str) -> None:
    layout = load_layout(name)
    lines = plan(layout).lines
    half = 500 / (layout.leds_per_m or 1)
    up = layout.drill_mm / 2 + 1.2
    for hole in range(5, 121, 5):
        there = [point for points in layout.points if (point := points[hole])]
        x, top, low = there[0][0], min(y for _, y in there), max(y for _, y in there)
        assert has(lines, str(hole), (x, top - up - 1.25), 2.5), hole
        rightwards = (hole - 1) // 30 % 2 == 0
        at = x + half if rightwards else x - half
        across = [
            line
            for line in lines
            if len(line) == 2
            and abs(line[0][0] - at) < 0.5
            and abs(min(line)[1] - (top - up)) < 0.02
            and abs(max(line)[1] - (low + up)) < 0.02
        ]
        # The lines that a loser has to reach are double: after the holes 60 and 90.
        assert len(across) == (2 if hole in (60, 90) else 1)


def test_tracks_are_named_with_start_and_finish() -> None:
    lines = plan(load_layout("four-track")).lines
    for track, color in enumerate(("BLUE", "ORANGE", "GREEN", "PINK")):
        assert has(lines, color, (16 - 2 - 1.2 - 3.6, 11 + 13 * track + 3.6), 1.6)
        assert has(lines, "OUT", (16 - 2 - 1.2 - width_mm("OUT", 2) / 2, 221 - 13 * track), 2)
    assert has(lines, "START", (16, 11 - 2 - 1.2 - 1), 2)


def test_lamps_are_labelled() -> None:
    layout = load_layout("two-track-scoreboard")
    lines, up = plan(layout).lines, 2 + 1.2 + 1
    for extra in layout.extras:
        x, y = extra.points[0]
        if extra.shows == "crib":
            assert has(lines, "CRIB", (x, y - up), 2)
        elif extra.shows == "wins":
            assert has(lines, "GAMES", ((x + extra.points[2][0]) / 2, y - up), 2)
        else:
            for count in (5, 10, 15, 20, 25, 31):
                x, y = extra.points[count - 1]
                assert has(lines, str(count), (x, y - up), 2)


APART = """
tracks = 2
holes = 12
width_mm = 120
height_mm = 120
[[row]]
track = 0
first_hole = 1
last_hole = 12
first_pixel = 0
from_mm = [20, 20]
to_mm = [20, 97]
[[row]]
track = 1
first_hole = 1
last_hole = 12
first_pixel = 12
from_mm = [108, 110]
to_mm = [31, 110]
"""
"""One track down, one to the left, and neither has a start."""


def test_separate_tracks_have_separate_lines() -> None:
    lines = plan(Layout.parse(APART, "apart")).lines
    for a, b in (((76.5, 106.8), (76.5, 113.2)), ((16.8, 51.5), (23.2, 51.5))):
        assert {a, b} in [set(line) for line in lines if len(line) == 2]
    assert has(lines, "5", (80, 110 - 3.2 - 1.25), 2.5)
    assert has(lines, "5", (20 - 3.2 - width_mm("5", 2.5) / 2, 48), 2.5)  # at its left
    assert has(lines, "START", (20, 20 - 4.2), 2) and has(lines, "START", (108, 110 - 4.2), 2)
    assert has(lines, "OUT", (20, 97 + 4.2), 2)


def test_bend_has_an_arrow_and_every_track_a_name() -> None:
    rows = "".join(
        f"[[row]]\ntrack = {track}\nfirst_hole = 1\nlast_hole = 6\nfirst_pixel = {12 * track}\n"
        f"from_mm = [40, {20 + 30 * track}]\nto_mm = [90, {20 + 30 * track}]\n"
        f"[[row]]\ntrack = {track}\nfirst_hole = 7\nlast_hole = 12\n"
        f"first_pixel = {12 * track + 6}\n"
        f"from_mm = [90, {35 + 30 * track}]\nto_mm = [40, {35 + 30 * track}]\n"
        for track in range(5)
    )
    head = "tracks = 5\nholes = 12\nwidth_mm = 120\nheight_mm = 190\n"
    lines = plan(Layout.parse(head + rows, "five")).lines
    assert sum(len(line) == 6 and max(line)[0] > 92 for line in lines) == 5
    assert has(lines, "TRACK 5", (40 - 2 - 1.2 - 3.6, 140 + 3.6), 1.6)


def test_short_bar_is_numbered_at_whole_counts_only() -> None:
    bar = (
        '[[extra]]\nshows = "count"\nlast_lamp = 6\nfirst_pixel = 24\n'
        "from_mm = [60, 20]\nto_mm = [100, 20]\n"
    )
    lines = plan(Layout.parse(APART + bar, "bar")).lines
    assert has(lines, "31", (100, 20 - 4.2), 2)
    assert not has(lines, "25", (92, 20 - 4.2), 2)
