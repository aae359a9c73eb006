"""`pegboard hall demo --live`: a club night at a real hall."""

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli.app import run_line
from pegboard.hall.archive.verify import verify
from tests.support.child import WAIT_S, Child
from tests.support.running_hall import until


class LiveDemo(Child):
    """A running demo command."""

    def __init__(self, out: Path, *options: str) -> None:
        command = [sys.executable, "-m", "pegboard", "hall", "demo", "--live", "--port", "0"]
        self.errors = out.with_suffix(".log").open("w+")
        self.process = subprocess.Popen(
            [*command, "--seed", "tuesday", "--out", str(out), *options, "--json"],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        lines: list[str] = until(self._address, "its address")
        self.address = lines[0].rstrip("/")

    def _address(self) -> list[str]:
        self.errors.seek(0)
        return [word for word in self.errors.read().split() if word.startswith("http")]

    def event(self) -> dict[str, Any]:
        """Returns the public event; empty before it is opened."""
        with urllib.request.urlopen(f"{self.address}/api/tables", timeout=WAIT_S) as reply:
            event: dict[str, Any] = json.load(reply)["parts"].get("event") or {}
        return event

    def interrupt(self) -> tuple[int, dict[str, Any]]:
        """Sends Ctrl-C; returns exit code and result."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.stdout is not None
        result = json.loads(self.process.stdout.read())
        return self.stop(), result


def games_on_cards(demo: LiveDemo) -> int:
    """Counts the games on the cards."""
    return sum(int(row["games"]) for row in demo.event().get("standings", [])) // 2


@pytest.mark.group("hall")
def test_live_demo_runs_to_its_end(tmp_path: Path) -> None:
    demo = LiveDemo(tmp_path / "night.zip", "--speed", "1000", "--rounds", "2")
    until(lambda: games_on_cards(demo) == 6, "six games")
    code, result = demo.interrupt()
    assert code == 0 and result["games"] == 6 and result["faults"] == []
    assert {player for _, player, _ in result["standings"]} == {
        *("ada", "ben", "cleo", "dov", "edie", "finn")
    }
    report = verify((tmp_path / "night.zip").read_bytes(), "night.zip")
    assert report.faults == () and report.games == 6


def test_interrupted_live_demo_is_verified(tmp_path: Path) -> None:
    demo = LiveDemo(tmp_path / "night.zip", "--speed", "20")
    until(lambda: demo.event().get("round"), "the first round")
    code, result = demo.interrupt()
    assert code == 0 and result["games"] == 0 and result["faults"] == []
    assert verify((tmp_path / "night.zip").read_bytes(), "night.zip").faults == ()


def test_live_demo_refuses_duplicate_night(tmp_path: Path, capsys: Any) -> None:
    line = ["hall", "demo", "--live", "--duplicate", "--out", str(tmp_path / "x.zip")]
    assert run_line(line) == 2
    assert "without --duplicate" in capsys.readouterr().err
