"""Builds variants of the project's wheel: another version, changed or broken files."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.running_board import SIMULATED, RunningBoard

GOES_IN = ("pegboard", "systemd", "hardware/layouts")
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
BUILD = "import hatchling.build, sys; print(hatchling.build.build_wheel(sys.argv[1]))"


Changes = Mapping[str, Sequence[tuple[str, str]]]
"""By file, texts in it and what stands there instead."""


def build(folder: Path, version: str = "", changes: Changes | None = None) -> Path:
    """Builds a wheel of the checkout.

    Args:
        folder: to build it in; the wheel lies there.
        version: another than the present one.
        changes: what else is not as it stands here.
    """
    source = folder / f"source-{version or 'here'}"
    for part in GOES_IN:
        shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(ROOT / file, source / file)
    if version:
        present = present_version()
        replace_once(source / "pyproject.toml", f'version = "{present}"', f'version = "{version}"')
        replace_once(source / "pegboard/__init__.py", f'"{present}"', f'"{version}"')
    for file, texts in (changes or {}).items():
        for old, new in texts:
            replace_once(source / file, old, new)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=source, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    shutil.rmtree(source)
    return folder / done.stdout.split()[-1]


def present_version() -> str:
    """Returns the version in pyproject.toml."""
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    return next(line for line in lines if line.startswith("version = ")).split('"')[1]


def replace_once(file: Path, old: str, new: str) -> None:
    """Replaces a text that occurs exactly once in a file."""
    text = file.read_text()
    assert text.count(old) == 1, f"{file}: {old!r} stands there {text.count(old)} times"
    file.write_text(text.replace(old, new))


def unpack(wheel: Path, folder: Path) -> Path:
    """Unpacks a wheel into a folder; returns the folder."""
    with zipfile.ZipFile(wheel) as pack:
        pack.extractall(folder)
    return folder


def start_service(
    site: Path, state: Path, port: int = 0, options: Sequence[str] = ()
) -> RunningBoard:
    """Starts the service of a checkout or unpacked wheel on a simulated board.

    Args:
        site: the folder that has the package: a checkout, or where a wheel was unpacked.
        state: a folder for its state, with its configuration beside it.
        port: where it listens; 0 for any that is free.
        options: more of the command line.
    """
    config = state.parent / "pegboard.toml"
    config.write_text(SIMULATED)
    begin = ("--config", str(config), "--port", str(port))
    return RunningBoard(state, *begin, *options, under=("env", "-C", str(site)))


def file_names(wheel: Path) -> set[str]:
    """Returns the names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as pack:
        return set(pack.namelist())
