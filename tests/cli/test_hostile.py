"""Malformed input: an exit code and one plain line, never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from pegboard.cli.app import run_line

GAME = "players 2\npeg 0 3\n"
UNUSABLE = {
    "binary": (bytes(range(256)) * 10, "not text in UTF-8 (byte 128)"),
    "utf16": (GAME.encode("utf-16"), "not text in UTF-8 (byte 0)"),
    "empty": (b"", "line 1: 'players 2' (or 3, 4) is missing"),
    "nul": (b"players 2\npeg 0\x00 3\n", "line 2: not a number: '0\\x00'"),
    "long_line": (b"players 2\n" + b"x" * 10_000_000, "line 2: not an action: 'xxxxx"),
    "long_card": (b"players 2\nplay 0 " + b"5H" * 5_000_000, "line 2: not a card: '5H5H"),
    "too_long": (b"players 2\n" + b"# \n" * 6_000_000, "more than 16 MiB"),
    "huge_number": (b"players 2\npeg 0 " + b"9" * 5000, "line 2: not a number: '9999"),
    "other_digits": ("players 2\npeg ١ 3\n".encode(), "line 2: not a number"),
    "old_line_ends": (GAME.replace("\n", "\r").encode(), "line 1: "),
}


@pytest.mark.parametrize("name", UNUSABLE)
@pytest.mark.parametrize("option", [[], ["--json"]], ids=["text", "json"])
def test_commands_report_unusable_files(
    name: str, option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, message = UNUSABLE[name]
    file = tmp_path / f"{name}.game"
    file.write_bytes(data)
    assert run_line(["replay", str(file), *option]) == 2
    _, err = capsys.readouterr()
    assert err.startswith(f"pegboard replay: {file}") and message in err
    assert err.count("\n") == 1 and len(err) < 500 + len(str(file))


@pytest.mark.parametrize("name", UNUSABLE)
def test_verify_reports_unusable_files(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"{name}.game"
    file.write_bytes(UNUSABLE[name][0])
    assert run_line(["verify", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"pegboard verify: {file}")
    assert err.count("\n") == 1 and len(err) < 500 + len(str(file))


def test_verify_refuses_seed_of_wrong_length(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "long.game"
    file.write_text("players 2\n# seed " + "5" * 1_000_000 + "\n")
    assert run_line(["verify", str(file)]) == 2
    assert len(capsys.readouterr().err) < 300 + len(str(file))


@pytest.mark.parametrize(
    "text",
    ["\ufeff" + GAME, GAME.replace("\n", "\r\n"), GAME.rstrip(), f"{GAME}#{'x' * 1_000_000}\n"],
    ids=["bom", "crlf", "no_line_end", "long_comment"],
)
def test_unusual_files_are_accepted(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.game"
    file.write_bytes(text.encode())
    assert run_line(["replay", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and '"line": 2' in out and '"scores": [3, 0]' in out


def test_link_loops_and_folders_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "loop.game").symlink_to("loop.game")
    (tmp_path / "folder.game").mkdir()
    (tmp_path / "good.game").write_text(GAME)
    assert run_line(["replay", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert "Is a directory" in err and "symbolic links" in err and err.count("\n") == 2
    assert "Player 1 manual 3" in out, "the others are still played"


def pegboard(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pegboard", *arguments]
    return subprocess.run(command, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_full_disk_is_reported(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ran = pegboard("rules", stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == 2
    assert ran.stderr.startswith("pegboard: No space left on device\n")
    assert "Traceback" not in ran.stderr


def test_closed_pipe_ends_command_quietly() -> None:
    command = [sys.executable, "-m", "pegboard", "rules"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


def test_undecodable_file_name_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "caf\udce9.game"
    file.write_text(GAME)
    for options in ([], ["--json"]):
        ran = pegboard("replay", str(file), *options, capture_output=True)
        assert ran.returncode == 0 and ran.stderr == "" and "caf\\udce9.game" in ran.stdout


@pytest.mark.parametrize("argument", ["", "--players=x", "\udcff", "5H" * 1000])
def test_invalid_arguments_are_reported(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["score", argument, "--starter", "5H"], ["rules", argument]):
        assert run_line(command) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1 and len(err) < 400
