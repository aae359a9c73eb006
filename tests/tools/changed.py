"""Reruns altered tests three times under load, to find flaky ones.

    python -m tests.tools.changed [BASE] [--groups NAME...]

A test that passes now and then is found here, before it lands. The whole takes at most BUDGET_S
seconds: the quickest files are run, by what they took when they were measured, and the others are
named. Exit code 1 where a test failed.

BASE is as in `tests.tools.touched`. Tests of groups that are not named are left out: their tools
may not be here. Without names, only the core's are run.
"""

import argparse
import ast
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatch

from tests.tools.groups import CORE, NAMES, ROOT
from tests.tools.scheduling import cores, file_of, seconds_by_file
from tests.tools.touched import base_of_the_day, changed_since

TIMES = 3
BUDGET_S = 180.0
UNKNOWN_S = 5.0
"""Seconds that a file takes which nobody has measured."""
LOAD = "while True: pass"


def bodies(source: str) -> dict[str, str]:
    """Returns body and decorators of each test by name, without the name and the layout."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            name, node.name = node.name, ""
            found[name] = ast.dump(node)
    return found


def source_at(base: str, path: str) -> str:
    """Returns a file as of a commit, or an empty string."""
    command = ["git", "show", f"{base}:{path}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.stdout if base and done.returncode == 0 else ""


def altered(base: str) -> list[str]:
    """Returns the ids of tests that are new or changed since a commit, not merely renamed."""
    found = []
    for path in changed_since(base):
        if fnmatch(path, "tests/*test_*.py") and (ROOT / path).exists():
            before = bodies(source_at(base, path))
            now = bodies((ROOT / path).read_text(encoding="utf-8"))
            removed = [body for name, body in before.items() if name not in now]
            for name, body in now.items():
                if name not in before and body in removed:
                    removed.remove(body)
                elif body != before.get(name):
                    found.append(f"{path}::{name}")
    return found


@contextmanager
def load() -> Iterator[None]:
    """Keeps every core busy during the block."""
    busy = [subprocess.Popen([sys.executable, "-c", LOAD]) for _ in range(cores())]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def within_budget(tests: Iterable[str], took_s: Mapping[str, float]) -> tuple[list[str], list[str]]:
    """Splits tests into those that fit the budget and files that do not.

    Args:
        tests: ids.
        took_s: seconds that the tests of a file take; unknown ones take UNKNOWN_S.
    """
    by_file: dict[str, list[str]] = {}
    for test in tests:
        by_file.setdefault(file_of(test), []).append(test)
    chosen: list[str] = []
    left_out, left_s = [], BUDGET_S / TIMES
    for file in sorted(by_file, key=lambda file: (took_s.get(file, UNKNOWN_S), file)):
        left_s -= took_s.get(file, UNKNOWN_S)
        if left_s >= 0:
            chosen += by_file[file]
        else:
            left_out.append(file)
    return chosen, left_out


def run(tests: list[str], groups: list[str], seconds: float) -> int | None:
    """Runs tests once; returns pytest's exit code, or None if time ran out."""
    # With `=`: pytest takes a word of its own that names a folder for a path.
    chosen = [f"--group={name}" for name in groups]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", "--dist", "loadscope"]
    # In a new session, so that child processes of the tests end with it.
    process = subprocess.Popen([*command, *chosen, *tests], cwd=ROOT, start_new_session=True)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        return None


def main(words: list[str]) -> int:
    """Runs the altered tests; returns 1 if any fails."""
    parser = argparse.ArgumentParser(description="Run the tests that were altered three times.")
    parser.add_argument("base", nargs="?", default=os.environ.get("CI_BASE", ""))
    parser.add_argument("--groups", nargs="+", default=[CORE], choices=NAMES)
    options = parser.parse_args(words)
    found = altered(options.base or base_of_the_day())
    tests, left_out = within_budget(found, seconds_by_file(options.groups))
    print(f"{len(found)} tests were altered, {len(tests)} are run {TIMES} times, beside a load.")
    print(
        *("No time is left for these files:", *left_out) if left_out else (), sep="\n  ", flush=True
    )
    end = time.monotonic() + BUDGET_S
    with load():
        for turn in range(1, TIMES + 1):
            left_s = end - time.monotonic()
            code = run(tests, options.groups, left_s) if tests and left_s > 0 else 0
            if code is None or left_s <= 0:
                print(f"The {BUDGET_S:g} s are over in turn {turn} of {TIMES}; none has failed.")
                break
            if code not in (0, 5):  # 5: they all belong to other groups
                print(f"A test that was altered failed in turn {turn} of {TIMES}, beside a load.")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
