"""`make release` refuses a version that CHANGELOG.md does not describe."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / ".ci" / "release.py"
SECTION = "## 0.2.0 - 2026-12-24\n\n### Added\n\n- Snow.\n"
OLDER = "\n## 0.1.0 - 2026-11-22\n\nThe first version.\n"


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *who, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def repository(folder: Path, changelog: str) -> Path:
    """A committed project of version 0.2.0 with this CHANGELOG."""
    git(folder, "init", "--quiet")
    for name, value in (("user.name", "Ann"), ("user.email", "ann@example.org")):
        git(folder, "config", name, value)
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "0.2.0"\n')
    (folder / "CHANGELOG.md").write_text("# Changelog\n\n" + changelog)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "One")
    return folder


def release(folder: Path, what: str) -> tuple[int, str]:
    command = [sys.executable, str(SCRIPT), what]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_a_described_version_is_tagged_once(tmp_path: Path) -> None:
    folder = repository(tmp_path, "## Unreleased\n\n" + SECTION + OLDER)
    assert release(folder, "check") == (0, "0.2.0 can be released\n")
    assert git(folder, "tag") == ""
    code, says = release(folder, "tag")
    assert code == 0 and "v0.2.0 is tagged" in says
    message = git(folder, "tag", "--list", "--format=%(contents)", "v0.2.0")
    assert message.strip() == "0.2.0\n\n### Added\n\n- Snow."
    assert release(folder, "tag") == (
        1,
        "release: the tag v0.2.0 exists already: raise the version in pyproject.toml\n",
    )


@pytest.mark.parametrize(
    ("changelog", "says"),
    [
        ("", "newest section must be '## 0.2.0 - YYYY-MM-DD', not missing"),
        ("## Unreleased\n" + OLDER, "must be '## 0.2.0 - YYYY-MM-DD', not ## 0.1.0 - 2026-11-22"),
        ("## 0.2.0\n\n- Snow.\n", "must be '## 0.2.0 - YYYY-MM-DD', not ## 0.2.0"),
        ("## 0.2.0 - soon\n\n- Snow.\n", "not ## 0.2.0 - soon"),
        (OLDER + SECTION, "not ## 0.1.0 - 2026-11-22"),
        ("## 0.2.0 - 2026-12-24\n" + OLDER, "the section of 0.2.0 is empty"),
        ("## Unreleased\n\n- More.\n\n" + SECTION, "Unreleased is not empty"),
    ],
)
def test_refuses_what_is_not_described(tmp_path: Path, changelog: str, says: str) -> None:
    folder = repository(tmp_path, changelog)
    for what in ("check", "tag"):
        code, said = release(folder, what)
        assert code == 1 and says in said and said.count("\n") == 1
    assert git(folder, "tag") == ""


def test_refuses_what_is_not_committed(tmp_path: Path) -> None:
    folder = repository(tmp_path, SECTION)
    (folder / "new.py").write_text("")
    assert release(folder, "tag") == (
        1,
        "release: not everything is committed: commit it, or remove it\n",
    )


def test_this_version_has_a_section() -> None:
    """So that the first thing a release needs cannot be forgotten."""
    root = SCRIPT.parent.parent
    version = (root / "pyproject.toml").read_text().partition('\nversion = "')[2].partition('"')[0]
    assert f"\n## {version} - " in (root / "CHANGELOG.md").read_text()
