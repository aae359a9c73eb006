"""The interface of a hall's store: boards, their journals, the decisions of events.

It also keeps the little that a hall needs after a restart; see `NoteKind`.

Everything is committed when a call returns; a call that raises has changed nothing. Several
processes may use one store: whoever comes second finds out, and looks again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pegboard.chain.branches import Append, EpochView
from pegboard.chain.item import Item
from pegboard.errors import PegboardError
from pegboard.tournament.decisions import StoredDecision


class StoreConflict(PegboardError):
    """Somebody else has added something meanwhile: look again, and decide again."""


@dataclass(frozen=True, slots=True)
class JoinedBoard:
    """A board that has joined."""

    id: str
    key: bytes
    """Its public key."""
    name: str
    added: float
    revoked: float | None = None
    """When its key was revoked; None if it counts."""


@dataclass(frozen=True, slots=True)
class EpochAppend:
    """A growth of one epoch of one board."""

    board: str
    epoch: int
    append: Append


@dataclass(frozen=True, slots=True)
class Marks:
    """What tells that something in the store has changed: compare it with the one before.

    Attributes:
        boards: board -> whether it was revoked, its newest epoch, the branch that was chosen there,
            and the length of each branch.
        events: event -> number of its last decision.
    """

    boards: dict[str, tuple[object, ...]]
    events: dict[str, int]


class HallStore(Protocol):
    """Storage of a hall that survives a power failure."""

    shared: bool
    """True if other processes work on it at the same time."""

    def add_board(self, board: JoinedBoard) -> bool:
        """Commits a board; False if its id is known, and then nothing changes."""

    def revoke(self, board: str, at: float) -> bool:
        """Commits that a board's key does not count any more; False if it is not known."""

    def board(self, id: str) -> JoinedBoard | None:
        """Returns a board; None if it has not joined."""

    def boards(self) -> list[JoinedBoard]:
        """Returns all boards by the time at which they joined."""

    def epochs(self, board: str) -> list[EpochView]:
        """Returns what is known of a board, in the order in which the epochs began."""

    def all_epochs(self) -> dict[str, list[EpochView]]:
        """Returns the same of every board that has any, by board: with one question."""

    def view(self, board: str, epoch: int) -> EpochView:
        """Returns what is known of an epoch; an empty view if nothing is."""

    def read(self, which: Sequence[tuple[str, int]]) -> list[tuple[JoinedBoard | None, EpochView]]:
        """Returns the board and the view of each epoch: all of them at once."""

    def link_at(self, board: str, epoch: int, branch: int, seq: int) -> bytes | None:
        """Returns the link of an item, also in what a branch shares; None beyond its end."""

    def add(self, additions: Sequence[EpochAppend]) -> None:
        """Commits growths together: one sync for many boards.

        Raises:
            StoreConflict: a branch is not as long as the growth says; nothing is added.
        """

    def items(self, board: str, epoch: int, branch: int = 0, after: int = 0) -> Iterator[Item]:
        """Yields the items of a branch in order, from the one after `after`."""

    def choose(self, board: str, epoch: int, branch: int | None) -> None:
        """Commits the director's choice of a branch."""

    def decide(self, event: str, decisions: Sequence[StoredDecision]) -> None:
        """Commits decisions at the end of an event's log.

        Raises:
            StoreConflict: the log is not as long as the first number says; nothing is added.
        """

    def decisions(self, event: str, after: int = 0) -> list[StoredDecision]:
        """Returns the decisions of an event in order, from the one after `after`."""

    def events(self) -> list[str]:
        """Returns the ids of all events, in the order in which they were opened."""

    def put_value(self, kind: str, key: str, value: bytes | None) -> None:
        """Commits a note, which the hall needs after a restart; None deletes it."""

    def values(self, kind: str, key: str | None = None) -> dict[str, bytes]:
        """Returns the notes of a kind by key, in the order in which they were committed.

        Of one key, if it is given.
        """

    def marks(self) -> Marks:
        """Returns what tells that something was added or changed."""

    def close(self) -> None:
        """Closes the store; a second call does nothing."""
