"""Hands out files of tests to several workers: the slowest first, by what they took before.

A file is one worker's, so what its tests share is set up once. `make test-durations` measures what
each file takes and writes it to durations.json. A file that is not in there counts as average.
"""

import importlib
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from statistics import fmean

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.support.paths import TEST_DATA

DURATIONS = TEST_DATA / "durations.json"
BROWSERS = 2
"""Workers that drive a browser at once, as long as there is other work: one keeps a core busy."""


def file_of(nodeid: str) -> str:
    """Returns the file of a test, as a path from the root."""
    return nodeid.partition("::")[0]


def drives_browser(file: str) -> bool:
    """Tells if the tests of a file drive a browser."""
    return "browser" in Path(file).parts


def known_durations(source: Path = DURATIONS) -> dict[str, float]:
    """Returns the seconds that each file took when they were measured."""
    return json.loads(source.read_text()) if source.exists() else {}


def slowest_first(files: Iterable[str], durations: Mapping[str, float]) -> list[str]:
    """Orders files by what they took; unknown ones are as slow as the average."""
    average = fmean(durations.values()) if durations else 0.0
    return sorted(files, key=lambda file: (-durations.get(file, average), file))


def next_file(waiting: Iterable[str], browsers: int, last: str = "") -> str:
    """Chooses the file that a worker gets.

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
    """Returns how many workers keep so many cores busy: tests mostly wait for processes."""
    return max(cores, min(2 * cores, 8))


def import_from(part: float, folders: Iterable[Path], root: Path) -> None:
    """Imports all files of tests, beginning at another one in each worker.

    pytest rewrites the assertions of a file that is new, which takes longer than all else before
    the first test. So each worker finds most of them rewritten by the others.

    Args:
        part: of the files that come last.
        folders: searched for files.
        root: of the project, where the packages of tests begin.
    """
    files = sorted({file for folder in folders for file in folder.rglob("test_*.py")})
    begin = int(part * len(files))
    for file in files[begin:] + files[:begin]:
        with suppress(Exception, pytest.skip.Exception):  # the collection will say so
            importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))


class SlowestFirst(LoadScopeScheduling):  # type: ignore[misc]
    """Schedules whole files, the slowest first, and few of those with a browser at once."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        self.sorted = False

    def _split_scope(self, nodeid: str) -> str:
        return file_of(nodeid)

    def _assign_work_unit(self, node: object) -> None:
        if not self.sorted:
            for file in slowest_first(list(self.workqueue), known_durations()):
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
    """Adds up what the tests of each file take, and writes it down at the end."""

    def __init__(self, into: Path) -> None:
        self.into = into
        self.took_s: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took_s[file_of(report.nodeid)] += report.duration

    @pytest.hookimpl
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        took_s = known_durations(self.into)
        took_s |= {file: round(seconds, 1) for file, seconds in self.took_s.items()}
        root = session.config.rootpath
        kept = {file: took_s[file] for file in sorted(took_s) if (root / file).exists()}
        self.into.write_text(json.dumps(kept, indent=1) + "\n")


def cores() -> int:
    """Returns how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
