"""Names the test groups that a change affects, by following imports.

    python -m tests.tools.touched [BASE]

Prints one group per line, with reasons on stderr. The change is everything since BASE, or since
the newest commit that is twelve hours older than the latest (a day's work lands together). Where
that cannot be told, every group is named. Only the standard library.

A file of tests reaches what it imports, anywhere in the file, and so on from there; the modules
that it names as text (`"pegboard.ops.power"`); the command that it starts (`"-m", "pegboard",
"run"`); its conftest.py files; and, from a package that loads its modules by name, all of them. A
file that is no Python belongs to the groups that say they read it, else to the modules beside it.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from itertools import pairwise
from pathlib import Path

from tests.tools.groups import GROUPS, ROOT, Group, files

MODULE = re.compile(r"(pegboard|hardware|tests)(\.\w+)*")
EVERY_GROUP = (
    ".ci/locks/test.lock", ".ci/packages", ".ci/setup", "pyproject.toml", "requirements.lock",
)  # fmt: skip
"""Files that decide what any test runs with."""
COMMANDS = ROOT / "pegboard" / "cli"
LAZY = COMMANDS / "app.py"
"""It imports a command when it is called: who starts one command reaches that one only."""


def file_of(module: str) -> Path | None:
    """Returns the file of a project module, or None."""
    if not MODULE.fullmatch(module):
        return None
    place = ROOT.joinpath(*module.split("."))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if file.is_file():
            return file
    return None


def started(nodes: list[ast.expr]) -> Iterator[Path]:
    """Yields the modules that a command line in a list starts."""
    values = [node.value if isinstance(node, ast.Constant) else None for node in nodes]
    for at, (option, module) in enumerate(pairwise(values)):
        if option == "-m" and module == "pegboard":
            command = str(values[at + 2]) if at + 2 < len(values) else ""
            one, several = COMMANDS / f"{command}.py", COMMANDS / command
            if command and one.is_file():
                yield one
            elif command and several.is_dir():
                yield from several.glob("*.py")
            else:
                yield LAZY


@cache
def reached_from(file: Path) -> frozenset[Path]:
    """Returns the project files that a Python file references directly."""
    found: set[Path | None] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {file_of(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(file_of(node.module))
            found |= {file_of(f"{node.module}.{alias.name}") for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            found.add(file_of(node.value.partition(":")[0]))
        elif isinstance(node, ast.List | ast.Tuple):
            found |= set(started(node.elts))
        elif isinstance(node, ast.Call) and any(isinstance(a, ast.JoinedStr) for a in node.args):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            if getattr(called, "id", called) == "import_module":
                found |= set(file.parent.rglob("*.py"))
    for folder in file.parents:
        if folder == ROOT:
            break
        found |= {folder / "__init__.py", folder / "conftest.py"}
    return frozenset(path for path in found if path and path != file and path.is_file())


@cache
def reached(file: Path) -> frozenset[Path]:
    """Returns all project files that a Python file reaches, including itself."""
    seen, waiting = {file}, [file]
    while waiting:
        new = reached_from(waiting.pop()) - seen
        seen |= new
        waiting.extend(new)
    return frozenset(seen)


def modules_beside(path: str) -> set[Path]:
    """Returns the modules nearest to a data file."""
    for folder in (ROOT / path).parents:
        if folder == ROOT:
            break
        if modules := set(folder.glob("*.py")):
            return modules
    return set()


def reads(group: Group, path: str) -> bool:
    """Returns whether a group's tests read a non-Python file."""
    return any(fnmatch(path, pattern) for pattern in (*group.reads, f".ci/locks/{group.name}.lock"))


def touched(changed: list[str]) -> dict[str, str]:
    """Returns the groups that a change affects, with reasons.

    Args:
        changed: paths from the root, of files that were added, altered or removed.
    """
    found: dict[str, str] = {}
    for path in changed:
        if path in EVERY_GROUP:
            return {group.name: f"{path} decides what every test runs with" for group in GROUPS}
    sources: dict[Path, str] = {}
    for path in changed:
        readers = [group for group in GROUPS if reads(group, path)]
        found |= {group.name: f"its tests read {path}" for group in readers}
        if path.endswith(".py"):
            # A removed file counts as a change of the modules next to it.
            file = ROOT / path
            sources |= dict.fromkeys([file] if file.exists() else modules_beside(path), path)
        elif not readers and not path.endswith(".md"):
            sources |= dict.fromkeys(modules_beside(path), path)
    for group in GROUPS:
        if group.name not in found and (reason := first_reached(group, sources)):
            found[group.name] = reason
    return found


def first_reached(group: Group, sources: Mapping[Path, str]) -> str:
    """Returns how a group reaches one of these files, or an empty string."""
    for file in files(group.name):
        for source in sorted(reached(file) & sources.keys()):
            return f"{file.relative_to(ROOT)} reaches {sources[source]}"
    return ""


def changed_since(base: str) -> list[str]:
    """Returns the paths changed since a commit; all without a commit."""
    command = ["git", "diff", "--name-only", base, "HEAD"] if base else ["git", "ls-files"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def base_of_the_day() -> str:
    """Returns the newest commit that is twelve hours older than HEAD, or an empty string."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    before = int(git("log", "-1", "--format=%ct")) - 12 * 3600
    return git("rev-list", "-1", f"--before=@{before}", "HEAD")


def main(words: list[str]) -> int:
    """Prints the groups; returns 2 if BASE is not a commit."""
    base = words[0] if words else os.environ.get("CI_BASE", "") or base_of_the_day()
    try:
        changed = changed_since(base)
    except subprocess.CalledProcessError as error:
        print(f"touched: {base!r} must be a commit: {error.stderr.strip()}", file=sys.stderr)
        return 2
    for name, reason in touched(changed).items():
        print(name)
        print(f"{name}: {reason}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
