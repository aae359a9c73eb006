"""The Dockerfile's steps, followed in an empty Debian as Docker would follow them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.group("install")

DOCKERFILE = ROOT / "Dockerfile"


@pytest.mark.timeout(1200)
@pytest.mark.skipif(os.getuid() != 0, reason="an empty Debian needs root")
def test_its_steps_serve_the_page_in_an_empty_debian(disk_path: Path) -> None:
    """`.ci/clean.py` reads them from the file: packages, copy, set-up, `make run`."""
    text = DOCKERFILE.read_text(encoding="utf-8")
    suite = text.partition("FROM debian:")[2].split()[0]
    command = [sys.executable, str(ROOT / ".ci" / "clean.py"), "--run-only", "--suite", suite]
    done = subprocess.run([*command, "--folder", str(disk_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "make run: the first page after" in done.stderr


def test_it_is_short_and_does_the_two_commands() -> None:
    text = DOCKERFILE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 20
    assert 'CMD ["make", "run"]' in text and "make test" in text
