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
from pegboard.hall.live.game import OpenGame
from pegboard.hall.live.changes import ChangedBoard
from pegboard.hall.live.winning import prepare
from pegboard.hall.service.connections import Boards, Connected, Presence
from pegboard.hall.service.events.handovers import replaced_boards
from pegboard.hall.service.join_code import Joining
from pegboard.hall.service.store_thread import Keeper, Taken
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.hall.store.port import KnownBoard


class Office:
    """The boards of a hall. Use from one event loop only.

    Args:
        hall: open, used by nobody else from now on.
        key: the hall's.
        scoreboard: shows the tables.
    """

    def __init__(self, hall: Hall, key: SigningKey, scoreboard: Scoreboard) -> None:
        self.scoreboard = scoreboard
        self._joining = Joining(hall.store, key, time.monotonic, time.time)
        self.keeper = Keeper(hall, self._grown)
        self.doors = Boards(self.keeper, key.public, self._joining, time.time, self._changed)
        self._known: dict[str, KnownBoard] = {}
        self._stored: dict[str, tuple[int, int]] = {}
        """Board -> epoch and last item that is stored."""
        self._games: dict[str, OpenGame] = {}
        self._looking: set[asyncio.Task[None]] = set()
        self._began = time.monotonic()
        self._heard: dict[str, float] = {}
        """When a board last came, spoke or went, by this process's clock."""
        self._elsewhere: dict[str, Presence] = {}
        """Boards that are connected to another process of this hall."""

    async def open(self) -> None:
        """Reads what the store has, and shows it."""
        await self.keeper.do(lambda hall: prepare())
        self._games = await self.keeper.games()
        for board, epochs in await self.keeper.do(_all_boards):
            self._known[board.id] = board
            if epochs:
                self._stored[board.id] = (epochs[-1].epoch, epochs[-1].current.head.seq)
            self._show(board.id)

    # --- for the director

    async def boards(self) -> list[dict[str, Any]]:
        """Returns every board with its states, in the order in which they joined."""
        found = []
        replaced = await self.keeper.do(replaced_boards)
        for board, epochs in await self.keeper.do(_all_boards):
            there, connected = self._there(board.id)
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
                    "courses": [_courses(view) for view in epochs if view.forked],
                }
            )
        return found

    async def code(self) -> dict[str, Any] | None:
        """Returns the code to join; None if there is none."""
        found = await self.keeper.do(lambda hall: self._joining.code())
        return found and {"code": found[0], "seconds": round(found[1])}

    async def invite(self) -> dict[str, Any] | None:
        """Makes a new code to join."""
        await self.keeper.do(lambda hall: self._joining.invite())
        return await self.code()

    async def end_code(self) -> None:
        """Makes the code to join void."""
        await self.keeper.do(lambda hall: self._joining.end())

    async def revoke(self, board: str) -> None:
        """Revokes the key of a board, and ends its connections.

        Raises:
            IllegalAction: there is no such board.
        """
        now = time.time()
        if not await self.keeper.do(lambda hall: hall.store.revoke(board, now)):
            raise IllegalAction(HallFault.NO_BOARD, board=board)
        await self._learn(board)
        await self.doors.revoked(board)

    async def choose(self, board: str, epoch: int, branch: int | None) -> None:
        """Chooses the course of an epoch that counts.

        Raises:
            IllegalAction: there is no such board, or no such course.
        """

        def chosen(hall: Hall) -> None:
            courses = {each.number for each in hall.store.view(board, epoch).branches}
            if hall.store.board(board) is None or (branch is not None and branch not in courses):
                raise IllegalAction(HallFault.NO_BOARD, board=board)
            hall.store.choose(board, epoch, branch)

        await self.keeper.do(chosen)

    def quiet_s(self, board: str) -> float:
        """Returns the seconds for which a board has been away, as far as is known; 0 if it is here.

        Nothing is known of the time before this process began.
        """
        if self._there(board)[1]:
            return 0.0
        return time.monotonic() - self._heard.get(board, self._began)

    # --- what other processes of this hall do

    async def learned(self, changed: ChangedBoard) -> None:
        """Shows a board as another process has left it."""
        id, known = changed.board.id, self._known.get(changed.board.id)
        self._known[id] = changed.board
        if changed.epoch:
            self._stored[id] = (changed.epoch, changed.seq)
        if changed.game is not None:
            self._games[id] = changed.game
        self._show(id)
        if changed.board.revoked is not None and (known is None or known.revoked is None):
            await self.doors.revoked(id)

    def elsewhere(self, present: dict[str, Presence]) -> None:
        """Shows which boards are connected to others."""
        before, self._elsewhere = self._elsewhere, present
        self.doors.letters.elsewhere = present.keys()
        for id in before.keys() | present.keys():
            if before.get(id) != present.get(id):
                self._heard[id] = time.monotonic()
                self._show(id)

    def _there(self, id: str) -> tuple[Connected | Presence | None, bool]:
        """Returns what a board last said of itself, and if it is connected to the hall."""
        own, other = self.doors.known.get(id), self._elsewhere.get(id)
        if other is not None and not (own and own.sockets):
            return other, True
        return own, bool(own and own.sockets)

    # --- what all see

    def _grown(self, taken: list[Taken]) -> None:
        for each in taken:
            self._stored[each.board] = (each.epoch, each.seq)
            if each.game is not None:
                self._games[each.board] = each.game
            self._show(each.board)

    def _changed(self, board: str) -> None:
        self._heard[board] = time.monotonic()
        if board in self._known:
            self._show(board)
            return
        task = asyncio.create_task(self._learn(board))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _learn(self, board: str) -> None:
        found = await self.keeper.do(lambda hall: hall.store.board(board))
        if found is not None:
            self._known[board] = found
            self._show(board)

    def _show(self, id: str) -> None:
        board = self._known.get(id)
        if board is None:
            return
        (there, connected), (epoch, seq) = self._there(id), self._stored.get(id, (0, 0))
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


def _all_boards(hall: Hall) -> list[tuple[KnownBoard, list[EpochView]]]:
    epochs = hall.store.all_epochs()
    return [(board, epochs.get(board.id, [])) for board in hall.store.boards()]


def _courses(view: EpochView) -> dict[str, Any]:
    branches = [
        {"branch": each.number, "shares": each.start, "entries": each.head.seq}
        for each in view.branches
    ]
    return {"epoch": view.epoch, "branches": branches}
