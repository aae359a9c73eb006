"""Control of the running board during an update: query, stop, start, examine."""

import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from pegboard.errors import DeviceError
from pegboard.ops.control_socket import is_game_open
from pegboard.ops.update.codes import UpdateFault

ANSWER_S = 10.0
START_S = 120.0
"""Timeout in seconds for a version to serve its page."""
COMMAND_S = 600.0


class Board(Protocol):
    """Interface of a service that can be stopped and started."""

    def runs(self) -> bool:
        """Returns whether the service is running, or should be."""

    def stop(self) -> None:
        """Stops the service; raises DeviceError on failure."""

    def start(self) -> None:
        """Starts the current version; raises DeviceError on failure."""


class Service:
    """The board as a systemd service."""

    NAME = "pegboard.service"
    HALL = "pegboard-hall.service"

    def runs(self) -> bool:
        """Returns whether systemd runs the service, or is about to restart it."""
        state = _output(["systemctl", "is-active", self.NAME], ok=(0, 3, 4)).strip()
        return state in ("active", "activating", "reloading", "deactivating")

    def stop(self) -> None:
        """Stops the service, and the camera, which runs the same version."""
        _output(["systemctl", "stop", self.NAME, "pegboard-camera.service"])

    def start(self) -> None:
        """Starts the service and waits until it has reported to be ready.

        A hall on the same machine is restarted with the same version if it runs. Its failure is
        left to systemd, so as not to stop the board.
        """
        _output(["systemctl", "daemon-reload"])
        _output(["systemctl", "reset-failed", self.NAME], ok=(0, 1))
        _output(["systemctl", "start", self.NAME])
        _output(["systemctl", "--no-block", "try-restart", self.HALL], ok=(0, 1, 4, 5))


def _output(command: list[str], ok: tuple[int, ...] = (0,)) -> str:
    try:
        process = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeviceError(UpdateFault.PROGRAM, command=" ".join(command), why=error) from error
    if process.returncode not in ok:
        why = (process.stderr or process.stdout).strip()
        raise DeviceError(UpdateFault.PROGRAM, command=" ".join(command), why=why)
    return process.stdout


def fetch(address: str) -> bytes:
    """Fetches a page of the board; raises OSError if it does not answer."""
    with urllib.request.urlopen(address, timeout=ANSWER_S) as reply:
        content: bytes = reply.read()
        return content


class _Seat(Struct):
    name: str


class _State(Struct):
    """The part of the page's state that is used here."""

    seats: list[_Seat]
    scores: list[int]


class _Finding(Struct):
    name: str
    state: str


class _Report(Struct):
    """The part of the doctor's report that is used here."""

    findings: list[_Finding]


def open_game(state: Path, address: str) -> str:
    """Returns a description of the game in progress; empty without one.

    Args:
        state: state folder, with the control socket.
        address: URL of the page, for names and scores.

    Raises:
        DeviceError: the service does not answer.
    """
    if not is_game_open(state):
        return ""
    try:
        page = msgspec.json.decode(fetch(f"{address}api/state"), type=_State)
        names = " and ".join(seat.name for seat in page.seats)
        return f"{names} are playing, {' to '.join(map(str, page.scores))}"
    except (OSError, ValueError):
        return "someone is playing"  # the page may require pairing


def wait_until_served(address: str, within_s: float = START_S) -> str:
    """Waits until the page is served; returns the problem on failure, else an empty text."""
    end = time.monotonic() + within_s
    while True:
        try:
            if fetch(f"{address}healthz").strip() == b"ok" and fetch(address):
                return ""
            problem = "its page is not healthy"
        except OSError as error:
            problem = f"its page does not answer ({error})"
        if time.monotonic() > end:
            return problem
        time.sleep(0.25)


def find_faults(program: Path, config: Path | None, state: Path | None) -> set[str]:
    """Returns the faults found by a version's `pegboard doctor`; empty if it cannot be run."""
    command = [str(program), "doctor", "--json"]
    command += ["--config", str(config)] if config else []
    command += ["--state", str(state)] if state else []
    try:
        process = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S)
        report = msgspec.json.decode(process.stdout, type=_Report)
        return {finding.name for finding in report.findings if finding.state == "fault"}
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return set()
