"""The office: what a director sees of the boards and does with them, and the parts that all see."""

import asyncio
import time
from typing import Any

from pegboard.chain.branches import EpochView
from pegboard.chain.condition import conditions
from pegboard.chain.keys import SigningKey
from pegboard.errors import IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import Hall
from pegboard.hall.live.changes import ChangedBoard
from pegboard.hall.live.game import PublicGame
from pegboard.hall.live.winning import prepare
from pegboard.hall.service.connections import BoardConnections, ConnectedBoard, Presence
from pegboard.hall.service.events.handovers import replaced_boards
from pegboard.hall.service.join_code import JoinCode
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.hall.service.store_thread import StoredUpload, StoreThread
from pegboard.hall.store.port import JoinedBoard


class BoardRegistry:
    """The boards of a hall. Use from one event loop only.

    Args:
        hall: open, used by nobody else from now on.
        key: the hall's.
        scoreboard: shows the tables.
    """

    def __init__(self, hall: Hall, key: SigningKey, scoreboard: Scoreboard) -> None:
        self.scoreboard = scoreboard
        self._join_code = JoinCode(hall.store, key, time.monotonic, time.time)
        self.store_thread = StoreThread(hall, self._on_stored)
        self.connections = BoardConnections(
            self.store_thread, key.public, self._join_code, time.time, self._on_presence
        )
        self._boards: dict[str, JoinedBoard] = {}
        self._stored: dict[str, tuple[int, int]] = {}
        """Board -> epoch and last item that is stored."""
        self._games: dict[str, PublicGame] = {}
        self._refreshes: set[asyncio.Task[None]] = set()
        self._began = time.monotonic()
        self._seen_at: dict[str, float] = {}
        """When a board last came, spoke or went, by this process's clock."""
        self._remote_presence: dict[str, Presence] = {}
        """Boards that are connected to another process of this hall."""

    async def open(self) -> None:
        """Reads what the store has, and shows it."""
        await self.store_thread.run(lambda hall: prepare())
        self._games = await self.store_thread.games()
        for board, epochs in await self.store_thread.run(_all_boards):
            self._boards[board.id] = board
            if epochs:
                self._stored[board.id] = (epochs[-1].epoch, epochs[-1].current.head.seq)
            self._publish(board.id)

    # --- for the director

    async def boards(self) -> list[dict[str, Any]]:
        """Returns every board with its states, in the order in which they joined."""
        found = []
        replaced = await self.store_thread.run(replaced_boards)
        for board, epochs in await self.store_thread.run(_all_boards):
            there, connected = self._presence(board.id)
            states = conditions(
                epochs,
                there.announced if there else None,
                there.heard if there else 0.0,
                revoked=board.revoked is not None,
                replaced=board.id in replaced,
            )
            found.append(
                {
                    "id": board.id,
                    "name": board.name,
                    "added": board.added,
                    "connected": connected,
                    "heard": there.heard if there else None,
                    "entries": sum(view.current.head.seq for view in epochs),
                    "states": {str(state): number for state, number in states.items()},
                    "courses": [_fork_summary(view) for view in epochs if view.is_forked],
                }
            )
        return found

    async def code(self) -> dict[str, Any] | None:
        """Returns the code to join; None if there is none."""
        found = await self.store_thread.run(lambda hall: self._join_code.current())
        return found and {"code": found[0], "seconds": round(found[1])}

    async def new_code(self) -> dict[str, Any] | None:
        """Makes a new code to join."""
        await self.store_thread.run(lambda hall: self._join_code.renew())
        return await self.code()

    async def end_code(self) -> None:
        """Makes the code to join void."""
        await self.store_thread.run(lambda hall: self._join_code.void())

    async def revoke(self, board: str) -> None:
        """Revokes the key of a board, and ends its connections.

        Raises:
            IllegalAction: there is no such board.
        """
        now = time.time()
        if not await self.store_thread.run(lambda hall: hall.store.revoke(board, now)):
            raise IllegalAction(HallFault.NO_BOARD, board=board)
        await self._refresh(board)
        await self.connections.disconnect(board)

    async def choose_branch(self, board: str, epoch: int, branch: int | None) -> None:
        """Chooses the course of an epoch that counts.

        Raises:
            IllegalAction: there is no such board, or no such course.
        """

        def chosen(hall: Hall) -> None:
            courses = {branch.number for branch in hall.store.view(board, epoch).branches}
            if hall.store.board(board) is None or (branch is not None and branch not in courses):
                raise IllegalAction(HallFault.NO_BOARD, board=board)
            hall.store.choose(board, epoch, branch)

        await self.store_thread.run(chosen)

    def away_s(self, board: str) -> float:
        """Returns the seconds for which a board has been away, as far as is known; 0 if it is here.

        Nothing is known of the time before this process began.
        """
        if self._presence(board)[1]:
            return 0.0
        return time.monotonic() - self._seen_at.get(board, self._began)

    # --- what other processes of this hall do

    async def on_board_change(self, changed: ChangedBoard) -> None:
        """Shows a board as another process has left it."""
        id, known = changed.board.id, self._boards.get(changed.board.id)
        self._boards[id] = changed.board
        if changed.epoch:
            self._stored[id] = (changed.epoch, changed.seq)
        if changed.game is not None:
            self._games[id] = changed.game
        self._publish(id)
        if changed.board.revoked is not None and (known is None or known.revoked is None):
            await self.connections.disconnect(id)

    def set_remote_presence(self, present: dict[str, Presence]) -> None:
        """Shows which boards are connected to others."""
        before, self._remote_presence = self._remote_presence, present
        self.connections.relay.remote_boards = present.keys()
        for id in before.keys() | present.keys():
            if before.get(id) != present.get(id):
                self._seen_at[id] = time.monotonic()
                self._publish(id)

    def _presence(self, id: str) -> tuple[ConnectedBoard | Presence | None, bool]:
        """Returns what a board last said of itself, and if it is connected to the hall."""
        own, other = self.connections.boards.get(id), self._remote_presence.get(id)
        if other is not None and not (own and own.sockets):
            return other, True
        return own, bool(own and own.sockets)

    # --- what all see

    def _on_stored(self, taken: list[StoredUpload]) -> None:
        for upload in taken:
            self._stored[upload.board] = (upload.epoch, upload.seq)
            if upload.game is not None:
                self._games[upload.board] = upload.game
            self._publish(upload.board)

    def _on_presence(self, board: str) -> None:
        self._seen_at[board] = time.monotonic()
        if board in self._boards:
            self._publish(board)
            return
        task = asyncio.create_task(self._refresh(board))
        self._refreshes.add(task)
        task.add_done_callback(self._refreshes.discard)

    async def _refresh(self, board: str) -> None:
        found = await self.store_thread.run(lambda hall: hall.store.board(board))
        if found is not None:
            self._boards[board] = found
            self._publish(board)

    def _publish(self, id: str) -> None:
        board = self._boards.get(id)
        if board is None:
            return
        (there, connected), (epoch, seq) = self._presence(id), self._stored.get(id, (0, 0))
        said = there.announced if there is not None else None
        behind = max(0, said.seq - (seq if said.epoch == epoch else 0)) if said else 0
        content = {
            "name": board.name,
            "connected": connected,
            "behind": behind,
            "revoked": board.revoked is not None,
            "game": self._games.get(id),
        }
        self.scoreboard.put(f"board {id}", content)


def _all_boards(hall: Hall) -> list[tuple[JoinedBoard, list[EpochView]]]:
    epochs = hall.store.all_epochs()
    return [(board, epochs.get(board.id, [])) for board in hall.store.boards()]


def _fork_summary(view: EpochView) -> dict[str, Any]:
    branches = [
        {"branch": branch.number, "shares": branch.start, "entries": branch.head.seq}
        for branch in view.branches
    ]
    return {"epoch": view.epoch, "branches": branches}
