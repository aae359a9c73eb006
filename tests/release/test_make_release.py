"""Tests of `make release` in a scratch clone, with the steps of CONTRIBUTING.md and a new key."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pegboard import __version__
from pegboard.ops.update.signature import ENDING, KEYS, read_keys, verify
from tests.release.files import names_of
from tests.support.paths import ROOT

VERSION = "99.0.0"
"""Newer than every real version, so that its tag is free."""
LIMIT_S = 3600
pytestmark = [pytest.mark.slow, pytest.mark.timeout(LIMIT_S)]


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command outside the tests' own make; the key has a passphrase."""
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS")}
    environment["PEGBOARD_KEY_PASSPHRASE"] = "scratch"
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def succeed(folder: Path, *command: str) -> str:
    done = run(folder, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def set_version(folder: Path) -> None:
    """Moves *Unreleased* into a section of `VERSION`, with a line of its own."""
    for name in ("pyproject.toml", "pegboard/__init__.py"):
        file = folder / name
        text = file.read_text()
        assert f'ersion__ = "{__version__}"' in text or f'\nversion = "{__version__}"' in text
        file.write_text(text.replace(f'"{__version__}"', f'"{VERSION}"', 1))
    changelog = folder / "CHANGELOG.md"
    head, _, sections = changelog.read_text().partition("\n## ")
    older = sections.removeprefix("Unreleased\n") if sections.startswith("Unreleased\n") else ""
    section = f"\n## {VERSION} - 2099-01-01\n\n- A scratch release.\n"
    changelog.write_text(head + section + (older or f"\n## {sections}"))


@pytest.fixture(scope="module")
def clone() -> Iterator[Path]:
    """Yields a clone in which a release was made and tagged."""
    with tempfile.TemporaryDirectory(dir=os.environ["PEGBOARD_TEST_DISK"]) as scratch:
        folder, key = Path(scratch) / "clone", Path(scratch) / "release.key"
        succeed(ROOT, "git", "clone", "--quiet", "--no-tags", str(ROOT), str(folder))
        for name, value in (("user.name", "Ann"), ("user.email", "ann@example.org")):
            succeed(folder, "git", "config", name, value)
        sdk = ROOT / "build" / "pico-sdk"
        if sdk.exists():  # 60 MB that need not be fetched again
            shutil.copytree(sdk, folder / "build" / "pico-sdk", symlinks=True)
        set_version(folder)
        succeed(folder, "make", "release-key", f"RELEASE_KEY={key}")
        succeed(folder, "git", "commit", "--quiet", "--all", "--message", f"Release {VERSION}")
        succeed(folder, "make", "release", f"RELEASE_KEY={key}")
        yield folder


def test_release_tags_a_clean_tree(clone: Path) -> None:
    assert succeed(clone, "git", "tag").split() == [f"v{VERSION}"]
    message = succeed(clone, "git", "tag", "--list", "--format=%(contents)", f"v{VERSION}")
    assert message.startswith(f"{VERSION}\n\n- A scratch release.\n")
    assert succeed(clone, "git", "status", "--porcelain") == ""


def test_release_fills_dist_with_every_file(clone: Path) -> None:
    assert {file.name for file in (clone / "dist").iterdir()} == names_of(VERSION)
    succeed(clone / "dist", "sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS")


def test_release_is_signed_with_the_committed_key(clone: Path) -> None:
    keys = read_keys(clone / "systemd" / KEYS)
    signatures = list((clone / "dist").glob(f"*{ENDING}"))
    assert len(signatures) == 2
    for signature in signatures:
        verify(signature.with_suffix(""), signature.read_text(), keys)


def test_release_of_a_tagged_version_is_refused(clone: Path) -> None:
    again = run(clone, "make", "release", f"RELEASE_KEY={clone.parent / 'release.key'}")
    assert again.returncode != 0
    assert f"the tag v{VERSION} exists already" in again.stdout + again.stderr
