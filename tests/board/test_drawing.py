"""Drawings of a board, and the draw command."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pegboard.board.color import OKABE_ITO
from pegboard.board.layout_files import load_layout
from pegboard.board.panel import drawing
from pegboard.board.panel.plan import plan
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.cli.frame import frame_command

LAYOUT = load_layout("two-track")
SVG = "{http://www.w3.org/2000/svg}"


def test_lit_board_shows_every_hole_in_place() -> None:
    frame = render(Scene.of(((45, 33), (52, 40)), dealer_track=1), LAYOUT, OKABE_ITO, 0)
    root = ET.fromstring(drawing.lit(LAYOUT, frame))
    assert root.get("width") == "240mm"
    dots = {
        (float(dot.get("cx", 0)), float(dot.get("cy", 0))): dot for dot in root.iter(f"{SVG}circle")
    }
    assert len(dots) == 244
    front = LAYOUT.position_mm(0, 45)
    assert front and dots[front].get("fill") == "#00a3ff"
    with pytest.raises(ValueError, match="3 bytes for two-track, not 732"):
        drawing.lit(LAYOUT, bytes(3))


def test_template_separates_cut_drill_and_engrave_layers() -> None:
    root = ET.fromstring(drawing.template(LAYOUT))
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    assert list(groups) == ["GUIDE", "ENGRAVE", "DRILL"]
    panel = plan(LAYOUT)
    assert [len(group) for group in groups.values()] == [8 + 1, len(panel.lines), 2 * 244]
    (outline,) = root.iter(f"{SVG}rect")
    assert (outline.get("id"), outline.get("width"), outline.get("rx")) == ("OUTLINE", "240", "6")


def test_draw_command_prints_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert frame_command(["45,33", "52,40"], dealer=0, turn=1) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[3].split() == list("........O.-.-.-.-.-.o.........")
    assert out[-1].endswith("mA at full brightness")
    assert frame_command([]) == 0
    assert capsys.readouterr().out.startswith("O . . .")


def test_draw_command_writes_drawings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert frame_command(["45,33", "52,40"], svg=tmp_path / "board.svg") == 0
    assert "#00a3ff" in (tmp_path / "board.svg").read_text()
    assert frame_command([], template=True, svg=tmp_path / "drill.svg") == 0
    assert frame_command([], template=True) == 0
    assert capsys.readouterr().out == (tmp_path / "drill.svg").read_text()


@pytest.mark.parametrize(
    ("pegs", "layout", "message"),
    [
        (["45"], "two-track", "not a track's pegs: '45'"),
        (["4,x"], "two-track", "not a track's pegs: '4,x'"),
        (["122,1"], "two-track", "not within 0 to 121"),
        (["1,0"] * 3, "two-track", "3 tracks to 121 do not fit"),
        ([], "moon", "unknown layout 'moon'"),
    ],
)
def test_draw_command_reports_errors(
    pegs: list[str], layout: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert frame_command(pegs, layout) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
