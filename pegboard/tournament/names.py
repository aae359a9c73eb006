"""Ids of players, made of their names."""

import re


def free_id(name: str, taken: set[str]) -> str:
    """Returns an id for a player, made of the name; another one if that is taken."""
    plain = re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:40] or "player"
    id, n = plain, 1
    while id in taken:
        n += 1
        id = f"{plain}-{n}"
    return id
