"""The boards of a hall: the director's view and operations, and the public scoreboard parts."""

import asyncio
import time
from typing import Any

from pegboard.chain.branches import EpochView
from pegboard.chain.condition import conditions
from pegboard.chain.keys import SigningKey
from pegboard.errors import IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import Hall
from pegboard.hall.live.chances import prepare
from pegboard.hall.live.changes import ChangedBoard
from pegboard.hall.live.game import PublicGame
from pegboard.hall.service.connections import BoardConnections, ConnectedBoard, Presence
from pegboard.hall.service.events.handovers import replaced_boards
from pegboard.hall.service.join_code import JoinCode
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.hall.service.store_thread import StoredUpload, StoreThread
from pegboard.hall.store.port import JoinedBoard


class BoardRegistry:
    """The boards of a hall. Use from one event loop only.

    Args:
        hall: the open hall, used only through this object from now on.
        key: secret key of the hall.
        scoreboard: where the tables are published.
    """

    def __init__(self, hall: Hall, key: SigningKey, scoreboard: Scoreboard) -> None:
        self.scoreboard = scoreboard
        self._loop: asyncio.AbstractEventLoop | None = None
        self._join_code = JoinCode(hall.store, key, time.monotonic, time.time, self._on_wrong_codes)
        self.store_thread = StoreThread(hall, self._on_stored)
        self.connections = BoardConnections(
            self.store_thread, key.public, self._join_code, time.time, self._on_presence
        )
        self.store_thread.on_quota = self._publish_quota
        self._boards: dict[str, JoinedBoard] = {}
        self._stored: dict[str, tuple[int, int]] = {}
        """Epoch and number of the last stored item of each board."""
        self._games: dict[str, PublicGame] = {}
        self._refreshes: set[asyncio.Task[None]] = set()
        self._began = time.monotonic()
        self._seen_at: dict[str, float] = {}
        """Monotonic time of each board's last connect, message or disconnect."""
        self._remote_presence: dict[str, Presence] = {}
        """Boards connected to other processes of this hall."""

    async def open(self) -> None:
        """Loads the stored boards and publishes them."""
        self._loop = asyncio.get_running_loop()
        await self.store_thread.run(lambda hall: prepare())
        self._games = await self.store_thread.games()
        for board, epochs in await self.store_thread.run(_all_boards):
            self._boards[board.id] = board
            if epochs:
                self._stored[board.id] = (epochs[-1].epoch, epochs[-1].current.head.seq)
            self._publish(board.id)

    # --- for the director

    async def boards(self) -> list[dict[str, Any]]:
        """Returns all boards with their conditions, in the order in which they joined."""
        found = []
        replaced = await self.store_thread.run(replaced_boards)
        exceeded = dict(self.store_thread.quota.exceeded)
        for board, epochs in await self.store_thread.run(_all_boards):
            latest, connected = self._presence(board.id)
            states = conditions(
                epochs,
                latest.announced if latest else None,
                latest.heard if latest else 0.0,
                revoked=board.revoked is not None,
                replaced=board.id in replaced,
            )
            found.append(
                {
                    "id": board.id,
                    "name": board.name,
                    "added": board.added,
                    "connected": connected,
                    "heard": latest.heard if latest else None,
                    "too_many_mb": exceeded[board.id] / 2**20 if board.id in exceeded else None,
                    "entries": sum(view.current.head.seq for view in epochs),
                    "states": {str(state): number for state, number in states.items()},
                    "courses": [_fork_summary(view) for view in epochs if view.is_forked],
                }
            )
        return found

    async def code(self) -> dict[str, Any] | None:
        """Returns the join code and its remaining seconds; None if there is none."""
        found = await self.store_thread.run(lambda hall: self._join_code.current())
        return found and {"code": found[0], "seconds": round(found[1])}

    async def code_to_scan(self) -> str | None:
        """Returns the join code for the QR code; None if there is none."""
        return await self.store_thread.run(lambda hall: self._join_code.to_scan())

    def wrong_codes(self) -> dict[str, Any] | None:
        """Returns the number of wrong codes and the latest time; see `GuessThrottle.notice`."""
        return self._join_code.wrong_codes.notice()

    async def new_code(self) -> dict[str, Any] | None:
        """Creates a new join code."""
        await self.store_thread.run(lambda hall: self._join_code.renew())
        return await self.code()

    async def end_code(self) -> None:
        """Voids the join code."""
        await self.store_thread.run(lambda hall: self._join_code.void())

    async def revoke(self, board: str) -> None:
        """Revokes the key of a board and closes its connections.

        Raises:
            IllegalAction: there is no such board.
        """
        now = time.time()
        if not await self.store_thread.run(lambda hall: hall.store.revoke(board, now)):
            raise IllegalAction(HallFault.NO_BOARD, board=board)
        await self._refresh(board)
        await self.connections.disconnect(board)

    async def allow_uploads(self, board: str) -> None:
        """Allows a board that has used up its upload quota to send more.

        Raises:
            IllegalAction: there is no such board.
        """

        def allow(hall: Hall) -> None:
            if hall.store.board(board) is None:
                raise IllegalAction(HallFault.NO_BOARD, board=board)
            self.store_thread.quota.allow(board)

        await self.store_thread.run(allow)
        self._publish_quota()

    async def choose_branch(self, board: str, epoch: int, branch: int | None) -> None:
        """Chooses the effective branch of an epoch.

        Raises:
            IllegalAction: there is no such board or branch.
        """

        def chosen(hall: Hall) -> None:
            branches = {branch.number for branch in hall.store.view(board, epoch).branches}
            if hall.store.board(board) is None or (branch is not None and branch not in branches):
                raise IllegalAction(HallFault.NO_BOARD, board=board)
            hall.store.choose(board, epoch, branch)

        await self.store_thread.run(chosen)

    def away_s(self, board: str) -> float:
        """Returns the known duration of a board's absence in seconds; 0 if it is connected.

        The time before this process started is not counted.
        """
        if self._presence(board)[1]:
            return 0.0
        return time.monotonic() - self._seen_at.get(board, self._began)

    # --- changes by other processes

    async def on_board_change(self, changed: ChangedBoard) -> None:
        """Publishes a board that another process has changed."""
        id, previous = changed.board.id, self._boards.get(changed.board.id)
        self._boards[id] = changed.board
        if changed.epoch:
            self._stored[id] = (changed.epoch, changed.seq)
        if changed.game is not None:
            self._games[id] = changed.game
        self._publish(id)
        if changed.board.revoked is not None and (previous is None or previous.revoked is None):
            await self.connections.disconnect(id)

    def set_remote_presence(self, present: dict[str, Presence]) -> None:
        """Publishes which boards are connected to other processes."""
        before, self._remote_presence = self._remote_presence, present
        self.connections.relay.remote_boards = present.keys()
        for id in before.keys() | present.keys():
            if before.get(id) != present.get(id):
                self._seen_at[id] = time.monotonic()
                self._publish(id)

    def _presence(self, id: str) -> tuple[ConnectedBoard | Presence | None, bool]:
        """Returns a board's latest report, and whether it is connected to any process."""
        here, elsewhere = self.connections.boards.get(id), self._remote_presence.get(id)
        if elsewhere is not None and not (here and here.sockets):
            return elsewhere, True
        return here, bool(here and here.sockets)

    # --- publication

    def _publish_quota(self) -> None:
        """Publishes how many boards need the director's permission to send more."""
        self.scoreboard.put("quota", len(self.store_thread.quota.exceeded))

    def _on_wrong_codes(self, n: int) -> None:
        """Publishes the number of wrong codes; called on the store's thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.scoreboard.put, "wrong_codes", n)

    def _on_stored(self, uploads: list[StoredUpload]) -> None:
        for upload in uploads:
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
        (latest, connected), (epoch, seq) = self._presence(id), self._stored.get(id, (0, 0))
        report = latest.announced if latest is not None else None
        behind = max(0, report.seq - (seq if report.epoch == epoch else 0)) if report else 0
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
