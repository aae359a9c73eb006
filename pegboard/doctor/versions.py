"""Version numbers compared, as far as our own requirements need it."""

import re

_REQUIREMENT = re.compile(r"([\w.-]+)\s*>=\s*([\w.]+)$")


def numbers(version: str) -> tuple[int, ...]:
    """The numbers in a version, in order: `2.0.1.post3` is (2, 0, 1, 3); trailing zeros dropped."""
    found = [int(number) for number in re.findall(r"\d+", version)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def least(requirement: str) -> tuple[str, str] | None:
    """Package and least version of `name>=version`; None for what only some machines need."""
    match = _REQUIREMENT.match(requirement.strip())
    return (match[1], match[2]) if match else None
