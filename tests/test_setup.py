"""The set-up on machines without apt: it names what is missing and the command that installs it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.tools.groups import CORE, GROUPS

TOOLS = "sh awk basename cat cksum cut dirname env grep id readlink sed tr".split()
"""All that the script calls before it decides; no dpkg-query among them."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Returns a folder of programs, as PATH of a machine without apt."""
    for name in TOOLS:
        found = shutil.which(name)
        assert found, name
        (tmp_path / name).symlink_to(found)
    (tmp_path / "python3").symlink_to(sys.executable)
    return tmp_path


def setup(path: Path, *purposes: str) -> tuple[int, str]:
    command = [str(path / "sh"), str(ROOT / ".ci" / "setup"), *purposes]
    done = subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True)
    return done.returncode, done.stderr


def program(folder: Path, name: str) -> None:
    """Adds a program to a folder."""
    file = folder / name
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)


def test_names_the_command_for_each_platform(elsewhere: Path) -> None:
    program(elsewhere, "mosquitto")
    code, says = setup(elsewhere, "test")
    assert code == 2
    assert "On Fedora:  sudo dnf install chromium espeak-ng\n" in says
    assert "On macOS:   brew install --cask chromium\n" in says
    assert "mosquitto" not in says


def test_says_which_groups_set_themselves_up_on_debian_only(elsewhere: Path) -> None:
    code, says = setup(elsewhere, "storage")
    assert code == 0
    assert "'storage' is set up by itself on Debian only" in says and "strace" in says


def test_refuses_a_purpose_that_it_does_not_know(elsewhere: Path) -> None:
    code, says = setup(elsewhere, "everything")
    assert code == 2 and "There is no set-up for 'everything'" in says


@pytest.mark.parametrize(("target", "purpose"), [("hardware", "drawings"), ("carrier", "hardware")])
def test_only_the_carrier_board_sets_kicad_up(target: str, purpose: str) -> None:
    command = ["make", "--dry-run", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert f".ci/setup {purpose}\n" in done.stdout
    packages = (ROOT / ".ci" / "packages").read_text(encoding="utf-8").splitlines()
    kicad = {line.split()[0] for line in packages if "kicad" in line and line[0] != "#"}
    assert kicad == {"hardware"}


def test_knows_every_group() -> None:
    text = (ROOT / ".ci" / "setup").read_text(encoding="utf-8")
    purposes = text.partition("case $purpose in")[2].partition("*) say")[0].replace(")", " ")
    assert {group.name for group in GROUPS} - {CORE} <= set(purposes.split())
