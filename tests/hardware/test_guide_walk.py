"""Runs every command of the build guide in order, on a model board.

The Pico is a model on a real port, the strip shows what the model lights, and the builder looks at
it and answers. Unknown and missing commands fail.
"""

import json
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from hardware import guide
from hardware.make import GENERATORS
from hardware.wiring.builds import HOSTS
from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.cli.app import run_line
from pegboard.cli.light import test as light
from pegboard.config import BoardConfig
from pegboard.devices.inputs import serial
from pegboard.devices.usb_board import port as firmware_port
from pegboard.ops.control_socket import request_settings
from pegboard.storage.state_names import CONTROL_SOCKET
from tests.support.led_observers import BoardObserver, Wiring
from tests.support.model_board import ModelBoard, PluggedModelBoard
from tests.support.paths import ROOT
from tests.support.running_board import RunningBoard, running_board
from tests.support.waiting import wait_until

TEXT = guide.README.read_text(encoding="utf-8")
STEPS = {step.splitlines()[0]: step for step in re.split(r"^## (?=\d+ )", TEXT, flags=re.M)[1:]}
"""The steps, by their headings."""

OTHER_PROGRAMS = ("ssh", "scp", "tar", "cd", "sudo reboot", "sudo systemctl", "sha256sum", "shasum")
"""Commands of other programs in the guide."""


def commands(step: str) -> Iterator[str]:
    """Yields the commands of a step in order: code lines and inline code."""
    for line in re.finditer(r"^ {4,}(\S.*)$|`((?:sudo |pegboard |ssh )[^`]+)`", step, re.M):
        yield (line[1] or line[2]).partition("#")[0].strip()


class Builder:
    """A person who looks at the strip and answers; without a layout for a bare strip."""

    def __init__(self, board: "Board", layout: Layout | None, wiring: Wiring | None = None) -> None:
        self.board, self.layout = board, layout
        wired = wiring or [(piece, False) for piece in (layout.pieces if layout else ())]
        self.person = BoardObserver(layout, wired) if layout else None
        if self.person:
            self.person.strip = board
            self.person.behind = board.behind

    def __call__(self, kind: str, text: str) -> str:
        if kind == "save":
            return ""
        if self.person is not None:
            return self.person(kind, text)
        first = self.board.frame[:3]
        return "rgb"[first.index(max(first))] if kind == "colour" else "y"


class Board:
    """The builder's board with its Pico, and a terminal."""

    def __init__(self, folder: Path, layout: str, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.layout = folder, load_layout(layout)
        self.plugged = PluggedModelBoard(ModelBoard())
        self.builder = Builder(self, None)
        self.wiring: Wiring | None = None
        self.behind = 0
        """Number of LEDs after those of the layout."""
        self.state = folder / "state"
        patch.setenv("STATE_DIRECTORY", str(self.state))
        patch.setattr(firmware_port, "find_port", lambda *_: Path(self.plugged.port))
        patch.setattr(light, "WALK_S", 0.0)
        patch.setattr(light, "read_answer", lambda kind, text: self.builder(kind, text))
        patch.chdir(folder)

    @contextmanager
    def running(self) -> Iterator[RunningBoard]:
        """Runs the service of an installed board, which owns the Pico, for the block."""
        config, port = self.folder / "config.toml", f"serial:{self.plugged.port}"
        config.write_text(
            f'[board]\nstrip = "{port}"\n[buttons]\nsource = "{port}"\n[camera]\nsource = "none"\n'
        )
        with running_board(self.state, "--config", str(config), "--no-demo") as service:
            wait_until(self.is_lit_by_the_service, "the service has the Pico")
            wait_until((self.state / CONTROL_SOCKET).exists, "it can be asked to lend it")
            yield service

    @property
    def frame(self) -> bytes:
        """Shown frame: three bytes per LED."""
        with self.plugged.lock:
            model = self.plugged.model
            shown = model.lit if model.lit is not None else model.picture
            pixels = model.configured.pixels if model.configured else 0
            return shown[: 3 * pixels]

    def is_lit_by_the_service(self) -> bool:
        """True if the service owns the Pico: no command sets the configured current limit."""
        configured = self.plugged.model.configured
        return configured is not None and configured.budget_mA == BoardConfig().max_mA

    def press(self, button: str, *levels: bool) -> None:
        """Presses (True) or releases a button of the board."""
        names = serial.plan(self.layout.tracks, {}).buttons
        number = next(number for number, name in names.items() if str(name) == button)
        for down in levels:
            with self.plugged.lock:
                self.plugged.model.press(number, down, time.monotonic())

    def types(self, command: str) -> int:
        """Runs a command of the guide; returns its exit code."""
        words = shlex.split(command.replace("LAYOUT", self.layout.name))
        if "--auto" in words:
            words[words.index("--auto") + 1] = "0"  # no person looks, so go fast
        words = words[words[0] == "sudo" :]
        if words[0] == "./install.sh":
            return self.installs(words)
        assert words[0] == "pegboard", f"no way is known to walk {command!r}"
        if "--rows" in words:
            part = self.layout.first_rows(int(words[words.index("--rows") + 1]))
            self.builder = Builder(self, part)
        else:
            self.builder = Builder(self, None if "--leds" in words else self.layout, self.wiring)
        return run_line(words[1:])

    def installs(self, words: list[str]) -> int:
        """Runs the installer's dry run in a folder like that of the download."""
        place = self.folder / "download"
        if not place.exists():
            shutil.copytree(ROOT / "systemd", place)
            (place / "pegboard-99.0-py3-none-any.whl").touch()
        return subprocess.run([*words, "--dry-run"], cwd=place, check=False).returncode


@pytest.fixture
def board(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Board]:
    board = Board(tmp_path, request.param, monkeypatch)
    yield board
    board.plugged.close()


def promises(step: str) -> list[str]:
    """Returns the output that a step promises."""
    return re.findall(r"(?:ends with|` says)\s+\*([^*]+)\*", step)


@pytest.mark.parametrize("board", ["two-track", "three-track", "four-track-60"], indirect=True)
def test_guide_commands_print_promised_output(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    with board.running() as service:
        for heading, step in STEPS.items():
            shown = ""
            for command in commands(step):
                if command.startswith(OTHER_PROGRAMS):
                    continue
                is_held = "Buttons" in heading and "status" in command
                board.press("0+1", *[True] * is_held)
                code = board.types(command)
                board.press("0+1", *[False] * is_held)
                output = capsys.readouterr()
                assert code == 0 or (code == 1 and "doctor" in command), f"{command}: {output}"
                shown += output.out
            words = " ".join(shown.split())
            missing = [
                promise for promise in promises(step) if " ".join(promise.split()) not in words
            ]
            assert missing == [], heading
        wait_until(lambda: layout_of(service) == board.layout.name, "the layout holds")
        service.command(new={"mode": "score"})
        wait_until(board.is_lit_by_the_service, "the service has the Pico again")
        before = board.frame
        board.press("0+1", True, False)
        service.wait_for_state(lambda state: any(state["pending"]))
        board.press("ok", True, False)
        service.wait_for_state(lambda state: state["scores"][0] == 1)
        wait_until(lambda: board.frame != before, "the first player's peg moves")


def layout_of(service: RunningBoard) -> str:
    """Returns the layout in use; empty while the service restarts."""
    with suppress(OSError):
        return str(service.get("api/state")["layout"])
    return ""


@pytest.mark.parametrize("board", ["three-track"], indirect=True)
def test_rewired_board_is_lit_correctly(board: Board, capsys: pytest.CaptureFixture[str]) -> None:
    """Swaps two rows and reverses one."""
    first, second, third, *others = board.layout.pieces
    rest = [(piece, False) for piece in others]
    board.wiring = [(second, False), (first, False), (third, True), *rest]
    with board.running() as service:
        assert board.types("sudo pegboard light test --layout LAYOUT") == 0
        wait_until(lambda: layout_of(service) == "own-layout", "the board has started again")
        assert board.types("sudo pegboard light test") == 0
        assert "Everything is as configured." in capsys.readouterr().out


@pytest.mark.parametrize("board", ["three-track"], indirect=True)
@pytest.mark.parametrize("behind", [0, 3])
def test_doctor_compares_strip_with_layout(
    board: Board, behind: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def doctor() -> list[str]:
        capsys.readouterr()
        board.types("pegboard doctor --json")
        notices = json.loads(capsys.readouterr().out)["findings"]
        return [notice["code"] for notice in notices if notice["about"] == "strip-length"]

    board.behind = behind
    with board.running():
        assert doctor() == ["strip-length-absent"]
        assert board.types("sudo pegboard light test --layout LAYOUT") == 0
        assert doctor() == ["strip-length-longer" if behind else "strip-length-ok"]
        request_settings(board.state, {"board.layout": "four-track"})
        assert doctor() == ["strip-length-shorter"]
        request_settings(board.state, {"board.layout": "two-track"})
        assert doctor() == ["strip-length-longer"]


@pytest.mark.parametrize("board", ["three-track"], indirect=True)
def test_light_test_keeps_answers_at_end_of_input(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(kind: str, text: str) -> str:
        if kind == "behind":
            raise EOFError
        return board.builder(kind, text)

    monkeypatch.setattr(light, "read_answer", answer)
    with board.running() as service:
        assert board.types("sudo pegboard light test --layout LAYOUT") == 0
        assert service.get("api/state")["layout"] == "three-track"


def test_guide_files_are_generated(tmp_path: Path) -> None:
    """`test_carrier.py` covers the files of the carrier board, which need KiCad."""
    made = {name: make for name, make in GENERATORS.items() if name != "carrier"}
    for name, make in made.items():
        (tmp_path / name).mkdir()
        make(tmp_path / name)
    named = re.findall(rf"`((?:{'|'.join(made)})/[\w./-]+)`", TEXT)
    assert len(named) > 3
    files = {
        tmp_path / name.replace("LAYOUT", layout).replace("BUILD", build)
        for name in named
        for layout in layout_names()
        for build in HOSTS
    }
    assert sorted(file for file in files if not file.exists()) == []
