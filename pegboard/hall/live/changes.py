"""Detects changes that other processes made to a shared store."""

from dataclasses import dataclass

from pegboard.hall.live.game import PublicGame
from pegboard.hall.live.tables import LiveTables
from pegboard.hall.store.port import HallStore, JoinedBoard, Marks


@dataclass(frozen=True, slots=True)
class ChangedBoard:
    """A board that joined, was revoked, or has new journal items.

    Attributes:
        board: the board's current record.
        epoch, seq: its last stored item; (0, 0) for none.
        game: its current game.
    """

    board: JoinedBoard
    epoch: int
    seq: int
    game: PublicGame | None


@dataclass(frozen=True, slots=True)
class Changes:
    """Changed boards, and the newest event if any event has changed."""

    boards: list[ChangedBoard]
    event: str | None


class ChangeReader:
    """Comparison of the store with its previous state. Use on the store's thread.

    Args:
        store: store of the hall.
        live: games of this process, whose own appends are skipped.
    """

    def __init__(self, store: HallStore, live: LiveTables) -> None:
        self._store, self._live = store, live
        self._marks = Marks({}, {})

    def read(self) -> Changes:
        """Returns the changes since the last call; on the first call, everything."""
        before, self._marks = self._marks, self._store.marks()
        boards = [
            self._read(id)
            for id, mark in self._marks.boards.items()
            if mark != (before_mark := before.boards.get(id))
            and not self._is_own_append(id, mark, before_mark)
        ]
        changed = self._marks.events != before.events
        event = self._store.events()[-1] if changed else None
        return Changes([board for board in boards if board is not None], event)

    def _is_own_append(
        self, id: str, mark: tuple[object, ...], previous: tuple[object, ...] | None
    ) -> bool:
        """Returns True if a board's only change is an append by this process."""
        _, epoch, _, lengths = mark
        assert isinstance(lengths, list)
        return (
            previous is not None and previous[:3] == mark[:3] and self._live.has(id, epoch, lengths)
        )

    def _read(self, id: str) -> ChangedBoard | None:
        board = self._store.board(id)
        if board is None:
            return None
        epochs = self._store.epochs(id)
        if not epochs:
            return ChangedBoard(board, 0, 0, None)
        game = self._live.refresh(id, epochs[-1].epoch)
        return ChangedBoard(board, epochs[-1].epoch, epochs[-1].current.head.seq, game)
