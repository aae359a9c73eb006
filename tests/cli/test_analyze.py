"""`pegboard analyze`: table, JSON, charts and error messages."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pegboard.cli.analyze import analyze_command
from tests.support.paths import TEST_DATA

FOLDER = TEST_DATA
FIVES = FOLDER / "analyze" / "fives.game"


def masked(text: str) -> str:
    """Masks the figures of a table, which change when the players' tables are regenerated."""
    text = re.sub(r"[█░]+", "=", text.replace(str(FIVES), "fives.game"))
    return re.sub(r" *[+-]?\d+\.\d( %)?| +\d+ %", " #", text)


def test_analyze_prints_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert analyze_command(FIVES, False) == 0
    out, err = capsys.readouterr()
    assert err == "" and masked(out) == (FOLDER / "analyze" / "fives.txt").read_text()


def test_analyze_json_prints_only_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert analyze_command(FIVES, True) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == "" and found["file"] == str(FIVES)
    assert found["names"] == ["Ann", "Ben"] and found["unit"] == "chance"
    bad, good = found["decisions"]
    assert (bad["line"], bad["verdict"], bad["best"]) == (7, "blunder", "discard 0 2HKD")
    assert bad["cost_points"] > 10 and bad["cost_chance"] > 0.2
    assert (good["verdict"], good["cost_points"], good["cost_chance"]) == ("best", 0, 0)
    assert [point["line"] for point in found["curve"]] == [None, 6, 7, 8, 9]
    ann, ben = found["sides"]
    whole = sum(ann["luck"].values()) + ann["skill"] + ann["against"]
    assert ann["start"] + whole == pytest.approx(ann["end"], abs=0.001)
    assert -ann["skill"] == ben["against"] == bad["cost_chance"]


def test_analyze_writes_charts(tmp_path: Path) -> None:
    svg = tmp_path / "game.svg"
    assert analyze_command(FIVES, True, svg) == 0
    drawing = ElementTree.parse(svg).getroot()
    texts = [node.text for node in drawing.iter() if node.tag.endswith("text")]
    assert "Scores, deal by deal" in texts and "Ann’s decisions" in texts
    assert "href" not in svg.read_text() and "style" not in svg.read_text()


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("players 2\ndeal 0\ncut 5H\nplay 0 6H\n", 1, "line 4: it is not seat 0's turn"),
        ("players 2\ndeal 0\ncut 5X\n", 2, "line 3: not a card: '5X'"),
        ("players 2\n", 2, "the record has no actions; there is nothing to review"),
        ("\xff", 2, "line 1: not an action"),
    ],
)
def test_analyze_refuses_invalid_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, message: str
) -> None:
    file = tmp_path / "a.game"
    file.write_text(text)
    assert analyze_command(file, False) == code
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"pegboard analyze: {file}") and err.count("\n") == 1
    assert message in err or "players 2" in err


def test_analyze_reports_file_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert analyze_command(tmp_path / "none.game", False) == 2
    assert "none.game: No such file or directory" in capsys.readouterr().err
    assert analyze_command(tmp_path, False) == 2
    assert "must be one record, such as game.game, not a folder" in capsys.readouterr().err
    assert analyze_command(FIVES, False, tmp_path / "no" / "a.svg") == 2
    assert "a.svg: No such file or directory" in capsys.readouterr().err
