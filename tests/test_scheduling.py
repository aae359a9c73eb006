"""The slowest files of tests are handed out first, and few that drive a browser at once."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tools import groups, scheduling
from tests.tools.scheduling import SlowestFirst, Stopwatch, next_file, slowest_first, workers

KNOWN = {
    "tests/browser/test_a.py": 60.0,
    "tests/browser/test_b.py": 50.0,
    "tests/browser/test_c.py": 40.0,
    "tests/test_slow.py": 30.0,
    "tests/test_quick.py": 0.5,
}
TESTS = [f"{file}::test_{number}" for file in sorted(KNOWN) for number in range(4)]


class Node:
    """A worker that notes which tests it was given."""

    shutting_down = False
    gateway = SimpleNamespace(id="gw")

    def __init__(self) -> None:
        self.scheduled: list[str] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.scheduled += [TESTS[index] for index in indices]

    def shutdown(self) -> None:
        self.shutting_down = True

    @property
    def files(self) -> list[str]:
        return list(dict.fromkeys(scheduling.file_of(test) for test in self.scheduled))


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> tuple[SlowestFirst, list[Node]]:
    """Three workers that have got their first files."""
    monkeypatch.setattr(scheduling, "seconds_by_file", lambda chosen: KNOWN)
    config: Any = SimpleNamespace(
        getvalue=lambda name: {"tx": ["popen"] * 3}[name],
        getoption=lambda name: [],
        option=SimpleNamespace(loadscopereorder=True),
    )
    scheduler = SlowestFirst(config, None)
    nodes = [Node() for _ in range(3)]
    for node in nodes:
        scheduler.add_node(node)
        scheduler.add_node_collection(node, TESTS)
    scheduler.schedule()
    return scheduler, nodes


def finish(scheduler: SlowestFirst, node: Node, tests: int) -> None:
    for test in node.scheduled[:tests]:
        scheduler.mark_test_complete(node, TESTS.index(test))


def test_scheduler_runs_slowest_files_first(nodes: tuple[SlowestFirst, list[Node]]) -> None:
    _, (first, second, third) = nodes
    assert first.files == ["tests/browser/test_a.py"]
    assert second.files == ["tests/browser/test_b.py"]
    assert third.files == ["tests/test_slow.py"], "two drive a browser already"
    assert [len(node.scheduled) for node in (first, second, third)] == [4, 4, 4]


def test_scheduler_limits_concurrent_browser_files(
    nodes: tuple[SlowestFirst, list[Node]],
) -> None:
    scheduler, (first, second, third) = nodes
    finish(scheduler, third, 2)
    assert third.files[1:] == ["tests/test_quick.py"]
    finish(scheduler, first, 2)
    assert first.files[1:] == ["tests/browser/test_c.py"]
    for node in (first, second, third):
        finish(scheduler, node, len(node.scheduled))
    assert (
        scheduler.tests_finished
        and sorted(first.scheduled + second.scheduled + third.scheduled) == TESTS
    )


def test_scheduler_runs_browser_files_if_nothing_else_is_left() -> None:
    assert next_file(["tests/browser/test_c.py"], browsers=2) == "tests/browser/test_c.py"


def test_scheduler_keeps_browser_files_on_one_worker() -> None:
    waiting = ["tests/test_slow.py", "tests/browser/test_c.py"]
    assert next_file(waiting, browsers=1) == "tests/test_slow.py"
    assert next_file(waiting, browsers=1, last="tests/browser/test_a.py") == waiting[1]
    assert next_file(waiting[:1], browsers=1, last="tests/browser/test_a.py") == waiting[0]


def test_scheduler_estimates_unknown_files_as_average() -> None:
    files = ["quick", "new", "slow", "also new"]
    assert slowest_first(files, {"slow": 9.0, "quick": 1.0}) == ["slow", "also new", "new", "quick"]
    assert slowest_first(files, {}) == sorted(files)


def test_scheduler_uses_two_workers_per_core_on_small_machines() -> None:
    assert [workers(cores) for cores in (1, 2, 4, 6, 16)] == [2, 4, 8, 8, 16]


def test_scheduler_sums_durations_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "TESTS", tmp_path)
    for name in ("test_a.py", "test_b.py"):
        (tmp_path / name).touch()
    durations = tmp_path / "durations.json"
    before = {"core": {"test_b.py": 2.0, "test_gone.py": 9.0}, "hall": {"test_b.py": 5.0}}
    durations.write_text(json.dumps(before))
    watch = Stopwatch(durations)
    for nodeid, seconds in (("test_a.py::one", 1.0), ("test_a.py::two[x::y]", 0.25)):
        report: Any = SimpleNamespace(
            nodeid=nodeid, duration=seconds, user_properties=[("group", "core")]
        )
        watch.pytest_runtest_logreport(report)
    session: Any = SimpleNamespace(config=SimpleNamespace(rootpath=tmp_path))
    watch.pytest_sessionfinish(session)
    measured = groups.known_durations(durations)
    assert measured == {"core": {"test_a.py": 1.2, "test_b.py": 2.0}}, (
        "test_b.py is the core's only"
    )
