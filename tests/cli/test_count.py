"""The command `pegboard count`."""

import json
import shutil
from pathlib import Path

import pytest

from pegboard.cli.count import count_command
from pegboard.devices.cameras import SAMPLES


def run(
    capsys: pytest.CaptureFixture[str], *paths: Path, crib: bool = False
) -> tuple[int, list[dict[str, object]], str]:
    code = count_command(list(paths), as_json=True, crib=crib)
    captured = capsys.readouterr()
    return code, [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_count_prints_hand_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    code, (row,), errors = run(capsys, SAMPLES / "hand-1.jpg")
    assert code == 0
    assert errors == ""
    assert list(row) == ["file", "cards", "sure", "points", "starter", "ms"]
    assert row["file"] == str(SAMPLES / "hand-1.jpg")
    assert row["points"] == 29
    assert row["starter"] == "5D"
    assert row["sure"] is True
    assert isinstance(row["ms"], float) and row["ms"] > 0
    cards = row["cards"]
    assert isinstance(cards, list) and len(cards) == 5
    for card in cards:
        assert list(card) == ["card", "confidence", "corners"]
        assert len(card["corners"]) == 4


def test_count_reads_national_decks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert count_command([SAMPLES / "hand-1.jpg"], deck="english") == 0
    capsys.readouterr()
    assert count_command([SAMPLES / "hand-1.jpg"], deck="french") == 1, "it has a J"
    assert "not sure" in capsys.readouterr().out
    assert count_command([SAMPLES / "hand-1.jpg"], deck="martian") == 2
    assert "--deck must be auto, english" in capsys.readouterr().err


def test_crib_flush_needs_five_cards(capsys: pytest.CaptureFixture[str]) -> None:
    (hand,) = run(capsys, SAMPLES / "hand-3.jpg")[1]
    (crib,) = run(capsys, SAMPLES / "hand-3.jpg", crib=True)[1]
    assert (hand["points"], crib["points"]) == (14, 10)


def test_count_reads_folder_in_order_of_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for new, old in (("b.jpg", "hand-2.jpg"), ("a.JPG", "hand-5.jpg")):
        shutil.copy(SAMPLES / old, tmp_path / new)
    (tmp_path / "notes.txt").write_text("not looked at")
    code, rows, _ = run(capsys, tmp_path)
    assert code == 0
    assert [row["file"] for row in rows] == [str(tmp_path / "a.JPG"), str(tmp_path / "b.jpg")]


def test_count_continues_after_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.jpg").touch()
    code, rows, errors = run(
        capsys, tmp_path / "empty.jpg", SAMPLES / "hand-4.jpg", tmp_path / "gone.png"
    )
    assert code == 2
    assert rows[0] == {"file": str(tmp_path / "empty.jpg"), "error": "the file is empty"}
    assert rows[1]["points"] == 7
    assert rows[2] == {"file": str(tmp_path / "gone.png"), "error": "no such file"}
    assert errors.splitlines() == [
        f"{tmp_path / 'empty.jpg'}: the file is empty",
        f"{tmp_path / 'gone.png'}: no such file",
    ]


def test_count_reports_folder_without_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (row,), errors = run(capsys, tmp_path)
    assert code == 2
    assert row["error"] == "no picture in this folder"
    assert errors.count("\n") == 1


def test_picture_without_cards_is_not_sure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The smallest BMP: one grey pixel.
    header = bytes.fromhex("424d3a0000000000000036000000280000000100000001000000010018000000")
    (tmp_path / "grey.bmp").write_bytes(header.ljust(54, b"\0") + b"\x80\x80\x80\0")
    code, (row,), _ = run(capsys, tmp_path / "grey.bmp")
    assert code == 1
    assert (row["cards"], row["sure"], row["points"]) == ([], False, None)


def test_count_plain_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert count_command([SAMPLES / "hand-1.jpg"], as_json=False, crib=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{SAMPLES / 'hand-1.jpg'}: ")
    assert lines[0].endswith("29 points")
    assert lines[1] == "  starter 5D"
    assert "nobs" in lines[-1]
