#!/usr/bin/env python3
"""Checks commit subjects: an imperative verb, at most 72 characters. Part of `.ci/check-style`.

The verb must be one of .ci/verbs. Only commits since this file was added are checked, and of those
only the ones from the twelve hours before the latest commit: older history stays as it is.
Standard library only.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GATE = ".ci/subjects.py"
AT_MOST = 72
HOURS = 12


def git(*words: str) -> str:
    """Runs git in the project and returns its output."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def verbs() -> set[str]:
    """Returns the allowed first words."""
    lines = (ROOT / ".ci" / "verbs").read_text(encoding="utf-8").splitlines()
    return {word for line in lines if not line.startswith("#") for word in line.split()}


def fault(subject: str, allowed: set[str]) -> str:
    """Returns the fault of a subject, or an empty string."""
    first = subject.partition(" ")[0]
    if first not in allowed:
        return f"must begin with an imperative verb such as Add or Fix (.ci/verbs), not {first!r}"
    if len(subject) > AT_MOST:
        return f"must have at most {AT_MOST} characters, not {len(subject)}"
    return ""


def subjects() -> list[tuple[str, str]]:
    """Returns (short hash, subject) of the checked commits, newest first."""
    brought = git("log", "--diff-filter=A", "--format=%H", "--", GATE).splitlines()
    if not brought:
        return []
    since = int(git("log", "-1", "--format=%ct")) - HOURS * 3600
    lines = git("log", "--format=%ct %h %s", f"{brought[-1]}..HEAD").splitlines()
    found = (line.split(" ", 2) for line in lines)
    return [(short, subject) for time, short, subject in found if int(time) >= since]


def main() -> int:
    """Prints each faulty commit; returns 1 if there is one."""
    allowed = verbs()
    faults = [(short, text, fault(text, allowed)) for short, text in subjects()]
    for short, text, wrong in faults:
        if wrong:
            print(f"{short} {text!r}: the subject {wrong}", file=sys.stderr)
    return int(any(wrong for _, _, wrong in faults))


if __name__ == "__main__":
    sys.exit(main())
