"""The gate for commits: subjects say what changes, from the commit on that brought the gate."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

GATE = ROOT / ".ci" / "subjects.py"
HOUR = 3600


def commit(folder: Path, subject: str, hours_ago: float) -> None:
    """Makes an empty commit, or one with what is new in the folder."""
    now = 1_800_000_000
    date = f"{now - int(hours_ago * HOUR)} +0000"
    who = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    command = ["git", *author, "commit", "-q", "--allow-empty", "-m", subject]
    subprocess.run(command, cwd=folder, check=True, env=os.environ | who)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Makes a project with old subjects, whose gate came twenty hours ago."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    commit(tmp_path, "What was there before the gate", 30)
    (tmp_path / ".ci").mkdir()
    for name in ("subjects.py", "verbs"):
        shutil.copy(ROOT / ".ci" / name, tmp_path / ".ci" / name)
    commit(tmp_path, "a gate, whatever it is called", 20)
    return tmp_path


def judged(project: Path) -> tuple[int, str]:
    script = project / ".ci" / "subjects.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    return done.returncode, done.stderr


def test_imperative_subjects_pass(project: Path) -> None:
    commit(project, "Compute ink likelihoods once per frame", 2)
    commit(project, "Fix a race in the hall's page", 0)
    assert judged(project) == (0, "")


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("What inks tell is worked out once", "such as Add or Fix (.ci/verbs), not 'What'"),
        ("Added a gate", "not 'Added'"),
        ("Fix " + "x" * 69, "at most 72 characters, not 73"),
    ],
)
def test_other_subjects_are_refused(project: Path, subject: str, fault: str) -> None:
    commit(project, subject, 1)
    commit(project, "Add another", 0)
    code, errors = judged(project)
    assert code == 1 and subject in errors and fault in errors


def test_subjects_of_older_commits_are_not_checked(project: Path) -> None:
    commit(project, "What was written yesterday", 13)
    commit(project, "Add another", 0)
    assert judged(project) == (0, "")


def test_verb_list_has_single_words() -> None:
    spec = importlib.util.spec_from_file_location("subjects", GATE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    verbs = module.verbs()
    assert {"Add", "Fix", "Wait"} <= verbs and all(verb.istitle() for verb in verbs)
