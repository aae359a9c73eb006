"""`pegboard hall demo --live`: a club night that people can watch on the pages of a real hall."""

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
    """A run of the command."""

    def __init__(self, out: Path, *options: str) -> None:
        command = [sys.executable, "-m", "pegboard", "hall", "demo", "--live", "--port", "0"]
        self.errors = out.with_suffix(".log").open("w+")
        self.process = subprocess.Popen(
            [*command, "--seed", "tuesday", "--out", str(out), *options, "--json"],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        said: list[str] = until(self._address, "its address")
        self.address = said[0].rstrip("/")

    def _address(self) -> list[str]:
        self.errors.seek(0)
        return [word for word in self.errors.read().split() if word.startswith("http")]

    def event(self) -> dict[str, Any]:
        """The event as everybody sees it; empty before it is there."""
        with urllib.request.urlopen(f"{self.address}/api/tables", timeout=WAIT_S) as reply:
            event: dict[str, Any] = json.load(reply)["parts"].get("event") or {}
        return event

    def end(self) -> tuple[int, dict[str, Any]]:
        """Ctrl-C; the exit code, and the result."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.stdout is not None
        result = json.loads(self.process.stdout.read())
        return self.stop(), result


def written(demo: LiveDemo) -> int:
    """How many games stand on the cards."""
    return sum(int(row["games"]) for row in demo.event().get("standings", [])) // 2


@pytest.mark.group("hall")
def test_a_night_is_watched_to_its_end_and_proved(tmp_path: Path) -> None:
    demo = LiveDemo(tmp_path / "night.zip", "--speed", "1000", "--rounds", "2")
    until(lambda: written(demo) == 6, "six games")
    code, result = demo.end()
    assert code == 0 and result["games"] == 6 and result["faults"] == []
    assert {player for _, player, _ in result["standings"]} == {
        *("ada", "ben", "cleo", "dov", "edie", "finn")
    }
    report = verify((tmp_path / "night.zip").read_bytes(), "night.zip")
    assert report.faults == () and report.games == 6


def test_a_night_that_is_ended_early_proves_what_was_played(tmp_path: Path) -> None:
    demo = LiveDemo(tmp_path / "night.zip", "--speed", "20")
    until(lambda: demo.event().get("round"), "the first round")
    code, result = demo.end()
    assert code == 0 and result["games"] == 0 and result["faults"] == []
    assert verify((tmp_path / "night.zip").read_bytes(), "night.zip").faults == ()


def test_a_duplicate_night_is_not_played_live(tmp_path: Path, capsys: Any) -> None:
    line = ["hall", "demo", "--live", "--duplicate", "--out", str(tmp_path / "x.zip")]
    assert run_line(line) == 2
    assert "without --duplicate" in capsys.readouterr().err
