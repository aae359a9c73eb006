"""Changes the names in a stored game: a name is forgotten, joined with another, or corrected.

Names stand above the record and nowhere in it, so no action changes, and neither do the cards or
the seed that they follow from. Names from before a correction go as well.
"""

from collections.abc import Sequence
from dataclasses import replace

from pegboard.cribbage.tags import RENAMED, header_text
from pegboard.history.players import folded
from pegboard.history.stored_game import Source


def has_name(source: Source, name: str) -> bool:
    """Returns whether a person with this name played in a game."""
    return folded(name) in [folded(other) for other in source.head.names if other]


def header_with_names(source: Source, names: Sequence[str]) -> str:
    """Returns the header lines of a game with these names; an empty one leaves a seat nameless.

    Raises:
        NotationError: one of them is no name.
    """
    above = {word: value for word, value in source.tags.items() if word != RENAMED}
    return header_text(replace(source.head, names=tuple(names)), above)


def header_with_name_replaced(source: Source, name: str, new: str) -> str:
    """Returns the header lines of a game in which a name is replaced; empty to forget it."""
    same = folded(name)
    return header_with_names(source, [new if folded(n) == same else n for n in source.head.names])


def may_be_same_person(source: Source, one: str, other: str) -> bool:
    """Returns whether two names can belong to one person: they never played each other here."""
    return not (has_name(source, one) and has_name(source, other))
