"""Compares version numbers, as far as our own requirements need it."""

import re
from pathlib import Path

_REQUIREMENT = re.compile(r"([\w.-]+)\s*>=\s*([\w.]+)$")


def numbers(version: str) -> tuple[int, ...]:
    """Returns the numbers in a version, in order: `2.0.1.post3` is (2, 0, 1, 3).

    Trailing zeros dropped.
    """
    found = [int(number) for number in re.findall(r"\d+", version)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def newest_wheel(folder: Path) -> str:
    """Returns the newest version of pegboard among the wheels in a folder.

    Empty if there is none.
    """
    names = (path.name.split("-") for path in folder.glob("pegboard-*.whl"))
    return max((name[1] for name in names if len(name) > 1), key=numbers, default="")


def newer(releases: Path, version: str) -> str:
    """Returns a newer version at the source of updates; empty if none is known.

    Args:
        releases: the file that names the folder or address of versions. Only a folder is looked
            into: asking an address is for `pegboard update --check`.
        version: the one that runs.
    """
    try:
        folder = Path(releases.read_text(encoding="utf-8").strip())
        found = newest_wheel(folder) if folder.is_absolute() else ""
    except (OSError, ValueError):
        return ""
    return found if numbers(found) > numbers(version) else ""


def least(requirement: str) -> tuple[str, str] | None:
    """Returns name and minimum version of `name>=version`; None if only some machines need it."""
    match = _REQUIREMENT.match(requirement.strip())
    return (match[1], match[2]) if match else None
