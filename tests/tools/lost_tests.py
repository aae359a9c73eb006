"""Compares the ids of all tests with those of a commit, to notice lost tests.

    python -m tests.tools.lost_tests BASE

Prints the ids that are gone and the number that are new; exit code 1 where any is gone. The
commit is checked out into a folder of its own, and both are collected with this Python, so the
libraries of every group must be there: `.ci/setup test browser hall hardware`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.tools.groups import ROOT


def ids(folder: Path) -> set[str]:
    """Returns the ids of all tests below a folder.

    Raises:
        ValueError: a file could not be imported, so its tests are not known.
    """
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{folder}: every file must be importable:\n{done.stdout[-2000:]}")
    # Some ids hold the path of a file here.
    lines = done.stdout.replace(str(folder), "").splitlines()
    return {line for line in lines if "::" in line}


def main(words: list[str]) -> int:
    """Prints the difference; returns 2 if BASE is missing."""
    if len(words) != 1:
        print("usage: python -m tests.tools.lost_tests BASE", file=sys.stderr)
        return 2
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory() as name:
        there = Path(name) / "before"
        subprocess.run([*git, "add", "-q", "--detach", str(there), words[0]], check=True)
        try:
            before, now = ids(there), ids(ROOT)
        finally:
            subprocess.run([*git, "remove", "--force", str(there)], check=True)
    for lost in sorted(before - now):
        print(f"lost: {lost}")
    print(f"{len(before)} tests before, {len(now)} now: {len(before - now)} lost, "
          f"{len(now - before)} new")  # fmt: skip
    return int(bool(before - now))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
