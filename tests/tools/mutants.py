"""Mutation testing: breaks one rule at a time and checks that the tests notice.

    python -m tests.tools.mutants              every mutation of tests/tools/mutations.py
    python -m tests.tools.mutants heels nobs   those with one of these words in their name

Each works on its own copy of the package. The exit code is 1 if one is not noticed, 2 if the list
is out of date: a text that its file does not hold exactly once.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support.paths import ROOT
from tests.tools.mutations import MUTATIONS, Mutation

STAGES = [
    [f"tests/{name}.py" for name in names.split()]
    for names in (
        "cribbage/test_games cribbage/test_game cribbage/test_match cribbage/test_first_deal "
        "cribbage/test_replay",
        "cribbage/test_scoring cribbage/test_notation narration/test_counting "
        "cribbage/test_game_twice",
    )
]
"""The fast tests of the rules; those that notice most, and cost least, come first."""

CPU_S = 120
"""A rule broken so that a game never ends is noticed too: by what it reckons, not by the clock,
which goes on while others use the machine."""


def outdated(mutation: Mutation) -> str:
    """Returns an error message if a mutation does not apply, or an empty string."""
    found = (ROOT / "pegboard" / mutation.file).read_text().count(mutation.text)
    return "" if found == 1 else f"{mutation.name}: {mutation.file} holds its text {found} times"


def copy_to(folder: Path) -> None:
    """Copies the package without large files, the tests and the settings."""
    ignore = shutil.ignore_patterns("__pycache__", "*.onnx", "static", "training")
    shutil.copytree(ROOT / "pegboard", folder / "pegboard", ignore=ignore)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)


def caught_by(mutation: Mutation | None, stages: int = len(STAGES)) -> str:
    """Returns the first test that fails with the mutation, or an empty string.

    Args:
        mutation: None for the rules as they are.
        stages: of the tests that are run, if none fails before.

    Raises:
        SyntaxError: the mutation does not break a rule but the whole program.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_to(folder)
        if mutation is not None:
            file = folder / "pegboard" / mutation.file
            file.write_text(file.read_text().replace(mutation.text, mutation.wrong))
        for stage in STAGES[:stages]:
            ran = _run(folder, stage)
            if ran.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                return f"no end within {CPU_S} s"
            failed = [line for line in ran.stdout.splitlines() if line.startswith("FAILED ")]
            if failed:
                return failed[0].removeprefix("FAILED tests/").split(" - ")[0]
            if ran.returncode != 0:
                raise SyntaxError(f"{mutation}: {ran.stdout[-500:]}{ran.stderr[-500:]}")
    return ""


def _run(folder: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-rfE"]
    command += ["--hypothesis-profile=mutants"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)}
    return subprocess.run(
        [*command, *tests],
        cwd=folder, env=environment, capture_output=True, text=True, preexec_fn=_limit,
    )  # fmt: skip


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 5))


def main(words: list[str]) -> int:
    """Runs the chosen mutations; returns the exit code."""
    if problems := [problem for mutation in MUTATIONS if (problem := outdated(mutation))]:
        print(*problems, sep="\n", file=sys.stderr)
        return 2
    chosen = [m for m in MUTATIONS if not words or any(word in m.name for word in words)]
    if failure := caught_by(None):
        print(f"the rules as they are fail: {failure}", file=sys.stderr)
        return 2
    missed = 0
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for mutation, test in zip(chosen, workers.map(caught_by, chosen), strict=True):
            missed += not test
            print(f"{mutation.file:<22}{mutation.name:<42}{test or 'NOT NOTICED'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
