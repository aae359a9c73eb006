"""Updates refuse downgrades, and install exactly the verified files."""

import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pegboard.cli import update
from pegboard.cli.app import run_line
from pegboard.ops.update.request import request_update
from pegboard.ops.update.signature import ENDING, KEYS, PublicKey, sign_file
from pegboard.ops.update.versions import Versions, is_older
from pegboard.storage.state_names import UPDATE_REQUEST

IN_ORDER = [
    "0.9", "1.0.dev1", "1.0a1.dev2", "1.0a1", "1.0a2", "1.0b1", "1.0rc1", "1.0", "1.0.post1.dev1",
    "1.0.post1", "1.0.1", "1.2", "1.10", "2.0.0", "1!0.1",
]  # fmt: skip
RUNS = "2.0.0"
KEY, NUMBER = Ed25519PrivateKey.generate(), b"12345678"
STAGE = """
mkdir -p "$2/versions/VERSION"
basename "$4" > "$2/../installed"
echo VERSION >> "$2/../installed"
echo "$6" > "$2/../packages-of"
ls "$6" >> "$2/../packages-of" 2>/dev/null
echo "$2/versions/VERSION"
"""


def test_versions_are_ordered_by_pep_440() -> None:
    for place, version in enumerate(IN_ORDER):
        for other, earlier in enumerate(IN_ORDER):
            assert is_older(earlier, version) == (other < place), (earlier, version)
    assert not is_older("1.0", "1.0.0+0a1b2c3d") and not is_older("1.0.0+0a1b2c3d", "1.0")
    assert is_older("nonsense", "1.0") and not is_older("1.0", "1.0")


def wheel(folder: Path, version: str, script: str = STAGE) -> Path:
    """Makes a signed wheel whose installer records that it was run."""
    file = folder / f"pegboard-{version}-py3-none-any.whl"
    facts = f"pegboard-{version}.dist-info"
    with zipfile.ZipFile(file, "w") as pack:
        pack.writestr("pegboard/appliance/install.sh", script.replace("VERSION", version))
        pack.writestr(
            f"{facts}/METADATA", f"Metadata-Version: 2.1\nName: pegboard\nVersion: {version}\n"
        )
        pack.writestr(
            f"{facts}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        pack.writestr(f"{facts}/RECORD", "")
    file.with_name(file.name + ENDING).write_text(sign_file(file, KEY, NUMBER, "timestamp:1"))
    return file


class Board:
    """An installed board that runs 2.0.0, with a source of releases."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.place, self.state = folder, folder / "place", folder / "state"
        self.versions = Versions(folder / "opt")
        here = self.versions.folder / "versions" / RUNS
        (here / "units").mkdir(parents=True)
        (here / "units" / KEYS).write_text(f"{PublicKey(NUMBER, KEY.public_key())}\n")
        (here / "bin").mkdir()
        # Not a link, which would have no virtual environment; Debian's Python has no pip.
        python = here / "bin" / "python"
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        (self.versions.folder / "current").symlink_to(f"versions/{RUNS}")
        self.place.mkdir()
        self.state.mkdir()
        (folder / "releases").write_text(f"{self.place}\n")
        for name, value in {
            "RELEASES": folder / "releases",
            "RESULTS": folder / "results",
            "Versions": lambda: self.versions,
            "new_switch": lambda versions, anyway: self,
            "store_result": lambda result: None,
        }.items():
            monkeypatch.setattr(update, name, value)
        self.lines: list[str] = []
        self.on_report: Any = lambda line: None

    def finish_interrupted(self) -> str:
        return ""

    def report(self, line: str) -> None:
        self.lines.append(line)
        self.on_report(line)

    def update(self, name: str) -> None:
        self.lines.append(f"switched to {name}")

    @property
    def installed(self) -> list[str]:
        """Name and version of the wheel whose installer ran as root; empty if none did."""
        file = self.folder / "installed"
        return file.read_text().split() if file.exists() else []


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(tmp_path, monkeypatch)


def test_older_release_is_refused(board: Board, capsys: pytest.CaptureFixture[str]) -> None:
    old = wheel(board.place, "1.0.0")
    for line in (["update"], ["update", "--version", "1.0.0"], ["update", "--wheel", str(old)]):
        assert run_line(line) == 1
        err = capsys.readouterr().err
        assert "1.0.0 is older than 2.0.0, which is running" in err and err.count("\n") == 1
    assert run_line(["update", "--wheel", str(old), "--unsigned"]) == 1
    assert run_line(["update", "--check"]) == 1
    assert "2.0.0 is the newest version" in capsys.readouterr().err
    assert run_line(["update", "--check", "--version", "1.0.0"]) == 1
    assert "1.0.0 is older than 2.0.0" in capsys.readouterr().err
    assert board.installed == [] and board.lines == []


@pytest.mark.parametrize("version", ["0.9.0", "2.0.0rc1", ""])
def test_page_cannot_request_older_release(
    board: Board, capsys: pytest.CaptureFixture[str], version: str
) -> None:
    wheel(board.place, version or "1.0.0")
    request_update(board.state, "update", version)
    assert run_line(["update", "--wanted", "--allow-older"]) == 1, "root's word is not the page's"
    assert "older than 2.0.0" in capsys.readouterr().err
    assert board.installed == [] and not (board.state / UPDATE_REQUEST).exists()


def test_root_can_downgrade_with_option(board: Board) -> None:
    old = wheel(board.place, "1.0.0")
    assert run_line(["update", "--wheel", str(old), "--allow-older"]) == 0
    assert board.installed == [old.name, "1.0.0"] and board.lines[-1] == "switched to 1.0.0"
    wheel(board.place, "2.0.1")
    request_update(board.state, "update")
    assert run_line(["update", "--wanted"]) == 0
    assert board.installed[1] == "2.0.1" and board.lines[-1] == "switched to 2.0.1"


def test_wheel_replaced_after_check_is_not_installed(board: Board, tmp_path: Path) -> None:
    (tmp_path / "evil").mkdir()
    named = wheel(board.place, "2.1.0")
    evil = wheel(tmp_path / "evil", "2.1.0", STAGE.replace("echo VERSION >>", "echo evil >>"))
    board.on_report = lambda line: (
        evil.exists() and line.startswith("Signed") and evil.replace(named)
    )
    assert run_line(["update", "--wheel", str(named)]) == 0
    assert not evil.exists() and board.installed == [named.name, "2.1.0"]


def test_packages_are_copied_before_hash_check(board: Board, tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "numpy.whl").write_bytes(b"numpy")
    named = wheel(board.place, "2.1.0")
    assert run_line(["update", "--wheel", str(named), "--packages", str(packages)]) == 0
    used, *names = (tmp_path / "packages-of").read_text().split()
    assert Path(used) != packages and names == ["numpy.whl"]
    assert not Path(used).exists() and [*board.versions.folder.glob(".update-*")] == []


def test_invalid_wheel_is_refused(
    board: Board, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "pegboard-3.0.0-py3-none-any.whl"
    device = tmp_path / "pegboard-3.0.1-py3-none-any.whl"
    device.symlink_to("/dev/zero")
    folder = tmp_path / "pegboard-3.0.2-py3-none-any.whl"
    folder.mkdir()
    cases = ((name, "no such file"), (device, "a device is no file"), (folder, "Is a directory"))
    for file, message in cases:
        assert run_line(["update", "--wheel", str(file)]) == 2
        err = capsys.readouterr().err
        assert message in err and err.count("\n") == 1
    assert run_line(["update", "--wheel", str(tmp_path / "other.whl")]) == 2
    assert "must be a wheel of pegboard" in capsys.readouterr().err
