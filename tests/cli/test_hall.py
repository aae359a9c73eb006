"""`pegboard hall`: demo night, exported file and verification."""

import json
from pathlib import Path

import pytest

from pegboard.cli.app import run_line


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with a short played night and its exported file."""
    folder = tmp_path_factory.mktemp("night")
    assert run_line(["hall", "demo", "--rounds", "2", "--seed", "s", "--folder",
                     str(folder / "hall"), "--out", str(folder / "night.zip")]) == 0  # fmt: skip
    return folder


def test_hall_demo_plays_a_night(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "n.zip"
    assert run_line(["hall", "demo", "--rounds", "1", "--seed", "s", "--out", str(out)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "Round 1" and len([line for line in shown if " beats " in line]) == 3
    assert next(line.split()[0] for line in shown if line[:4].strip(" =").isdigit()) == "1"
    assert f"{out}: 3 games, every card signed, all proved (seed s)" in shown
    again = tmp_path / "again.zip"
    line = ["hall", "demo", "--rounds", "1", "--seed", "s", "--json", "--out", str(again)]
    assert run_line(line) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 3 and report["faults"] == [] and len(report["standings"]) == 6
    places = [row.split() for row in shown if row[:4].strip(" =").isdigit()]
    assert [[row[1].lower(), int(row[2])] for row in places] == [
        row[1:] for row in report["standings"]
    ], "the same seed plays the same night"


def test_hall_verify_accepts_exported_event(
    night: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(night / "night.zip")
    assert run_line(["hall", "verify", file, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["proved"] and report["games"] == 6
    assert run_line(["hall", "verify", file]) == 0
    assert f"Is this the hall's key? {report['hall']}" in capsys.readouterr().out
    assert run_line(["hall", "verify", file, "--hall", report["hall"][:12].upper()]) == 0
    assert "Is this" not in capsys.readouterr().out
    assert run_line(["hall", "verify", file, "--hall", "ff" * 32]) == 1
    assert "wrong: the hall is" in capsys.readouterr().out


def test_hall_verify_rejects_changed_file(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray((night / "night.zip").read_bytes())
    data[len(data) // 3] ^= 1
    spoiled = tmp_path / "spoiled.zip"
    spoiled.write_bytes(data)
    assert run_line(["hall", "verify", str(spoiled)]) == 1
    assert capsys.readouterr().out.startswith("wrong: ")
    assert run_line(["hall", "verify", str(spoiled), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["proved"] and report["faults"][0]["code"].startswith("proof-")


def test_hall_export_writes_event(night: Path, tmp_path: Path) -> None:
    out, hall = tmp_path / "again.zip", str(night / "hall")
    assert run_line(["hall", "export", str(out), "--folder", hall]) == 0
    assert out.read_bytes() == (night / "night.zip").read_bytes()
    assert run_line(["hall", "export", str(out), "--folder", hall, "--event", "club-night"]) == 0


def test_hall_errors_are_one_line(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall, out = str(night / "hall"), str(tmp_path / "x.zip")
    (tmp_path / "text").write_text("x")
    for line in (
        ["verify", "/nowhere.zip"],
        ["verify", "/nowhere.zip", "--json"],
        ["verify", str(tmp_path / "text")],
        ["export", out, "--folder", str(tmp_path / "none")],
        ["export", out, "--folder", hall, "--event", "none"],
        ["export", str(tmp_path / "none" / "x.zip"), "--folder", hall],
        ["demo", "--folder", hall, "--out", out],
    ):
        assert run_line(["hall", *line]) == 2, line
        error = capsys.readouterr().err
        assert error.startswith(f"pegboard hall {line[0]}: ") and error.count("\n") == 1, line


def test_hall_season_ranks_two_nights(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(night / "night.zip")
    assert run_line(["hall", "season", file, file, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["proved"] and {row["nights"] for row in report["standings"]} == {2}
    assert report["standings"][0]["place"] == 1 and len(report["standings"]) == 6
    assert run_line(["hall", "season", file]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 7
    assert run_line(["hall", "season", file, "/nowhere.zip"]) == 2
    assert capsys.readouterr().err.startswith("pegboard hall season: /nowhere.zip: ")


def test_hall_run_reports_unusable_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "hall.toml"
    for text, expected in (
        (
            "nam = 1",
            "nam: unknown key; must be one of: "
            "database, database_password_file, folder, mqtt, name, web",
        ),
        ("[web]\nport = 99999", "web.port: must be a number from 0 to 65535"),
        ("name = [", "not TOML"),
    ):
        config.write_text(text)
        assert run_line(["hall", "run", "--config", str(config)]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"pegboard hall run: {config}: {expected}"), error
    assert run_line(["hall", "run", "--bind", "192.0.2.1", "--folder", str(tmp_path / "h")]) == 2
    assert "192.0.2.1:8131" in capsys.readouterr().err
    state = str(tmp_path / "board")
    for url, expected in (
        ("ftp://hall.local", "URL: must be http://HOST:PORT"),
        ("http://127.0.0.1:9", "http://127.0.0.1:9 does not answer"),
    ):
        assert run_line(["hall", "join", url, "123456", "--state", state]) == 2
        assert expected in capsys.readouterr().err
