"""Layout files: a pixel for every hole, and reported errors."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.errors import ConfigError
from tests.support.small_layout import EXTRA_LAMPS, SMALL_LAYOUT


def test_rows_are_read_in_data_line_order() -> None:
    layout = Layout.parse(SMALL_LAYOUT, "boards/small.toml")
    assert (layout.name, layout.tracks, layout.holes, layout.length) == ("small", 1, 4, 7)
    assert [layout.pixel(0, hole) for hole in range(5)] == [None, 4, 3, 5, 6]
    assert [layout.position_mm(0, hole) for hole in range(3)] == [None, (10, 5.5), (20, 5.5)]
    assert (layout.width_mm, layout.height_mm) == (50, 20)
    assert next(iter(layout.places())) == (0, 1, 4, (10, 5.5))


def test_single_hole_row_needs_one_position() -> None:
    text = SMALL_LAYOUT.replace("last_hole = 4", "last_hole = 3").replace("to_mm = [20, 15]", "")
    assert Layout.parse(text.replace("holes = 4", "holes = 3"), "x").position_mm(0, 3) == (10, 15)


def test_chain_may_continue_after_the_last_hole() -> None:
    assert Layout.parse("pixels = 9\n" + SMALL_LAYOUT, "x").length == 9


@pytest.mark.parametrize(("track", "hole"), [(1, 1), (-1, 1), (0, -1), (0, 5)])
def test_unknown_hole_is_refused(track: int, hole: int) -> None:
    layout = Layout.parse(SMALL_LAYOUT, "x")
    with pytest.raises(ValueError, match="has 0 to"):
        layout.pixel(track, hole)
    with pytest.raises(ValueError, match="has 0 to"):
        layout.position_mm(track, hole)


MISTAKES = [
    ("tracks = 1", "tracks =", "small.toml: not TOML: Invalid value (at line 2, column 9)"),
    ("tracks = 1", "", "small.toml: tracks is missing; it must be an integer from 1 to 8"),
    ("tracks = 1", "tracks = 9", "small.toml: tracks must be an integer from 1 to 8, got 9"),
    ("holes = 4", "holes = true", "holes must be an integer from 1 to 1000, got True"),
    ("holes = 4", "holes = '4'", "holes must be an integer from 1 to 1000, got '4'"),
    ("width_mm = 50", "width_mm = 0", "width_mm must be between 0 and 10000 millimetres, got 0"),
    ("width_mm = 50", "width_mm = []", "width_mm must be millimetres, got []"),
    ("width_mm = 50", "width = 50", "width_mm is missing; it must be millimetres"),
    ("holes = 4", "holes = 4\ndepth = 1", "small.toml: unknown key depth"),
    ("track = 0\nfirst_hole = 3", "track = 1\nfirst_hole = 3", "row 2: track must be"),
    ("last_hole = 4", "last = 4", "small.toml: row 2: last_hole is missing"),
    ("last_hole = 4", "last_hole = 4\npin = 1", "small.toml: row 2: unknown key pin"),
    ("to_mm = [20, 15]", "to_mm = [20]", "row 2: to_mm must be two numbers, [x, y] in milli"),
    ("to_mm = [20, 15]", "to_mm = [20, '1']", "row 2: to_mm must be two numbers"),
    ("to_mm = [20, 15]", "to_mm = [20, true]", "row 2: to_mm must be two numbers"),
    ("to_mm = [20, 15]", "", "row 2: to_mm is missing; it must be two numbers"),
    ("to_mm = [20, 15]", "to_mm = [20, 15.0]\n[[row]]", "row 3: track is missing"),
    ("to_mm = [20, 15]", "to_mm = [51, 15]", "row 2: hole 4 at (51.0, 15.0) is off the board"),
    ("first_hole = 3", "first_hole = 2", "row 2: hole 2 of track 0 already has a pixel"),
    ("first_hole = 3", "first_hole = 4", "small.toml: hole 3 of track 0 has no pixel"),
    ("first_pixel = 5", "first_pixel = 3", "row 2: pixel 3 is already hole 2 of track 0"),
    ("first_pixel = 5", "first_pixel = -1", "row 2: first_pixel must be an integer from 0"),
    ("holes = 4", "holes = 4\npixels = 6", "pixels must be at least 7, got 6"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), MISTAKES)
def test_layout_error_is_reported(right: str, wrong: str, message: str) -> None:
    assert right in SMALL_LAYOUT
    with pytest.raises(ConfigError) as caught:
        Layout.parse(SMALL_LAYOUT.replace(right, wrong, 1), "boards/small.toml")
    assert str(caught.value).startswith("boards/small.toml: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("rows", ["row = 1", "row = [1]", ""])
def test_rows_must_be_tables(rows: str) -> None:
    text = SMALL_LAYOUT[: SMALL_LAYOUT.index("[[")] + rows
    with pytest.raises(ConfigError, match=r"\[\[row\]\] tables"):
        Layout.parse(text, "x")


def test_layout_without_rows_has_holes_without_pixels() -> None:
    with pytest.raises(ConfigError, match="hole 1 of track 0 has no pixel"):
        Layout.parse(SMALL_LAYOUT[: SMALL_LAYOUT.index("[[")] + "row = []", "x")


@given(st.integers(1, 4), st.integers(1, 130), st.integers(1, 40), st.booleans())
def test_every_folding_maps_each_hole_once(
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


def test_lamps_are_mapped_to_pixels() -> None:
    layout = Layout.parse(SMALL_LAYOUT + EXTRA_LAMPS, "x")
    count, crib = layout.extras
    assert str(count) == "count" and str(crib) == "crib of track 0"
    assert count.pixels == (11, 10, 9, 12, 13)
    assert count.points[0] == (10, 18) and count.points[2:4] == ((30, 18), (40, 18))
    assert (crib.shows, crib.track, crib.pixels, crib.points) == ("crib", 0, (7,), ((2, 2),))
    assert layout.length == 14  # pixel 8 shows nothing
    assert len(list(layout.lamps())) == 4 + 6
    assert [piece.holds for piece in layout.pieces] == [
        "track 0, 2 to 1", "track 0, 3 to 4", "crib of track 0, 1", "count, 3 to 1",
        "count, 4 to 5",
    ]  # fmt: skip


LAMP_MISTAKES = [
    ('shows = "crib"', 'shows = "clock"', 'extra 3: shows must be "crib" or "wins" or "count", '),
    ("track = 0\nfirst_pixel = 7", "first_pixel = 7", "extra 3: track is missing"),
    (
        "track = 0\nfirst_pixel = 7",
        "track = 1\nfirst_pixel = 7",
        "extra 3: track must be an integer",
    ),
    ("first_lamp = 4", "first_lamp = 5", "small.toml: lamp 4 of count has no pixel"),
    ("first_lamp = 4", "first_lamp = 3", "extra 2: lamp 3 of count already has a pixel"),
    ("first_lamp = 3", "first_lamp = 0", "extra 1: first_lamp must be an integer from 1 to"),
    ("first_pixel = 7", "first_pixel = 6", "extra 3: pixel 6 is already hole 4 of track 0"),
    ("from_mm = [2, 2]", "from_mm = [2, -2]", "extra 3: lamp 1 at (2.0, -2.0) is off the board"),
    ("from_mm = [2, 2]", "from_mm = [2, 2]\nlast_lamp = 2", "extra 3: to_mm is missing"),
    ("from_mm = [2, 2]", "from_mm = [2, 2]\nhole = 2", "extra 3: unknown key hole"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), LAMP_MISTAKES)
def test_lamp_error_is_reported(right: str, wrong: str, message: str) -> None:
    assert right in EXTRA_LAMPS
    with pytest.raises(ConfigError) as caught:
        Layout.parse(SMALL_LAYOUT + EXTRA_LAMPS.replace(right, wrong, 1), "boards/small.toml")
    assert message in str(caught.value)


def test_bundled_row_lengths_match_strip_pitch() -> None:
    strip = "leds_per_m = 100\n" + SMALL_LAYOUT
    assert Layout.parse(strip, "x").leds_per_m == 100
    wrong = strip.replace("to_mm = [20, 15]", "to_mm = [20.3, 15]")
    with pytest.raises(
        ConfigError, match=r"row 2: 2 LEDs from .* take 10.3 mm; .* they take 10.0 mm"
    ):
        Layout.parse(wrong, "x")


def test_layout_is_found_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL_LAYOUT)
    assert load_layout(str(path)).name == "mine"


def test_available_layouts_are_listed(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"unknown layout 'moon': must be one of .*two-track.*, or the path"
    ):
        load_layout("moon")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_layout(str(tmp_path / "none.toml"))
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_layout(str(tmp_path / "bad.toml"))
