"""Strip to be cut, what would not work out in wood, and the commands that say so."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.building import Cut, cuts, doubts, usual_pitch
from pegboard.board.panel.drawing import template
from pegboard.cli.layout.check import check_command
from pegboard.cli.layout.list import list_command
from pegboard.cli.layout.show import show_command
from tests.support.small_board import LAMPS, SMALL

ONE = (
    "tracks = 1\nholes = 1\nwidth_mm = 99\nheight_mm = 9\n"
    "[[row]]\ntrack = 0\nfirst_hole = 1\nlast_hole = 1\nfirst_pixel = 0\nfrom_mm = [50, 5]\n"
)


@pytest.mark.parametrize("name", layout_names())
def test_what_comes_with_pegboard_can_be_built(name: str) -> None:
    assert list(doubts(load_layout(name))) == []


def test_strip_is_cut_where_the_line_ends() -> None:
    layout = load_layout("two-track-scoreboard")
    assert Counter(cut.leds for cut in cuts(layout)) == {31: 5, 30: 4, 5: 2}
    holds = ("wins of track 0, 3 to 1", "crib of track 0, 1")
    assert cuts(layout)[-1] == Cut(280, 5, holds, (43.78, 143), (16, 143))
    assert sum(cut.leds for cut in cuts(load_layout("four-track-60"))) == 488


def test_single_leds_are_not_joined() -> None:
    layout = Layout.parse(SMALL + LAMPS, "x")
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
def test_what_would_not_work_out_is_named(right: str, wrong: str, doubt: str) -> None:
    assert list(doubts(Layout.parse(SMALL, "x"))) == []
    assert any(doubt in each for each in doubts(Layout.parse(SMALL.replace(right, wrong), "x")))


def test_the_smallest_board_can_be_drawn() -> None:
    assert template(Layout.parse(ONE, "one")).startswith("<svg")


def test_list_names_every_layout(capsys: pytest.CaptureFixture[str]) -> None:
    assert list_command(as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(layout_names())
    assert "3 tracks, 240 x 172 mm, 366 pixels, 144 LEDs a metre" in lines[2]
    assert list_command(as_json=True) == 0
    assert [each["pixels"] for each in json.loads(capsys.readouterr().out)][:2] == [488, 488]


def test_show_says_what_to_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "panel.svg"
    assert show_command("two-track-scoreboard", svg, as_json=False) == 0
    out = capsys.readouterr().out
    assert "panel      240 x 154 mm" in out
    assert "144 LEDs a metre, cut into 5 of 31, 4 of 30, 2 of 5" in out
    assert "31 for count, 3 for wins of track 1" in out
    assert "  10  pixels 275 to 279: wins of track 1, 3 to 1; crib of track 1, 1" in out
    assert svg.read_text() == template(load_layout("two-track-scoreboard"))
    (tmp_path / "one.toml").write_text(ONE)
    assert show_command(str(tmp_path / "one.toml"), None, as_json=False) == 0
    assert "strip" not in capsys.readouterr().out
    assert show_command("three-track", None, as_json=True) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["leds_per_m"], facts["pitch_mm"], len(facts["pieces"])) == (144, 6.94, 12)
    assert show_command("moon", None, as_json=False) == 2
    assert "unknown layout 'moon'" in capsys.readouterr().err


def test_check_answers_by_its_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    assert check_command(str(path), as_json=False) == 0
    assert capsys.readouterr().out == f"{path}: 1 tracks, 7 pixels: it can be built\n"
    path.write_text("drill_mm = 9.5\n" + SMALL)
    assert check_command(str(path), as_json=False) == 1
    assert f"{path}: the holes of pixels 3 and 6" in capsys.readouterr().out
    assert check_command(str(path), as_json=True) == 1
    assert len(json.loads(capsys.readouterr().out)["doubts"]) == 2
    path.write_text(SMALL.replace("first_pixel = 5", "first_pixel = 3"))
    assert check_command(str(path), as_json=False) == 2
    err = capsys.readouterr().err
    assert err == f"pegboard: {path}: row 2: pixel 3 is already hole 2 of track 0\n"
