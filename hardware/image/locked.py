#!/usr/bin/env python3
"""Prints the lines of a lock file that hold for another Python and another machine.

    hardware/image/locked.py LOCK 3.13 aarch64

pip reads the conditions of a lock for the Python that it runs on, also where it downloads for
another one.
"""

import re
import sys
from pathlib import Path

from packaging.markers import Marker


def locked(lock: str, python: str, machine: str) -> list[str]:
    """Chooses the requirements of a lock, and takes their conditions off.

    Args:
        lock: its text, with one requirement a paragraph and its hashes on lines of their own.
        python: `3.13`.
        machine: as `uname -m` names it.

    Returns:
        The requirements with their hashes, without conditions.
    """
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    requirements = []
    for paragraph in re.split(r"\n(?=\S)", lock.strip()):
        first, _, hashes = paragraph.partition("\n")
        name, _, condition = first.removesuffix("\\").strip().partition(" ; ")
        if not condition or Marker(condition).evaluate(environment):
            requirements.append(f"{name} \\\n{hashes}")
    return requirements


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    sys.stdout.write("\n".join(locked(text, *sys.argv[2:])) + "\n")
