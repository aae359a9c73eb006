"""Shared fixtures: the installed disk, and one running machine per test file."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine.image import BUILD
from tests.machine.installed import Installed, installed
from tests.machine.machine import Machine

NEEDED = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mke2fs")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Raises the timeout to an hour, and runs the tests of this folder on one worker."""
    for item in items:
        if item.nodeid.startswith("tests/machine/"):
            item.add_marker(pytest.mark.timeout(3600))


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@pytest.fixture(scope="session")
def board() -> Installed:
    """Returns the disk with the installed board."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing or os.getuid() != 0:
        pytest.skip(f"wants root and {', '.join(NEEDED)}: sudo make test-machine")
    return installed(say)


@pytest.fixture(scope="module")
def folder(request: pytest.FixtureRequest) -> Path:
    """Returns an empty folder for the machines of a file, kept for inspection."""
    place: Path = BUILD / "runs" / request.path.stem
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place


@pytest.fixture(scope="module")
def machine(board: Installed, folder: Path) -> Iterator[Machine]:
    """Yields a running machine with the board for the tests of a file."""
    machine = board.machine(folder)
    try:
        yield machine
    finally:
        if machine.process.poll() is None:
            machine.pull_the_plug()
