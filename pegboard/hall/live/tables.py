"""The current games of all boards, read from the store as it grows."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pegboard.chain.branches import Append, EpochView
from pegboard.hall.live.game import LiveGame, PublicGame
from pegboard.hall.store.port import HallStore
from pegboard.tournament.result import GameResult

STEPS = (500, 5000, 2**53)
"""Numbers of latest items in which the start of a game is searched, tried in turn."""


@dataclass(slots=True)
class _FollowedBoard:
    epoch: int
    branch: int
    seq: int
    live: LiveGame = field(default_factory=LiveGame)


class LiveTables:
    """The latest game of every board. Use on the store's thread.

    Args:
        store: store of the hall.
    """

    def __init__(self, store: HallStore) -> None:
        self._store = store
        self._boards: dict[str, _FollowedBoard] = {}

    def all(self) -> dict[str, PublicGame]:
        """Returns all current games by board."""
        for epochs in self._store.all_epochs().values():
            self._follow(epochs[-1])
        return {id: shown for id in self._boards if (shown := self._boards[id].live.public())}

    def refresh(self, board: str, epoch: int) -> PublicGame | None:
        """Reads new items of a board and returns its game; None if it has none."""
        return self._follow(self._store.view(board, epoch))

    def append(self, view: EpochView, growth: Append) -> PublicGame | None:
        """Applies a committed append without rereading the store; returns the board's game.

        Args:
            view: the epoch after the append.
            growth: the committed append.
        """
        followed, branch = self._boards.get(view.board), view.current
        same = followed is not None and (followed.epoch, followed.branch) == (
            view.epoch,
            branch.number,
        )
        grown = growth.branch.number == branch.number and branch.head.seq == growth.branch.head.seq
        if followed is not None and same and grown and followed.seq == growth.after:
            followed.seq = branch.head.seq
            if followed.live.add(growth.items):
                return followed.live.public()
            followed.seq = -1  # search the store for the start of the game
        return self._follow(view)

    def results(self, board: str) -> dict[str, GameResult]:
        """Returns the results of a board's latest finished games by game id, oldest first."""
        followed = self._boards.get(board)
        return dict(followed.live.results) if followed is not None else {}

    def has(self, board: str, epoch: object, lengths: Sequence[int]) -> bool:
        """Returns True if a board has been read to the end.

        Args:
            board: id of the board.
            epoch: its newest epoch.
            lengths: lengths of the branches of that epoch.
        """
        followed = self._boards.get(board)
        if followed is None or followed.epoch != epoch or followed.branch >= len(lengths):
            return False
        return followed.seq == lengths[followed.branch]

    def _follow(self, view: EpochView) -> PublicGame | None:
        branch, followed = view.current, self._boards.get(view.board)
        place = (view.epoch, branch.number)
        if (
            followed is None
            or (followed.epoch, followed.branch) != place
            or followed.seq > branch.head.seq
        ):
            followed = self._boards[view.board] = _FollowedBoard(*place, -1)
        behind = branch.head.seq - followed.seq
        if followed.seq >= 0 and behind <= STEPS[0]:
            items = self._store.items(view.board, view.epoch, branch.number, followed.seq)
            if followed.live.add(items):
                followed.seq = branch.head.seq
                return followed.live.public()
        for step in STEPS:
            after = max(branch.head.seq - step, 0)
            followed.live = LiveGame()
            items = self._store.items(view.board, view.epoch, branch.number, after)
            if followed.live.add(items) or not after:
                break
        followed.seq = branch.head.seq
        return followed.live.public()
