"""The interface of a hall's store: boards, their journals, the decisions of events.

It also has key-value collections for state that must survive a restart; see `KeyValues`.

Every change is committed when the call returns; a call that raises has changed nothing. If several
processes change the same data, the second one gets a `StoreConflict` and retries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pegboard.chain.branches import Append, EpochView
from pegboard.chain.item import Item
from pegboard.errors import PegboardError
from pegboard.tournament.decisions import StoredDecision


class StoreConflict(PegboardError):
    """Another process has changed the data; read it again and retry."""


@dataclass(frozen=True, slots=True)
class JoinedBoard:
    """A board that has joined."""

    id: str
    key: bytes
    """Public key of the board."""
    name: str
    added: float
    revoked: float | None = None
    """Time at which its key was revoked, in seconds since 1970; None if the key is valid."""


@dataclass(frozen=True, slots=True)
class EpochAppend:
    """An append to one epoch of one board."""

    board: str
    epoch: int
    append: Append


@dataclass(frozen=True, slots=True)
class Marks:
    """Change markers of the store, to be compared with earlier ones.

    Attributes:
        boards: board -> revoked, newest epoch, its chosen branch, lengths of its branches.
        events: event -> number of its last decision.
    """

    boards: dict[str, tuple[object, ...]]
    events: dict[str, int]


class HallStore(Protocol):
    """Durable storage of a hall."""

    shared: bool
    """True if several processes may use it at the same time."""

    def add_board(self, board: JoinedBoard) -> bool:
        """Adds a board; returns False if its id exists."""

    def revoke(self, board: str, at: float) -> bool:
        """Revokes a board's key; returns False if the board is unknown."""

    def board(self, id: str) -> JoinedBoard | None:
        """Returns a board; None if it has not joined."""

    def boards(self) -> list[JoinedBoard]:
        """Returns all boards, ordered by the time at which they joined."""

    def epochs(self, board: str) -> list[EpochView]:
        """Returns the epochs of a board, oldest first."""

    def all_epochs(self) -> dict[str, list[EpochView]]:
        """Returns the epochs of all boards that have any, by board, with one query."""

    def view(self, board: str, epoch: int) -> EpochView:
        """Returns an epoch; an empty view if it is unknown."""

    def read(self, which: Sequence[tuple[str, int]]) -> list[tuple[JoinedBoard | None, EpochView]]:
        """Returns each of several epochs with its board."""

    def link_at(self, board: str, epoch: int, branch: int, seq: int) -> bytes | None:
        """Returns the link of an item, also in a shared prefix; None beyond the end."""

    def add(self, additions: Sequence[EpochAppend]) -> None:
        """Commits several appends together.

        Raises:
            StoreConflict: a branch does not have the expected length; nothing is added.
        """

    def items(self, board: str, epoch: int, branch: int = 0, after: int = 0) -> Iterator[Item]:
        """Yields the items of a branch in order, from the one after `after`."""

    def choose(self, board: str, epoch: int, branch: int | None) -> None:
        """Saves the director's choice of a branch."""

    def decide(self, event: str, decisions: Sequence[StoredDecision]) -> None:
        """Appends decisions to an event's log.

        Raises:
            StoreConflict: the log does not have the expected length; nothing is added.
        """

    def decisions(self, event: str, after: int = 0) -> list[StoredDecision]:
        """Returns the decisions of an event in order, from the one after `after`."""

    def events(self) -> list[str]:
        """Returns the ids of all events, in the order in which they were opened."""

    def put_value(self, kind: str, key: str, value: bytes | None) -> None:
        """Sets a value of a collection; None deletes it."""

    def values(self, kind: str, key: str | None = None) -> dict[str, bytes]:
        """Returns the values of a collection by key, in the order in which they were put.

        Args:
            kind: name of the collection.
            key: limits the result to one key.
        """

    def marks(self) -> Marks:
        """Returns the current change markers."""

    def close(self) -> None:
        """Closes the store; a second call does nothing."""
