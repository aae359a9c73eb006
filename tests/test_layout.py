"""Layout files: every hole has its pixel, and a mistake is named."""

from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.layout import Layout
from pegboard.errors import ConfigError
from pegboard.layout_files import layout_names, load_layout

SMALL = """
tracks = 1
holes = 4
width_mm = 50
height_mm = 20

[[row]]
track = 0
first_hole = 2
last_hole = 1
first_pixel = 3
from_mm = [20, 5.5]
to_mm = [10, 5.5]

[[row]]
track = 0
first_hole = 3
last_hole = 4
first_pixel = 5
from_mm = [10, 15]
to_mm = [20, 15]
"""


def test_reads_rows_in_the_order_of_the_data_line() -> None:
    layout = Layout.parse(SMALL, "boards/small.toml")
    assert (layout.name, layout.tracks, layout.holes, layout.length) == ("small", 1, 4, 7)
    assert [layout.pixel(0, hole) for hole in range(5)] == [None, 4, 3, 5, 6]
    assert [layout.position_mm(0, hole) for hole in range(3)] == [None, (10, 5.5), (20, 5.5)]
    assert (layout.width_mm, layout.height_mm) == (50, 20)
    assert next(iter(layout.places())) == (0, 1, 4, (10, 5.5))


def test_a_row_of_one_hole_needs_one_position() -> None:
    text = SMALL.replace("last_hole = 4", "last_hole = 3").replace("to_mm = [20, 15]", "")
    assert Layout.parse(text.replace("holes = 4", "holes = 3"), "x").position_mm(0, 3) == (10, 15)


def test_a_chain_may_go_on_behind_the_last_hole() -> None:
    assert Layout.parse("pixels = 9\n" + SMALL, "x").length == 9


@pytest.mark.parametrize(("track", "hole"), [(1, 1), (-1, 1), (0, -1), (0, 5)])
def test_there_is_no_other_hole(track: int, hole: int) -> None:
    layout = Layout.parse(SMALL, "x")
    with pytest.raises(ValueError, match="has 0 to"):
        layout.pixel(track, hole)
    with pytest.raises(ValueError, match="has 0 to"):
        layout.position_mm(track, hole)


MISTAKES = [
    ("tracks = 1", "tracks =", "small.toml: not TOML: Invalid value (at line 2, column 9)"),
    ("tracks = 1", "", "small.toml: tracks is missing; it should be a whole number from 1 to 8"),
    ("tracks = 1", "tracks = 9", "small.toml: tracks should be a whole number from 1 to 8, not 9"),
    ("holes = 4", "holes = true", "holes should be a whole number from 1 to 1000, not True"),
    ("holes = 4", "holes = '4'", "holes should be a whole number from 1 to 1000, not '4'"),
    ("width_mm = 50", "width_mm = 0", "width_mm should be between 0 and 10000 millimetres, not 0"),
    ("width_mm = 50", "width_mm = []", "width_mm should be millimetres, not []"),
    ("width_mm = 50", "width = 50", "width_mm is missing; it should be millimetres"),
    ("holes = 4", "holes = 4\ndepth = 1", "small.toml: unknown key depth"),
    ("track = 0\nfirst_hole = 3", "track = 1\nfirst_hole = 3", "row 2: track should be"),
    ("last_hole = 4", "last = 4", "small.toml: row 2: last_hole is missing"),
    ("last_hole = 4", "last_hole = 4\npin = 1", "small.toml: row 2: unknown key pin"),
    ("to_mm = [20, 15]", "to_mm = [20]", "row 2: to_mm should be two numbers, [x, y] in milli"),
    ("to_mm = [20, 15]", "to_mm = [20, '1']", "row 2: to_mm should be two numbers"),
    ("to_mm = [20, 15]", "to_mm = [20, true]", "row 2: to_mm should be two numbers"),
    ("to_mm = [20, 15]", "", "row 2: to_mm is missing; it should be two numbers"),
    ("to_mm = [20, 15]", "to_mm = [20, 15.0]\n[[row]]", "row 3: track is missing"),
    ("to_mm = [20, 15]", "to_mm = [51, 15]", "row 2: hole 4 at (51.0, 15.0) is off the board"),
    ("first_hole = 3", "first_hole = 2", "row 2: hole 2 of track 0 already has a pixel"),
    ("first_hole = 3", "first_hole = 4", "small.toml: hole 3 of track 0 has no pixel"),
    ("first_pixel = 5", "first_pixel = 3", "row 2: pixel 3 is already hole 2 of track 0"),
    ("first_pixel = 5", "first_pixel = -1", "row 2: first_pixel should be a whole number from 0"),
    ("holes = 4", "holes = 4\npixels = 6", "pixels should be at least 7, not 6"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), MISTAKES)
def test_a_mistake_is_named(right: str, wrong: str, message: str) -> None:
    assert right in SMALL
    with pytest.raises(ConfigError) as caught:
        Layout.parse(SMALL.replace(right, wrong, 1), "boards/small.toml")
    assert str(caught.value).startswith("boards/small.toml: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("rows", ["row = 1", "row = [1]", ""])
def test_rows_are_tables(rows: str) -> None:
    text = SMALL[: SMALL.index("[[")] + rows
    with pytest.raises(ConfigError, match=r"\[\[row\]\] tables"):
        Layout.parse(text, "x")


def test_no_rows_means_holes_without_pixels() -> None:
    with pytest.raises(ConfigError, match="hole 1 of track 0 has no pixel"):
        Layout.parse(SMALL[: SMALL.index("[[")] + "row = []", "x")


@given(st.integers(1, 4), st.integers(1, 130), st.integers(1, 40), st.booleans())
def test_any_folding_maps_each_hole_once(
    tracks: int, holes: int, row: int, to_and_fro: bool
) -> None:
    text = f"tracks = {tracks}\nholes = {holes}\nwidth_mm = 500\nheight_mm = 900\n"
    pixel = y = 0
    for track in range(tracks):
        for first in range(1, holes + 1, row):
            ends = [first, min(holes, first + row - 1)]
            if to_and_fro and y % 2:
                ends.reverse()
            text += f"[[row]]\ntrack = {track}\nfirst_hole = {ends[0]}\nlast_hole = {ends[1]}\n"
            text += f"first_pixel = {pixel}\nfrom_mm = [{ends[0]}, {y}]\nto_mm = [{ends[1]}, {y}]\n"
            pixel += abs(ends[1] - ends[0]) + 1
            y += 1
    layout = Layout.parse(text, "folded")
    pixels = [layout.pixel(track, hole) for track in range(tracks) for hole in range(1, holes + 1)]
    assert sorted(p for p in pixels if p is not None) == list(range(tracks * holes))
    assert layout.length == tracks * holes


@pytest.mark.parametrize("name", layout_names())
def test_each_layout_that_comes_with_pegboard(name: str) -> None:
    layout = load_layout(name)
    assert layout.name == name
    assert layout.holes == 121
    pixels = [pixel for _, _, pixel, _ in layout.places()]
    assert len(set(pixels)) == len(pixels)
    assert len({point for _, _, _, point in layout.places()}) == len(pixels)


def test_the_board_of_two_tracks_can_be_built_from_two_strips() -> None:
    layout = load_layout("two-track")
    assert layout.tracks == 2
    assert layout.length == 244
    pitch = 1000 / 144
    chain = {pixel: (track, point) for track, _, pixel, point in layout.places()}
    assert sorted(chain) == list(range(244))
    bends = [
        pixel
        for pixel in range(243)
        if abs(dist(chain[pixel][1], chain[pixel + 1][1]) - pitch) > 0.02
    ]
    pieces = [b - a for a, b in zip([-1, *bends], [*bends, 243], strict=True)]
    assert pieces == [31, 31, 30, 30, 30, 30, 31, 31]
    for bend in bends:
        assert dist(chain[bend][1], chain[bend + 1][1]) < 22  # a short wire joins the pieces
    for track in range(2):
        way = [layout.position_mm(track, hole) for hole in range(122)]
        steps = [dist(a, b) for a, b in pairwise(way) if a and b]
        assert len(steps) == 121
        assert max(steps) < 45  # a peg never leaps across the board
    ends = [layout.position_mm(track, 121) for track in range(2)]
    assert ends[0] and ends[1] and dist(ends[0], ends[1]) == 12
    assert 1.8 < layout.width_mm / layout.height_mm < 2.1


def test_finds_a_layout_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    assert load_layout(str(path)).name == "mine"


def test_says_which_layouts_there_are(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no layout 'moon': there are .*two-track.*, or give"):
        load_layout("moon")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_layout(str(tmp_path / "none.toml"))
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_layout(str(tmp_path / "bad.toml"))
