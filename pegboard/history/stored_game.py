"""A game as the journal holds it, and the part of it that may leave the board."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pegboard.cribbage import tags
from pegboard.cribbage.actions import Action, Deal
from pegboard.cribbage.notation import Header, Record, format_record, parse_action, parse_record
from pegboard.cribbage.replay import fold_undos, replay, replay_steps
from pegboard.cribbage.state import Dealing
from pegboard.errors import PegboardError


class Line(NamedTuple):
    """One committed line of a game, like `ports.Entry`."""

    seq: int
    id: str
    at: float
    by: str
    action: str


@dataclass(frozen=True)
class Source:
    """One game of the journal.

    Attributes:
        id: its own.
        number: games in the order they were begun, from 1.
        started: seconds since 1970.
        mode: how it was played.
        header: the record's header lines, the seed of its shuffle among them.
        entries: every line, undone ones and their undos included.
    """

    id: str
    number: int
    started: float
    mode: str
    header: str
    entries: tuple[Line, ...] = ()

    @cached_property
    def head(self) -> Header:
        """The rules, the first dealer and the names."""
        return parse_record(self.header, "header").header

    @cached_property
    def tags(self) -> dict[str, str]:
        """The tags of the header."""
        return tags.read(self.header)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the entries."""
        return tuple(parse_action(entry.action) for entry in self.entries)

    @cached_property
    def over(self) -> bool:
        """True if the game was finished. One that cannot be replayed was not."""
        try:
            return replay(self.head.rules, self.head.dealer, self.actions).over
        except PegboardError:
            return False


def record_to_show(source: Source) -> str:
    """Returns the game as a record without hidden cards or seed.

    A finished game is told whole, with the seed of its shuffle below its last line. Of an
    unfinished one that was dealt by the board, the deal under way is left out (it may go on, and
    its cards are hidden), and so is the seed.
    """
    shown = without_secrets(source)
    below = {}
    if source.over and "seed" in source.tags and "hall" not in source.tags:
        below = {"seed": source.tags["seed"]}
    return tags.write(
        format_record(Record(shown.head, shown.actions)), tags.public(source.tags), below
    )


def without_secrets(source: Source) -> Source:
    """Returns the same game without its secrets: see `record_to_show`.

    The seed is gone from the header of an unfinished game, and of its entries only those are left
    that count and stand before the end of its last deal that came to one. A game of table deals
    hides nothing, and keeps all its entries.
    """
    if source.over:
        return source
    header = tags.write(format_record(Record(source.head, ())), tags.public(source.tags))
    return replace(source, header=header, entries=_open_entries(source))


def _open_entries(source: Source) -> tuple[Line, ...]:
    if not any(isinstance(action, Deal) and action.hands for action in source.actions):
        return source.entries
    # Not simply a beginning of them: a deal that was taken back may be dealt again, card for card.
    try:
        kept = fold_undos(source.actions)
        last = 0
        steps = replay_steps(source.head.rules, source.head.dealer, [action for _, action in kept])
        for number, step in enumerate(steps, 1):
            if isinstance(step.state.stage, Dealing):
                last = number
    except PegboardError:
        return ()
    return tuple(source.entries[place] for place, _ in kept[:last])
