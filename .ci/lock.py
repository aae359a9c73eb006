#!/usr/bin/env python3
"""Regenerates the lock files from pyproject.toml: `make lock` (needs uv).

    .ci/lock.py [--keep]    with --keep, locked packages stay at their version

All groups are resolved together, so no two of them want different versions. Each file of
.ci/locks holds what its group adds to requirements.lock and, but for the tests' own, to test.lock:
a group's packages come only with the group.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / ".ci" / "locks"
RUN, TEST = ROOT / "requirements.lock", LOCKS / "test.lock"
GROUPS = ("browser", "hardware", "style")
"""Dependency groups of pyproject.toml that come on top of `test`."""
FLAGS = ("--universal", "--python-version", "3.11", "--no-header", "--no-annotate", "--quiet")
Blocks = dict[str, str]
"""Package -> its lines in a lock file: versions, markers and hashes."""


def blocks(text: str) -> Blocks:
    """Splits a lock file into one block per package."""
    found: Blocks = {}
    for block in re.findall(r"^[a-z0-9].*\n(?: .*\n)*", text, re.MULTILINE):
        name = re.split(r"[=\[ ;]", block, maxsplit=1)[0]
        found[name] = found.get(name, "") + block
    return found


def versions(locked: Blocks) -> str:
    """Returns the first line of each package and version, as constraints."""
    lines = "".join(locked.values()).splitlines()
    return "".join(line.removesuffix(" \\") + "\n" for line in lines if line[:1].isalnum())


def compiled(*words: str, constraints: str) -> Blocks:
    """Resolves requirements with uv."""
    file = ROOT / "build" / "constraints.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text(constraints)
    command = ["uv", "pip", "compile", "pyproject.toml", *words, *FLAGS, "--generate-hashes"]
    done = subprocess.run(
        [*command, "-c", str(file)], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return blocks(done.stdout)


def groups(*names: str) -> list[str]:
    """Returns the options that choose dependency groups."""
    return [word for name in names for word in ("--group", name)]


def without(locked: Blocks, *others: Blocks) -> str:
    """Returns the packages that no other lock file has."""
    excluded = {name for other in others for name in other}
    return "".join(block for name, block in locked.items() if name not in excluded)


def main() -> int:
    """Writes every lock file."""
    parser = argparse.ArgumentParser(description="Write the lock files again.")
    parser.add_argument("--keep", action="store_true", help="keep the versions locked now")
    present = [RUN, *sorted(LOCKS.glob("*.lock")), ROOT / "systemd" / "postgres.lock"]
    old = "".join(file.read_text() for file in present if file.exists())
    pinned = versions(blocks(old)) if parser.parse_args().keep else ""
    extra = ("--extra", "hall-postgres")
    together = versions(compiled(*groups("build", "test", *GROUPS), *extra, constraints=pinned))
    LOCKS.mkdir(exist_ok=True)
    run = compiled(*groups("build"), constraints=together)
    RUN.write_text(without(run))
    test = compiled(*groups("test"), constraints=together)
    TEST.write_text(without(test, run))
    for name in GROUPS:
        added = compiled(*groups(name), constraints=together)
        (LOCKS / f"{name}.lock").write_text(without(added, run, test))
    board = compiled(constraints=versions(run))
    (ROOT / "systemd" / "runtime.lock").write_text(without(board))
    free = {name: block for name, block in run.items() if name[:6] not in ("numpy", "opencv")}
    board = compiled("systemd/numpy1.txt", constraints=versions(free))
    (ROOT / "systemd" / "numpy1.lock").write_text(without(board))
    hall = compiled(*extra, constraints=together)
    driver = {name: block for name, block in hall.items() if name.startswith("psycopg")}
    (ROOT / "systemd" / "postgres.lock").write_text(without(driver))
    return 0


if __name__ == "__main__":
    sys.exit(main())
