#!/usr/bin/env python3
"""Prints the requirements of a lock file for another Python version and machine.

    hardware/image/locked.py LOCK 3.13 aarch64

pip evaluates the markers of a lock file for its own Python, even when downloading for another.
"""

import re
import sys
from pathlib import Path

from packaging.markers import Marker


def locked(lock: str, python: str, machine: str) -> list[str]:
    """Selects the requirements that apply, without their markers.

    Args:
        lock: text of the lock file, one requirement per paragraph, hashes on separate lines.
        python: Python version, such as `3.13`.
        machine: machine name as in `uname -m`.

    Returns:
        The requirements with hashes, without markers.
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
