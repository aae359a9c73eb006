"""Unusable paths: each command names the path in one plain line."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pegboard.cli.app import run_line
from pegboard.cli.line import print_lines
from pegboard.hall.archive.container import FILE_MOST
from tests.cli.test_commands import COMMANDS

ODD = ["nowhere", "folder", "loop", "pipe", "/dev/zero", "/dev/null/below", "bad.toml"]
FILES = {
    "replay": ["replay"],
    "convert": ["convert"],
    "verify": ["verify"],
    "analyze": ["analyze"],
    "restore": ["restore"],
    "layout check": ["layout", "check"],
    "config check": ["config", "check"],
    "hall restore": ["hall", "restore"],
    "hall season": ["hall", "season"],
    "hall verify": ["hall", "verify"],
}
"""Commands whose argument is a file that they read."""
CONFIGS = {
    "run": ["run", "--port", "0"],
    "demo": ["demo"],
    "backup": ["backup", "out"],
    "restore": ["restore", "there"],
    "export": ["export"],
    "bench": ["bench", "hall"],
    "identity": ["identity"],
    "light test": ["light", "test"],
    "camera check": ["camera", "check"],
    "config show": ["config", "show"],
    "hall backup": ["hall", "backup", "out"],
    "hall export": ["hall", "export", "out"],
    "hall join": ["hall", "join", "http://127.0.0.1:1", "123456"],
    "hall run": ["hall", "run", "--port", "0"],
}
"""Commands that take `--config`, with what else they need."""
DOCTORS = {"doctor": ["doctor"], "hall doctor": ["hall", "doctor"]}
"""Commands that examine the rest of the machine anyway."""


@contextmanager
def writer(pipe: Path) -> Iterator[None]:
    """Opens and closes the writing end of a named pipe, so that readers do not block."""
    thread = threading.Thread(target=lambda: pipe.open("wb").close())
    thread.start()
    try:
        yield
    finally:
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        thread.join()
        os.close(reader)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yields the working folder of the commands, with every kind of unusable path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "there").write_bytes(b"there")
    (tmp_path / "bad.toml").write_text("[bord]\n")
    os.mkfifo(tmp_path / "pipe")
    with writer(tmp_path / "pipe"):
        yield tmp_path


def test_all_commands_with_configuration_are_covered() -> None:
    with_config = {
        " ".join(path)
        for path, command in COMMANDS.items()
        for parameter in command.make_context(path[-1], [], resilient_parsing=True).command.params
        if parameter.name == "config"
    }
    assert with_config == {*CONFIGS, *DOCTORS}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", CONFIGS)
def test_commands_name_unreadable_configuration(
    name: str, odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run_line([*CONFIGS[name], "--config", odd])
    err = capsys.readouterr().err
    assert code == 2 and err.count("\n") == 1 and odd in err
    assert err.startswith("pegboard") and "internal error" not in err
    assert not Path("out").exists()


@pytest.mark.parametrize("name", DOCTORS)
def test_doctors_name_unreadable_configuration(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line([*DOCTORS[name], "--json", "--config", "folder"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert any("folder: is a directory" in each["says"].lower() for each in findings)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", FILES)
def test_commands_name_unreadable_file(
    name: str, odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line([*FILES[name], odd]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and odd in err
    assert err.startswith("pegboard") and "internal error" not in err


def test_config_check_reads_pipe(capfd: pytest.CaptureFixture[str]) -> None:
    for text, code in ((b'[game]\nnames = ["Ann", "Ben"]\n', 0), (b"[bord]\n", 2)):
        end, begin = os.pipe()
        os.write(begin, text)
        os.close(begin)
        try:
            assert run_line(["config", "check", f"/dev/fd/{end}"]) == code
        finally:
            os.close(end)


def test_record_of_many_lines_is_refused_quickly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = "players 2\nrules to=121 match=long\n"
    (tmp_path / "lines.game").write_text(begin + "undo 0\n" * 1_200_000)
    (tmp_path / "short.game").write_text(begin + "\n" * 20_001)
    for name in ("lines.game", "short.game"):
        for command in ("replay", "analyze", "verify", "convert"):
            assert run_line([command, name]) == 2
            err = capsys.readouterr().err
            assert name in err and "more than 20000 lines" in err


@pytest.mark.parametrize("command", ["verify", "season"])
def test_hall_files_are_read_up_to_limit(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "large.zip").open("wb") as file:
        file.truncate(FILE_MOST + 1)
    assert run_line(["hall", command, "large.zip"]) == 2
    assert f"large.zip: it is longer than {FILE_MOST} bytes" in capsys.readouterr().err


def test_untrusted_text_is_printed_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = "\x1b[2J\x00\x9b\r\n\u202e\u2066\u2028\udc80"
    print_lines(f"{hostile}Zoë 10♥\u00a0!")
    escaped = r"\x1b[2J\x00\x9b\r\n\u202e\u2066\u2028\udc80"
    assert capsys.readouterr().out == f"{escaped}Zoë 10♥\u00a0!\n"
    (tmp_path / "esc.game").write_text('players 2\nrules to=121\n"\x1b[2J"\n')
    for command in ("replay", "analyze", "verify", "convert"):
        assert run_line([command, "\x1b[2Jesc.game"]) == 2
        assert run_line([command, "esc.game"]) == 2
        shown = capsys.readouterr()
        assert "\x1b" not in shown.out + shown.err
