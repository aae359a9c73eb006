"""The two versions to compare, each with its own folder and interpreter."""

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
    """The commit to compare with does not exist, or cannot be run."""


@dataclass(frozen=True, slots=True)
class Side:
    """A version to measure.

    Attributes:
        commit: 40 hexadecimal digits; empty for the working tree.
        folder: its checkout.
        python: interpreter with its requirements.
    """

    commit: str
    folder: Path
    python: str

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables that make its processes import from its folder."""
        return os.environ | {"PYTHONPATH": str(self.folder)}

    def run(self, *arguments: str) -> str:
        """Runs the interpreter of this version; returns the output.

        Raises:
            subprocess.CalledProcessError: the process failed.
        """
        command = [self.python, *arguments]
        process = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        return process.stdout


def current_side() -> Side:
    """Returns this version, from the working tree."""
    return Side("", _root(), sys.executable)


def checked_out_side(reference: str, into: Path) -> Side:
    """Checks out another commit and prepares it to be run.

    It is run by the current interpreter if that has all packages pinned by the commit; otherwise
    an environment is set up in its folder.

    Args:
        reference: commit, as a git revision.
        into: empty folder.

    Raises:
        UnusableReference: the commit does not exist, or cannot be set up.
    """
    root = _root()
    if not (root / ".git").exists():
        raise UnusableReference(Reference.NO_CHECKOUT, folder=str(root))
    result = subprocess.run(
        ["git", "-C", str(root), "rev-parse", "--verify", "-q", "--end-of-options",
         f"{reference}^{{commit}}"],
        capture_output=True,
        text=True,
    )  # fmt: skip
    if result.returncode:
        raise UnusableReference(Reference.NO_COMMIT, reference=repr(reference), folder=str(root))
    commit = result.stdout.strip()
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
    """Returns the packages locked by a version, with their versions."""
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
