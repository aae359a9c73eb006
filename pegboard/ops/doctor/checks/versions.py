"""Comparison of version numbers, as far as needed for our requirements."""

import re
from pathlib import Path

_REQUIREMENT = re.compile(r"([\w.-]+)\s*>=\s*([\w.]+)$")


def numbers(version: str) -> tuple[int, ...]:
    """Returns the numbers in a version, without trailing zeros: `2.0.1.post3` is (2, 0, 1, 3)."""
    parts = [int(number) for number in re.findall(r"\d+", version)]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def newest_wheel(folder: Path) -> str:
    """Returns the newest version among the wheels in a folder; empty if there is none."""
    names = (path.name.split("-") for path in folder.glob("pegboard-*.whl"))
    return max((name[1] for name in names if len(name) > 1), key=numbers, default="")


def newer(releases: Path, version: str) -> str:
    """Returns a newer version from the source of releases; empty if none is known.

    Args:
        releases: file with the folder or URL of releases. Only a folder is read; a URL is left to
            `pegboard update --check`.
        version: version of the running board.
    """
    try:
        folder = Path(releases.read_text(encoding="utf-8").strip())
        newest = newest_wheel(folder) if folder.is_absolute() else ""
    except (OSError, ValueError):
        return ""
    return newest if numbers(newest) > numbers(version) else ""


def minimum(requirement: str) -> tuple[str, str] | None:
    """Returns name and minimum version of `name>=version`; None if it is conditional."""
    match = _REQUIREMENT.match(requirement.strip())
    return (match[1], match[2]) if match else None
