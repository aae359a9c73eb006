"""Removes a name from a game: the player becomes anonymous, the game stays.

Names stand above the record and nowhere in it, so no action changes, and neither do the cards or
the seed that they follow from.
"""

from dataclasses import replace

from pegboard.cribbage import tags
from pegboard.cribbage.notation import Record, format_record
from pegboard.history.players import folded
from pegboard.history.stored_game import Source


def has_name(source: Source, name: str) -> bool:
    """Returns whether a person with this name played in a game."""
    return folded(name) in [folded(other) for other in source.head.names if other]


def header_without(source: Source, name: str) -> str:
    """Returns the header lines of a game without this name.

    Its seat is called by its number then.
    """
    head = source.head
    names = tuple("" if folded(other) == folded(name) else other for other in head.names)
    text = format_record(Record(replace(head, names=names), ()))
    return tags.write(text, source.tags)
