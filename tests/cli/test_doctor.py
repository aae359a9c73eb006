"""`pegboard doctor`: text and JSON output, exit codes, and queries of a running board."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli import doctor
from pegboard.cli.app import run_line
from pegboard.i18n import _
from pegboard.notice import Level, Notice
from pegboard.ops.doctor.probe import SystemProbe, command_output, fetch
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry
from tests.support.healthy_machine import healthy_machine
from tests.support.running_board import running_board

CONFIG = """
[board]
strip = "memory:"
[buttons]
source = "gpio:"
[camera]
source = "none"
[game]
attract_s = 0
"""


@pytest.fixture
def on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the doctor examine a simulated machine."""

    def use(**changes: Any) -> None:
        machine = replace(healthy_machine(tmp_path / "pi"), **changes)
        monkeypatch.setattr(SystemProbe, "here", lambda *args, **more: machine)

    return use


def test_doctor_reports_healthy_board(on: Any, capsys: pytest.CaptureFixture[str]) -> None:
    on()
    assert run_line(["doctor"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.endswith("\nNo problems found.\n") and "→" not in out
    assert "✓ computer" in out and "· PWM and sound" in out


def test_doctor_reports_faults(on: Any, capsys: pytest.CaptureFixture[str]) -> None:
    on(answer=lambda command: "throttled=0x50005" if command[0] == "vcgencmd" else None)
    assert run_line(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "✗ power supply" in out and "! speed" in out and "\nProblems found: 2.\n" in out
    assert "→ Use the power supply made for this Pi" in out


def test_doctor_json_prints_only_json(on: Any, capsys: pytest.CaptureFixture[str]) -> None:
    on(sqlite="3.30.0")
    assert run_line(["doctor", "--json"]) == 1
    output = json.loads(capsys.readouterr().out)
    assert output["ok"] is False
    (found,) = [each for each in output["findings"] if each["state"] == "fault"]
    assert set(found) == {"about", "name", "state", "code", "facts", "says", "cure", "fix"}
    assert found["name"] == "SQLite" and found["code"] == "sqlite-too-old"
    assert found["facts"] == {"version": "3.30.0", "oldest": "3.37.0"}


@pytest.mark.parametrize("level", Level)
def test_doctor_prints_findings_of_every_level(
    level: Level, capsys: pytest.CaptureFixture[str]
) -> None:
    """Remarks, as on a simulated strip, are printed too."""
    found = Notice(level, "strip", "strip-works", _("Simulated."), name="strip")
    assert doctor.report([found], as_json=False) == (level in (Level.WARNING, Level.FAULT))
    assert " strip  Simulated." in capsys.readouterr().out


@pytest.mark.parametrize("allowed", [True, False])
def test_doctor_uses_settings_of_the_page(
    allowed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c.toml").write_text(CONFIG)
    (tmp_path / "settings.json").write_text(json.dumps({"web.phones": allowed}))
    run_line(["doctor", "--config", str(tmp_path / "c.toml"), "--state", str(tmp_path), "--json"])
    found = {each["about"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
    assert ("on this machine only" in found["host-name"]["says"]) != allowed


def test_doctor_reports_unreadable_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c.toml").write_text("[bord]\n")
    options = ["--config", str(tmp_path / "c.toml"), "--state", str(tmp_path / "state"), "--json"]
    assert run_line(["doctor", *options]) == 1
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
    assert "c.toml: bord: unknown key" in found["configuration"]["says"]


def test_doctor_checks_journal_of_stopped_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    journal.start("good", "players 2\n", "score", 1.0)
    journal.append("good", Entry(1, "a", 1.0, "test", "peg 0 5"))
    journal.start("bad", "players 2\n", "score", 2.0)
    journal.append("bad", Entry(1, "b", 2.0, "test", "play 0 5H"))
    journal.close()
    before = (tmp_path / "journal.db").read_bytes()
    assert run_line(["doctor", "--state", str(tmp_path), "--json"]) == 1
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
    assert "2 games" in found["journal"]["says"]
    assert found["games"]["state"] == "warning" and found["games"]["says"].startswith("1 game ")
    assert (tmp_path / "journal.db").read_bytes() == before


def test_doctor_queries_running_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.toml").write_text(CONFIG)
    state = tmp_path / "state"
    with running_board(state, "--config", str(tmp_path / "c.toml")) as service:
        port = service.address.rstrip("/").rpartition(":")[2]
        (tmp_path / "c.toml").write_text(f"{CONFIG}[web]\nport = {port}\n")
        options = ["--config", str(tmp_path / "c.toml"), "--state", str(state), "--json"]
        assert run_line(["doctor", *options]) == 1
        found = {each["name"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
        assert "A running pegboard answers" in found["page"]["says"]
        assert found["strip now"]["state"] == "ok"
        assert found["buttons now"]["state"] == "fault", "this machine has no pins"
        assert "found no errors" in found["journal"]["says"], (
            "the service reads it, nobody else can"
        )
        assert "devices" not in found
        # A board with another state folder is not queried.
        options = [*options[:2], "--state", str(tmp_path / "other"), "--json"]
        run_line(["doctor", *options])
        found = {each["name"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
        assert found["journal"]["state"] == "not here" and "devices" in found


@pytest.mark.parametrize("output", ["", "{", "[]", '{"findings": [{"name": 1}]}', "ok", "null"])
def test_doctor_tolerates_unexpected_answers(
    on: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    on()
    monkeypatch.setattr(doctor, "fetch", lambda url: output)
    assert run_line(["doctor"]) == 0


def test_probe_tolerates_missing_failing_and_hanging_commands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert command_output(["no-such-command-here"]) is None
    assert command_output(["false"]) is None
    assert command_output(["echo", "a"]) == "a"
    monkeypatch.setattr("pegboard.ops.doctor.probe.COMMAND_S", 0.05)
    assert command_output(["sleep", "20"]) is None
    assert fetch("http://127.0.0.1:9/") is None
    assert fetch("nonsense") == ""
