"""Control of the running board during an update: ask who plays, stop, start, examine."""

import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from pegboard.errors import DeviceError
from pegboard.ops.control_socket import ask_open
from pegboard.ops.update.codes import UpdateFault

ANSWER_S = 10.0
START_S = 120.0
"""A version that does not serve its page by then does not start."""
COMMAND_S = 600.0


class Board(Protocol):
    """Interface of the service to be stopped and started."""

    def runs(self) -> bool:
        """Returns whether it is running, or should be."""

    def stop(self) -> None:
        """Stops it; raises DeviceError if that is impossible."""

    def start(self) -> None:
        """Starts the current version; raises DeviceError if it does not come up."""


class Service:
    """The board as systemd runs it."""

    NAME = "pegboard.service"
    HALL = "pegboard-hall.service"

    def runs(self) -> bool:
        """Returns whether systemd runs it, or is about to restart it."""
        state = _said(["systemctl", "is-active", self.NAME], ok=(0, 3, 4)).strip()
        return state in ("active", "activating", "reloading", "deactivating")

    def stop(self) -> None:
        """Stops it, and the camera with its old program."""
        _said(["systemctl", "stop", self.NAME, "pegboard-camera.service"])

    def start(self) -> None:
        """Starts it; systemd returns once the service has reported that it is ready.

        A hall beside it, if one runs, is started again with the same version; one that cannot be
        is systemd's to try again: it is no reason to keep the board from its game.
        """
        _said(["systemctl", "daemon-reload"])
        _said(["systemctl", "reset-failed", self.NAME], ok=(0, 1))
        _said(["systemctl", "start", self.NAME])
        _said(["systemctl", "--no-block", "try-restart", self.HALL], ok=(0, 1, 4, 5))


def _said(command: list[str], ok: tuple[int, ...] = (0,)) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeviceError(UpdateFault.PROGRAM, command=" ".join(command), why=error) from error
    if done.returncode not in ok:
        why = (done.stderr or done.stdout).strip()
        raise DeviceError(UpdateFault.PROGRAM, command=" ".join(command), why=why)
    return done.stdout


def fetched(address: str) -> bytes:
    """Returns a page of the board; raises OSError if it does not answer."""
    with urllib.request.urlopen(address, timeout=ANSWER_S) as reply:
        content: bytes = reply.read()
        return content


class _Seat(Struct):
    name: str


class _State(Struct):
    """What is read of the page's state."""

    seats: list[_Seat]
    scores: list[int]


class _Finding(Struct):
    name: str
    state: str


class _Report(Struct):
    """What is read of the doctor's report."""

    findings: list[_Finding]


def open_game(state: Path, address: str) -> str:
    """Returns a description of the game in progress; empty if nobody plays.

    Args:
        state: the folder of its journal, where its control socket is.
        address: of its page, which knows who.

    Raises:
        DeviceError: it does not answer, so nobody knows.
    """
    if not ask_open(state):
        return ""
    try:
        shown = msgspec.json.decode(fetched(f"{address}api/state"), type=_State)
        names = " and ".join(seat.name for seat in shown.seats)
        return f"{names} are playing, {' to '.join(map(str, shown.scores))}"
    except (OSError, ValueError):
        return "someone is playing"  # the page may be for paired devices only


def serves(address: str, within_s: float = START_S) -> str:
    """Waits until the page is served; returns the problem, or an empty text."""
    end = time.monotonic() + within_s
    while True:
        try:
            if fetched(f"{address}healthz").strip() == b"ok" and fetched(address):
                return ""
            says = "its page is not healthy"
        except OSError as error:
            says = f"its page does not answer ({error})"
        if time.monotonic() > end:
            return says
        time.sleep(0.25)


def faults(program: Path, config: Path | None, state: Path | None) -> set[str]:
    """Returns the faults that a version's `pegboard doctor` reports.

    Nothing where it cannot be asked.
    """
    command = [str(program), "doctor", "--json"]
    command += ["--config", str(config)] if config else []
    command += ["--state", str(state)] if state else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S)
        report = msgspec.json.decode(done.stdout, type=_Report)
        return {each.name for each in report.findings if each.state == "fault"}
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return set()
