"""A game as stored in the journal, and that part of it which may leave the board."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pegboard.cribbage import tags
from pegboard.cribbage.actions import Action, Deal
from pegboard.cribbage.notation import Header, Record, format_record, parse_action, parse_record
from pegboard.cribbage.replay import fold_undos, replay, replay_steps
from pegboard.cribbage.state import Dealing
from pegboard.errors import PegboardError


class StoredLine(NamedTuple):
    """One committed line of a game, like `ports.Entry`."""

    seq: int
    id: str
    at: float
    by: str
    action: str


@dataclass(frozen=True)
class StoredGame:
    """A game in the journal.

    Attributes:
        id: id of the game.
        number: position in the order in which games were started, from 1.
        started: seconds since 1970.
        mode: `score`, `computer` or `demo`.
        header: header lines of the record, including the seed of the shuffle.
        entries: all lines, including undone ones and their undos.
    """

    id: str
    number: int
    started: float
    mode: str
    header: str
    entries: tuple[StoredLine, ...] = ()

    @cached_property
    def head(self) -> Header:
        """Rules, first dealer and names."""
        return parse_record(self.header, "header").header

    @cached_property
    def tags(self) -> dict[str, str]:
        """Tags of the header."""
        return tags.read(self.header)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Actions of the entries."""
        return tuple(parse_action(entry.action) for entry in self.entries)

    @cached_property
    def over(self) -> bool:
        """True if the game is finished; False if it is not, or cannot be replayed."""
        try:
            return replay(self.head.rules, self.head.dealer, self.actions).over
        except PegboardError:
            return False


def public_record(source: StoredGame) -> str:
    """Returns the game as a record without hidden cards or seed.

    A finished game is complete, with the seed of its shuffle after the last line. An unfinished
    game dealt by the board lacks the seed and the current deal, whose cards are still hidden.
    """
    public = without_secrets(source)
    below = {}
    if source.over and "seed" in source.tags and "hall" not in source.tags:
        below = {"seed": source.tags["seed"]}
    return tags.write(
        format_record(Record(public.head, public.actions)), tags.public(source.tags), below
    )


def without_secrets(source: StoredGame) -> StoredGame:
    """Returns the game without its secrets; see `public_record`.

    An unfinished game loses the seed in its header, and all entries that were undone or follow its
    last complete deal. A game with real cards has no secrets and keeps all its entries.
    """
    if source.over:
        return source
    header = tags.write(format_record(Record(source.head, ())), tags.public(source.tags))
    return replace(source, header=header, entries=_open_entries(source))


def _open_entries(source: StoredGame) -> tuple[StoredLine, ...]:
    if not any(isinstance(action, Deal) and action.hands for action in source.actions):
        return source.entries
    # A mere prefix will not do: an undone deal may be dealt again with the same cards.
    try:
        effective = fold_undos(source.actions)
        last = 0
        steps = replay_steps(
            source.head.rules, source.head.dealer, [action for _, action in effective]
        )
        for number, step in enumerate(steps, 1):
            if isinstance(step.state.stage, Dealing):
                last = number
    except PegboardError:
        return ()
    return tuple(source.entries[place] for place, _ in effective[:last])
