"""Executes actions at the table, notifies the game's followers, and has all changes shown."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from pegboard.cribbage.events import Corrected, Scored, TakenBack
from pegboard.cribbage.game import Action, State, Undo
from pegboard.errors import DeviceError, IllegalAction
from pegboard.session.counting.offer import Offer, pegging_actions
from pegboard.session.feed.types import Moved
from pegboard.session.table import Table

log = logging.getLogger(__name__)

MoveListener = Callable[[Action, State], None]
"""Gets an action that was done, and the state before it."""


class Updates:
    """Combines changes: those of one turn of the loop are shown once.

    Use from one event loop only.
    """

    def __init__(self) -> None:
        """Starts without changes."""
        self._listeners: list[Callable[[], None]] = []
        self._is_scheduled = False

    def add_listener(self, listener: Callable[[], None]) -> None:
        """Adds a listener, called after every turn of the loop with a change."""
        self._listeners.append(listener)

    def schedule(self) -> None:
        """Records a change; non-blocking."""
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._publish)

    def _publish(self) -> None:
        self._is_scheduled = False
        for listener in self._listeners:
            listener()


class Moves:
    """Executes the actions of one table. Use from one event loop only."""

    def __init__(self, table: Table, on_change: Callable[[], None]) -> None:
        """Starts without followers.

        Args:
            table: the game and its journal.
            on_change: has the new state shown.
        """
        self.table = table
        self.journal_fault: DeviceError | None = None
        """Reason that the journal did not hold the latest action; None if it did."""
        self.on_move: Callable[[Moved], None] = lambda move: None
        """Called with each move when it is on disk and before it is shown."""
        self._on_change = on_change
        self._followers: list[MoveListener] = []
        self._move_event = asyncio.Event()

    def add_listener(self, follower: MoveListener) -> None:
        """Adds a follower, called synchronously right after the state changes."""
        self._followers.append(follower)

    async def submit(
        self,
        action: Action,
        *,
        id: str,
        by: str,
        expected_state: State | None = None,
        on_commit: Callable[[], None] = lambda: None,
    ) -> None:
        """Executes an action once and has it shown; see `Table.submit`."""
        before = self.table.state

        def committed() -> None:
            self._report_move(action, before)
            on_commit()

        try:
            await self.table.submit(
                action, id=id, by=by, expected_state=expected_state, on_commit=committed
            )
        except DeviceError as error:
            if self.journal_fault != error:  # a full disk is not to be filled with this
                log.error("%s", error)
            self.journal_fault = error
            raise
        self.journal_fault = None
        for follower in self._followers:
            follower(action, before)
        self.publish()

    async def replace_action(self, at: int, action: Action, *, seq: int, id: str, by: str) -> None:
        """Replaces an action that counts, and does those after it again; see `replace_tail`."""
        tail = [action, *(other for other, _ in self.table.history[at + 1 :])]
        await self.replace_tail(at, tail, seq=seq, id=id, by=by)

    async def replace_tail(
        self, at: int, tail: Sequence[Action], *, seq: int, id: str, by: str
    ) -> None:
        """Replaces the actions from one on and has it shown; see `Table.replace_tail`."""
        before = self.table.state
        await self.table.replace_tail(at, tail, seq=seq, id=id, by=by)
        self._report_move(Undo(), before)
        for follower in self._followers:
            follower(tail[0] if tail else Undo(), before)
        self.publish()

    def _report_move(self, action: Action, before: State) -> None:
        """Reports a move to the feed."""
        table = self.table
        if isinstance(action, Undo):
            has_scored = table.state.scores != before.scores
            self.on_move(Moved(table.game, is_undo=True, has_scored=has_scored))
        else:
            events = table.history[-1][1]
            has_scored = any(isinstance(each, Scored | Corrected | TakenBack) for each in events)
            self.on_move(Moved(table.game, events, has_scored=has_scored))

    async def peg_offer(self, offer: Offer, *, by: str) -> None:
        """Pegs a counted hand.

        Raises:
            IllegalAction: the board counts the hands in this game, or the rules forbid it.
        """
        refusal = self.table.kind.entry_refusal
        if refusal is not None:
            raise IllegalAction(refusal)
        for number, action in enumerate(pegging_actions(self.table.state, offer)):
            await self.submit(action, id=f"{offer.id}:{number}", by=by)

    def publish(self) -> None:
        """Shows the game as it is now, and wakes those who wait for it."""
        self._move_event.set()
        self._move_event.clear()
        self._on_change()

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Returns once a condition of the table holds; it is checked after every move."""
        while not condition():
            await self._move_event.wait()

    async def wait_for_game_over(self) -> State:
        """Returns the state of the game on the table once it has ended."""
        await self.wait_until(lambda: self.table.state.over)
        return self.table.state

    async def wait_for_game_change(self, game: str) -> None:
        """Returns once a different game is on the table."""
        await self.wait_until(lambda: self.table.game != game)
