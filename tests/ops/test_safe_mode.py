"""Safe mode: its causes, its effects, and how to leave it."""

import json
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli import run as run_module
from pegboard.config import BoardConfig, ButtonsConfig, CameraConfig, Config, MqttConfig, WebConfig
from pegboard.ops.safe_mode import SafeMode, StartRecord, salvage, without_devices
from pegboard.service.build import App
from pegboard.service.run import RunResult
from pegboard.storage.state_names import START, WORKING_WEB
from tests.support.running_board import RunningBoard, running_board
from tests.support.waiting import await_until, wait_until

REAL = """
[game]
attract_s = 0
[board]
strip = "spi:"
[buttons]
source = "gpio:"
[camera]
source = "none"
"""
"""Devices that this machine does not have: the service runs, and names them."""


def test_safe_mode_follows_two_failed_starts(tmp_path: Path) -> None:
    starts = StartRecord(tmp_path / "state")
    assert [starts.record_start() for _ in range(4)] == [None, None, SafeMode.TWICE, SafeMode.TWICE]
    starts.record_success()
    assert starts.record_start() is None
    starts.record_success()
    starts.record_success()


def test_requested_safe_mode_lasts_one_start(tmp_path: Path) -> None:
    starts = StartRecord(tmp_path)
    starts.request_safe_mode(SafeMode.HELD)
    assert [starts.record_start(), starts.record_start()] == [SafeMode.HELD, None]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"failed": "x", "asked": ""}', "\0", "null"])
def test_unreadable_flag_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / START).write_text(text)
    assert StartRecord(tmp_path).record_start() is None


def test_safe_mode_needs_writable_folder(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file is in the way")
    starts = StartRecord(tmp_path / "state")
    assert [starts.record_start() for _ in range(3)] == [None, None, None]
    starts.record_success(Config())


def test_safe_mode_simulates_all_devices() -> None:
    config = Config(
        board=BoardConfig(layout="nope.toml", strip="spi:", brightness=0.3),
        buttons=ButtonsConfig(source="gpio:", also=("keyboard:",), pins={"ok": 99}),
        camera=CameraConfig(source="v4l:/dev/video0"),
        mqtt=MqttConfig(broker="mqtt://home"),
        state="/somewhere",
    )
    left = without_devices(config)
    assert (left.board.strip, left.buttons.source, left.camera.source) == (
        "memory:",
        "gpio:mock",
        "none",
    )
    assert left.buttons.also == () and left.buttons.pins == {} and left.mqtt.broker == "none"
    assert left.board.layout == Config().board.layout and left.board.brightness == 0.3
    assert (left.web, left.game, left.state) == (config.web, config.game, "/somewhere")


@pytest.mark.parametrize(
    ("text", "keeps"),
    [
        ("[web]\nport = 9\n[bord]\n", {"web": WebConfig(port=9)}),
        ("state = '/x'\n[board]\nx\n[web]\nport = 9", {"web": WebConfig(port=9), "state": "/x"}),
        ("[board]\nmax_mA = 900\n[web]\nport = 'x'", {"board": BoardConfig(max_mA=900)}),
        ("[board\n[web]\nport = 9", {"web": WebConfig(port=9)}),
        ("\ufeff!!", {}),
    ],
)  # fmt: skip
def test_salvage_keeps_valid_sections(tmp_path: Path, text: str, keeps: dict[str, Any]) -> None:
    (tmp_path / "c.toml").write_text(text)
    assert salvage(tmp_path / "c.toml") == replace(Config(), **keeps)


def test_salvage_falls_back_to_last_working_web_section(tmp_path: Path) -> None:
    """If [web] is unreadable, the last working one is used."""
    worked = WebConfig(host="0.0.0.0", port=80)
    StartRecord(tmp_path).record_success(Config(web=worked))
    (tmp_path / "c.toml").write_bytes(b"\xff\xfe")
    assert salvage(tmp_path / "c.toml", tmp_path).web == worked
    (tmp_path / WORKING_WEB).write_text("[web]\nport = 'x'")
    assert salvage(tmp_path / "c.toml", tmp_path) == Config()


# --- the service itself


def safe_mode_text(service: RunningBoard) -> str:
    """Returns the page's message about safe mode; empty without safe mode."""
    return next(
        (d["says"] for d in service.get("api/state")["devices"] if d["name"] == "safe mode"), ""
    )


def config(tmp_path: Path, text: str = REAL) -> list[str]:
    (tmp_path / "c.toml").write_text(text)
    return ["--config", str(tmp_path / "c.toml")]


def test_service_starts_in_safe_mode_after_two_kills(tmp_path: Path) -> None:
    options = config(tmp_path)
    for _ in range(2):
        service = RunningBoard(tmp_path / "state", *options)
        assert safe_mode_text(service) == ""
        assert service.command(action="peg 0 3")["ok"]
        service.kill()
    with running_board(tmp_path / "state", *options) as service:
        assert "the last two starts failed" in safe_mode_text(service)
        assert any("Safe mode, because" in line for line in service.output_lines)
        state = service.get("api/state")
        addresses = {d["address"] for d in state["devices"] if d["name"] in ("strip", "buttons")}
        assert addresses == {"memory:", "gpio:mock"}
        assert state["scores"][0] == 6, "the journal is the real one"
        assert service.command(action="peg 0 2")["ok"]
        report = service.get("api/doctor")
        finding = next(each for each in report["findings"] if each["name"] == "safe mode")
        assert finding["state"] == "fault" and finding["fix"] == "start normally"
    # After an intentional stop the next start is normal, with all games.
    with running_board(tmp_path / "state", *options) as service:
        assert safe_mode_text(service) == ""
        assert service.get("api/state")["scores"][0] == 8


def test_safe_option_starts_and_page_leaves_safe_mode(tmp_path: Path) -> None:
    with running_board(tmp_path / "state", *config(tmp_path), "--safe") as service:
        assert SafeMode.REQUESTED.template in safe_mode_text(service)
        assert service.command(action="peg 1 4")["ok"]
        body = json.dumps({"fix": "start normally"}).encode()
        request = urllib.request.Request(
            service.address + "api/doctor", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as reply:
            assert json.load(reply)["ok"]

        def is_back() -> bool:
            """Returns whether the same process serves the same address again."""
            with suppress(OSError):
                return safe_mode_text(service) == ""
            return False

        wait_until(is_back, "the start without safe mode")
        assert safe_mode_text(service) == "" and service.get("api/state")["scores"][1] == 4
        assert service.stop() == 0


def test_no_safe_option_prevents_automatic_safe_mode(tmp_path: Path) -> None:
    options = [*config(tmp_path), "--no-safe"]
    for _ in range(3):
        service = RunningBoard(tmp_path / "state", *options)
        assert safe_mode_text(service) == ""
        service.kill()


def test_start_error_on_terminal_does_not_count_as_failure(tmp_path: Path) -> None:
    wrong = config(tmp_path, REAL.replace('strip = "spi:"', 'layout = "nope"'))
    for _ in range(3):
        with pytest.raises(AssertionError, match=r"board\.layout: unknown layout 'nope'"):
            RunningBoard(tmp_path / "state", *wrong)
    with running_board(tmp_path / "state", *config(tmp_path)) as service:
        assert safe_mode_text(service) == ""


def test_lasting_start_is_recorded_as_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    from pegboard.service import operations
    from pegboard.service.run import serve

    monkeypatch.setattr(operations, "WELL_S", 0.05)
    starts = StartRecord(tmp_path)
    starts.record_start()

    async def until(app: App) -> None:
        await await_until(lambda: not (tmp_path / START).exists())

    config = without_devices(Config(state=str(tmp_path), web=WebConfig(port=0)))
    ended = asyncio.run(
        serve(config, lambda line: None, until=until, start=operations.Start(starts=starts))
    )
    assert not ended.must_restart and "port = 0" in (tmp_path / WORKING_WEB).read_text()


def test_held_buttons_restart_in_safe_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    from pegboard.controls import Button, Edge, staging
    from pegboard.service.operations import Start
    from pegboard.service.run import serve

    monkeypatch.setattr(staging.StartHold.__init__, "__defaults__", (0.05,))
    starts = StartRecord(tmp_path)

    async def until(app: App) -> None:
        for name in ("undo", "ok"):
            app.presses.post(Edge(Button.parse(name), True, time.monotonic(), initial=True))
        await asyncio.Event().wait()

    config = without_devices(Config(state=str(tmp_path), web=WebConfig(port=0)))
    ended = asyncio.run(serve(config, lambda line: None, until=until, start=Start(starts=starts)))
    assert ended.must_restart and starts.record_start() is SafeMode.HELD


def test_broken_configuration_under_systemd_starts_safe_mode(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text("[bord]\nstrip = 'spi:'\n")
    command = [sys.executable, "-m", "pegboard", "run", "--config", str(tmp_path / "c.toml")]
    command += ["--port", "0", "--state", str(tmp_path / "state")]
    # On a terminal it is an error ...
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 2 and "c.toml: bord: unknown key" in ran.stderr
    # ... but under systemd, which would restart for ever, safe mode.
    service = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={"PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": str(tmp_path / "nobody")},
    )
    try:
        assert service.stdout is not None
        lines = []
        for line in service.stdout:
            lines.append(line)
            if "http://" in line:
                break
        assert any("bord: unknown key" in line for line in lines)
        address = lines[-1][lines[-1].index("http://") :].strip()
        with urllib.request.urlopen(address + "api/state", timeout=20) as reply:
            devices = json.load(reply)["devices"]
        assert any("bord: unknown key" in d["says"] for d in devices if d["name"] == "safe mode")
    finally:
        service.send_signal(signal.SIGTERM)
        assert service.wait(30) == 0
        assert service.stdout is not None
        service.stdout.close()


def test_safe_mode_works_without_journal(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with running_board(tmp_path / "state", *config(tmp_path)):
        # another process has it open
        with pytest.raises(AssertionError, match="did not start"):
            RunningBoard(tmp_path / "state", *config(tmp_path))
        with running_board(tmp_path / "state", *config(tmp_path), "--safe") as second:
            assert second.command(action="peg 0 5")["ok"]
            state = second.get("api/state")
            assert state["scores"][0] == 5
            assert "Games are not saved while the board runs in safe mode" in json.dumps(state)


def test_safe_mode_finds_state_folder_without_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "c.toml").write_text("[bord]\nstrip = 'spi:'\n")
    runs: list[tuple[Config, Any]] = []

    def run(config: Config, file: Any, wrong: Any, **more: Any) -> RunResult:
        runs.append((config, wrong))
        return RunResult(port=0)

    monkeypatch.setattr(run_module, "_run", run)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))  # as the unit starts it
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert run_module.run_command(tmp_path / "c.toml") == 0
    [(config, wrong)] = runs
    assert config == Config() and "c.toml: bord: unknown key" in str(wrong)
