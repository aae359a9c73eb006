"""Test groups: purpose, requirements, and whether CI runs them.

    python -m tests.tools.groups                 the groups, a line each
    python -m tests.tools.groups plan NAME...    what is about to run, with its minutes
    python -m tests.tools.groups ci              the groups that CI may run, a name a line

`make test` runs the group *core*, `make test-NAME` another one, `make test-all` every one. A test
belongs to the group that its mark names, `@pytest.mark.group("storage")`, else to the group that
owns its folder, else to the core. Only the standard library: the plan is printed before anything
is installed.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DURATIONS = TESTS / "data" / "durations.json"
CORE = "core"
WORKERS = 4
"""Workers of two cores, see `scheduling.workers`."""


@dataclass(frozen=True)
class Group:
    """A named set of tests.

    Args:
        name: the X of `make test-X`, of `.ci/setup X` and of `.ci/locks/X.lock`.
        about: what it proves, a phrase.
        folders: below tests/; their tests belong to it unless a mark says otherwise.
        reads: files that its tests read besides Python, as patterns from the root.
        never_in_ci: why CI leaves it to people; empty where CI runs it.
    """

    name: str
    about: str
    folders: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    never_in_ci: str = ""


GROUPS = (
    Group(CORE, "what the product promises"),
    Group(
        "browser",
        "every page in Chromium, in every size, language and font",
        folders=("browser",),
        reads=("pegboard/web/static/*", "pegboard/web/bundle/*", "hatch_build.py"),
    ),
    Group("rules", "every rule broken on purpose; records and players in other languages"),
    Group("camera", "whole films of deals, followed and shown by the service"),
    Group("storage", "kills, power cuts and disks that fail"),
    Group("hall", "halls in PostgreSQL, long evenings, kills and forged archives"),
    Group("soak", "hours of play and crowds, shortened to minutes"),
    Group(
        "firmware",
        "the USB board's program, fuzzed here and emulated on its own processor",
        folders=("firmware",),
        reads=("firmware/*",),
    ),
    Group(
        "hardware",
        "templates, wiring and the carrier board, checked by KiCad",
        folders=("hardware",),
        reads=("hardware/*",),
    ),
    Group(
        "install",
        "wheel, installer, updates and units in an empty Debian",
        reads=(
            "systemd/*",
            "pyproject.toml",
            "hatch_build.py",
            "*.lock",
            ".ci/*",
            "Makefile",
            "Dockerfile",
        ),
    ),
    Group(
        "release",
        "everything a release contains, built, opened and checked",
        folders=("release",),
        reads=(".ci/dist.py", ".ci/sign.py"),
        never_in_ci="building firmware, carrier board and guide takes over a minute",
    ),
    Group(
        "machine",
        "the board as an appliance: a kernel and systemd of its own in QEMU",
        folders=("machine",),
        never_in_ci="an emulated machine takes half an hour",
    ),
)
NAMES = tuple(group.name for group in GROUPS)
NEVER_IN_CI = {
    "make image": "a card image takes 2 GB and twenty minutes",
    "make soak": "a thousand kills take half an hour",
    "make soak-play": "two thousand games take half an hour",
    "make test-arm64": "an emulated Pi takes half an hour",
    "make test-pythons": "CI runs `make test-pythons-short`",
}
"""Other commands that CI does not run, with the reason."""

MARK = re.compile(r'\bmark\.group\(\s*"(\w+)"')
WHOLE_FILE = re.compile(r"^pytestmark\b[^\n]*\bmark\.group\(", re.MULTILINE)


def of_folder(file: Path) -> str:
    """Returns the group of a file's unmarked tests."""
    folder = file.relative_to(TESTS).parts[0]
    return next((group.name for group in GROUPS if folder in group.folders), CORE)


@cache
def of_file(file: Path) -> frozenset[str]:
    """Returns the groups with tests in a file, without importing it."""
    text = file.read_text(encoding="utf-8")
    marked = frozenset(MARK.findall(text))
    return marked if WHOLE_FILE.search(text) else marked | {of_folder(file)}


def files(name: str) -> list[Path]:
    """Returns the files with tests of a group."""
    return [file for file in sorted(TESTS.rglob("test_*.py")) if name in of_file(file)]


def known_durations(source: Path = DURATIONS) -> dict[str, dict[str, float]]:
    """Returns the measured durations in seconds, by group and file."""
    return json.loads(source.read_text()) if source.exists() else {}


def minutes(name: str, durations: Mapping[str, Mapping[str, float]]) -> float:
    """Returns a group's approximate duration on two cores, without set-up."""
    return sum(durations.get(name, {}).values()) / WORKERS / 60


def plan(names: Iterable[str]) -> str:
    """Describes the groups about to run, one per line, with a total."""
    durations, names = known_durations(), list(names)
    chosen = [group for group in GROUPS if group.name in names]
    rows = [
        f"  {group.name:10} {len(files(group.name)):3} files, about "
        f"{minutes(group.name, durations):4.1f} min  {group.about}"
        for group in chosen
    ]
    total = sum(minutes(group.name, durations) for group in chosen)
    if len(rows) > 1:
        rows.append(f"  together about {total:.0f} min on two cores, set-up aside")
    return "\n".join(["Tests to run (minutes on two cores, once set up):", *rows])


def unmeasured(durations: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Returns the test files without a measured duration in one of their groups."""
    return [
        path
        for file in sorted(TESTS.rglob("test_*.py"))
        for path in [file.relative_to(ROOT).as_posix()]
        if any(path not in durations.get(name, {}) for name in of_file(file))
    ]


def main(words: list[str]) -> int:
    """Prints groups or plan; returns 2 for a usage error."""
    match words:
        case []:
            for group in GROUPS:
                note = f" (never in CI: {group.never_in_ci})" if group.never_in_ci else ""
                print(f"{group.name:10} {group.about}{note}")
            for command, why in NEVER_IN_CI.items():
                print(f"never in CI: {command}: {why}")
        case ["plan", *names] if names and set(names) <= set(NAMES):
            print(plan(names), flush=True)
        case ["ci"]:
            print("\n".join(group.name for group in GROUPS if not group.never_in_ci))
        case _:
            print(f"usage: groups [plan NAME... | ci], NAME: {' '.join(NAMES)}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
