"""Changes of names in stored games: forgetting, merging and correcting.

Names appear only in the header of a record, so its actions, its seed and the cards do not change.
Names from before a correction are removed as well.
"""

from collections.abc import Sequence
from dataclasses import replace

from pegboard.cribbage.tags import RENAMED, header_text
from pegboard.history.players import folded
from pegboard.history.stored_game import StoredGame


def has_name(source: StoredGame, name: str) -> bool:
    """Returns whether a player with this name took part in a game."""
    return folded(name) in [folded(player) for player in source.head.names if player]


def header_with_names(source: StoredGame, names: Sequence[str]) -> str:
    """Returns the header lines of a game with new names; empty for an anonymous seat.

    Raises:
        NotationError: one of them is not a valid name.
    """
    above = {word: value for word, value in source.tags.items() if word != RENAMED}
    return header_text(replace(source.head, names=tuple(names)), above)


def header_with_name_replaced(source: StoredGame, name: str, new: str) -> str:
    """Returns the header lines of a game with a name replaced, or removed if `new` is empty."""
    same = folded(name)
    return header_with_names(source, [new if folded(n) == same else n for n in source.head.names])


def may_be_same_person(source: StoredGame, first: str, second: str) -> bool:
    """Returns whether two names may be one person's: they have not both played in this game."""
    return not (has_name(source, first) and has_name(source, second))
