"""The steps of the Dockerfile, executed in an empty Debian as by Docker."""

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
def test_dockerfile_serves_page_in_empty_debian(disk_path: Path) -> None:
    """Runs them with `.ci/clean.py`: packages, copy, set-up, `make run`."""
    text = DOCKERFILE.read_text(encoding="utf-8")
    suite = text.partition("FROM debian:")[2].split()[0]
    command = [sys.executable, str(ROOT / ".ci" / "clean.py"), "--run-only", "--suite", suite]
    done = subprocess.run([*command, "--folder", str(disk_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "make run: the first page after" in done.stderr


def test_dockerfile_is_short_and_runs_setup_and_service() -> None:
    text = DOCKERFILE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 20
    assert 'CMD ["make", "run"]' in text and "make test" in text
