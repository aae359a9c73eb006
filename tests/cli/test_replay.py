import json
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli import replay
from pegboard.cli.replay import replay_command
from tests.support.paths import TEST_DATA

GAMES = TEST_DATA / "games"
START = """players 2
deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D
discard 0 7H8H

discard 1 2D8D
cut 3D
play 1 JH
play 0 5S
"""


def run(
    capsys: pytest.CaptureFixture[str], *paths: Path, code: int
) -> tuple[list[dict[str, Any]], str]:
    assert replay_command(list(paths), True) == code
    out, err = capsys.readouterr()
    return [json.loads(line) for line in out.splitlines()], err


def test_replay_prints_line_per_action_and_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.game"
    file.write_text(START + "undo\ncorrect 1 121\n")
    lines, err = run(capsys, file, code=0)
    assert err == ""
    assert [line.get("line") for line in lines] == [2, 3, 5, 6, 7, 8, 9, 10, None]
    assert lines[5] == {
        "file": str(file),
        "line": 8,
        "action": "play 0 5S",
        "scores": [2, 0],
        "count": 15,
        "turn": 1,
        "stage": "play",
        "awards": [{"seat": 0, "points": 2, "kind": "fifteen"}],
        "warnings": [],
    }
    assert lines[6]["action"] == "undo" and lines[6]["scores"] == [0, 0]
    assert lines[6]["awards"] == [] and lines[6]["count"] == 10
    assert lines[7]["turn"] is None and lines[7]["stage"] == "over"
    assert lines[8] == {
        "file": str(file),
        "end": True,
        "scores": [0, 121],
        "over": True,
        "winner": 1,
        "skunk": 2,
        "pegs": [[0, 0], [121, 0]],
    }


def test_partners_share_pegs(capsys: pytest.CaptureFixture[str]) -> None:
    lines, _ = run(capsys, GAMES / "partners.game", code=0)
    assert lines[-1]["scores"] == [121, 90, 121, 90]
    assert lines[-1]["pegs"][0] == lines[-1]["pegs"][2]


def test_undone_points_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    lines, _ = run(capsys, GAMES / "table_hand_overrides.game", code=0)
    shown = next(line for line in lines if line["action"].startswith("hand"))
    assert "seat 1: 4 points are taken back" in shown["warnings"]


def test_replay_stops_at_first_illegal_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.game"
    file.write_text(START + "play 0 4S\nplay 1 ZZ\n")
    lines, _ = run(capsys, file, code=1)
    error = {"file": str(file), "line": 9, "error": "it is not seat 0's turn, but seat 1's"}
    assert lines[-1] == error and len(lines) == 7
    file.write_text("players 2\nundo\n")
    lines, _ = run(capsys, file, code=1)
    assert lines == [{"file": str(file), "line": 2, "error": "there is nothing to undo"}]
    assert replay_command([file], False) == 1
    assert f"{file}, line 2: there is nothing to undo" in capsys.readouterr().err


def test_replay_stops_at_unreadable_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.game"
    file.write_text(START + "play 1 ZZ\nplay 1 7C\n")
    lines, err = run(capsys, file, code=2)
    assert len(lines) == 7 and lines[-1]["line"] == 9
    assert lines[-1]["error"].startswith("not a card: 'ZZ'")
    assert err.startswith(f"pegboard replay: {file}, line 9: not a card: 'ZZ'")
    assert err.count("\n") == 1
    file.write_text("deal 0\n")
    lines, _ = run(capsys, file, code=2)
    assert len(lines) == 1 and "'players 2'" in lines[0]["error"]


def test_replay_reports_unusable_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing, binary = tmp_path / "missing", tmp_path / "b.game"
    binary.write_bytes(b"players 2\n\xff")
    lines, err = run(capsys, missing, binary, code=2)
    assert lines[0] == {"file": str(missing), "error": "No such file or directory"}
    assert "line" not in lines[1] and "not text in UTF-8 (byte 10)" in err
    assert err.count("\n") == 2
    monkeypatch.setattr(replay, "LARGEST", 5)
    assert replay_command([binary], False) == 2
    assert "too long for a game record" in capsys.readouterr().err


def test_replay_reads_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_command([tmp_path], True) == 2
    assert "no *.game in this folder" in capsys.readouterr().err
    (tmp_path / "b.game").write_text("players 2\npeg 0 3\n")
    (tmp_path / "a.game").write_text("players 2\npeg 2 3\n")
    (tmp_path / "notes.txt").write_text("not a game")
    lines, _ = run(capsys, tmp_path, code=1)
    assert [Path(line["file"]).name for line in lines] == ["a.game", "b.game", "b.game"]
    assert lines[1]["scores"] == [3, 0] and lines[2]["over"] is False
    assert lines[2]["winner"] is None


def test_replay_plain_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_command([GAMES], False) == 0
    out = capsys.readouterr().out
    assert "  play 0 5S                  2   0  Ann fifteen 2" in out
    assert "Player 1 wins, a double skunk" in out
    assert "Player 2 wins" in out
    assert "not over, in the deal" in out
    assert "warning: " in out
