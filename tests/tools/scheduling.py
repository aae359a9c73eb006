"""Schedules test files on several workers, slowest first by measured duration.

A file is one worker's, so what its tests share is set up once. `make test-durations` measures what
each file takes and writes it to durations.json, by group. A file that is not in there counts as
average.

    python -m tests.tools.scheduling

prints what was measured; exit code 1 where more than a tenth of the files are not in it.
"""

import importlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from statistics import fmean

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.support.paths import ROOT
from tests.tools.groups import GROUPS, known_durations, minutes, of_file, unmeasured

UNMEASURED = 0.1
"""Share of files that may lack a duration before CI refuses."""
BROWSERS = 2
"""Workers that drive a browser at once, as long as there is other work: one keeps a core busy."""


def file_of(nodeid: str) -> str:
    """Returns the file of a test id."""
    return nodeid.partition("::")[0]


def drives_browser(file: str) -> bool:
    """Returns whether a file's tests drive a browser."""
    return "browser" in Path(file).parts


def seconds_by_file(chosen: Iterable[str]) -> dict[str, float]:
    """Returns the measured seconds per file, optionally of some groups only."""
    names, took_s = set(chosen), defaultdict[str, float](float)
    for name, seconds in known_durations().items():
        if not names or name in names:
            for file, s in seconds.items():
                took_s[file] += s
    return took_s


def slowest_first(files: Iterable[str], durations: Mapping[str, float]) -> list[str]:
    """Orders files by duration; unknown ones count as average."""
    average = fmean(durations.values()) if durations else 0.0
    return sorted(files, key=lambda file: (-durations.get(file, average), file))


def next_file(waiting: Iterable[str], browsers: int, last: str = "") -> str:
    """Chooses the next file for a worker.

    Args:
        waiting: files, the slowest first; at least one.
        browsers: how many other workers drive a browser now.
        last: what the worker had before: a browser that it has started serves on.
    """
    files = list(waiting)
    if drives_browser(last):
        return next((file for file in files if drives_browser(file)), files[0])
    if browsers >= BROWSERS:
        return next((file for file in files if not drives_browser(file)), files[0])
    return files[0]


def workers(cores: int) -> int:
    """Returns the number of workers that keeps the cores busy; tests mostly wait."""
    return max(cores, min(2 * cores, 8))


def import_from(part: float, folders: Iterable[Path], chosen: Iterable[str]) -> None:
    """Imports the test files, starting at a different one in each worker.

    pytest rewrites the assertions of a file that is new, which takes longer than all else before
    the first test. So each worker finds most of them rewritten by the others.

    Args:
        part: of the files that come last.
        folders: searched for files.
        chosen: groups whose files are imported; all if it is empty.
    """
    files = sorted({file for folder in folders for file in folder.rglob("test_*.py")})
    if names := set(chosen):
        files = [file for file in files if of_file(file) & names]
    begin = int(part * len(files))
    for file in files[begin:] + files[:begin]:
        with suppress(Exception, pytest.skip.Exception):  # the collection will say so
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


class SlowestFirst(LoadScopeScheduling):  # type: ignore[misc]
    """Schedules whole files, slowest first, with few browsers at once."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        self.sorted = False
        self.took_s = seconds_by_file(config.getoption("--group"))

    def _split_scope(self, nodeid: str) -> str:
        return file_of(nodeid)

    def _assign_work_unit(self, node: object) -> None:
        if not self.sorted:
            for file in slowest_first(list(self.workqueue), self.took_s):
                self.workqueue.move_to_end(file)
            self.sorted = True
        others = (work for worker, work in self.assigned_work.items() if worker is not node)
        browsers = sum(
            any(drives_browser(file) and not all(tests.values()) for file, tests in work.items())
            for work in others
        )
        last = next(reversed(self.assigned_work.get(node) or {}), "")
        self.workqueue.move_to_end(next_file(self.workqueue, browsers, last), last=False)
        super()._assign_work_unit(node)


class Stopwatch:
    """Sums the duration of each file by group, and saves it at the end."""

    def __init__(self, into: Path) -> None:
        self.into = into
        self.took_s: defaultdict[tuple[str, str], float] = defaultdict(float)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = str(dict(report.user_properties)["group"])
        self.took_s[name, file_of(report.nodeid)] += report.duration

    @pytest.hookimpl
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        took_s = known_durations(self.into)
        for (name, file), seconds in self.took_s.items():
            took_s.setdefault(name, {})[file] = round(seconds, 1)
        root = session.config.rootpath
        there = {
            group.name: {
                file: seconds
                for file, seconds in sorted(took_s.get(group.name, {}).items())
                if (root / file).exists() and group.name in of_file(root / file)
            }
            for group in GROUPS
        }
        measured = {name: files for name, files in there.items() if files}
        self.into.write_text(json.dumps(measured, indent=1) + "\n")


def cores() -> int:
    """Returns the number of usable cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main() -> int:
    """Prints the durations; returns 1 if too many files are unmeasured."""
    durations = known_durations()
    for group in GROUPS:
        print(f"{group.name:10} {minutes(group.name, durations):5.1f} min on two cores")
    for file in slowest_first(took_s := seconds_by_file(()), took_s)[:10]:
        print(f"  {took_s[file]:5.1f} s  {file}")
    missing = unmeasured(durations)
    share = len(missing) / max(1, len(took_s | dict.fromkeys(missing, 0.0)))
    print(f"{len(missing)} files of tests are not measured ({share:.0%})", *missing, sep="\n  ")
    if share > UNMEASURED:
        print(f"More than {UNMEASURED:.0%}: run make test-durations, and commit what it writes.")
    return int(share > UNMEASURED)


if __name__ == "__main__":
    sys.exit(main())
