"""Building a layout: strip, obstacles, and the layout commands."""

import json
from collections import Counter
from math import cos, hypot, sin
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.building import Cut, cuts, doubts, gap_mm, usual_pitch
from pegboard.board.panel.drawing import template
from pegboard.cli.layout.check import check_command
from pegboard.cli.layout.list import list_command
from pegboard.cli.layout.show import show_command
from tests.support.small_layout import EXTRA_LAMPS, SMALL_LAYOUT

ONE = (
    "tracks = 1\nholes = 1\nwidth_mm = 99\nheight_mm = 9\n"
    "[[row]]\ntrack = 0\nfirst_hole = 1\nlast_hole = 1\nfirst_pixel = 0\nfrom_mm = [50, 5]\n"
)


@pytest.mark.parametrize("name", layout_names())
def test_bundled_layouts_can_be_built(name: str) -> None:
    assert list(doubts(load_layout(name))) == []


def test_strip_is_cut_at_the_end_of_a_line() -> None:
    layout = load_layout("two-track-scoreboard")
    assert Counter(cut.leds for cut in cuts(layout)) == {31: 5, 30: 4, 5: 2}
    holds = ("wins of track 0, 3 to 1", "crib of track 0, 1")
    assert cuts(layout)[-1] == Cut(280, 5, holds, (43.78, 148), (16, 148))
    assert sum(cut.leds for cut in cuts(load_layout("four-track-60"))) == 488


def test_single_leds_are_not_joined() -> None:
    layout = Layout.parse(SMALL_LAYOUT + EXTRA_LAMPS, "x")
    assert [cut.leds for cut in cuts(layout)] == [2, 2, 1, 3, 2]
    assert usual_pitch(layout) == 10
    assert usual_pitch(Layout.parse(ONE, "one")) == 0


DOUBTS = [
    ("holes = 4", "holes = 4\ndrill_mm = 9.5", "the holes of pixels 3 and 6 are 9.50 mm apart"),
    ("holes = 4", "holes = 4\ndrill_mm = 9.5", "drilled 9.5 mm wide they need 10.5 mm (4 such)"),
    ("holes = 4", "holes = 4\ndrill_mm = 8", "pixel 4 is 5.50 mm from the edge; it needs 6 mm"),
    ("holes = 4", "holes = 4\npixels = 513", "513 pixels are more than the firmware drives, 512"),
    ("to_mm = [20, 15]", "to_mm = [18, 15]", "hole 4 of track 0 is 8.00 mm from the one before it"),
]


@pytest.mark.parametrize(("right", "wrong", "doubt"), DOUBTS)
def test_unbuildable_layout_is_reported(right: str, wrong: str, doubt: str) -> None:
    assert list(doubts(Layout.parse(SMALL_LAYOUT, "x"))) == []
    assert any(
        doubt in each for each in doubts(Layout.parse(SMALL_LAYOUT.replace(right, wrong), "x"))
    )


STRIPS = """
tracks = 2
holes = 3
width_mm = 80
height_mm = 80
leds_per_m = 100
strip_mm = 8

[[row]]
track = 0
first_hole = 1
last_hole = 3
first_pixel = 0
from_mm = [20, 10]
to_mm = [40, 10]

[[row]]
track = 1
first_hole = 1
last_hole = 3
first_pixel = 3
from_mm = [40, 20]
to_mm = [20, 20]
"""


def test_rows_at_led_pitch_are_separate_pieces() -> None:
    """Starts the second row one pitch after the first, round a corner."""
    assert [cut.leds for cut in cuts(Layout.parse(STRIPS, "x"))] == [3, 3]


def test_overlapping_strips_are_reported() -> None:
    def found(*changes: tuple[str, str]) -> list[str]:
        text = STRIPS
        for right, wrong in changes:
            assert right in text
            text = text.replace(right, wrong)
        return list(doubts(Layout.parse(text, "x")))

    near = ("20]", "18.5]")
    need = (
        "their edges need 1 mm: rows side by side 9 mm from middle to middle, or narrower strip "
        "(strip_mm); 1 such"
    )
    assert found() == found(("strip_mm = 8", "strip_mm = 9")) == []
    assert found(near) == [f"the strips of rows 1 and 2, 8 mm wide, lie 0.50 mm apart; {need}"]
    (doubt,) = found(("strip_mm = 8", "strip_mm = 12"))
    assert "the strips of rows 1 and 2, 12 mm wide, overlap by 2.00 mm; their edges need 1" in doubt
    (doubt,) = found(("strip_mm = 8", ""))  # 10 mm, unless the file says otherwise
    assert "10 mm wide, lie 0.00 mm apart" in doubt and "side by side 11 mm" in doubt
    # Single LEDs have no strip.
    assert found(("strip_mm = 8", "strip_mm = 20"), ("leds_per_m = 100", "")) == []


def test_angled_strips_are_measured_edge_to_edge() -> None:
    """Takes the end of a strip as half a pitch after its last LED."""
    down = STRIPS.replace("[40, 20]", "[X, 10]").replace("[20, 20]", "[X, 30]")
    assert list(doubts(Layout.parse(down.replace("X", "50"), "x"))) == []
    (doubt,) = doubts(Layout.parse(down.replace("X", "49"), "x"))
    assert "rows 1 and 2, 8 mm wide, lie 0.00 mm apart" in doubt


@given(
    st.tuples(st.floats(0, 50), st.floats(0, 50)), st.floats(0, 7), st.floats(-60, 60),
    st.floats(-60, 60),
)  # fmt: skip
def test_gap_is_symmetric_and_translation_invariant(
    size: tuple[float, float], turn: float, dx: float, dy: float
) -> None:
    """Measures the gap of two equal boxes along the axis that separates them."""
    width, height = size[0] + 1, size[1] + 1
    box = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]

    def placed(by: tuple[float, float]) -> list[tuple[float, float]]:
        moved = [(x + by[0], y + by[1]) for x, y in box]
        return [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in moved]

    right, down = abs(dx) - width, abs(dy) - height
    expected = hypot(right, down) if min(right, down) > 0 else max(right, down)
    one, other = placed((0, 0)), placed((dx, dy))
    assert gap_mm(one, other) == approx(expected, abs=1e-6)
    assert gap_mm(other, one[::-1]) == approx(expected, abs=1e-6)


def test_smallest_board_can_be_drawn() -> None:
    assert template(Layout.parse(ONE, "one")).startswith("<svg")


def test_list_names_every_layout(capsys: pytest.CaptureFixture[str]) -> None:
    assert list_command(as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(layout_names())
    assert "3 tracks, 240 x 180 mm, 366 pixels, 144 LEDs a metre" in lines[2]
    assert list_command(as_json=True) == 0
    assert [each["pixels"] for each in json.loads(capsys.readouterr().out)][:2] == [488, 488]


def test_show_prints_the_cut_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "panel.svg"
    assert show_command("two-track-scoreboard", svg, as_json=False) == 0
    out = capsys.readouterr().out
    assert "panel      240 x 159 mm" in out
    assert "144 LEDs a metre, 12 mm wide, cut into 5 of 31, 4 of 30, 2 of 5" in out
    assert "31 for count, 3 for wins of track 1" in out
    assert "  10  pixels 275 to 279: wins of track 1, 3 to 1; crib of track 1, 1" in out
    assert "\n  11   5     1      2           136       140     141\n" in out
    assert "factory joint inside" not in out
    assert svg.read_text() == template(load_layout("two-track-scoreboard"))
    (tmp_path / "one.toml").write_text(ONE)
    assert show_command(str(tmp_path / "one.toml"), None, as_json=False) == 0
    assert "strip" not in capsys.readouterr().out
    assert show_command("two-track-60", None, as_json=False) == 0
    out = capsys.readouterr().out
    assert (
        "\n  1    31    1      1 to 2      3         33      2 and 34     inside, after 28" in out
    )
    assert "Rows of more than 30 LEDs, the half metre that strip with 60 LEDs a metre" in out
    assert show_command("three-track", None, as_json=True) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["leds_per_m"], facts["pitch_mm"], len(facts["pieces"])) == (144, 6.94, 12)
    assert (facts["strip_mm"], len(facts["cut_list"])) == (12, 12)
    assert facts["cut_list"][2] == {
        "row": 3, "strip": 1, "halves": [2, 2], "first": 74, "last": 104, "lost": [73, 105],
        "opened": [], "joints": [],
    }  # fmt: skip
    assert show_command("moon", None, as_json=False) == 2
    assert "unknown layout 'moon'" in capsys.readouterr().err


def test_layout_check_exit_code_tells_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL_LAYOUT)
    assert check_command(str(path), as_json=False) == 0
    assert capsys.readouterr().out == f"{path}: 1 tracks, 7 pixels: it can be built\n"
    path.write_text("drill_mm = 9.5\n" + SMALL_LAYOUT)
    assert check_command(str(path), as_json=False) == 1
    assert f"{path}: the holes of pixels 3 and 6" in capsys.readouterr().out
    assert check_command(str(path), as_json=True) == 1
    assert len(json.loads(capsys.readouterr().out)["doubts"]) == 2
    path.write_text(SMALL_LAYOUT.replace("first_pixel = 5", "first_pixel = 3"))
    assert check_command(str(path), as_json=False) == 2
    err = capsys.readouterr().err
    assert err == f"pegboard: {path}: row 2: pixel 3 is already hole 2 of track 0\n"
