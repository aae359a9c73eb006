"""Commands run by root leave no files that the service cannot write."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pegboard.ops.doctor.checks.storage import disk
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.paths import as_owner, foreign_files
from tests.support.journals import append_pegs, create_state

OTHER = 54321
"""User id that is not root; it needs no name."""

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can work as somebody else")


def pegboard(*arguments: object) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "pegboard", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, timeout=60)


@pytest.fixture
def state() -> Iterator[Path]:
    """Returns the state folder of another user, with a journal, in an accessible place."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folder = create_state(Path(name) / "state", "one")
        for path in (folder, *folder.iterdir()):
            os.chown(path, OTHER, OTHER)
        yield folder


def owners(folder: Path) -> set[int]:
    return {path.stat().st_uid for path in (folder, *folder.rglob("*"))}


@ROOT_ONLY
@pytest.mark.parametrize("command", [["export", "--json"], ["doctor"], ["backup", "FILE"]])
def test_read_only_command_keeps_file_ownership(
    state: Path, tmp_path: Path, command: Sequence[str]
) -> None:
    words = [str(tmp_path / "backup") if word == "FILE" else word for word in command]
    done = pegboard(*words, "--state", state)
    assert done.returncode in (0, 1), done.stderr
    assert owners(state) == {OTHER}


@ROOT_ONLY
@pytest.mark.parametrize("there", [True, False])
def test_restore_by_root_keeps_file_ownership(state: Path, tmp_path: Path, there: bool) -> None:
    file = tmp_path / "backup"
    assert pegboard("backup", file, "--state", state).returncode == 0
    file.chmod(0o600)  # readable only by root
    if not there:
        for path in state.iterdir():
            path.unlink()
    done = pegboard("restore", file, "--state", state, "--force")
    assert done.returncode == 0, done.stderr
    assert owners(state) == {OTHER}
    with as_owner(state), closing(SqliteJournal(state / "journal.db")) as journal:
        append_pegs(journal, "more", 1, 5)
        assert {game for game, _, _ in journal.games()} == {"one", "more"}


@ROOT_ONLY
def test_as_owner_restores_root(state: Path) -> None:
    groups = os.getgroups()
    with as_owner(state):
        assert (os.geteuid(), os.getegid()) == (OTHER, OTHER)
    assert (os.geteuid(), os.getegid(), os.getgroups()) == (0, 0, groups)


@ROOT_ONLY
def test_doctor_reports_foreign_files_with_cure(state: Path, tmp_path: Path) -> None:
    machine = SystemProbe(state=state, root=tmp_path)
    assert disk(machine).level.name == "OK"
    os.chown(state / "journal.db", 0, 0)
    assert foreign_files(state) == [state / "journal.db"]
    findings = disk(machine)
    assert findings.level.name == "FAULT" and "journal.db" in findings.text
    assert "chown -R --reference" in str(findings.cure)
    subprocess.run(["chown", "-R", f"--reference={state}", state], check=True)
    assert disk(machine).level.name == "OK"
