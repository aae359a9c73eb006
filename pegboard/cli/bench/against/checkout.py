"""The two versions that are compared, each in a folder and with an interpreter of its own."""

import os
import re
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pegboard
from pegboard.errors import Code, PegboardError

LOCK = "requirements.lock"
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.M)


class Reference(Code):
    """Codes of `UnusableReference`."""

    NO_CHECKOUT = (
        "bench-no-checkout",
        "{folder} is no checkout of the project with its history: nothing to compare with",
    )
    NO_COMMIT = "bench-no-commit", "{reference} is no commit of {folder}"
    NO_SETUP = "bench-no-setup", "{commit} cannot be set up: {why}"


class UnusableReference(PegboardError):
    """The commit to compare with is not there, or cannot be run."""


@dataclass(frozen=True, slots=True)
class Side:
    """One version.

    Attributes:
        commit: 40 hexadecimal digits; empty for the files as they are here.
        folder: its checkout.
        python: the interpreter that has what it needs.
    """

    commit: str
    folder: Path
    python: str

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables of its processes: they import from its folder."""
        return os.environ | {"PYTHONPATH": str(self.folder)}

    def run(self, *arguments: str) -> str:
        """Runs its interpreter; returns what it prints.

        Raises:
            subprocess.CalledProcessError: it failed.
        """
        command = [self.python, *arguments]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


def own_side() -> Side:
    """Returns this version, as its files are."""
    return Side("", _root(), sys.executable)


def other_side(reference: str, into: Path) -> Side:
    """Returns another commit, checked out and ready to run.

    The present interpreter runs it where it has everything that the commit pins; or else the
    commit's own files set up an environment in its folder.

    Args:
        reference: the commit, as git names it.
        into: an empty folder.

    Raises:
        UnusableReference: there is no such commit, or it cannot be set up.
    """
    root = _root()
    if not (root / ".git").exists():
        raise UnusableReference(Reference.NO_CHECKOUT, folder=str(root))
    found = subprocess.run(
        ["git", "-C", str(root), "rev-parse", "--verify", "-q", "--end-of-options",
         f"{reference}^{{commit}}"],
        capture_output=True,
        text=True,
    )  # fmt: skip
    if found.returncode:
        raise UnusableReference(Reference.NO_COMMIT, reference=repr(reference), folder=str(root))
    commit = found.stdout.strip()
    command = ["git", "-C", str(root), "archive", "--format=tar", commit, ".", ":!tests"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as archive:
        assert archive.stdout is not None
        with tarfile.open(fileobj=archive.stdout, mode="r|") as files:
            files.extractall(into, filter="data")
    python = sys.executable if _pins(into) <= _pins(root) else _set_up(into, commit)
    return Side(commit, into, python)


def _root() -> Path:
    return Path(pegboard.__file__).parents[1]


def _pins(folder: Path) -> set[tuple[str, str]]:
    """Returns the packages that a version is locked to, by name and version."""
    return {(name.lower(), version) for name, version in _PIN.findall((folder / LOCK).read_text())}


def _set_up(folder: Path, commit: str) -> str:
    setup = subprocess.run(
        [".ci/setup", "run"],
        cwd=folder,
        env=os.environ | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
    )
    python = folder / ".venv" / "bin" / "python"
    if setup.returncode or not python.exists():
        why = (setup.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise UnusableReference(Reference.NO_SETUP, commit=commit[:12], why=why)
    return str(python)
