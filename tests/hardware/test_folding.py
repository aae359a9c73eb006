"""The included layouts match the folding and can be built."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import folding
from hardware.folding import DENSE, FOLDS, folded, main
from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.building import doubts, strip_gaps
from pegboard.board.panel.cutting import cut_list, half_metre
from tests.support.paths import ROOT

FOLDER = ROOT / "hardware" / "layouts"
WEB_MM = 1.0
"""Minimum wood between two holes."""
CHAIN = 512
"""Maximum pixels of the firmware."""


def test_every_layout_has_a_fold() -> None:
    assert set(layout_names()) == set(FOLDS) == {path.stem for path in FOLDER.glob("*.toml")}


@pytest.mark.parametrize("name", FOLDS)
def test_layout_files_match_folding(name: str) -> None:
    assert (FOLDER / f"{name}.toml").read_text(encoding="utf-8") == folded(FOLDS[name])


@pytest.mark.parametrize("name", FOLDS)
def test_holes_have_unique_pixels_and_places(name: str) -> None:
    layout = load_layout(name)
    assert layout.name == name
    assert layout.holes == 121
    assert layout.length <= CHAIN
    places = Counter((track, hole) for track, hole, _, _ in layout.places())
    assert places == Counter((t, h) for t in range(layout.tracks) for h in range(122))
    pixels = [pixel for pixel, _ in layout.lamps()]
    assert len(set(pixels)) == len(pixels)
    # All LEDs of the chain are used, except the dark one next to each crib lamp.
    assert layout.length - len(pixels) == (layout.tracks if FOLDS[name].scoreboard else 0)


@pytest.mark.parametrize("name", FOLDS)
def test_hole_spacing_matches_led_pitch(name: str) -> None:
    layout, fold = load_layout(name), FOLDS[name]
    pitch = 1000 / fold.leds_per_m
    for track in range(layout.tracks):
        way = [point for point in layout.points[track] if point]
        steps = [dist(a, b) for a, b in pairwise(way)]
        bends = [hole for hole, step in enumerate(steps) if abs(step - pitch) > 0.02]
        assert bends == [30, 60, 90]
        assert all(steps[bend] <= 2 * layout.tracks * fold.street_mm for bend in bends)
    near = min(dist(a, b) for (_, a), (_, b) in combinations(layout.lamps(), 2))
    assert near - layout.drill_mm >= WEB_MM
    edge = min(min(x, y, layout.width_mm - x, layout.height_mm - y) for _, (x, y) in layout.lamps())
    assert edge - layout.drill_mm / 2 >= 2 * WEB_MM


@pytest.mark.parametrize("name", FOLDS)
def test_rows_are_joined_strip_pieces(name: str) -> None:
    layout, fold = load_layout(name), FOLDS[name]
    rows = [piece for piece in layout.pieces if piece.holds.startswith("track")]
    lengths = [len(piece.points) for piece in rows]
    assert lengths == [31] * fold.tracks + [30] * 2 * fold.tracks + [31] * fold.tracks
    assert layout.leds_per_m == fold.leds_per_m
    for piece in rows:
        for a, b in pairwise(piece.points):
            assert abs(dist(a, b) - fold.pitch_mm) < 0.02
    for before, after in pairwise(rows):
        # Data continues straight below its exit, or one column further at a bend.
        assert after.first_pixel == before.first_pixel + len(before.points)
        (x, y), (z, w) = before.points[-1], after.points[0]
        assert abs(x - z) < fold.pitch_mm + 0.02
        assert 0 < w - y <= fold.street_mm
    # Bare strip of any width fits, and 1 mm remains between two pieces.
    heights = sorted({piece.points[0][1] for piece in layout.pieces})
    assert layout.strip_mm == fold.strip_mm == 12
    assert min(b - a for a, b in pairwise(heights)) >= fold.row_mm >= layout.strip_mm + 1
    assert strip_gaps(layout)[0][0] >= 1


@given(st.integers(1, 8), st.integers(10, 200))
@settings(max_examples=25)
def test_any_folding_can_be_cut_from_strip(tracks: int, leds_per_m: int) -> None:
    """Rows of at most half a metre have no factory joint inside, and strips do not touch."""
    strip = folding.DENSE if leds_per_m > 100 else folding.ORDINARY
    text = folded(replace(strip, tracks=tracks, leds_per_m=leds_per_m))
    layout = Layout.parse(text, "mine")
    assert [doubt for doubt in doubts(layout) if "strip" in doubt] == []
    places, half = cut_list(layout), half_metre(leds_per_m)
    assert sorted(place.row for place in places) == [*range(1, 4 * tracks + 1)]
    assert [place for place in places if bool(place.joints) != (place.leds > half)] == []


def test_board_fits_a_table() -> None:
    for name in FOLDS:
        layout = load_layout(name)
        assert layout.width_mm <= 550 and layout.height_mm <= 280


def test_scoreboard_has_count_and_track_lamps() -> None:
    layout = load_layout("two-track-scoreboard")
    lamps = {str(extra): len(extra.pixels) for extra in layout.extras}
    assert lamps == {
        "count": 31, "wins of track 0": 3, "crib of track 0": 1, "wins of track 1": 3,
        "crib of track 1": 1,
    }  # fmt: skip


def test_folding_command_prints_custom_layout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["4", "96"]) == 0
    layout = Layout.parse(capsys.readouterr().out, "mine")
    assert (layout.tracks, layout.length, layout.leds_per_m) == (4, 488, 96)
    for wrong in (["4"], ["x", "60"], ["9", "60"], ["2", "5"]):
        assert main(wrong) == 2
        assert "TRACKS LEDS_PER_METRE" in capsys.readouterr().err
    assert DENSE.tracks == 2


def test_folding_command_writes_all_layouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "LAYOUTS", tmp_path)
    assert main([]) == 0
    written = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert written == {name: folded(fold) for name, fold in FOLDS.items()}
