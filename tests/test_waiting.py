"""Tests wait for events: the two functions for it, and the lint that refuses sleeps."""

import asyncio
from itertools import count
from pathlib import Path

import pytest

from tests.support.waiting import await_until, wait_until
from tests.tools.sleeps import ROOT, TABLE, faults_of, sleeps_of


def test_await_until_returns_the_first_true_value() -> None:
    numbers = count()
    assert wait_until(lambda: next(numbers) // 3, every_s=0) == 1
    assert asyncio.run(await_until(lambda: next(numbers) // 6, every_s=0)) == 1

    async def later() -> int | None:
        await asyncio.sleep(0)
        return next(numbers) // 9 or None

    assert asyncio.run(await_until(later, every_s=0)) == 1


def test_await_until_timeout_names_the_event() -> None:
    with pytest.raises(AssertionError, match=r"the train did not come within 0\.01 s"):
        wait_until(lambda: False, "the train", 0.01)
    with pytest.raises(AssertionError, match=r"train 7 did not come within 0\.01 s"):
        asyncio.run(await_until(lambda: False, lambda: f"train {7}", 0.01))


@pytest.mark.parametrize(
    ("source", "sleeps"),
    [
        ("import time\ntime.sleep(1)", [(2, "time.sleep")]),
        ("import time\ntime.sleep(0)", [(2, "time.sleep")]),
        ("import time as clock\nclock.sleep(1)", [(2, "time.sleep")]),
        ("from time import monotonic, sleep\nsleep(0.1)", [(2, "time.sleep")]),
        ("from time import sleep as rest\nrest(0.1)", [(2, "time.sleep")]),
        ("import asyncio, time\nasyncio.to_thread(time.sleep, 1)", [(2, "time.sleep")]),
        ("def f():\n    import time\n    time.sleep(pause_s)", [(3, "time.sleep")]),
        ("import asyncio\nawait asyncio.sleep(0.1)", [(2, "asyncio.sleep")]),
        ("from asyncio import sleep\nawait sleep(pause_s)", [(2, "asyncio.sleep")]),
        ("page.goto(url)\npage.wait_for_timeout(300)", [(2, "wait_for_timeout")]),
        ("import asyncio\nawait asyncio.sleep(0)", []),
        ("from asyncio import sleep\nawait sleep(0)", []),
        ("import time\ntime.monotonic()", []),
        ("machine.sleep(1)", []),
        ("program = 'import time; time.sleep(60)'", []),
    ],
)
def test_sleep_check_finds_sleeps(source: str, sleeps: list[tuple[int, str]]) -> None:
    assert sleeps_of(source) == sleeps


def test_sleep_check_refuses_unlisted_sleeps(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    file = tmp_path / "tests" / "test_x.py"
    file.write_text("import time\n\ntime.sleep(1)\ntime.sleep(2)\n")
    lines = faults_of(tmp_path, {})
    assert [line.partition(": ")[0] for line in lines] == ["tests/test_x.py:3", "tests/test_x.py:4"]
    assert all("wait_until of tests/support/waiting.py" in line for line in lines)
    assert len(faults_of(tmp_path, {"tests/test_x.py": (1, "a pace")})) == 2
    assert faults_of(tmp_path, {"tests/test_x.py": (2, "a pace")}) == []


def test_sleep_check_refuses_too_many_sleeps(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text("import time\n\ntime.sleep(1)\n")
    table = {"tests/test_x.py": (2, "a pace"), "tests/gone.py": (1, "a pace")}
    gone, fewer = faults_of(tmp_path, table)
    assert gone.startswith("tests/gone.py: 0 sleeps, and 1 in the table")
    assert fewer.startswith("tests/test_x.py: 1 sleeps, and 2 in the table")


def test_sleep_table_is_exact() -> None:
    assert faults_of(ROOT, TABLE) == []
    assert all(number > 0 and reason for number, reason in TABLE.values())
